import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { makePrometheusSource } from '@/lib/adapters/prometheus';
import { toDurationMs } from '@/lib/adapters/prometheus/map';
import type { ResolvedRange } from '@/lib/domain/time-range';
import { epochMs, millis } from '@/lib/domain/units';
import { type FakeHttp, type SeenRequest, fakeHttp, sendJson } from '@/test/support/fake-http';

const real = (name: string): unknown => JSON.parse(readFileSync(path.join(import.meta.dirname, '../../../fixtures/real/prometheus', name), 'utf8'));
const range: ResolvedRange = { from: epochMs(1795992830_000), to: epochMs(1795992890_000), stepMs: millis(5_000) };
const matrix = (result: unknown[], more: object = {}) => ({ status: 'success', data: { resultType: 'matrix', result }, ...more });

let server: FakeHttp | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

async function source(answer: (request: SeenRequest) => readonly [unknown, number?]) {
  server = await fakeHttp((request, response) => {
    const [body, status] = answer(request);
    sendJson(response, body, status);
  });
  return makePrometheusSource({ url: server.url, timeoutMs: 2_000 }, { now: () => range.to });
}

describe('range', () => {
  it('asks by POST form, aligned to the step, in seconds', async () => {
    const prometheus = await source(() => [matrix([])]);
    await prometheus.range('up', { from: epochMs(range.from + 1234), to: epochMs(range.to + 999), stepMs: range.stepMs });
    const [request] = server!.seen;
    expect(request).toMatchObject({ method: 'POST' });
    expect(Object.fromEntries(new URLSearchParams(request!.body))).toEqual({ query: 'up', start: '1795992830', end: '1795992890', step: '5' });
  });

  it('asks by GET where POST is not taken, and remembers it', async () => {
    const prometheus = await source(({ method }) => (method === 'POST' ? [{}, 405] : [matrix([])]));
    await prometheus.range('up', range);
    await prometheus.range('up', range);
    expect(server!.seen.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET']);
  });

  it('reads a real answer', async () => {
    const prometheus = await source(() => [real('query-range-skipper-route-error-total.json')]);
    const { series } = await prometheus.range('skipper_route_error_total', range);
    expect(series[0]!.labels).toMatchObject({ az: 'eu-central-1a', job: 'skipper' });
    expect(series[0]!.points.slice(0, 2)).toEqual([[1795992830_000, 4], [1795992835_000, 8]]);
  });

  it('drops NaN and keeps infinities', async () => {
    const prometheus = await source(() => [matrix([{ metric: {}, values: [[1, 'NaN'], [2, '+Inf'], [3, '-Inf'], [4, '1e3']] }])]);
    const { series } = await prometheus.range('x', range);
    expect(series[0]!.points).toEqual([[2000, Infinity], [3000, -Infinity], [4000, 1000]]);
  });

  it('keeps warnings, infos and partial answers', async () => {
    const prometheus = await source(() => [matrix([], { warnings: ['results truncated due to limit'], infos: ['PromQL info: x'], isPartial: true })]);
    expect(await prometheus.range('x', range)).toMatchObject({ partial: true, warnings: ['results truncated due to limit', 'PromQL info: x'] });
  });

  it('doubles the step once when it is too much, and says so', async () => {
    const prometheus = await source(({ body }) => (new URLSearchParams(body).get('step') === '5' ? [real('error-too-many-points.json'), 400] : [matrix([])]));
    expect((await prometheus.range('x', range)).range.stepMs).toBe(10_000);
  });

  it('doubles it only once', async () => {
    const prometheus = await source(() => [{ status: 'error', errorType: '422', error: 'query processing would load too many samples into memory in query execution' }, 422]);
    await expect(prometheus.range('x', range)).rejects.toMatchObject({ kind: 'too-many-samples' });
    expect(server!.seen).toHaveLength(2);
  });

  it('does not pass on what the engine says about a bad query', async () => {
    const prometheus = await source(() => [real('error-bad-query.json'), 400]);
    const error = await prometheus.range('sum by (', range).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ kind: 'refused', status: 400 });
    expect(String(error)).not.toContain('parse error');
  });

  it.each([['another shape', { hello: 1 }], ['a vector', { status: 'success', data: { resultType: 'vector', result: [] } }]])('%s is malformed', async (_name, body) => {
    const prometheus = await source(() => [body]);
    await expect(prometheus.range('x', range)).rejects.toMatchObject({ kind: 'malformed' });
  });
});

describe('probe', () => {
  it('knows Prometheus by its build', async () => {
    const prometheus = await source(({ url }) => [url.pathname.endsWith('buildinfo') ? real('buildinfo.json') : matrix([])]);
    expect(await prometheus.probe()).toMatchObject({ engine: 'prometheus', version: expect.stringContaining('2.42.0') as string });
  });
  it('knows VictoriaMetrics by its statistics, whatever version it claims', async () => {
    const prometheus = await source(({ url }) => [url.pathname.endsWith('buildinfo') ? { status: 'success', data: {} } : matrix([], { stats: { seriesFetched: '0' } })]);
    expect(await prometheus.probe()).toEqual({ engine: 'victoria-metrics', version: null });
  });
});

describe('the engine behind an answer', () => {
  const engineOf = async (body: unknown, headers: Record<string, string> = {}) => {
    server = await fakeHttp((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    });
    return (await makePrometheusSource({ url: server.url, timeoutMs: 2_000 }, { now: () => range.to }).range('x', range)).engine;
  };

  it.each([
    ['VictoriaMetrics by its header, as old versions show it', matrix([]), { 'X-Server-Hostname': 'vm-0' }, 'victoria-metrics'],
    ['VictoriaMetrics by its statistics', matrix([], { stats: { seriesFetched: '1' } }), {}, 'victoria-metrics'],
    ['nothing shows', matrix([]), {}, 'unknown'],
  ] as const)('%s', async (_name, body, headers, engine) => {
    expect(await engineOf(body, headers)).toBe(engine);
  });
});

describe('scrapeIntervalMs', () => {
  it('is the most common of the real targets', async () => {
    const prometheus = await source(() => [real('targets.json')]);
    expect(await prometheus.scrapeIntervalMs()).toBe(5_000);
  });
  it('comes from the samples of up where targets are closed', async () => {
    const prometheus = await source(({ url }) => (url.pathname.endsWith('targets') ? [{}, 403] : [matrix([{ metric: {}, values: [[1795992890, '20']] }])]));
    expect(await prometheus.scrapeIntervalMs()).toBe(15_000);
  });
  it('asks for more than the half minute that VictoriaMetrics does not answer yet', async () => {
    const prometheus = await source(({ url }) => (url.pathname.endsWith('targets') ? [{}, 403] : [matrix([{ metric: {}, values: [[1795992830, '60'], [1795992860, '60']] }])]));
    expect(await prometheus.scrapeIntervalMs()).toBe(5_000);
    const asked = new URLSearchParams(server!.seen.at(-1)!.body);
    expect(Number(asked.get('end')) - Number(asked.get('start'))).toBeGreaterThan(30);
  });
});

it('links to the graph page, with the query as data', async () => {
  const prometheus = makePrometheusSource({ url: 'http://user:pw@prometheus:9090/prefix' }, { now: () => 0 });
  const url = new URL(prometheus.link('up{a="&x=1"}', range)!);
  expect(url.pathname).toBe('/prefix/graph');
  expect(url.searchParams.get('g0.expr')).toBe('up{a="&x=1"}');
  expect(url.toString()).not.toContain('pw');
});

it.each([['5s', 5_000], ['1m30s', 90_000], ['100ms', 100], ['', null], ['x', null], ['5', null]])('length of %s', (text, ms) => {
  expect(toDurationMs(text)).toBe(ms);
});
