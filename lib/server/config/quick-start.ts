import { type TraceAdapterId, traceAdapterIds } from '../../adapters/trace-adapters';
import { dialects } from '../../dialects';
import { ConfigError } from './load';
import { isHttpUrl } from './schema';

/** The quick start without a file: addresses from the environment, everything else is looked for in the source. */
export interface QuickStart {
  readonly prometheusUrl: string;
  readonly tracesUrl: string | null;
  readonly tracesType: TraceAdapterId;
  /** Dialect ids to look for. */
  readonly dialects: readonly string[];
  readonly zoneLabel: string | null;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Reads `WEIR_PROMETHEUS_URL`, `WEIR_TRACES_URL`, `WEIR_TRACES_TYPE`, `WEIR_DIALECT` (comma-separated) and `WEIR_ZONE_LABEL`; null when no source is named. */
export function readQuickStart(env: Env): QuickStart | null {
  const { WEIR_PROMETHEUS_URL: prometheusUrl, WEIR_TRACES_URL: tracesUrl } = env;
  if (!prometheusUrl) {
    if (tracesUrl) throw new ConfigError('WEIR_TRACES_URL is set, WEIR_PROMETHEUS_URL is not: traces alone answer no question');
    return null;
  }
  checkUrl('WEIR_PROMETHEUS_URL', prometheusUrl);
  if (tracesUrl) checkUrl('WEIR_TRACES_URL', tracesUrl);
  const tracesType = traceAdapterIds.find((id) => id === (env.WEIR_TRACES_TYPE || 'jaeger'));
  if (tracesType === undefined) throw new ConfigError(`WEIR_TRACES_TYPE: expected ${traceAdapterIds.join(' or ')}`);
  const known = dialects.filter((dialect) => dialect.scope === 'proxy').map((dialect) => dialect.id as string);
  const asked = env.WEIR_DIALECT ? env.WEIR_DIALECT.split(',').map((text) => text.trim()) : known;
  const wrong = asked.find((id) => !known.includes(id));
  if (wrong !== undefined) throw new ConfigError(`WEIR_DIALECT: expected ${known.join(' or ')}, got "${wrong}"`);
  return { prometheusUrl, tracesUrl: tracesUrl || null, tracesType, dialects: asked, zoneLabel: env.WEIR_ZONE_LABEL || null };
}

function checkUrl(name: string, text: string): void {
  if (!isHttpUrl(text)) throw new ConfigError(`${name}: expected an http or https URL`);
}
