import type { Attributes, AttributeValue } from '../domain/traces';
import { AttributeMap, isScalar } from './attributes';
import { NO_SERVICE, type SpanDraft, type TraceCollector, fromMillis, toKind, toStatus } from './collect';
import { toHexId } from './ids';
import { type JsonObject, isObject, listOf, numberOf, textOf, typeName } from './json';

/** True for Weir's own `{trace, verdict}`: what the trace page copies, and the `data` of the API's answer. */
export function isWeirAnswer(json: unknown): json is { readonly trace: unknown } {
  if (!isObject(json) || !('trace' in json)) return false;
  return 'verdict' in json || isWeirTrace(json.trace);
}

/** True for a trace of Weir's domain: `traceId` and `spans` side by side, which no backend writes. */
export function isWeirTrace(json: unknown): boolean {
  return isObject(json) && 'spans' in json && !('traceID' in json) && !('processes' in json);
}

/**
 * Reads one trace of Weir's own JSON (the domain's Trace): times in epoch milliseconds, attributes as a map. Spans without an
 * id are left out, as in every other format. Returns what is wrong with the trace as a whole, or null.
 */
export function readWeirTrace(trace: unknown, where: string, into: TraceCollector): string | null {
  if (!isObject(trace)) return `${where}: expected a trace with "traceId" and "spans", got ${typeName(trace)}`;
  const traceId = toHexId(trace.traceId, 16);
  if (traceId === null) return `${where}.traceId: expected the id of a trace, got ${typeName(trace.traceId)}`;
  if (!Array.isArray(trace.spans)) return `${where}.spans: expected a list of spans, got ${typeName(trace.spans)}`;
  let count = 0;
  for (const item of listOf(trace.spans)) {
    const draft = isObject(item) ? readSpan(item, traceId) : null;
    if (!draft) continue;
    into.add(draft);
    count += 1;
  }
  if (count === 0) return trace.spans.length > 0 ? `${where}.spans: no readable span; spans need "spanId"` : null;
  for (const warning of listOf(trace.warnings)) if (typeof warning === 'string') into.warn(traceId, warning);
  if (trace.partial === true) into.markPartial(traceId);
  return null;
}

function readSpan(item: JsonObject, traceId: string): SpanDraft | null {
  const spanId = toHexId(item.spanId, 8);
  if (spanId === null) return null;
  return {
    traceId,
    spanId,
    parentId: toHexId(item.parentId, 8),
    name: textOf(item.name),
    service: textOf(item.service) || NO_SERVICE,
    kind: toKind(item.kind),
    start: fromMillis(item.start),
    durationMs: numberOf(item.durationMs) ?? 0,
    status: toStatus(item.status),
    statusMessage: textOf(item.statusMessage),
    attributes: readAttributes(item.attributes),
    resource: readAttributes(item.resource),
    scope: textOf(item.scope),
    events: listOf(item.events).filter(isObject).map((event) => ({ at: fromMillis(event.at), name: textOf(event.name), attributes: readAttributes(event.attributes) })),
  };
}

function readAttributes(json: unknown): Attributes {
  const map = new AttributeMap();
  if (isObject(json)) for (const [key, value] of Object.entries(json)) map.set(key, readValue(value));
  return map.values;
}

function readValue(value: unknown): AttributeValue | null {
  if (isScalar(value)) return value;
  return Array.isArray(value) ? value.filter(isScalar) : null;
}
