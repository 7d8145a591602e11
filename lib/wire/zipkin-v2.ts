import type { Attributes } from '../domain/traces';
import { AttributeMap, isScalar } from './attributes';
import { NO_SERVICE, type SpanDraft, type TraceCollector, fromMicros, toKind, toStatus } from './collect';
import { toHexId } from './ids';
import { type JsonObject, isObject, listOf, textOf } from './json';

const MAX_EVENT_TEXT = 20_000;

/** Zipkin v2 spans. Tags are text; OTel exporters put status, scope and resource among them. Returns the number read. */
export function readZipkinSpans(list: readonly unknown[], into: TraceCollector): number {
  let count = 0;
  for (const item of list) {
    const draft = isObject(item) ? readSpan(item) : null;
    if (!draft) continue;
    into.add(draft);
    count += 1;
  }
  return count;
}

function readSpan(item: JsonObject): SpanDraft | null {
  const traceId = toHexId(item.traceId, 16);
  const spanId = toHexId(item.id, 8);
  if (traceId === null || spanId === null) return null;
  const tags = isObject(item.tags) ? item.tags : {};
  return {
    traceId,
    spanId,
    parentId: toHexId(item.parentId, 8),
    name: textOf(item.name),
    service: isObject(item.localEndpoint) ? textOf(item.localEndpoint.serviceName) || NO_SERVICE : NO_SERVICE,
    kind: toKind(item.kind),
    start: fromMicros(item.timestamp),
    durationMs: fromMicros(item.duration) ?? 0,
    ...readTags(tags),
    resource: {},
    events: listOf(item.annotations).filter(isObject).map(readAnnotation),
  };
}

/** Any `error` tag marks a failed span (its value is the message); OTel exporters add `otel.status_code`. */
function readTags(tags: JsonObject): Pick<SpanDraft, 'status' | 'statusMessage' | 'scope' | 'attributes'> {
  const map = new AttributeMap();
  for (const [key, value] of Object.entries(tags)) {
    if (isScalar(value) && key !== 'otel.status_code' && key !== 'otel.scope.name' && key !== 'error') map.set(key, value);
  }
  const code = toStatus(tags['otel.status_code']);
  const error = tags.error;
  const failed = typeof error === 'string' && error !== 'false' && error !== 'unset' && error !== 'ok';
  return {
    status: code === 'unset' && failed ? 'error' : code,
    statusMessage: failed && error !== 'true' && error !== 'error' ? error : '',
    scope: textOf(tags['otel.scope.name']) || textOf(tags['otel.library.name']),
    attributes: map.values,
  };
}

/** OTel exporters write events as `name`, `"name": {json}` or `name|{json}|n`. */
function readAnnotation(annotation: JsonObject) {
  const text = textOf(annotation.value);
  const split = /^"?([^"|{]*)"?\s*[:|]\s*(\{[\s\S]*\})/.exec(text.slice(0, MAX_EVENT_TEXT));
  const attributes = split ? parseEventAttributes(split[2]!) : {};
  return { at: fromMicros(annotation.timestamp), name: split ? split[1]! : text, attributes };
}

function parseEventAttributes(json: string): Attributes {
  const map = new AttributeMap();
  try {
    const parsed: unknown = JSON.parse(json);
    if (isObject(parsed)) for (const [key, value] of Object.entries(parsed)) if (isScalar(value)) map.set(key, value);
  } catch {
    // Text that only looks like attributes: it stays the event's name.
  }
  return map.values;
}
