import type { AttributeValue, Attributes, Span, Trace } from '@/lib/domain/traces';

/** Writes a domain trace in the JSON of each backend, so that one example can be read back from all of them. */

export type Encoding = 'jaeger-v1' | 'jaeger-v3' | 'tempo-v1' | 'tempo-v2' | 'victoria-traces' | 'zipkin-v2';
export const encodings: readonly Encoding[] = ['jaeger-v1', 'jaeger-v3', 'tempo-v1', 'tempo-v2', 'victoria-traces', 'zipkin-v2'];
/** Zipkin has text tags only and no resource. */
export const exactEncodings: readonly Encoding[] = ['jaeger-v1', 'jaeger-v3', 'tempo-v1', 'tempo-v2'];

export function encode(trace: Trace, encoding: Encoding): unknown {
  if (encoding === 'jaeger-v1') return { data: [toJaegerV1(trace)], total: 0, limit: 0, offset: 0, errors: null };
  if (encoding === 'victoria-traces') return { data: [toJaegerV1(trace, true)], errors: null, limit: 0, offset: 0, total: 1 };
  if (encoding === 'zipkin-v2') return trace.spans.map((span) => toZipkin(trace.traceId, span));
  const resourceSpans = trace.spans.map((span) => toResourceSpan(trace.traceId, span, encoding !== 'jaeger-v3'));
  if (encoding === 'jaeger-v3') return { result: { resourceSpans } };
  if (encoding === 'tempo-v1') return { batches: resourceSpans };
  return { trace: { resourceSpans }, metrics: {}, status: trace.partial ? 'PARTIAL' : 'COMPLETE', message: '' };
}

const micros = (ms: number) => Math.round(ms * 1000);
const nanos = (ms: number) => `${BigInt(micros(ms)) * 1000n}`;
const typeOf = (value: AttributeValue) => (typeof value === 'boolean' ? 'bool' : typeof value === 'number' ? (Number.isInteger(value) ? 'int64' : 'float64') : 'string');

export function toJaegerV1(trace: Trace, allText = false): Record<string, unknown> {
  const processes: Record<string, unknown> = {};
  const tag = (key: string, value: AttributeValue) => (allText ? { key, type: 'string', value: String(value) } : { key, type: typeOf(value), value });
  const tags = (attributes: Attributes) => Object.entries(attributes).map(([key, value]) => tag(key, value));
  const spans = trace.spans.map((span, i) => {
    processes[`p${i}`] = { serviceName: span.service, tags: tags(withoutService(span.resource)) };
    return {
      traceID: trace.traceId, spanID: span.spanId, operationName: span.name, processID: `p${i}`, flags: 1,
      references: span.parentId === null ? [] : [{ refType: 'CHILD_OF', traceID: trace.traceId, spanID: span.parentId }],
      startTime: micros(span.start), duration: micros(span.durationMs),
      tags: [...tags(span.attributes), ...foldedTags(span, allText).map(([key, value]) => tag(key, value))],
      logs: span.events.map((event) => ({ timestamp: micros(event.at), fields: [...(event.name ? [tag('event', event.name)] : []), ...tags(event.attributes)] })),
      warnings: null,
    };
  });
  return { traceID: trace.traceId, spans, processes, warnings: trace.warnings.length > 0 ? trace.warnings : null };
}

function foldedTags(span: Span, allText: boolean): [string, AttributeValue][] {
  const out: [string, AttributeValue][] = [['span.kind', span.kind]];
  if (allText) out.push(['error', span.status]);
  else if (span.status === 'error') out.push(['error', true], ['otel.status_code', 'ERROR']);
  if (span.statusMessage) out.push(['otel.status_description', span.statusMessage]);
  if (span.scope) out.push(['otel.scope.name', span.scope]);
  return out;
}

const withoutService = (resource: Attributes) => Object.fromEntries(Object.entries(resource).filter(([key]) => key !== 'service.name'));

const KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'];
const STATUSES = ['unset', 'ok', 'error'];

function toResourceSpan(traceId: string, span: Span, tempo: boolean): unknown {
  const id = (hex: string) => (tempo ? Buffer.from(hex, 'hex').toString('base64') : hex);
  const kind = KINDS.indexOf(span.kind);
  const code = STATUSES.indexOf(span.status);
  const status = code === 0 ? {} : { code: tempo ? `STATUS_CODE_${span.status.toUpperCase()}` : code, ...(span.statusMessage ? { message: span.statusMessage } : {}) };
  const item = {
    traceId: id(traceId), spanId: id(span.spanId), ...(span.parentId === null ? {} : { parentSpanId: id(span.parentId) }), name: span.name,
    kind: tempo ? `SPAN_KIND_${span.kind.toUpperCase()}` : kind, startTimeUnixNano: nanos(span.start), endTimeUnixNano: nanos(span.start + span.durationMs), status,
    ...(Object.keys(span.attributes).length > 0 ? { attributes: keyValues(span.attributes) } : {}),
    ...(span.events.length > 0 ? { events: span.events.map((event) => ({ timeUnixNano: nanos(event.at), name: event.name, attributes: keyValues(event.attributes) })) } : {}),
  };
  const resource = { attributes: keyValues({ 'service.name': span.service, ...span.resource }) };
  return { resource, scopeSpans: [{ ...(span.scope ? { scope: { name: span.scope } } : {}), spans: [item] }] };
}

function keyValues(attributes: Attributes): unknown[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: AttributeValue): unknown {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return { arrayValue: { values: value.map(anyValue) } };
}

function toZipkin(traceId: string, span: Span): unknown {
  const tags = Object.fromEntries(Object.entries({ ...withoutService(span.resource), ...span.attributes }).map(([key, value]) => [key, String(value)]));
  if (span.scope) tags['otel.scope.name'] = span.scope;
  if (span.status === 'error') Object.assign(tags, { error: span.statusMessage || 'true', 'otel.status_code': 'ERROR' });
  return {
    traceId, id: span.spanId, ...(span.parentId === null ? {} : { parentId: span.parentId }), name: span.name,
    ...(span.kind === 'server' || span.kind === 'client' ? { kind: span.kind.toUpperCase() } : {}),
    timestamp: micros(span.start), duration: micros(span.durationMs), localEndpoint: { serviceName: span.service }, tags,
    annotations: span.events.map((event) => ({ timestamp: micros(event.at), value: `"${event.name}": ${JSON.stringify(event.attributes)}` })),
  };
}
