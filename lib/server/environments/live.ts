import { makeGrafanaSource } from '../../adapters/grafana';
import { makeJaegerSource } from '../../adapters/jaeger';
import { makePrometheusSource } from '../../adapters/prometheus';
import { findDialect } from '../../dialects';
import type { SourceStatus } from '../../domain/capability';
import type { Dialect } from '../../domain/dialect';
import { epochMs } from '../../domain/units';
import type { AnnotationSource } from '../../ports/annotation-source';
import type { MetricsSource } from '../../ports/metrics-source';
import { isSourceError } from '../../ports/source-error';
import type { TraceSource } from '../../ports/trace-source';
import type { EnvironmentConfig } from '../config/schema';
import { type Fleet, makeLiveSignals } from '../signals/live';
import { makeQueryRunner } from '../signals/runner';
import { type Telemetry } from '../telemetry/metrics';
import { makeBreaker } from '../breaker';
import { probeCapabilities } from './capabilities';
import { toSelector } from './selector';
import type { Environment, ProxyService } from './types';
import { kubeJoin, podLabel } from './zone-join';

/** A scrape interval that is assumed where neither the configuration nor the source tells one. */
const DEFAULT_SCRAPE_MS = 15_000;

export interface LiveDeps {
  readonly now: () => number;
  readonly telemetry: Telemetry;
}

/** The metrics source of an environment's configuration. */
export function makeMetrics(config: EnvironmentConfig['metrics'], now: () => number): MetricsSource {
  return makePrometheusSource(httpSettings(config), { ui: config.ui, now });
}

/** The trace source of an environment's configuration. */
export function makeTraces(config: NonNullable<EnvironmentConfig['traces']>, now: () => number): TraceSource {
  return makeJaegerSource(httpSettings(config), { ui: config.ui, now });
}

/** The source of notes of an environment's configuration. */
export function makeAnnotations(config: NonNullable<EnvironmentConfig['annotations']>): AnnotationSource {
  return makeGrafanaSource(httpSettings(config), { tags: config.tags });
}

type SourceConfig = Pick<EnvironmentConfig['metrics'], 'url' | 'headers' | 'auth' | 'tls' | 'timeoutSeconds'>;

function httpSettings({ url, headers, auth, tls, timeoutSeconds }: SourceConfig) {
  return { url, headers, auth, tls, ...(timeoutSeconds === undefined ? {} : { timeoutMs: timeoutSeconds * 1000 }) };
}

/** Wires a configured environment: adapters, dialects, caches. Nothing is asked of the sources yet. */
export function makeLiveEnvironment(config: EnvironmentConfig, deps: LiveDeps): Environment {
  const metrics = makeMetrics(config.metrics, deps.now);
  const traces = config.traces ? makeTraces(config.traces, deps.now) : null;
  const annotations = config.annotations ? makeAnnotations(config.annotations) : null;
  // One for all that the source is asked: a question that has waited its whole time limit spares those behind it theirs.
  const breaker = makeBreaker();
  const runner = makeQueryRunner(metrics, deps.now, (seconds, ok) => deps.telemetry.query(config.name, 'metrics', seconds, ok), breaker);
  const toldScrapeMs = remember(async () => {
    if (config.metrics.scrapeIntervalSeconds !== undefined) return config.metrics.scrapeIntervalSeconds * 1000;
    return (await breaker.run(() => metrics.scrapeIntervalMs())) ?? DEFAULT_SCRAPE_MS;
  });
  const scrapeMs = async () => {
    try {
      return await toldScrapeMs();
    } catch (error) {
      // A metrics source that is down must not take the traces with it: the range is resolved by the usual interval.
      if (!isSourceError(error)) throw error;
      return DEFAULT_SCRAPE_MS;
    }
  };
  const fleets = [...config.proxies.map((proxy) => proxyFleet(proxy, config)), ...clusterFleets(config)];
  const signals = makeLiveSignals({ metrics, runner, fleets, scrapeMs, now: deps.now });
  return {
    info: {
      name: config.name,
      kind: 'live',
      note: config.note ?? `metrics from ${metrics.type}${traces ? `, traces from ${traces.type}` : ', no traces'}`,
      proxies: config.proxies.map((proxy) => ({ name: proxy.name ?? proxy.dialect, dialect: proxy.dialect })),
      recorded: null,
      tracesUi: traces ? publicUrl(config.traces!.ui ?? config.traces!.url) : null,
    },
    signals,
    traces,
    annotations,
    services: config.proxies.flatMap(serviceOf),
    // The newest scrape needs a moment to arrive: what is younger than one interval would look like a drop.
    now: async () => epochMs(deps.now() - (await scrapeMs())),
    clock: () => epochMs(deps.now()),
    scrapeMs,
    wholeRange: null,
    sources: () => Promise.all([metricsStatus(metrics), tracesStatus(traces), ...(annotations ? [annotationsStatus(annotations)] : [])]),
    capabilities: (range) => probeCapabilities({ fleets, signals, range }),
    params: config.detectors ?? {},
  };
}

type ProxyConfig = EnvironmentConfig['proxies'][number];

function serviceOf(proxy: ProxyConfig): ProxyService[] {
  const service = proxy.traces?.service ?? dialectOf(proxy.dialect).traceService;
  return service === null ? [] : [{ proxy: proxy.name ?? proxy.dialect, service }];
}

function dialectOf(id: string): Dialect {
  const dialect = findDialect(id);
  if (!dialect) throw new RangeError(`unknown dialect: ${id}`);
  return dialect;
}

function proxyFleet(proxy: ProxyConfig, { zones, metrics, workloads }: EnvironmentConfig): Fleet {
  const zone = zones?.from === 'target-label' ? (zones.label ?? 'zone') : null;
  const labels = { ...proxy.labels, zone };
  const scrapeMs = (metrics.scrapeIntervalSeconds ?? DEFAULT_SCRAPE_MS / 1000) * 1000;
  const collector = workloads ? { selector: toSelector(workloads.selector), labels: workloads.labels } : undefined;
  const zoneJoin =
    zones?.from === 'kube-join' ? kubeJoin(labels, scrapeMs, collector)
    : zones?.from === 'pod-label' ? podLabel(labels, zones.label ?? 'label_topology_kubernetes_io_zone', scrapeMs, collector)
    : undefined;
  return { name: proxy.name ?? proxy.dialect, dialect: dialectOf(proxy.dialect), context: { selector: toSelector(proxy.selector), labels, ...(zoneJoin ? { zoneJoin } : {}) } };
}

function clusterFleets({ workloads, loadBalancers, delivery, spanMetrics }: EnvironmentConfig): Fleet[] {
  const fleets: Fleet[] = [];
  if (workloads) fleets.push({ name: null, dialect: dialectOf(workloads.from), context: { selector: toSelector(workloads.selector), labels: { ...workloads.labels, zone: null } } });
  const tools = delivery ?? (workloads ? { selector: withoutJob(workloads.selector), labels: workloads.labels } : null);
  if (tools) fleets.push({ name: null, dialect: dialectOf('delivery'), context: { selector: toSelector(tools.selector), labels: { ...tools.labels, zone: null } } });
  const spans = spanMetrics?.selector ?? withoutJob(workloads?.selector ?? {});
  fleets.push({ name: null, dialect: dialectOf('span-metrics'), context: { selector: toSelector(spans), labels: { pod: 'pod', namespace: 'namespace', zone: null } } });
  if (loadBalancers) {
    const { from, selector, periodSeconds } = loadBalancers;
    fleets.push({ name: null, dialect: dialectOf(from), context: { selector: toSelector(selector), labels: { pod: 'pod', namespace: 'namespace', zone: null }, periodSeconds } });
  }
  return fleets;
}

/** The labels of a scrape that tell a cluster apart hold for its other scrapes; the job does not. */
function withoutJob<Value>(selector: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(selector).filter(([label]) => label !== 'job'));
}

/** Keeps the first success for good; a failure is tried again next time. */
function remember<T>(load: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | null = null;
  return () => {
    known ??= load().catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };
}

function publicUrl(text: string): string {
  const url = new URL(text);
  url.username = '';
  url.password = '';
  return url.toString().replace(/\/$/, '');
}

async function metricsStatus(metrics: MetricsSource): Promise<SourceStatus> {
  try {
    const { engine, version } = await metrics.probe();
    const known = engine === 'unknown' ? 'answers queries' : engine;
    return { source: 'metrics', type: metrics.type, state: 'ok', version, detail: version ? `${known} ${version}` : known };
  } catch (error) {
    return failedStatus('metrics', metrics.type, error);
  }
}

async function tracesStatus(traces: TraceSource | null): Promise<SourceStatus> {
  if (!traces) return { source: 'traces', type: 'none', state: 'not-configured', version: null, detail: 'no trace source is configured' };
  try {
    const { type, version, detail, services } = await traces.probe();
    return { source: 'traces', type, state: 'ok', version, detail: `${detail}; ${services.length} services` };
  } catch (error) {
    return failedStatus('traces', traces.type, error);
  }
}

async function annotationsStatus(annotations: AnnotationSource): Promise<SourceStatus> {
  try {
    const { version, detail } = await annotations.probe();
    return { source: 'annotations', type: annotations.type, state: 'ok', version, detail };
  } catch (error) {
    return failedStatus('annotations', annotations.type, error);
  }
}

function failedStatus(source: SourceStatus['source'], type: string, error: unknown): SourceStatus {
  if (!isSourceError(error)) throw error;
  return { source, type, state: 'failed', version: null, detail: error.message };
}
