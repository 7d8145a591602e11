import type { Attributes } from '../domain/traces';
import { fromKeyValues } from './attributes';
import { NO_SERVICE, type SpanDraft, type TraceCollector, attributeText, fromNanos, toKind, toStatus } from './collect';
import { toHexId } from './ids';
import { type JsonObject, isObject, listOf, textOf } from './json';

/**
 * `resourceSpans` of OTLP JSON (Jaeger v3: hex ids, numbers as enums) or `batches` of Tempo (base64 ids, enum names).
 * One document may hold many traces in any order. Returns the number of spans read.
 */
export function readResourceSpans(list: readonly unknown[], into: TraceCollector): number {
  let count = 0;
  for (const entry of list) {
    if (!isObject(entry)) continue;
    const resource = isObject(entry.resource) ? fromKeyValues(entry.resource.attributes) : {};
    const service = attributeText(resource, 'service.name') || NO_SERVICE;
    for (const group of scopeGroups(entry)) {
      for (const item of listOf(group.spans)) {
        const draft = isObject(item) ? readSpan(item, service, resource, scopeName(group)) : null;
        if (!draft) continue;
        into.add(draft);
        count += 1;
      }
    }
  }
  return count;
}

/** `scopeSpans`, or its names of older Tempo and OTLP versions. */
function scopeGroups(entry: JsonObject): JsonObject[] {
  return [...listOf(entry.scopeSpans), ...listOf(entry.instrumentationLibrarySpans)].filter(isObject);
}

function scopeName(group: JsonObject): string {
  const scope = isObject(group.scope) ? group.scope : group.instrumentationLibrary;
  return isObject(scope) ? textOf(scope.name) : '';
}

function readSpan(item: JsonObject, service: string, resource: Attributes, scope: string): SpanDraft | null {
  const traceId = toHexId(item.traceId, 16);
  const spanId = toHexId(item.spanId, 8);
  if (traceId === null || spanId === null) return null;
  const start = fromNanos(item.startTimeUnixNano);
  const end = fromNanos(item.endTimeUnixNano);
  const status = isObject(item.status) ? item.status : {};
  return {
    traceId,
    spanId,
    parentId: toHexId(item.parentSpanId, 8),
    name: textOf(item.name),
    service,
    kind: toKind(item.kind),
    start,
    durationMs: start !== null && end !== null ? end - start : 0,
    status: toStatus(status.code),
    statusMessage: textOf(status.message),
    attributes: fromKeyValues(item.attributes),
    resource,
    scope,
    events: listOf(item.events).filter(isObject).map(readEvent),
  };
}

function readEvent(event: JsonObject) {
  return { at: fromNanos(event.timeUnixNano), name: textOf(event.name), attributes: fromKeyValues(event.attributes) };
}
