import { type FakeHttp, fakeHttp, sendJson } from './fake-http';

export interface JaegerTrace {
  readonly traceID: string;
  readonly spans: readonly { readonly startTime: number; readonly tags: readonly { readonly key: string; readonly value: unknown }[] }[];
}

/** Jaeger's v1 API over a list of traces: by id, and a search by status and time that knows no other filter. */
export function fakeJaeger(traces: readonly JaegerTrace[]): Promise<FakeHttp> {
  return fakeHttp(({ url }, response) => {
    const id = /^\/api\/traces\/([0-9a-f]+)$/.exec(url.pathname)?.[1];
    if (id) {
      const found = traces.filter(({ traceID }) => traceID === id);
      return found.length > 0 ? sendJson(response, { data: found }) : sendJson(response, { data: null, errors: [{ code: 404, msg: 'trace not found' }] }, 404);
    }
    if (url.pathname === '/api/traces') return sendJson(response, { data: traces.filter((trace) => fits(trace, url.searchParams)) });
    if (url.pathname === '/api/services') return sendJson(response, { data: ['skipper'] });
    sendJson(response, { errors: [] }, 404);
  });
}

function fits({ spans }: JaegerTrace, search: URLSearchParams): boolean {
  const [from, to] = [Number(search.get('start') ?? 0), Number(search.get('end') ?? Infinity)];
  const tags = JSON.parse(search.get('tags') ?? '{}') as Readonly<Record<string, string>>;
  return spans.some((span) => span.startTime >= from && span.startTime <= to && Object.entries(tags).every(([key, value]) => span.tags.some((one) => one.key === key && String(one.value) === value)));
}

const tag = (key: string, value: string | number | boolean) => ({ key, type: typeof value === 'number' ? 'int64' : typeof value === 'boolean' ? 'bool' : 'string', value });

type Tag = ReturnType<typeof tag>;

/** As Skipper logs it on the span of its attempt. */
const dialFault = (timestamp: number) => ({ timestamp, fields: [tag('event', 'error'), tag('message', 'dialing failed true: dial tcp 10.2.0.9:8080: connect: connection refused')] });

export interface RequestPlan {
  readonly traceId: string;
  readonly atMs: number;
  readonly host?: string;
  readonly path?: string;
  /** `refused`: Skipper could not connect and wrote 502, as seen in the lab; else the backend answered 200. */
  readonly outcome: 'refused' | 'good';
}

/** One request through Skipper to the service `shop`, as Jaeger v1 writes it. */
export function shopRequest({ traceId, atMs, host = 'shop.example.org', path = '/orders/4711', outcome }: RequestPlan) {
  const good = outcome === 'good';
  const span = (spanID: string, parent: string | null, operationName: string, after: number, took: number, processID: string, tags: readonly Tag[], logs: readonly { timestamp: number; fields: readonly Tag[] }[] = []) => ({
    traceID: traceId, spanID, operationName, startTime: (atMs + after) * 1000, duration: took * 1000, processID, logs,
    references: parent === null ? [] : [{ refType: 'CHILD_OF', traceID: traceId, spanID: parent }], tags,
  });
  const skipper = [tag('component', 'skipper')];
  const spans = [
    span('00000000000000a1', null, 'ingress', 0, good ? 14 : 3, 'p', [...skipper, tag('span.kind', 'server'), tag('http.method', 'GET'), tag('http.host', host), tag('http.path', path), tag('http.status_code', good ? 200 : 502), tag('skipper.route_id', 'shop_orders'), ...(good ? [] : [tag('error', true)])]),
    span('00000000000000a2', '00000000000000a1', 'proxy', 1, good ? 13 : 1, 'p', [...skipper, tag('span.kind', 'client'), tag('skipper.route_id', 'shop_orders'), ...(good ? [tag('http.status_code', 200), tag('network.peer.address', '10.2.0.7:8080')] : [tag('network.peer.address', '10.2.0.9:8080'), tag('error', true)])], good ? [] : [dialFault((atMs + 2) * 1000)]),
    ...(good ? [span('00000000000000b1', '00000000000000a2', 'GET /orders/{id}', 1, 12, 's', [tag('span.kind', 'server'), tag('http.status_code', 200), tag('http.route', '/orders/{id}')])] : []),
  ];
  return { traceID: traceId, spans, processes: { p: { serviceName: 'skipper', tags: [] }, s: { serviceName: 'shop', tags: [tag('k8s.pod.name', 'shop-7'), tag('cloud.availability_zone', 'b')] } } };
}

/** Configuration of an environment with this trace source and no working metrics. */
export function jaegerConfig(jaeger: string, metrics: string): string {
  return `environments:
  - name: lab
    metrics: {url: "${metrics}"}
    traces: {url: "${jaeger}", ui: "https://jaeger.example.org/ui"}
    zones: {from: target-label, label: az}
    proxies: [{name: ingress, dialect: skipper, selector: {job: skipper}, traces: {service: skipper}}]
`;
}
