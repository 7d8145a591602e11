import type { Attributes, Span, Trace } from '../../domain/traces';
import type { TraceSearch } from '../../ports/trace-source';
import { separateSharedIds } from '../../wire/shared-ids';

/** Both generations of the attribute that holds the HTTP status (reference traces-apis 5.1). */
export const STATUS_KEYS = ['http.status_code', 'http.response.status_code'] as const;

/** HTTP status of a span, whichever generation and type its emitter writes; null when it has none. */
export function spanStatus(attributes: Attributes): number | null {
  for (const key of STATUS_KEYS) {
    const value = attributes[key];
    const status = typeof value === 'number' ? value : typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : null;
    if (status !== null) return status;
  }
  return null;
}

/**
 * True when one span of the trace answers the search. Backends match more than they were asked (Jaeger v3 before 2.19 ignores
 * attributes, Cassandra intersects per trace, Tempo may search another window), so nothing is believed unchecked.
 */
export function matches(trace: Trace, search: TraceSearch): boolean {
  return trace.spans.some((span) => span.service === search.service && inWindow(span.start, search) && hasStatus(span, search) && hasAttributes(span, search));
}

export function inWindow(at: number, { from, to }: Pick<TraceSearch, 'from' | 'to'>): boolean {
  return at >= from && at < to;
}

function hasStatus(span: Span, { status }: TraceSearch): boolean {
  if (status === null) return span.kind === 'server' || span.parentId === null;
  return span.kind !== 'client' && spanStatus(span.attributes) === status;
}

function hasAttributes(span: Span, { attributes }: TraceSearch): boolean {
  return Object.entries(attributes).every(([key, text]) => Object.hasOwn(span.attributes, key) && String(span.attributes[key]) === text);
}

/** Traces without repeats, oldest first; copies of one trace become one with the spans of all. */
export function dedupe(traces: readonly Trace[]): Trace[] {
  const byId = new Map<string, Trace>();
  for (const trace of traces) {
    const known = byId.get(trace.traceId);
    byId.set(trace.traceId, known ? unite(known, trace) : trace);
  }
  return [...byId.values()].sort((a, b) => startOf(a) - startOf(b) || (a.traceId < b.traceId ? -1 : 1));
}

/** A copy that the backend called whole makes the whole one whole. */
function unite(a: Trace, b: Trace): Trace {
  return {
    traceId: a.traceId,
    spans: separateSharedIds([...a.spans, ...b.spans]),
    partial: a.partial && b.partial,
    warnings: [...new Set([...a.warnings, ...b.warnings])],
  };
}

function startOf(trace: Trace): number {
  return trace.spans.reduce((least, span) => Math.min(least, span.start), Infinity);
}

/** True for two spellings of one id: leading zeros may be left off. */
export function sameId(a: string, b: string): boolean {
  const strip = (id: string) => id.toLowerCase().replace(/^0+/, '');
  return strip(a) === strip(b);
}

/** True for what may stand in a path as a trace id. Nothing else of what people type or paste ever does. */
export function isTraceId(text: string): boolean {
  return /^[0-9a-f]{1,32}$/i.test(text);
}
