import type { Span, Trace } from '../domain/traces';
import type { Verdict } from '../domain/verdict';
import { weightText } from './evidence';
import { formatDuration, plural } from './format';
import { clipText } from './hostile-text';
import { type PlacedSpan, placeSpans } from './span-tree';
import { attemptSpans, isUnreached } from './trace-attempts';
import { serviceColors } from './trace-colors';
import { isBad, isSideCall, noteOf } from './trace-span';

/** An evidence code on a span with its weight: `ENVOY_FLAG +0.60`. */
export interface RowMark {
  readonly code: string;
  readonly text: string;
  readonly against: boolean;
}

/** One row of the waterfall. Times are ms after the first span's start. */
export interface WaterfallRow {
  readonly key: string;
  /** Null for a span that is missing. */
  readonly spanId: string | null;
  readonly depth: number;
  readonly name: string;
  readonly service: string;
  /** CSS variable of the service's colour. */
  readonly color: string;
  readonly offsetMs: number;
  readonly durationMs: number;
  /** Text beside the bar: `503 · 12 ms`. */
  readonly note: string;
  readonly look: 'span' | 'error' | 'missing' | 'side-call';
  /** Evidence codes that point at this span, for and against. */
  readonly evidence: readonly string[];
  readonly against: readonly string[];
  readonly marks: readonly RowMark[];
  /** The span of the answering hop. */
  readonly deciding: boolean;
  /** On the way of the request: a hop, one of its attempts, or what stands for a missing one. */
  readonly onPath: boolean;
  /** `attempt 1 of 2`, when a proxy tried more than once. */
  readonly attempt: string | null;
  readonly orphan: boolean;
  /** Rows below it that belong to it. */
  readonly below: number;
}

export interface WaterfallModel {
  readonly rows: readonly WaterfallRow[];
  readonly totalMs: number;
  readonly start: number;
  readonly spans: number;
  /** `4 spans, 2 services, one attempt, 12 ms`. */
  readonly summary: string;
}

/** Rows, marks and time axis of a trace. Linear in the number of spans, but for the sorting of siblings. */
export function waterfallOf(trace: Trace, verdict: Verdict): WaterfallModel {
  const placed = placeSpans(trace.spans);
  const start = trace.spans.reduce((least, span) => Math.min(least, span.start), Infinity);
  const end = trace.spans.reduce((most, span) => Math.max(most, span.start + span.durationMs), -Infinity);
  const totalMs = placed.length === 0 ? 0 : Math.max(0.001, end - start);
  const attempts = attemptSpans(trace.spans, verdict);
  const draw = rowDrawer(trace, verdict, start, attempts);
  const withChild = new Set(trace.spans.map((span) => span.parentId));
  const tried = new Set(attempts);
  const rows = placed.flatMap((one, i) => {
    const row = draw(one, i);
    const missing = tried.has(one.span) && !withChild.has(one.span.spanId) ? missingRow(row, verdict, isUnreached(one.span) || (verdict.mechanism === 'connect_failed' && one.span === attempts.at(-1))) : null;
    return missing ? [row, missing] : [row];
  });
  return { rows: withSizes(rows), totalMs, start: placed.length === 0 ? 0 : start, spans: trace.spans.length, summary: summaryOf(trace, attempts.length, totalMs) };
}

function rowDrawer(trace: Trace, verdict: Verdict, start: number, attempts: readonly Span[]): (placed: PlacedSpan, index: number) => WaterfallRow {
  const marks = marksOf(verdict);
  const colors = serviceColors(trace.spans);
  const places = new Map(attempts.map((span, i) => [span, i + 1] as const));
  const path = new Set([...verdict.chain.map(({ spanId }) => spanId), ...attempts.map(({ spanId }) => spanId), verdict.answeredBy.spanId, verdict.causedBy.spanId]);
  const clip = clipOnce();
  return ({ span, depth, orphan }, index) => {
    const attempt = places.get(span);
    const own = marks.get(span.spanId) ?? [];
    return {
      key: `${index}:${span.spanId}`, spanId: span.spanId, depth, name: clip(span.name === '' ? '(no name)' : span.name, 120), service: clip(span.service, 80), color: colors.get(span.service)!,
      offsetMs: span.start - start, durationMs: Math.max(0, span.durationMs),
      note: noteOf(span), look: isSideCall(span) ? 'side-call' : isBad(span) ? 'error' : 'span',
      evidence: own.filter(({ against }) => !against).map(({ code }) => code), against: own.filter(({ against }) => against).map(({ code }) => code), marks: own,
      deciding: verdict.answeredBy.spanId === span.spanId, onPath: path.has(span.spanId),
      attempt: attempt !== undefined && attempts.length > 1 ? `attempt ${attempt} of ${attempts.length}` : null, orphan, below: 0,
    };
  };
}

/** Names repeat thousands of times in a large trace: each is looked through once. */
function clipOnce(): (text: string, max: number) => string {
  const known = new Map<string, string>();
  return (text, max) => {
    let clipped = known.get(text);
    if (clipped === undefined) known.set(text, (clipped = clipText(text, max).text));
    return clipped;
  };
}

function marksOf(verdict: Verdict): ReadonlyMap<string, readonly RowMark[]> {
  const bySpan = new Map<string, RowMark[]>();
  const collect = (list: Verdict['evidence'], against: boolean) => {
    for (const { spanId, code, weight } of list) {
      if (spanId === null) continue;
      const mark = { code, text: [code, weightText(weight, against ? '−' : '+') ?? ''].join(' ').trim(), against };
      const known = bySpan.get(spanId);
      if (known) known.push(mark);
      else bySpan.set(spanId, [mark]);
    }
  };
  collect(verdict.evidence, false);
  collect(verdict.against, true);
  return bySpan;
}

/** The server span that an attempt should have below it. */
function missingRow(attempt: WaterfallRow, verdict: Verdict, unreached: boolean): WaterfallRow {
  const connectFailed = unreached || attempt.evidence.includes('CONNECT_ERROR_TEXT');
  const profile = [...verdict.evidence, ...verdict.against].find((one) => one.code === 'PROFILE_BELOW');
  const note = connectFailed ? 'none: the connection failed' : profile && profile.text !== '' ? `missing: ${clipText(profile.text, 80).text}` : 'none in this trace';
  return {
    ...attempt, key: `${attempt.key}:missing`, spanId: null, depth: attempt.depth + 1, name: 'server span of the backend', service: '', note, look: 'missing',
    offsetMs: attempt.offsetMs + attempt.durationMs * 0.1, durationMs: attempt.durationMs * 0.8, evidence: [], against: [], marks: [], deciding: false, attempt: null, orphan: false,
  };
}

/** Counts the rows below each row: from the end, each row hands its count to the row above it that is less deep. */
function withSizes(rows: readonly WaterfallRow[]): WaterfallRow[] {
  const sizes = new Array<number>(rows.length).fill(0);
  const open: number[] = [];
  rows.forEach((row, i) => {
    while (open.length > 0 && rows[open.at(-1)!]!.depth >= row.depth) close(i);
    open.push(i);
  });
  while (open.length > 0) close(rows.length);
  function close(next: number): void {
    const at = open.pop()!;
    sizes[at] = next - at - 1;
  }
  return rows.map((row, i) => ({ ...row, below: sizes[i]! }));
}

function summaryOf({ spans }: Trace, attempts: number, totalMs: number): string {
  const services = new Set(spans.map((span) => span.service)).size;
  const parts = [plural(spans.length, 'span'), plural(services, 'service')];
  if (attempts > 0) parts.push(attempts === 1 ? 'one attempt' : `${attempts} attempts`);
  return [...parts, formatDuration(totalMs)].join(', ');
}
