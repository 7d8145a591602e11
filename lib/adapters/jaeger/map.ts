import type { Attributes, Span, Trace } from '../../domain/traces';
import type { TraceSearch } from '../../ports/trace-source';

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
 * attributes, Cassandra intersects per trace), so nothing is believed unchecked.
 */
export function matches(trace: Trace, search: TraceSearch): boolean {
  return trace.spans.some((span) => span.service === search.service && inWindow(span, search) && hasStatus(span, search) && hasAttributes(span, search));
}

function inWindow(span: Span, { from, to }: TraceSearch): boolean {
  return span.start >= from && span.start < to;
}

function hasStatus(span: Span, { status }: TraceSearch): boolean {
  if (status === null) return span.kind === 'server' || span.parentId === null;
  return span.kind !== 'client' && spanStatus(span.attributes) === status;
}

function hasAttributes(span: Span, { attributes }: TraceSearch): boolean {
  return Object.entries(attributes).every(([key, text]) => String(span.attributes[key] ?? '') === text);
}

/** Traces without repeats, oldest first; of equal ids the one with most spans wins. */
export function dedupe(traces: readonly Trace[]): Trace[] {
  const byId = new Map<string, Trace>();
  for (const trace of traces) {
    const known = byId.get(trace.traceId);
    if (!known || known.spans.length < trace.spans.length) byId.set(trace.traceId, trace);
  }
  return [...byId.values()].sort((a, b) => startOf(a) - startOf(b) || (a.traceId < b.traceId ? -1 : 1));
}

function startOf(trace: Trace): number {
  return trace.spans.reduce((least, span) => Math.min(least, span.start), Infinity);
}
