import type { AttributeValue, Attributes, Span, Trace } from '../domain/traces';
import type { Verdict } from '../domain/verdict';
import { formatDuration, plural } from './format';
import { clipText } from './hostile-text';
import { type PlacedSpan, placeSpans } from './span-tree';

/** One row of the waterfall. Times are ms after the first span's start. */
export interface WaterfallRow {
  readonly key: string;
  /** Null for a span that is missing. */
  readonly spanId: string | null;
  readonly depth: number;
  readonly name: string;
  readonly service: string;
  readonly offsetMs: number;
  readonly durationMs: number;
  /** Text beside the bar: `503 · 12 ms`. */
  readonly note: string;
  readonly look: 'span' | 'error' | 'missing' | 'side-call';
  /** Evidence codes that point at this span, for and against. */
  readonly evidence: readonly string[];
  readonly against: readonly string[];
  /** The span of the answering hop. */
  readonly deciding: boolean;
  /** `attempt 1 of 2`, when a proxy tried more than once. */
  readonly attempt: string | null;
  readonly orphan: boolean;
}

export interface WaterfallModel {
  readonly rows: readonly WaterfallRow[];
  readonly totalMs: number;
  readonly start: number;
  readonly spans: number;
  /** `4 spans, 2 services, one attempt, 12 ms`. */
  readonly summary: string;
}

/** Calls beside the request's way: authorisation, rate limits, mirrors (reference: rule N7). They are no attempts. */
const SIDE_CALL = /tokeninfo|tokenintrospection|webhook|open-policy-agent|ext_authz|authrequest|ratelimit|^async |kong\.dns|mirror/i;

/** Rows, marks and time axis of a trace. */
export function waterfallOf(trace: Trace, verdict: Verdict): WaterfallModel {
  const placed = placeSpans(trace.spans);
  const start = trace.spans.reduce((least, span) => Math.min(least, span.start), Infinity);
  const end = trace.spans.reduce((most, span) => Math.max(most, span.start + span.durationMs), -Infinity);
  const totalMs = placed.length === 0 ? 0 : Math.max(0.001, end - start);
  const marks = marksOf(verdict);
  const attempts = new Map(attemptsOf(placed, verdict).map((span, i) => [span, i + 1] as const));
  const withChild = new Set(trace.spans.map((span) => span.parentId));
  const rows = placed.flatMap((one, i) => {
    const row = rowOf(one, i, start, marks, attempts, verdict);
    const attempt = attempts.get(one.span);
    const missing = attempt !== undefined && !withChild.has(one.span.spanId) ? missingRow(row, verdict, attempt === attempts.size) : null;
    return missing ? [row, missing] : [row];
  });
  return { rows, totalMs, start: placed.length === 0 ? 0 : start, spans: trace.spans.length, summary: summaryOf(trace, attempts.size, totalMs) };
}

interface Marks {
  readonly evidence: ReadonlyMap<string, readonly string[]>;
  readonly against: ReadonlyMap<string, readonly string[]>;
}

function marksOf(verdict: Verdict): Marks {
  const collect = (list: Verdict['evidence']) => {
    const bySpan = new Map<string, string[]>();
    for (const { spanId, code } of list) if (spanId !== null) bySpan.set(spanId, [...(bySpan.get(spanId) ?? []), code]);
    return bySpan;
  };
  return { evidence: collect(verdict.evidence), against: collect(verdict.against) };
}

/** Client spans of the deciding proxy towards the next hop, in order of start; side calls left out. */
function attemptsOf(placed: readonly PlacedSpan[], verdict: Verdict): Span[] {
  const proxies = verdict.chain.filter((hop) => hop.role === 'proxy');
  const deciding = proxies.find((hop) => hop.spanId === verdict.answeredBy.spanId) ?? proxies.at(-1);
  if (!deciding) return [];
  const byId = new Map(placed.map(({ span }) => [span.spanId, span]));
  const within = (span: Span): boolean => {
    // Up through spans of the same service only: an attempt may lie below a filter's span.
    let at: Span | undefined = span;
    for (let steps = 0; at && steps < 64; steps += 1) {
      if (at.spanId === deciding.spanId) return true;
      at = at.parentId === null ? undefined : byId.get(at.parentId);
      if (at && at.service !== span.service) return false;
    }
    return false;
  };
  return placed.map(({ span }) => span).filter((span) => span.kind === 'client' && !SIDE_CALL.test(span.name) && within(span)).sort((a, b) => a.start - b.start);
}

function rowOf({ span, depth, orphan }: PlacedSpan, index: number, start: number, marks: Marks, attempts: ReadonlyMap<Span, number>, verdict: Verdict): WaterfallRow {
  const side = span.kind === 'client' && SIDE_CALL.test(span.name);
  const attempt = attempts.get(span);
  const bad = span.status === 'error' || (statusOf(span) ?? 0) >= 500;
  return {
    key: `${index}:${span.spanId}`, spanId: span.spanId, depth, name: clipText(span.name === '' ? '(no name)' : span.name, 120).text, service: clipText(span.service, 80).text,
    offsetMs: span.start - start, durationMs: Math.max(0, span.durationMs),
    note: noteOf(span, side), look: side ? 'side-call' : bad ? 'error' : 'span',
    evidence: marks.evidence.get(span.spanId) ?? [], against: marks.against.get(span.spanId) ?? [],
    deciding: verdict.answeredBy.spanId === span.spanId,
    attempt: attempt !== undefined && attempts.size > 1 ? `attempt ${attempt} of ${attempts.size}` : null, orphan,
  };
}

function noteOf(span: Span, side: boolean): string {
  const status = statusOf(span);
  const parts = [status === null ? (span.kind === 'client' && !side ? 'no status' : null) : String(status), formatDuration(span.durationMs), side ? 'not an attempt' : null];
  return parts.filter((part): part is string => part !== null).join(' · ');
}

/** HTTP status of a span by the stable name, else the old one; null when there is none (0 is none). */
export function statusOf(span: Pick<Span, 'attributes'>): number | null {
  const raw = span.attributes['http.response.status_code'] ?? span.attributes['http.status_code'];
  const status = typeof raw === 'number' ? raw : typeof raw === 'string' ? Number.parseInt(raw, 10) : NaN;
  return Number.isInteger(status) && status >= 100 && status <= 599 ? status : null;
}

/** The server span that an attempt should have below it. */
function missingRow(attempt: WaterfallRow, verdict: Verdict, last: boolean): WaterfallRow {
  const connectFailed = (last && verdict.mechanism === 'connect_failed') || attempt.evidence.includes('CONNECT_ERROR_TEXT');
  const profile = [...verdict.evidence, ...verdict.against].find((one) => one.code === 'PROFILE_BELOW');
  const note = connectFailed ? 'none: the connection failed' : profile && profile.text !== '' ? `missing: ${clipText(profile.text, 80).text}` : 'none in this trace';
  return {
    ...attempt, key: `${attempt.key}:missing`, spanId: null, depth: attempt.depth + 1, name: 'server span of the backend', service: '', note, look: 'missing',
    offsetMs: attempt.offsetMs + attempt.durationMs * 0.1, durationMs: attempt.durationMs * 0.8, evidence: [], against: [], deciding: false, attempt: null, orphan: false,
  };
}

function summaryOf({ spans }: Trace, attempts: number, totalMs: number): string {
  const services = new Set(spans.map((span) => span.service)).size;
  const parts = [plural(spans.length, 'span'), plural(services, 'service')];
  if (attempts > 0) parts.push(attempts === 1 ? 'one attempt' : `${attempts} attempts`);
  return [...parts, formatDuration(totalMs)].join(', ');
}

/** Attributes as rows in order of their names; lists joined. Raw text, to be clipped and made visible when drawn. */
export function attributeRows(attributes: Attributes): { readonly name: string; readonly value: string }[] {
  return Object.keys(attributes).sort().map((name) => ({ name, value: attributeText(attributes[name]!) }));
}

function attributeText(value: AttributeValue): string {
  return typeof value === 'object' ? value.map(String).join(', ') : String(value);
}

export interface TraceNote {
  readonly title: string;
  readonly text: string;
  /** False: passed on from the backend. Jaeger warns of skew on sound traces too (reference: rule 6.4a). */
  readonly ours: boolean;
}

/** Faults of the trace itself that a reader must know before believing it. */
export function traceNotes(trace: Trace, verdict: Verdict): TraceNote[] {
  const codes = new Set([...verdict.evidence, ...verdict.against].map((one) => one.code));
  const ours = [
    ...(trace.partial || codes.has('PARTIAL') ? [{ title: 'Part of the trace', text: 'The backend gave only a part of it; a missing span proves nothing here.' }] : []),
    ...(codes.has('YOUNG') ? [{ title: 'Young trace', text: 'Spans may still arrive. Look again in a minute.' }] : []),
    ...(codes.has('SKEW') ? [{ title: 'Clocks disagree', text: 'Some spans lie outside their parents; times across services are not used.' }] : []),
    ...(codes.has('ORPHAN_EDGE') ? [{ title: 'A parent is missing', text: 'Some spans hang on inferred edges.' }] : []),
    ...(codes.has('NO_PROXY_SPAN') ? [{ title: 'No proxy span', text: 'No hop of the proxy is in this trace.' }] : []),
  ];
  const theirs = [...new Set(trace.warnings)].slice(0, 5).map((text) => ({ title: 'The backend warns', text: clipText(text, 240).text, ours: false }));
  return [...ours.map((note) => ({ ...note, ours: true })), ...theirs];
}
