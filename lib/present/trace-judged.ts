import type { PasteAnswer, TraceAnswer } from '../domain/requests';
import { formatCount, formatDateTime, plural } from './format';
import { describeVerdict, type VerdictView } from './verdict';

/** One of several pasted traces in a list. */
export interface JudgedRow {
  readonly traceId: string;
  readonly when: string;
  readonly status: string;
  readonly headline: string;
  readonly mechanism: string;
  readonly confidence: string;
  readonly tone: VerdictView['tone'];
  readonly spans: string;
}

/** Rows of pasted traces, in the order of the text. */
export function judgedRows(traces: readonly TraceAnswer[], zone: string): JudgedRow[] {
  return traces.map(({ trace, verdict }) => {
    const { headline, mechanism, confidence, tone } = describeVerdict(verdict);
    const start = trace.spans.reduce((least, span) => Math.min(least, span.start), Infinity);
    return { traceId: trace.traceId, when: Number.isFinite(start) && start > 0 ? formatDateTime(start, zone) : '–', status: String(verdict.status ?? '–'), headline, mechanism, confidence, tone, spans: formatCount(trace.spans.length) };
  });
}

/** Place of the trace to show first: the first one that failed, else the first. */
export function firstToShow(traces: readonly TraceAnswer[]): number {
  return Math.max(0, traces.findIndex(({ verdict }) => verdict.mechanism !== 'healthy'));
}

/** What was recognised: `Jaeger JSON with 3 traces`, or what named a trace. */
export function recognisedText({ from, format, traces, leftOut }: PasteAnswer): string {
  if (from === 'id') return `Found ${format ?? 'a trace id'}; the trace was read from the trace source.`;
  const count = plural(traces.length + leftOut, 'trace');
  return `${format ?? 'JSON'} with ${count}${leftOut > 0 ? `; the first ${traces.length} were judged` : ''}. Nothing of it was kept.`;
}
