import type { Trace } from '@/lib/domain/traces';
import { parseTraces } from '@/lib/wire/parse-traces';

export const LARGE_START_MS = 1_795_995_000_000;
const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
const SERVICES = ['checkout', 'cart', 'stock', 'price', 'mail', 'search', 'users', 'audit'] as const;

/**
 * A trace of so many spans as Jaeger v1 writes it: Skipper answers 503 after a reset; the backend's spans hang in a tree four wide, with a
 * dozen attributes each, as an ORM or a batch job makes them. The last span in drawing order is called `the very last`.
 */
export function largeJaegerTrace(count: number, traceId = '1a'.repeat(16)) {
  const spans = Array.from({ length: count }, (_, i) => jaegerSpan(traceId, i, count));
  const processes = Object.fromEntries([['p', { serviceName: 'skipper', tags: [tag('hostname', 'skipper-ingress-7d')] }] as const, ...SERVICES.map((serviceName, i) => [`s${i}`, { serviceName, tags: [tag('service.version', '1.2.3'), tag('k8s.pod.name', `${serviceName}-5c9-x${i}`), tag('host.name', `node-${i}`)] }] as const)]);
  return { traceID: traceId, spans, processes };
}

/** The same in Weir's own form. */
export function largeTrace(count: number): Trace {
  const parsed = parseTraces({ data: [largeJaegerTrace(count)] });
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.traces[0]!;
}

function jaegerSpan(traceID: string, i: number, count: number) {
  const base = { traceID, spanID: hex(i + 1, 16), logs: [], startTime: LARGE_START_MS * 1000 + i * 20, duration: Math.max(50, (count - i) * 20) };
  const childOf = (parent: number) => [{ refType: 'CHILD_OF', traceID, spanID: hex(parent + 1, 16) }];
  if (i === 0) return { ...base, operationName: 'ingress', processID: 'p', references: [], tags: [tag('span.kind', 'server'), tag('component', 'skipper'), tag('http.status_code', 503), tag('error', true), tag('http.method', 'GET'), tag('http.host', 'shop.example.org'), tag('http.path', '/orders/4711'), tag('skipper.route_id', 'shop_orders')] };
  if (i === 1) return { ...base, operationName: 'proxy', processID: 'p', references: childOf(0), tags: [tag('span.kind', 'client'), tag('component', 'skipper'), tag('http.status_code', 503), tag('network.peer.address', '10.2.0.9:8080'), tag('skipper.route_id', 'shop_orders')] };
  const parent = i === 2 ? 1 : Math.floor((i - 3) / 4) + 2;
  const service = i === 2 ? 0 : i % SERVICES.length;
  const kind = i === 2 ? [tag('span.kind', 'server'), tag('http.status_code', 503), tag('http.route', '/orders/{id}')] : [tag('span.kind', 'internal')];
  return { ...base, operationName: i === count - 1 ? 'the very last' : i === 2 ? 'GET /orders/{id}' : `work ${i % 40}`, processID: `s${service}`, references: childOf(parent), tags: [...kind, tag('db.statement', `select * from items where shard = ${i % 64}`), tag('db.system', 'postgresql'), tag('code.function', `repository.find${i % 30}`), tag('thread.name', `worker-${i % 16}`), tag('net.peer.name', `db-${i % 4}.internal`), tag('row.number', i)] };
}

function tag(key: string, value: string | number | boolean) {
  return { key, type: typeof value === 'number' ? 'int64' : typeof value === 'boolean' ? 'bool' : 'string', value };
}
