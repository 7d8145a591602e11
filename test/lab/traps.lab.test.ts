import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SeriesFrame } from '../../lib/domain/series';
import type { SignalName } from '../../lib/domain/signals';
import { loadSignal } from '../../lib/server/use-cases/load-signal';
import { instantBy } from './counters';
import { type SmallStore, startSmallPrometheus, type StoredSeries } from './small-prometheus';
import { length, trapSeries } from './trap-series';

/**
 * Traps of reading zones from Prometheus (double rows, clashing labels, joins that dip or fail, doubled collectors), each on
 * a real engine with the queries that Weir really asks. Beside Weir's answer stands the naive query that falls into the trap.
 */

let prometheus: SmallStore;

beforeAll(async () => {
  const folder = path.resolve('.lab/traps');
  const series: readonly StoredSeries[] = trapSeries();
  prometheus = await startSmallPrometheus(folder, length, series);
  const config = path.join(folder, 'weir.yaml');
  writeFileSync(config, weirConfig(prometheus.url));
  process.env.WEIR_CONFIG = config;
});

afterAll(async () => {
  await prometheus?.stop();
});

describe('skipper_backend_duration_seconds has up to three rows of one request', () => {
  it('which a plain sum counts three times', async () => {
    expect((await naive('sum(rate(skipper_backend_duration_seconds_count{job="by-az"}[1m]))'))['']).toBeCloseTo(45, 3);
  });

  it.each([['by-az', 'the zone of the pod is the target label az'], ['by-zone', 'it is the target label zone, so that the zone of the endpoint became exported_zone']])('%s: %s', async (env) => {
    expect(await meanBy(env, 'zone-matrix', 'zone', 'backendZone')).toEqual({ 'a b': 3, 'a a': 7, 'b b': 5 });
    expect(await meanBy(env, 'zone-requests', 'zone')).toEqual({ a: 10, b: 5 });
  });
});

describe('with the start label on, counters and histograms no longer match', () => {
  it('so a plain ratio is empty', async () => {
    expect(await naive('skipper_route_error_total{job="started"} / skipper_route_lookup_duration_seconds_count{job="started"}', 'pod')).toEqual({});
  });

  it('but misses are counted, and a pod that never missed has none', async () => {
    expect(await meanBy('started', 'route-misses', 'instance')).toEqual({ 'missing-1': 2 * (await stepSeconds('started', 'route-misses')), 'fine-1': 0 });
  });
});

describe('the unknown host', () => {
  it('holds more than route misses', async () => {
    expect(await naive('sum by (host) (rate(skipper_serve_host_count{job="hosts",code="404"}[1m]))', 'host')).toEqual({ _unknownhost_: 4 });
  });

  it('is not asked where the route is known', async () => {
    const step = await stepSeconds('hosts', 'not-found');
    expect(await meanBy('hosts', 'not-found', 'responder')).toEqual({ 'proxy-no-route': step, backend: 3 * step });
  });
});

describe('route tables', () => {
  it('of a routesrv that is scraped by the same job would be taken for one of a proxy', async () => {
    expect(await naive('count({__name__=~".*_custom_gauges",key="routes.total",job="tables"})')).toEqual({ '': 3 });
  });

  it('are those of the proxies; a pod that has no table yet is not one with 0 routes, and one zone with a short table shows', async () => {
    expect(await meanBy('tables', 'route-table-size', 'instance', 'zone')).toEqual({ 'full-1 a': 100, 'short-1 c': 60 });
  });
});

describe('zones by a join with kube-state-metrics', () => {
  it('a plain join loses the requests of a pod whose object is gone before its last request', async () => {
    const joined = 'sum(sum by (namespace, pod) (rate(skipper_proxy_total_duration_seconds_count{job="rolled"}[1m])) * on (namespace, pod) group_left (node) max by (namespace, pod, node) (kube_pod_info{namespace="rolled"}))';
    expect((await naive(joined, '', 620))['']).toBeLessThan(15);
    expect((await naive('sum(rate(skipper_proxy_total_duration_seconds_count{job="rolled"}[1m]))', '', 620))['']).toBeCloseTo(20, 0);
  });

  it('keeps the zone of such a pod: a rollout shows no dip and no requests without a zone', async () => {
    const frame = await load('rolled', 'zone-requests');
    expect(zonesOf(frame)).toEqual(['a', 'b']);
    for (const total of totals(frame)) expect(total).toBeCloseTo(20, 6);
  });

  it('shows the requests of a pod that has no zone as such, none is lost', async () => {
    expect(await meanBy('unmapped', 'zone-requests', 'zone')).toEqual({ a: 8, '': 4 });
  });

  it('a plain join fails while one pod name is on two nodes', async () => {
    const joined = 'sum by (namespace, pod) (rate(skipper_proxy_total_duration_seconds_count{job="moved"}[1m])) * on (namespace, pod) group_left (node) max by (namespace, pod, node) (last_over_time(kube_pod_info[3m]))';
    await expect(naive(joined, '', 660)).rejects.toThrow('422');
  });

  it('follows a pod that comes back under its name on a node of another zone', async () => {
    const frame = await load('moved', 'zone-requests');
    const at = (zone: string, second: number) => frame.series.find((series) => series.labels.zone === zone)?.values[frame.at.indexOf((prometheus.from + second * 1000) as never)] ?? 0;
    expect([at('a', 540), at('b', 540)]).toEqual([6, 0]);
    expect([at('a', 780), at('b', 780)]).toEqual([0, 6]);
    expect(zonesOf(frame)).toEqual(['a', 'b']);
  });
});

describe('other ways to the zone', () => {
  it('joins where the scrape calls pod and namespace otherwise', async () => {
    expect(await meanBy('renamed', 'zone-requests', 'zone')).toEqual({ a: 3, b: 4 });
  });

  it('joins where the collector is scraped without honor_labels', async () => {
    expect(await meanBy('exported', 'zone-requests', 'zone')).toEqual({ a: 5, b: 2 });
    expect(await meanBy('exported', 'ready-endpoints', 'namespace', 'service', 'zone')).toEqual({ 'exported exported a': 1, 'exported exported b': 1 });
  });

  it('follows the zone label of a pod whose name comes back in another zone', async () => {
    const frame = await load('labelled', 'zone-requests');
    expect(zonesOf(frame)).toEqual(['a', 'c']);
    for (const total of totals(frame)) expect(total).toBeCloseTo(7, 6);
  });
});

describe('two kube-state-metrics for availability', () => {
  it('double every count', async () => {
    expect((await naive('count(kube_endpointslice_endpoints{endpointslice="shop-x7k2p",ready="true"})'))['']).toBe(6);
  });

  it.each([
    ['ready-endpoints', ['service', 'zone'], { 'shop a': 1, 'shop b': 1, 'shop c': 1, 'web a': 2 }],
    ['zone-cpu', ['zone'], { a: 16, b: 8, c: 8 }],
    ['replicaset-pods', ['workload'], { shop: 3 }],
  ] as const)('but not %s', async (signal, by, expected) => {
    expect(await meanBy('cluster', signal, ...by)).toEqual(expected);
  });

  it('nor the nodes without a zone', async () => {
    expect(await meanBy('cluster', 'nodes-without-zone')).toEqual({ '': 1 });
  });

  it('nor the share of hinted endpoints, which is 0 and no gap when the series of hints is gone', async () => {
    const frame = await load('cluster', 'hinted-share');
    const of = (service: string) => frame.series.find((series) => series.labels.service === service)!.values;
    expect([...new Set(of('web'))]).toEqual([0]);
    const [first, last] = [of('shop')[0], of('shop').at(-1)];
    expect([first, last]).toEqual([1, 0]);
    expect([...new Set(of('shop'))].sort()).toEqual([0, 1]);
  });
});

describe('CloudWatch exporters show one flow by each set of dimensions', () => {
  it('so a plain sum counts it many times, and a rate of a gauge is nothing', async () => {
    expect((await naive('sum(aws_networkelb_new_flow_count_sum{job="cw-snake"}) / 60'))['']).toBeCloseTo(113, 3);
    expect((await naive('sum(rate(aws_networkelb_new_flow_count_sum{job="cw-snake"}[1m]))'))['']).toBe(0);
  });

  it.each([
    ['cw-yace', 'two replicas of yet-another-cloudwatch-exporter'], ['cw-snake', 'the same with -labels-snake-case'], ['cw-exporter', 'cloudwatch_exporter'], ['cw-both', 'two exporters at once'],
  ])('%s: %s: each flow once', async (env) => {
    expect(await meanBy(env, 'lb-zone-flows', 'loadBalancer', 'zone')).toEqual({ 'net/x/1 a': 20, 'net/x/1 b': 10, 'net/y/2 a': 1 });
  });

  it('what the late exporter does not have yet is a gap, never 0', async () => {
    const values = (await load('cw-exporter', 'lb-zone-flows')).series[0]!.values;
    expect([values[0] === null, values.at(-1)]).toEqual([false, null]);
  });

  it('a source without the metric says so', async () => {
    await expect(load('cw-yace', 'lb-zone-requests')).rejects.toThrow('aws_applicationelb_request_count_sum is not in this range');
  });
});

/** What Weir answers to a signal between the seconds 300 and 900. */
async function load(env: string, signal: SignalName): Promise<SeriesFrame> {
  const answer = await loadSignal(signal, { env, from: String(prometheus.from + 300_000), to: String(prometheus.from + 900_000), maxPoints: null });
  if (answer.data.frame === null) throw new Error(`${signal}: ${answer.data.reason}; ${JSON.stringify(answer.failures)}`);
  return answer.data.frame;
}

/** Mean of the known values of each series, by the values of some labels. Rows that share them are added up. */
async function meanBy(env: string, signal: SignalName, ...by: readonly string[]): Promise<Record<string, number>> {
  const means: Record<string, number> = {};
  for (const { labels, values } of (await load(env, signal)).series) {
    const key = by.map((label) => labels[label] ?? '').join(' ');
    const known = values.filter((value) => value !== null);
    means[key] = round((means[key] ?? 0) + known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length));
  }
  return means;
}

const round = (value: number) => Math.round(value * 1e6) / 1e6;
const stepSeconds = async (env: string, signal: SignalName) => (await load(env, signal)).stepMs / 1000;
const zonesOf = (frame: SeriesFrame) => [...new Set(frame.series.map((series) => series.labels.zone ?? ''))].sort();
const totals = (frame: SeriesFrame) => frame.at.map((_, i) => frame.series.reduce((sum, series) => sum + (series.values[i] ?? 0), 0));
const naive = (promql: string, label = '', second = 450) => instantBy(prometheus.url, promql, label, prometheus.from + second * 1000);

function weirConfig(url: string): string {
  const environment = (name: string, zones: string, labels = '{}', workloads = '') => `  - name: ${name}
    metrics: {type: prometheus, url: "${url}", scrapeIntervalSeconds: 5}
    zones: {${zones}}
    proxies: [{name: ${name}, dialect: skipper, selector: {job: ${name}}, labels: ${labels}}]
    workloads: {from: kube-state-metrics${workloads}}
`;
  const joined = ['rolled', 'unmapped', 'moved', 'cluster'].map((name) => environment(name, 'from: kube-join', '{}', ', selector: {job: kube-state-metrics}'));
  const labelled = ['by-az', 'started', 'tables', 'hosts'].map((name) => environment(name, 'from: target-label, label: az'));
  const others = [
    environment('renamed', 'from: kube-join', '{pod: pod_name, namespace: kubernetes_namespace}'),
    environment('exported', 'from: kube-join', '{}', ', selector: {job: kube-state-metrics-2}, labels: {pod: exported_pod, namespace: exported_namespace}'),
    environment('labelled', 'from: pod-label, label: label_topology_kubernetes_io_zone'),
  ];
  const balanced = (name: string, jobs: string) => `${environment(name, 'from: target-label, label: az')}    loadBalancers: {from: cloudwatch, selector: {job: ${jobs}}}\n`;
  const clouds = [...['cw-yace', 'cw-snake', 'cw-exporter'].map((name) => balanced(name, name)), balanced('cw-both', '[cw-yace, cw-exporter]')];
  return `environments:\n${[...others, ...clouds, ...labelled, environment('by-zone', 'from: target-label, label: zone'), ...joined].join('')}`;
}
