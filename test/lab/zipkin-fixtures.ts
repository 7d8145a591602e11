/**
 * Makes `test/fixtures/real/zipkin`: what a real Zipkin answers about spans of real Envoys with their Zipkin tracer. Run by hand:
 * `npx tsx test/lab/zipkin-fixtures.ts [folder]`. Needs the lab's Envoy, Java 17 and the jar of `zipkin.ts`.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { send } from './http-client';
import { sleep } from './random';
import { Supervisor } from './supervisor';
import { startZipkin, startZipkinEnvoy, type ZipkinEnvoy } from './zipkin';
import { post, startZipkinApplication } from './zipkin-application';

interface Case {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly endpoints: 'application' | 'plain' | 'dead' | 'dead-then-application' | 'none';
  /** Where the request enters: `gateway`, or `edge`, which forwards all to the gateway. */
  readonly enters: 'gateway' | 'edge';
  /** False: the gateway has no route for it. */
  readonly routed?: boolean;
  readonly times?: number;
  readonly abortAfterMs?: number;
  /** The client has a span of its own and sends B3 headers. */
  readonly called?: boolean;
}

const cases: readonly Case[] = [
  { name: 'healthy', method: 'GET', path: '/api/products/1', endpoints: 'application', enters: 'gateway' },
  { name: 'healthy-uninstrumented', method: 'GET', path: '/api/products/1', endpoints: 'plain', enters: 'gateway' },
  { name: 'called-healthy', method: 'GET', path: '/api/products/1', endpoints: 'application', enters: 'gateway', called: true },
  { name: 'route-miss', method: 'GET', path: '/api/products/1', endpoints: 'none', enters: 'gateway', routed: false },
  { name: 'called-route-miss', method: 'GET', path: '/api/products/1', endpoints: 'none', enters: 'gateway', routed: false, called: true },
  { name: 'backend-404', method: 'GET', path: '/api/products/9999', endpoints: 'application', enters: 'gateway' },
  { name: 'called-backend-404', method: 'GET', path: '/api/products/9999', endpoints: 'application', enters: 'gateway', called: true },
  { name: 'backend-404-uninstrumented', method: 'GET', path: '/api/products/9999', endpoints: 'plain', enters: 'gateway' },
  { name: 'backend-502', method: 'GET', path: '/fault/status/502', endpoints: 'application', enters: 'gateway' },
  { name: 'refused', method: 'POST', path: '/api/orders', endpoints: 'dead', enters: 'gateway' },
  { name: 'closed-without-answer', method: 'POST', path: '/fault/close', endpoints: 'application', enters: 'gateway' },
  { name: 'timeout', method: 'GET', path: '/fault/hang', endpoints: 'application', enters: 'gateway' },
  { name: 'retry-worked', method: 'GET', path: '/api/products/1', endpoints: 'dead-then-application', enters: 'gateway', times: 4 },
  { name: 'client-gone', method: 'GET', path: '/fault/slow', endpoints: 'application', enters: 'gateway', abortAfterMs: 300 },
  { name: 'no-endpoint', method: 'GET', path: '/api/products/1', endpoints: 'none', enters: 'gateway' },
  { name: 'chained-healthy', method: 'GET', path: '/api/products/1', endpoints: 'application', enters: 'edge' },
  { name: 'chained-route-miss', method: 'GET', path: '/api/products/1', endpoints: 'none', enters: 'edge', routed: false },
  { name: 'chained-backend-404', method: 'GET', path: '/api/products/9999', endpoints: 'application', enters: 'edge' },
  { name: 'chained-refused', method: 'POST', path: '/api/orders', endpoints: 'dead', enters: 'edge' },
];

const hostOf = (name: string) => `${name}.faults.example.org`;
const target = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..', 'fixtures', 'real', 'zipkin'));
const folder = path.resolve('.lab/zipkin');
mkdirSync(folder, { recursive: true });
const supervisor = new Supervisor(folder, 5 * 60_000);
try {
  await record('own', false, 71);
  await record('shared', true, 73);
  console.log(`fixtures written to ${target}`);
} finally {
  await supervisor.stopAll();
}

/** `own`: each span has an id of its own and ids of traces have 16 bytes; `shared`: caller and callee share one, ids have 8. */
async function record(mode: 'own' | 'shared', shared: boolean, baseId: number): Promise<void> {
  const zipkin = await startZipkin(supervisor);
  const application = await startZipkinApplication({ zipkin, service: 'shop', joins: shared });
  const plain = await startZipkinApplication({ zipkin, service: null, joins: false });
  const dead = '127.20.9.9:9';
  const endpointsOf = { application: [application.endpoint], plain: [plain.endpoint], dead: [dead], 'dead-then-application': [dead, application.endpoint], none: [] } as const;
  const common = { zipkin, shared, traceId128: !shared };
  const routes = cases.filter(({ routed }) => routed !== false).map(({ name, endpoints }): ZipkinEnvoy['routes'][number] => ({ host: hostOf(name), endpoints: endpointsOf[endpoints], retries: name === 'retry-worked', timeoutSeconds: name === 'timeout' ? 0.3 : 15 }));
  const gateway = await startZipkinEnvoy(supervisor, folder, { ...common, service: 'envoy-gateway', baseId, routes });
  const edge = await startZipkinEnvoy(supervisor, folder, { ...common, service: 'envoy-edge', baseId: baseId + 1, routes: cases.map(({ name }) => ({ host: hostOf(name), endpoints: [`127.0.0.1:${gateway}`] })) });
  for (const each of cases) {
    for (let n = 0; n < (each.times ?? 1); n += 1) {
      const port = each.enters === 'edge' ? edge : gateway;
      const status = each.called ? await call(zipkin, port, each) : (await send({ ...each, ip: '127.0.0.1', port, host: hostOf(each.name), userAgent: 'weir-lab/1.0' })).status;
      console.log(`${mode} ${each.name}: ${status}`);
    }
  }
  await sleep(8_000);
  await saveAll(zipkin, mode);
  application.stop();
  plain.stop();
}

/** A request of a client that traces: its client span, and B3 headers. */
async function call(zipkin: string, port: number, { name, method, path: route }: Case): Promise<number> {
  const traceId = randomBytes(8).toString('hex');
  const id = randomBytes(8).toString('hex');
  const started = Date.now() * 1000;
  const headers = { host: hostOf(name), 'x-b3-traceid': traceId, 'x-b3-spanid': id, 'x-b3-sampled': '1' };
  const status = await new Promise<number>((resolve, reject) => {
    http.request({ host: '127.0.0.1', port, method, path: route, headers }, (response) => { response.resume(); response.once('end', () => resolve(response.statusCode ?? 0)); }).once('error', reject).end();
  });
  const tags = { 'http.method': method, 'http.status_code': String(status), 'http.url': `http://${hostOf(name)}${route}`, ...(status >= 400 ? { error: String(status) } : {}) };
  await post(zipkin, [{ traceId, id, kind: 'CLIENT', name: method.toLowerCase(), timestamp: started, duration: Date.now() * 1000 - started, localEndpoint: { serviceName: 'caller' }, tags }]);
  return status;
}

type ZipkinTrace = readonly { readonly traceId: string; readonly tags?: Readonly<Record<string, string>> }[];

async function saveAll(zipkin: string, mode: string): Promise<void> {
  const window = { endTs: String(Date.now()), lookback: '120000' };
  const search = (more: Record<string, string>) => `${zipkin}/api/v2/traces?${new URLSearchParams({ serviceName: 'envoy-gateway', ...window, ...more })}`;
  await save(`${mode}/services.json`, `${zipkin}/api/v2/services`);
  await save(`${mode}/search.json`, search({ limit: '6' }));
  await save(`${mode}/search-404.json`, search({ limit: '6', annotationQuery: 'http.status_code=404' }));
  await save(`${mode}/search-empty.json`, search({ annotationQuery: 'http.status_code=418' }));
  await save('info.json', `${zipkin}/info`);
  await save('error-not-found.txt', `${zipkin}/api/v2/trace/0123456789abcdef0123456789abcdef`);
  await save('error-bad-id.txt', `${zipkin}/api/v2/trace/not-hex`);
  await save('error-bad-limit.txt', search({ limit: '-1' }));
  const all = (await (await fetch(search({ limit: '1000' }))).json()) as readonly ZipkinTrace[];
  for (const { name } of cases) {
    const own = all.filter((trace) => trace.some((span) => Object.values(span.tags ?? {}).some((text) => text.includes(`//${hostOf(name)}`))));
    const best = [...own].sort((a, b) => b.length - a.length)[0];
    if (best === undefined) console.log(`no trace of ${mode} ${name}`);
    else await save(`${mode}/traces/${name}.json`, `${zipkin}/api/v2/trace/${best[0]!.traceId}`);
  }
}

/** Envoy and Zipkin name the address of the machine: it becomes loopback. */
const scrub = (text: string) => text.replaceAll(/"ipv4":"[^"]*"/g, '"ipv4":"127.0.0.1"');

async function save(name: string, url: string): Promise<void> {
  const text = scrub(await (await fetch(url)).text());
  const file = path.join(target, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${text.trimEnd()}\n`);
}
