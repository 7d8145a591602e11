import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as anyPath from '@/app/api/[...path]/route';
import * as capabilities from '@/app/api/v1/capabilities/route';
import * as detector from '@/app/api/v1/detectors/[id]/route';
import * as environments from '@/app/api/v1/environments/route';
import * as findings from '@/app/api/v1/findings/route';
import * as hops from '@/app/api/v1/hops/route';
import * as openapi from '@/app/api/v1/openapi.json/route';
import * as overview from '@/app/api/v1/overview/route';
import * as recordings from '@/app/api/v1/recordings/route';
import * as recording from '@/app/api/v1/recordings/[id]/route';
import * as signal from '@/app/api/v1/signals/[name]/route';
import * as traces from '@/app/api/v1/traces/route';
import * as trace from '@/app/api/v1/traces/[traceId]/route';
import { problemSchema } from '@/lib/server/api/answer-schemas';
import { operations } from '@/lib/server/api/openapi';
import { makeRuntime } from '@/lib/server/runtime';
import { type FakeHttp, fakeHttp, sendJson } from '@/test/support/fake-http';
import { fakePrometheus } from '@/test/support/fake-prometheus';

const NOW = 1_795_996_000_000;
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const folder = mkdtempSync(path.join(tmpdir(), 'weir-routes-'));
let servers: FakeHttp[] = [];

const span = { traceID: TRACE, spanID: '00f067aa0ba902b7', operationName: 'ingress', startTime: (NOW - 900_000) * 1000, duration: 5_000, processID: 'p', references: [], logs: [], tags: [{ key: 'http.status_code', type: 'int64', value: 404 }, { key: 'span.kind', type: 'string', value: 'server' }] };
const jaegerTrace = { traceID: TRACE, spans: [span], processes: { p: { serviceName: 'skipper', tags: [] } } };

beforeAll(async () => {
  const pod = { namespace: 'kube-system', pod: 'p1', az: 'a' };
  const prometheus = await fakePrometheus((query) => {
    if (query.includes('__name__')) return ['skipper_serve_route_count', 'skipper_response_duration_seconds_count', 'skipper_proxy_total_duration_seconds_count'].map((name) => ({ metric: { __name__: name }, at: () => 1 }));
    if (query.includes('up{')) return [{ metric: pod, at: () => 1 }];
    return query.includes('skipper_proxy_total_duration_seconds_count') ? [{ metric: pod, at: (seconds: number) => 50 * Math.floor(seconds / 5) }] : [];
  });
  const jaeger = await fakeHttp(({ url }, response) => {
    if (url.pathname === `/api/traces/${TRACE}` || url.pathname === '/api/traces') return sendJson(response, { data: [jaegerTrace] });
    if (url.pathname === '/api/services') return sendJson(response, { data: ['skipper'] });
    sendJson(response, { errors: [] }, 404);
  });
  servers = [prometheus, jaeger];
  const WEIR_CONFIG = path.join(folder, 'weir.yaml');
  writeFileSync(WEIR_CONFIG, `environments:
  - name: lab
    metrics: {url: "${prometheus.url}"}
    traces: {url: "${jaeger.url}"}
    zones: {from: target-label, label: az}
    proxies: [{name: ingress, dialect: skipper, selector: {job: skipper}, traces: {service: skipper}}]
recordings: {dir: "${folder}/kept"}
`);
  Object.assign(globalThis, { [Symbol.for('weir.runtime')]: makeRuntime({ WEIR_CONFIG }, () => NOW) });
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  rmSync(folder, { recursive: true });
});

const ask = (query = '') => new Request(`http://127.0.0.1:3000/x?${query}`);
const at = <T extends object>(params: T) => ({ params: Promise.resolve(params) });
const range = `from=${NOW - 1_200_000}&to=${NOW - 600_000}`;
const post = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) => recordings.POST(new Request('http://127.0.0.1:3000/api/v1/recordings', { method: 'POST', body, headers }));

const gets: Readonly<Record<string, (query: string) => Response | Promise<Response>>> = {
  '/api/v1/overview': (query) => overview.GET(ask(query)),
  '/api/v1/environments': () => environments.GET(),
  '/api/v1/capabilities': (query) => capabilities.GET(ask(query)),
  '/api/v1/signals/{name}': (query) => signal.GET(ask(query), at({ name: 'zone-requests' })),
  '/api/v1/detectors/{id}': (query) => detector.GET(ask(query), at({ id: 'zone-flapping' })),
  '/api/v1/findings': (query) => findings.GET(ask(query)),
  '/api/v1/hops': (query) => hops.GET(ask(query)),
  '/api/v1/traces': (query) => traces.GET(ask(`${query}&status=404`)),
  '/api/v1/traces/{traceId}': () => trace.GET(ask(), at({ traceId: TRACE })),
  '/api/v1/recordings': () => recordings.GET(),
};

describe('each route answers what openapi.json says', () => {
  it.each(operations.filter(({ path: each, method }) => each in gets && method === undefined))('GET $path', async ({ path: each, answer }) => {
    const response = await gets[each]!(range);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const parsed = answer.safeParse(await response.json());
    expect(parsed.error?.issues ?? []).toEqual([]);
  });

  it('POST recordings makes a file that GET recordings/{id} hands out', async () => {
    const made = await post(JSON.stringify({ from: String(NOW - 1_200_000), to: String(NOW - 600_000), title: 'x' }));
    expect(made.status).toBe(201);
    const { data } = (await made.json()) as { data: { id: string; bytes: number } };
    const file = await recording.GET(ask(), at({ id: data.id }));
    expect((await file.arrayBuffer()).byteLength).toBe(data.bytes);
    const listed = (await (await recordings.GET()).json()) as { data: unknown[] };
    expect(operations.find(({ path: each, method }) => each === '/api/v1/recordings' && !method)!.answer.safeParse(listed).error?.issues ?? []).toEqual([]);
    expect(listed.data).toHaveLength(1);
  });

  it('openapi.json has no reference that leads nowhere', async () => {
    const text = JSON.stringify(await openapi.GET().json());
    const document = JSON.parse(text) as { openapi: string; components: { schemas: Record<string, unknown> } };
    expect(document.openapi).toBe('3.1.0');
    for (const [, name] of text.matchAll(/"\$ref":"([^"]+)"/g)) expect(Object.keys(document.components.schemas)).toContain(name!.replace('#/components/schemas/', ''));
  });
});

async function problemOf(response: Response | Promise<Response>) {
  const answered = await response;
  expect(answered.headers.get('content-type')).toContain('application/problem+json');
  const body = (await answered.json()) as unknown;
  const problem = problemSchema.parse(body);
  expect(problem.status).toBe(answered.status);
  expect(JSON.stringify(body)).not.toMatch(/at .*\.ts:\d|node_modules|\/work\//);
  return problem;
}

describe('nonsense is a problem document that names the parameter', () => {
  const ranged = ['/api/v1/overview', '/api/v1/signals/{name}', '/api/v1/detectors/{id}', '/api/v1/findings', '/api/v1/hops', '/api/v1/traces'];
  const wrong: readonly [string, string][] = [
    ['from=banana', 'from'], ['from=179599500000000', 'from'], ['from=-5', 'from'], ['from=now-999999y', 'from'], [`from=${'9'.repeat(5_000)}`, 'from'], ['to=2026-13-45', 'to'], ['from=now&to=now-1h', 'from'],
    ['maxPoints=0', 'maxPoints'], ['maxPoints=1', 'maxPoints'], ['maxPoints=1e9', 'maxPoints'], ['maxPoints=-1', 'maxPoints'], ['maxPoints=2.5', 'maxPoints'], ['maxPoints=NaN', 'maxPoints'],
    ['from=now-1h&from=now-2h', 'from'], ['env=lab&env=other', 'env'], [`env=${'x'.repeat(500)}`, 'env'],
  ];
  it.each(ranged.flatMap((route) => wrong.map(([query, parameter]) => [route, query.slice(0, 40), query, parameter] as const)))('%s?%s', async (route, _shown, query, parameter) => {
    expect(await problemOf(gets[route]!(query))).toMatchObject({ status: 400, parameter });
  });
  it.each([
    ['an unknown environment', () => overview.GET(ask('env=<script>')), 404, 'env'],
    ['an unknown signal', () => signal.GET(ask(), at({ name: '__proto__' })), 400, 'name'],
    ['an unknown detector', () => detector.GET(ask(), at({ id: 'constructor' })), 400, 'id'],
    ['an unknown kind of finding', () => findings.GET(ask('kind=toString')), 400, 'kind'],
    ['a status that is none', () => traces.GET(ask('status=9999')), 400, 'status'],
    ['a trace id that is none', () => trace.GET(ask(), at({ traceId: '../../etc/passwd' })), 400, 'traceId'],
    ['a time that is none', () => trace.GET(ask('at=1'), at({ traceId: TRACE })), 400, 'at'],
    ['a trace that nobody has', () => trace.GET(ask(), at({ traceId: '0'.repeat(31) + '1' })), 404, 'traceId'],
    ['a recording that is a path', () => recording.GET(ask(), at({ id: '../secret' })), 400, 'id'],
    ['a recording that nobody has', () => recording.GET(ask(), at({ id: 'nope' })), 404, 'id'],
    ['a path that is no question', () => anyPath.GET(), 404, undefined],
    ['a method that is not taken', () => overview.POST(), 405, undefined],
  ] as const)('%s', async (_name, run, status, parameter) => {
    const problem = await problemOf(run());
    expect(problem.status).toBe(status);
    expect(problem.parameter).toBe(parameter);
  });
  it.each([
    ['', 'body'], ['{', 'body'], ['[]', undefined], ['null', undefined], ['{"from":1,"to":"now"}', 'from'], ['{"from":"now-1h"}', 'to'], ['{"from":"now-1h","to":"now","x":1}', 'x'],
    ['{"from":"now","to":"now-1h"}', 'from'], ['{"from":"soon","to":"now"}', 'from'], [JSON.stringify({ from: 'now-1h', to: 'now', note: 'x'.repeat(11_000) }), 'note'],
  ])('POST recordings %j', async (body, parameter) => {
    expect(await problemOf(post(body))).toMatchObject({ status: 400, ...(parameter ? { parameter } : {}) });
  });
  it('POST recordings with a body without end, of another site, or of another kind', async () => {
    expect(await problemOf(post(`{"x":"${'x'.repeat(100_000)}"}`))).toMatchObject({ status: 413, parameter: 'body' });
    expect(await problemOf(post('{}', { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' }))).toMatchObject({ status: 403 });
    expect(await problemOf(post('{}', { 'content-type': 'text/plain' }))).toMatchObject({ status: 400 });
  });
});

it('a folder that cannot be written is said, with no path and no stack', async () => {
  const WEIR_CONFIG = path.join(folder, 'unwritable.yaml');
  writeFileSync(path.join(folder, 'a-file'), '');
  writeFileSync(WEIR_CONFIG, `environments: [{name: lab, metrics: {url: "${servers[0]!.url}"}, proxies: [{dialect: skipper}]}]\nrecordings: {dir: "${folder}/a-file/inside"}\n`);
  const holder = globalThis as Record<symbol, unknown>;
  const before = holder[Symbol.for('weir.runtime')];
  holder[Symbol.for('weir.runtime')] = makeRuntime({ WEIR_CONFIG }, () => NOW);
  const problem = await problemOf(post(JSON.stringify({ from: 'now-10m', to: 'now-5m' })));
  holder[Symbol.for('weir.runtime')] = before;
  expect(problem).toMatchObject({ status: 507 });
  expect(problem.detail).not.toContain(folder);
});

it('a signal whose source is gone is a 502 that names the source', async () => {
  const WEIR_CONFIG = path.join(folder, 'gone.yaml');
  writeFileSync(WEIR_CONFIG, 'environments: [{name: lab, metrics: {url: "http://127.0.0.1:9"}, proxies: [{dialect: skipper}]}]\n');
  const holder = globalThis as Record<symbol, unknown>;
  const before = holder[Symbol.for('weir.runtime')];
  holder[Symbol.for('weir.runtime')] = makeRuntime({ WEIR_CONFIG }, () => NOW);
  const problem = await problemOf(gets['/api/v1/signals/{name}']!(range));
  holder[Symbol.for('weir.runtime')] = before;
  expect(problem).toMatchObject({ status: 502, source: 'metrics' });
});
