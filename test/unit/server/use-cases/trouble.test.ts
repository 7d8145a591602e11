import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { makeRuntime } from '@/lib/server/runtime';
import { loadOverview } from '@/lib/server/use-cases/load-overview';
import { loadSignal } from '@/lib/server/use-cases/load-signal';
import { loadTrace } from '@/lib/server/use-cases/load-trace';
import { type FakeHttp, fakeHttp, sendJson } from '@/test/support/fake-http';
import { fakePrometheus } from '@/test/support/fake-prometheus';

const NOW = 1_795_996_000_000;
const folder = mkdtempSync(path.join(tmpdir(), 'weir-trouble-'));
afterAll(() => rmSync(folder, { recursive: true }));
const servers: FakeHttp[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const everything = { env: null, from: String(NOW - 1_200_000), to: String(NOW - 600_000), maxPoints: null };

function runWith(env: Record<string, string>): void {
  Object.assign(globalThis, { [Symbol.for('weir.runtime')]: makeRuntime(env, () => NOW) });
}

function configured(metrics: string, traces: string): void {
  const file = path.join(folder, 'weir.yaml');
  writeFileSync(file, `environments:
  - name: lab
    metrics: {url: "${metrics}", timeoutSeconds: 0.5}
    traces: {url: "${traces}", timeoutSeconds: 0.5}
    zones: {from: target-label, label: az}
    proxies: [{name: ingress, dialect: skipper, selector: {job: skipper}}]
`);
  runWith({ WEIR_CONFIG: file });
}

const pod = { namespace: 'kube-system', pod: 'p1', az: 'a' };
const evil = { ...pod, az: '"}\\\n<script>alert(1)</script>\u202e' };
const counting = (seconds: number) => 50 * Math.floor(seconds / 5);

async function metrics(labels: Record<string, string> = pod): Promise<FakeHttp> {
  const server = await fakePrometheus((query) => {
    if (query.includes('__name__')) return ['skipper_serve_route_count', 'skipper_response_duration_seconds_count', 'skipper_proxy_total_duration_seconds_count'].map((name) => ({ metric: { __name__: name }, at: () => 1 }));
    if (query.includes('up{')) return [{ metric: labels, at: () => 1 }];
    if (query.includes('skipper_proxy_total_duration_seconds_count')) return [{ metric: labels, at: counting }];
    return [];
  });
  servers.push(server);
  return server;
}

async function traces(): Promise<FakeHttp> {
  const server = await fakeHttp(({ url }, response) => (url.pathname.endsWith('services') ? sendJson(response, { services: ['skipper'], data: ['skipper'] }) : sendJson(response, { data: [], result: { resourceSpans: [] } })));
  servers.push(server);
  return server;
}

async function broken(answer: (response: ServerResponse) => void): Promise<FakeHttp> {
  const server = await fakeHttp((_request, response) => answer(response));
  servers.push(server);
  return server;
}

const raw = (status: number, body: string, headers: Record<string, string> = {}) => (response: ServerResponse) => {
  response.writeHead(status, headers);
  response.end(body);
};
const SECRET = 'upstream-secret-body';
const troubles: [string, (response: ServerResponse) => void, string][] = [
  ['hangs before the headers', () => undefined, 'timeout'],
  ['hangs after the headers', (response) => void response.writeHead(200), 'timeout'],
  ['hangs in the middle of the body', (response) => { response.writeHead(200); response.write('{"status":'); }, 'timeout'],
  ['ends the connection', (response) => void response.destroy(), 'unreachable'],
  ['wants credentials', raw(401, SECRET), 'unauthorized'],
  ['forbids', raw(403, SECRET), 'unauthorized'],
  ['knows no such path', raw(404, SECRET), 'not-found'],
  ['answers a page with 500', raw(500, `<html>${SECRET}</html>`), 'refused'],
  ['redirects for ever', raw(302, SECRET, { location: '/login' }), 'refused'],
  ['answers no JSON', raw(200, SECRET), 'malformed'],
  ['answers half of its JSON', raw(200, `{"status":"success","data":{"resultType":"${SECRET}`), 'malformed'],
  ['answers JSON of another kind', raw(200, `["${SECRET}"]`), 'malformed'],
  ['answers an error with 200', raw(200, `{"status":"error","errorType":"x","error":"${SECRET}"}`), 'malformed'],
];

describe('a metrics source that', () => {
  it.each(troubles)('%s is named, and the page answers soon', async (_name, answer, kind) => {
    const jaeger = await traces();
    configured((await broken(answer)).url, jaeger.url);
    const started = performance.now();
    const { data, failures } = await loadOverview(everything);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(data.zones.kind).toBe('not-checked');
    expect(failures.map((failure) => [failure.source, failure.kind])).toContainEqual(['metrics', kind]);
    expect(JSON.stringify({ data, failures })).not.toContain(SECRET);
    // Without counters there is nothing to look for: the trace backend is not swept in vain.
    expect(jaeger.seen.filter(({ url }) => url.pathname.endsWith('traces'))).toEqual([]);
  });
});

describe('a trace source that', () => {
  it.each(troubles)('%s is named, and the counters answer', async (_name, answer, kind) => {
    configured((await metrics()).url, (await broken(answer)).url);
    const started = performance.now();
    await expect(loadTrace({ env: null, traceId: '4bf92f3577b34da6a3ce929d0e0e4736', at: null })).rejects.toMatchObject({ name: 'SourceError', kind });
    expect((await loadSignal('zone-requests', everything)).data.frame!.series).toHaveLength(1);
    expect((await loadOverview(everything)).data.zones.kind).toBeDefined();
    expect(performance.now() - started).toBeLessThan(8_000);
  });
});

it('both sources down at once: the answer names both, in time', async () => {
  configured('http://127.0.0.1:9', 'http://127.0.0.1:9');
  const { failures } = await loadOverview(everything);
  expect(failures.map(({ source }) => source)).toEqual(['metrics']);
  await expect(loadTrace({ env: null, traceId: '4bf92f3577b34da6a3ce929d0e0e4736', at: null })).rejects.toMatchObject({ kind: 'unreachable' });
});

it('a source that comes back is used again without a restart', async () => {
  let down = true;
  const good = await metrics();
  const front = await fakeHttp(({ url, body }, response) => {
    if (down) return void response.destroy();
    void fetch(`${good.url}${url.pathname}${url.search}`, body ? { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } } : {}).then(async (answer) => sendJson(response, await answer.json()));
  });
  servers.push(front);
  configured(front.url, (await traces()).url);
  await expect(loadSignal('zone-requests', everything)).rejects.toMatchObject({ kind: 'unreachable' });
  down = false;
  await new Promise((resolve) => setTimeout(resolve, 3_100));
  expect((await loadSignal('zone-requests', everything)).data.frame!.series).toHaveLength(1);
});

it('label values of an attacker stay what they are', async () => {
  configured((await metrics(evil)).url, (await traces()).url);
  const { data } = await loadSignal('zone-requests', everything);
  expect(data.frame!.series[0]!.labels.zone).toBe(evil.az);
});

it('fifty equal questions are one flight each', async () => {
  const source = await metrics();
  configured(source.url, (await traces()).url);
  await loadOverview(everything);
  const once = source.seen.length;
  configured(source.url, (await traces()).url);
  source.seen.length = 0;
  await Promise.all(Array.from({ length: 50 }, () => loadOverview(everything)));
  expect(source.seen.length).toBeLessThanOrEqual(once);
});

describe('ranges at the edge', () => {
  it.each([
    ['a length beyond all dates', { from: 'now-999999y', to: 'now' }, 'from'],
    ['a future beyond all dates', { from: 'now', to: 'now+999999y' }, 'to'],
    ['backwards', { from: 'now', to: 'now-1h' }, 'from'],
  ])('%s names the parameter', async (_name, range, parameter) => {
    configured((await metrics()).url, (await traces()).url);
    await expect(loadSignal('zone-requests', { ...everything, ...range })).rejects.toMatchObject({ name: 'RequestError', parameter });
  });
  it.each([
    ['two centuries', { from: '1971-01-02', to: '2199-12-31' }],
    ['ten years', { from: 'now-10y', to: 'now' }],
    ['the future', { from: 'now+1h', to: 'now+2h' }],
    ['a moment', { from: String(NOW - 600_001), to: String(NOW - 600_000) }],
  ])('%s is answered with at most as many points as were asked for', async (_name, range) => {
    configured((await metrics()).url, (await traces()).url);
    const answer = await loadSignal('zone-requests', { ...everything, ...range, maxPoints: 500 });
    expect(answer.range.to).toBeGreaterThan(answer.range.from);
    expect((answer.range.to - answer.range.from) / answer.range.stepMs).toBeLessThanOrEqual(501);
  });
});
