import 'server-only';
import type { Trace } from '../../domain/traces';
import { clipText } from '../../present/hostile-text';
import { type TraceReference, readTraceReference, referenceInJson } from '../../url/trace-reference';
import { isCutOff } from '../../wire/json';
import { packedKind } from '../../wire/packed-text';
import { type WireFormat, parseTraces } from '../../wire/parse-traces';

/** What a pasted text is; `error` says what was recognised, what was not, and the way out. */
export type Pasted =
  | { readonly kind: 'traces'; readonly traces: readonly Trace[]; readonly format: string }
  | { readonly kind: 'reference'; readonly reference: TraceReference }
  | { readonly kind: 'error'; readonly error: string };

const formats: Record<WireFormat, string> = { 'jaeger-v1': 'Jaeger JSON', otlp: 'OTLP JSON', tempo: 'Tempo JSON', 'zipkin-v2': 'Zipkin JSON', weir: 'JSON of Weir', empty: 'JSON' };

const WAY_OUT = 'Paste the whole JSON of a trace (Jaeger, OTLP, Tempo, Zipkin or Weir), a trace id of 16 or 32 hex digits, a traceparent, or a link that holds an id.';

/** Recognises a pasted text: JSON of any wire format, also one document a line, or something that names a trace. Never throws. */
export function readPasted(pasted: string): Pasted {
  const text = (pasted.charCodeAt(0) === 0xfeff ? pasted.slice(1) : pasted).trim();
  if (text === '') return fail('Nothing was pasted.');
  const packed = packedKind(pasted);
  if (packed) return fail(`This is ${packed}.`);
  if (/^[{[]/.test(text)) return readJson(text);
  const reference = readTraceReference(text);
  if (reference) return { kind: 'reference', reference };
  if (/^<(!doctype|html|\?xml)/i.test(text)) return fail('This is a web page, not a trace: perhaps a login page that came in place of the answer.');
  return fail(`This is neither JSON nor does it name a trace: it begins with "${clipText(text.slice(0, 60), 40).text}".`);
}

function readJson(text: string): Pasted {
  const whole = parse(text);
  if ('value' in whole) return fromJson(whole.value);
  const values = parseLines(text);
  if (values) return fromLines(values);
  return fail(isCutOff(text) ? 'This begins as JSON but ends in the middle: a part of it was not copied. Drop the file here instead.' : `This looks like JSON but is broken: ${clipText(whole.error, 120).text}.`);
}

function fromJson(json: unknown): Pasted {
  const parsed = parseTraces(json);
  const reference = parsed.ok ? null : logReference(json);
  if (reference) return { kind: 'reference', reference };
  if (!parsed.ok) return fail(`This is JSON, but no trace that Weir knows: ${clipText(parsed.error, 600).text}.`);
  if (parsed.traces.length === 0) return fail(`This is ${formats[parsed.format]} without any span: the backend found nothing, or the trace has aged out.`);
  return { kind: 'traces', traces: parsed.traces, format: formats[parsed.format] };
}

/** A line of a log names its trace. What looks like the spans of a trace is a broken trace, and its fault is to be told. */
function logReference(json: unknown): TraceReference | null {
  const isTrace = typeof json === 'object' && json !== null && ['spans', 'data', 'resourceSpans', 'batches', 'result'].some((key) => Object.hasOwn(json, key));
  return isTrace ? null : referenceInJson(json);
}

/** Each line is a document of its own; documents of one shape that belong together (OTLP) are one answer. */
function fromLines(documents: readonly unknown[]): Pasted {
  const together = parseTraces(documents);
  if (together.ok && together.traces.length > 0) return { kind: 'traces', traces: together.traces, format: `${formats[together.format]}, one document a line` };
  const each = documents.map(fromJson);
  const named = each.find((one) => one.kind === 'reference');
  if (named && !each.some((one) => one.kind === 'traces')) return named;
  for (const [i, one] of each.entries()) if (one.kind === 'error') return { kind: 'error', error: `Line ${i + 1}: ${one.error}` };
  const traces = each.flatMap((one) => (one.kind === 'traces' ? one.traces : []));
  return { kind: 'traces', traces, format: 'JSON, one document a line' };
}

/** Jaeger v3 and log files put one document on each line. Null for one line, or when a line is no JSON; the first such line ends it. */
function parseLines(text: string): readonly unknown[] | null {
  const values: unknown[] = [];
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    const line = text.slice(from, end < 0 ? text.length : end);
    from += line.length + 1;
    if (line.trim() === '') continue;
    const parsed = parse(line);
    if (!('value' in parsed)) return null;
    values.push(parsed.value);
  }
  return values.length > 1 ? values : null;
}

function parse(text: string): { readonly value: unknown } | { readonly error: string } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    // V8 quotes some of the text around the fault; the rest of the message names place and kind.
    return { error: error instanceof Error ? error.message : 'not readable' };
  }
}

const fail = (error: string): Pasted => ({ kind: 'error', error: `${error} ${WAY_OUT}` });
