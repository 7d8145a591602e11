import type { Attributes, Span } from '../domain/traces';
import { AttributeMap, exactNumber, isScalar } from './attributes';
import { NO_SERVICE, type SpanDraft, type TraceCollector, fromMicros, toKind, toStatus } from './collect';
import { toHexId } from './ids';
import { type JsonObject, isObject, listOf, textOf } from './json';

/** VictoriaTraces names resource attributes so where it cannot tell them by place. */
const RESOURCE_PREFIX = 'resource_attr:';

interface Process {
  readonly service: string;
  readonly resource: Attributes;
}

/**
 * One trace of Jaeger's internal JSON (`{traceID, spans, processes, warnings}`), which VictoriaTraces speaks too.
 * Jaeger folds OTLP fields into tags; they are put back: kind, status, its message, scope.
 */
export function readJaegerTrace(trace: JsonObject, into: TraceCollector): void {
  const processes = isObject(trace.processes) ? trace.processes : {};
  const known = new Map<string, Process>();
  const processOf = (id: string): Process => {
    let found = known.get(id);
    if (!found) known.set(id, (found = readProcess(Object.hasOwn(processes, id) ? processes[id] : null)));
    return found;
  };
  const ownId = toHexId(trace.traceID, 16);
  for (const item of listOf(trace.spans)) {
    if (!isObject(item)) continue;
    const traceId = ownId ?? toHexId(item.traceID, 16);
    const spanId = toHexId(item.spanID, 8);
    if (traceId === null || spanId === null) continue;
    const from = isObject(item.process) ? readProcess(item.process) : processOf(textOf(item.processID));
    into.add(readSpan(item, traceId, spanId, from));
    for (const text of listOf(item.warnings)) if (typeof text === 'string') into.warn(traceId, text);
  }
  if (ownId !== null) for (const text of listOf(trace.warnings)) if (typeof text === 'string') into.warn(ownId, text);
}

function readProcess(value: unknown): Process {
  if (!isObject(value)) return { service: NO_SERVICE, resource: {} };
  const tags = new AttributeMap();
  for (const tag of listOf(value.tags)) {
    if (isObject(tag) && typeof tag.key === 'string') tags.set(tag.key.startsWith(RESOURCE_PREFIX) ? tag.key.slice(RESOURCE_PREFIX.length) : tag.key, tagValue(tag));
  }
  return { service: textOf(value.serviceName) || NO_SERVICE, resource: tags.values };
}

function readSpan(item: JsonObject, traceId: string, spanId: string, from: Process): SpanDraft {
  const folded = unfold(listOf(item.tags));
  return {
    traceId,
    spanId,
    parentId: readParent(item, traceId),
    name: textOf(item.operationName),
    service: from.service,
    kind: folded.kind,
    start: fromMicros(item.startTime),
    durationMs: fromMicros(item.duration) ?? 0,
    status: folded.status,
    statusMessage: folded.message,
    attributes: folded.attributes,
    resource: from.resource,
    scope: folded.scope,
    events: listOf(item.logs).filter(isObject).map(readLog),
  };
}

interface Folded {
  kind: Span['kind'];
  status: Span['status'];
  message: string;
  scope: string;
  attributes: Attributes;
}

/** Takes the OTLP fields out of the tags. A boolean `error` is the span status; a text `true` is the emitter's own attribute. */
function unfold(tags: readonly unknown[]): Folded {
  const map = new AttributeMap();
  const folded: Folded = { kind: 'unspecified', status: 'unset', message: '', scope: '', attributes: map.values };
  for (const tag of tags) {
    if (!isObject(tag)) continue;
    const value = tagValue(tag);
    switch (tag.key) {
      case 'span.kind': folded.kind = toKind(value); break;
      case 'otel.status_code': folded.status = toStatus(value); break;
      case 'otel.status_description': folded.message = textOf(value); break;
      case 'otel.scope.name': case 'otel.library.name': folded.scope = textOf(value); break;
      case 'otel.scope.version': case 'otel.library.version': break;
      case 'error': readError(value, folded, map); break;
      default: map.set(tag.key, value);
    }
  }
  return folded;
}

/** VictoriaTraces writes `error: unset|ok|error` on every span. */
function readError(value: ReturnType<typeof tagValue>, folded: Folded, map: AttributeMap): void {
  if (value === true || value === 'error') folded.status = 'error';
  else if (value === 'ok' && folded.status === 'unset') folded.status = 'ok';
  else if (value !== 'unset' && value !== 'ok' && value !== false) map.set('error', value);
}

function tagValue(tag: JsonObject) {
  if (!isScalar(tag.value)) return Array.isArray(tag.value) ? tag.value.filter(isScalar) : null;
  if (tag.type === 'bool' && typeof tag.value === 'string') return tag.value === 'true';
  return tag.type === 'int64' || tag.type === 'float64' ? exactNumber(tag.value) ?? tag.value : tag.value;
}

/** The first CHILD_OF reference within the trace, else the first FOLLOWS_FROM, else the legacy field. */
function readParent(item: JsonObject, traceId: string): string | null {
  let follows: string | null = null;
  for (const reference of listOf(item.references)) {
    if (!isObject(reference)) continue;
    const target = toHexId(reference.traceID, 16);
    if (target !== null && target !== traceId) continue;
    const id = toHexId(reference.spanID, 8);
    if (reference.refType !== 'FOLLOWS_FROM') {
      if (id !== null) return id;
    } else follows ??= id;
  }
  return follows ?? toHexId(item.parentSpanID, 8);
}

function readLog(log: JsonObject) {
  const map = new AttributeMap();
  for (const field of listOf(log.fields)) if (isObject(field)) map.set(field.key, tagValue(field));
  const event = map.values.event;
  return { at: fromMicros(log.timestamp), name: typeof event === 'string' ? event : '', attributes: map.values };
}
