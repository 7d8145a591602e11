import type { Span, Trace } from '../../lib/domain/traces';
import { epochMs } from '../../lib/domain/units';
import { type Encoding, encode } from '../../test/unit/wire/encode';

const START = 1_780_000_000_000;
const idOf = (i: number) => (0x1000000000 + i).toString(16).padStart(16, '0');

/** One failed request through Skipper to an application that does a lot of work: `count` spans with the attributes that SDKs write. */
export function largeTrace(count: number): Trace {
  const spans = Array.from({ length: count }, (_, i) => spanAt(i));
  return { traceId: 'b'.repeat(32), spans, partial: false, warnings: [] };
}

function spanAt(i: number): Span {
  const proxy = i < 2;
  const service = proxy ? 'skipper-ingress' : `shop-${i % 12}`;
  const common = { 'http.request.method': 'GET', 'http.response.status_code': 502, 'server.address': `shop-${i % 12}.shop.svc.cluster.local`, 'url.path': `/api/v1/carts/${i}/items` };
  return {
    spanId: idOf(i), parentId: i === 0 ? null : idOf(i < 4 ? i - 1 : Math.floor(i / 3)), name: proxy ? (i === 0 ? 'ingress' : 'proxy') : `GET /api/v1/carts/:id/items`, service,
    kind: i === 0 || i === 2 ? 'server' : i === 1 ? 'client' : 'internal', start: epochMs(START + i / 100), durationMs: 500 - i / 200, status: i % 9 === 0 ? 'error' : 'unset', statusMessage: '',
    attributes: proxy ? { ...common, component: 'skipper', hostname: 'skipper-7', 'skipper.route_id': 'shop', 'http.host': 'shop.example.org' } : { ...common, 'thread.id': i % 64, 'code.function': 'CartService.items', 'db.system': 'postgresql' },
    resource: { 'k8s.pod.name': `${service}-5c9f7b7d4b-${(i % 40).toString(36)}`, 'k8s.namespace.name': 'shop', 'telemetry.sdk.language': 'nodejs', 'telemetry.sdk.name': 'opentelemetry' },
    scope: proxy ? 'skipper' : '@opentelemetry/instrumentation-http', events: i % 20 === 0 ? [{ at: epochMs(START + i / 100), name: 'exception', attributes: { 'exception.type': 'Error', 'exception.message': `cart ${i} is locked` } }] : [],
  };
}

/** The trace as a backend's answer; Jaeger lists a process once, not once a span. */
export function encoded(trace: Trace, encoding: Encoding): string {
  const json = encode(trace, encoding);
  if (encoding === 'jaeger-v1' || encoding === 'victoria-traces') shareProcesses(json as JaegerAnswer);
  return JSON.stringify(json);
}

interface JaegerAnswer {
  data: { processes: Record<string, unknown>; spans: { processID: string }[] }[];
}

function shareProcesses(answer: JaegerAnswer): void {
  for (const trace of answer.data) {
    const known = new Map<string, string>();
    const processes: Record<string, unknown> = {};
    for (const span of trace.spans) {
      const text = JSON.stringify(trace.processes[span.processID]);
      let id = known.get(text);
      if (id === undefined) {
        known.set(text, (id = `p${known.size + 1}`));
        processes[id] = trace.processes[span.processID];
      }
      span.processID = id;
    }
    trace.processes = processes;
  }
}
