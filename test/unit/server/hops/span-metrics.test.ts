import { afterEach, describe, expect, it } from 'vitest';
import type { EnvironmentConfig } from '@/lib/server/config/schema';
import { makeLiveEnvironment } from '@/lib/server/environments/live';
import { loadSpanMetrics, withSampling } from '@/lib/server/hops/span-metrics';
import { makeTelemetry } from '@/lib/server/telemetry/metrics';
import { AnswerParts } from '@/lib/server/use-cases/answer';
import type { FakeHttp } from '@/test/support/fake-http';
import { type FakeSeries, fakePrometheus } from '@/test/support/fake-prometheus';
import { HOPS_T0, hopRange } from '@/test/support/hop-store';

/** What the label_replace of the query makes of a row: the fake knows no PromQL. */
interface Row { readonly service: string; readonly kind: string; readonly code: string; readonly upTo: number }

const servers: FakeHttp[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function ask({ present, rows = [], status = false, more = {} }: { present: readonly string[]; rows?: readonly Row[]; status?: boolean; more?: Partial<EnvironmentConfig> }) {
  const queries: string[] = [];
  const prometheus = await fakePrometheus((query): FakeSeries[] => {
    queries.push(query);
    if (query.startsWith('count by (__name__)')) return present.map((name) => ({ metric: { __name__: name }, at: () => 1 }));
    if (query.startsWith('group(')) return status ? [{ metric: {}, at: () => 1 }] : [];
    return rows.map(({ service, kind, code, upTo }) => ({ metric: { weir_service: service, span_kind: kind, weir_code: code, job: 'otel', instance: 'c1' }, at: (seconds) => (seconds * 1000 < HOPS_T0 + 300_000 ? null : upTo) }));
  });
  servers.push(prometheus);
  const config: EnvironmentConfig = { name: 'lab', metrics: { type: 'prometheus', url: prometheus.url }, proxies: [{ dialect: 'skipper', selector: {}, labels: { pod: 'pod', namespace: 'namespace' } }], ...more };
  const environment = makeLiveEnvironment(config, { now: () => HOPS_T0 + 3_600_000, telemetry: makeTelemetry() });
  const parts = new AnswerParts();
  return { cut: await loadSpanMetrics(environment, hopRange, parts), queries, parts: parts.finish(null, hopRange, null) };
}

const rows: Row[] = [
  { service: 'edge', kind: 'SPAN_KIND_SERVER', code: '502', upTo: 40 },
  { service: 'edge', kind: 'SPAN_KIND_CLIENT', code: '502', upTo: 3 },
  { service: 'shop', kind: 'SPAN_KIND_SERVER', code: '404', upTo: 7 },
];

describe('the cut by hop in span metrics', () => {
  it.each([
    ['traces_span_metrics_calls_total', 'OpenTelemetry collector, spanmetrics connector'],
    ['traces_spanmetrics_calls_total', 'Tempo metrics generator'],
    ['calls_total', 'OpenTelemetry collector, spanmetrics connector without a namespace'],
  ])('is found under the name %s', async (metric, flavour) => {
    const { cut, queries } = await ask({ present: [metric], rows });
    expect(cut).toEqual({ kind: 'found', flavour, sampled: 'unknown', rows: [
      { service: 'edge', kind: 'server', status: 502, requests: 40 },
      { service: 'shop', kind: 'server', status: 404, requests: 7 },
      { service: 'edge', kind: 'client', status: 502, requests: 3 },
    ] });
    // One look at what is there, one question: both names of the service and of the status in it.
    expect(queries).toHaveLength(2);
    for (const text of [metric, '"service_name"', '"service"', 'http_status_code=~', 'http_response_status_code=~']) expect(queries[1]).toContain(text);
    expect(queries[1]).not.toContain('status_code="STATUS_CODE_ERROR"');
  });

  it('takes one name where there are several: they count the same spans', async () => {
    const { queries } = await ask({ present: ['calls_total', 'traces_spanmetrics_calls_total'], rows });
    expect(queries[1]).toContain('traces_spanmetrics_calls_total');
    expect(queries[1]).not.toMatch(/[^_]calls_total/);
  });

  it('is not found where there are none, and says what to set up', async () => {
    const { cut, queries } = await ask({ present: [] });
    expect(cut).toMatchObject({ kind: 'not-found', mend: expect.stringContaining('spanmetrics connector') as string });
    expect(queries).toHaveLength(1);
  });

  it('tells "no status in them" from "no such request"', async () => {
    const present = ['traces_spanmetrics_calls_total'];
    expect((await ask({ present })).cut).toMatchObject({ kind: 'no-status', mend: expect.stringContaining('http.response.status_code') as string });
    expect((await ask({ present, status: true })).cut).toEqual({ kind: 'found', flavour: 'Tempo metrics generator', rows: [], sampled: 'unknown' });
  });

  it('that fails says so, and the rest of the answer stands', async () => {
    const config: EnvironmentConfig = { name: 'lab', metrics: { type: 'prometheus', url: 'http://127.0.0.1:9', scrapeIntervalSeconds: 5 }, proxies: [{ dialect: 'skipper', selector: {}, labels: { pod: 'pod', namespace: 'namespace' } }] };
    const parts = new AnswerParts();
    expect(await loadSpanMetrics(makeLiveEnvironment(config, { now: () => HOPS_T0, telemetry: makeTelemetry() }), hopRange, parts)).toMatchObject({ kind: 'failed' });
    expect(parts.finish(null, hopRange, null).failures).toEqual([expect.objectContaining({ source: 'metrics', affects: ['span-requests'] })]);
  });

  it('asks with its own selector, else with that of the workloads without its job', async () => {
    const workloads = { from: 'kube-state-metrics' as const, selector: { cluster: 'a"b', job: 'ksm' }, labels: { pod: 'pod', namespace: 'namespace' } };
    expect((await ask({ present: ['calls_total'], more: { workloads } })).queries[1]).toContain('cluster="a\\"b",span_kind');
    expect((await ask({ present: ['calls_total'], more: { workloads, spanMetrics: { selector: { job: 'otel' } } } })).queries[1]).toContain('{job="otel",span_kind');
  });

  it('takes names from outside as data, and leaves out what it does not know', async () => {
    const { cut } = await ask({ present: ['calls_total'], rows: [{ ...rows[0]!, service: '__proto__' }, { ...rows[0]!, code: '__proto__' }, { ...rows[0]!, kind: 'SPAN_KIND_INTERNAL' }] });
    expect(cut).toMatchObject({ rows: [{ service: '__proto__', status: 502, requests: 40 }] });
  });
});

describe('withSampling', () => {
  const cut = { kind: 'found', flavour: 'x', sampled: 'unknown', rows: [{ service: 'edge', kind: 'server', status: 502, requests: 100 }] } as const;
  it.each([
    ['as many spans as requests, one in a hundred traced: counted before the sampler', 104, 0.01, 'before'],
    ['as many spans as traces: not known', 10_000, 0.01, 'unknown'],
    ['all requests traced: both would look the same', 100, 1, 'unknown'],
    ['no rate', 100, null, 'unknown'],
    ['no counter', null, 0.01, 'unknown'],
  ])('%s', (_name, counted, rate, sampled) => {
    expect(withSampling(cut, [{ service: 'edge', rate, requests: () => counted }])).toMatchObject({ sampled });
  });
});

