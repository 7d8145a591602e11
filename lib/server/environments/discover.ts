import { dialects } from '../../dialects';
import { epochMs, millis } from '../../domain/units';
import type { QuickStart } from '../config/quick-start';
import type { EnvironmentConfig } from '../config/schema';
import { makeMetrics, makeTraces } from './live';
import { isSourceError } from '../../ports/source-error';

/** Target labels that hold a zone by custom, the unambiguous ones first. */
const ZONE_LABELS = ['az', 'availability_zone', 'topology_kubernetes_io_zone', 'zone'];
const POD_LABELS = ['pod', 'pod_name', 'kubernetes_pod_name', 'instance'];
const NAMESPACE_LABELS = ['namespace', 'kubernetes_namespace'];

/** The environment of a quick start whose source does not answer: everything is assumed, so that each question names the failure. */
export function assumedEnvironment(start: QuickStart): EnvironmentConfig {
  return {
    name: 'default',
    note: 'the metrics source did not answer when it was asked for proxies',
    metrics: { type: 'prometheus', url: start.prometheusUrl },
    ...(start.tracesUrl ? { traces: { type: start.tracesType, url: start.tracesUrl } } : {}),
    zones: { from: 'target-label', label: start.zoneLabel ?? 'zone' },
    proxies: start.dialects.map((dialect) => ({ name: dialect, dialect, selector: {}, labels: { pod: 'pod', namespace: 'namespace' } })),
    workloads: CLUSTER,
  };
}

const CLUSTER = { from: 'kube-state-metrics' as const, selector: {}, labels: { pod: 'pod', namespace: 'namespace' } };

/**
 * Finds the proxy fleets behind a bare Prometheus address: one fleet for each scrape job that exports the hallmark metric of a
 * dialect. Throws SourceError when the source cannot be asked.
 */
export async function discoverEnvironment(start: QuickStart, now: () => number): Promise<EnvironmentConfig> {
  const metricsConfig: EnvironmentConfig['metrics'] = { type: 'prometheus', url: start.prometheusUrl };
  const metrics = makeMetrics(metricsConfig, now);
  const labels = ['job', ...POD_LABELS, ...NAMESPACE_LABELS, ...ZONE_LABELS, ...(start.zoneLabel ? [start.zoneLabel] : [])];
  const to = epochMs(Math.floor(now() / 60_000) * 60_000 + 60_000);
  const range = { from: epochMs(to - 60 * 60_000), to, stepMs: millis(60_000) };
  const found = await Promise.all(
    dialects.map(async (dialect) => {
      if (dialect.scope !== 'proxy' || !start.dialects.includes(dialect.id)) return [];
      const { series } = await metrics.range(`group by (${[...new Set(labels)].join(', ')}) (${dialect.hallmark})`, range);
      return series.map((each) => ({ dialect: dialect.id, labels: each.labels }));
    }),
  );
  const rows = found.flat();
  const jobs = [...new Set(rows.map((row) => `${row.dialect} ${row.labels.job ?? ''}`))].sort();
  const services = start.tracesUrl ? await knownServices({ type: start.tracesType, url: start.tracesUrl }, now) : [];
  const first = (names: readonly string[], fallback: string) => names.find((name) => rows.some((row) => row.labels[name])) ?? fallback;
  const zoneLabel = start.zoneLabel ?? ZONE_LABELS.find((name) => rows.some((row) => row.labels[name]));
  const pod = first(POD_LABELS, 'pod');
  const namespace = first(NAMESPACE_LABELS, 'namespace');
  const proxies = jobs.map((key) => {
    const [dialect = '', job = ''] = key.split(' ');
    const service = services.find((name) => name.toLowerCase().includes(dialect));
    return { name: job || dialect, dialect, selector: job ? { job } : {}, labels: { pod, namespace }, ...(service ? { traces: { service } } : {}) };
  });
  return {
    name: 'default',
    note: rows.length === 0 ? `no series of ${start.dialects.join(' or ')} in the last hour` : 'found by the quick start',
    metrics: metricsConfig,
    ...(start.tracesUrl ? { traces: { type: start.tracesType, url: start.tracesUrl } } : {}),
    ...(zoneLabel ? { zones: { from: 'target-label', label: zoneLabel } } : {}),
    proxies: proxies.length > 0 ? proxies : start.dialects.map((dialect) => ({ name: dialect, dialect, selector: {}, labels: { pod, namespace } })),
    workloads: CLUSTER,
  };
}

/** Services of the trace backend; none when it is down: metrics alone still answer. */
async function knownServices(traces: NonNullable<EnvironmentConfig['traces']>, now: () => number): Promise<readonly string[]> {
  try {
    return (await makeTraces(traces, now).probe()).services;
  } catch (error) {
    if (isSourceError(error)) return [];
    throw error;
  }
}
