import type { Trace } from '../domain/traces';
import { TraceCollector } from './collect';
import { readJaegerTrace } from './jaeger-v1';
import { type JsonObject, isObject, listOf, textOf, typeName } from './json';
import { readResourceSpans } from './otlp';
import { isWeirAnswer, isWeirTrace, readWeirTrace } from './weir';
import { readZipkinSpans } from './zipkin-v2';

/** `empty`: a well-formed answer without any trace whose shape does not tell its format. */
export type WireFormat = 'jaeger-v1' | 'otlp' | 'tempo' | 'zipkin-v2' | 'weir' | 'empty';

export type ParsedTraces =
  | { readonly ok: true; readonly traces: Trace[]; readonly format: WireFormat }
  | { readonly ok: false; readonly error: string };

const EXPECTED =
  'a Jaeger v1 answer ("data" or "traceID" with "spans"), OTLP JSON ("resourceSpans", maybe inside "result"), ' +
  'Tempo JSON ("batches", or "trace" with "resourceSpans"), a Zipkin v2 list of spans ("traceId" and "id") ' +
  'or the JSON of Weir itself ("trace" with "traceId" and "spans")';

/**
 * Traces from the parsed JSON of any backend, recognised by its shape: Jaeger v1 and VictoriaTraces, Jaeger v3 and OTLP
 * JSON, Tempo v1 and v2, Zipkin v2, and what Weir itself copies or answers (`{trace, verdict}`). Missing and odd fields are tolerated; spans without an id are left out. An answer that
 * has another shape gives an `error` that names what was expected and where. Never throws; linear in the size of the input.
 */
export function parseTraces(json: unknown): ParsedTraces {
  if (Array.isArray(json)) return parseList(json);
  if (!isObject(json)) return fail(`expected ${EXPECTED}, got ${typeName(json)}`);
  if (isWeirAnswer(json.data)) return parseWeir([json.data.trace], '$.data.trace');
  if (isWeirAnswer(json)) return parseWeir([json.trace], '$.trace');
  if ('data' in json || ('errors' in json && !('spans' in json))) return parseJaegerEnvelope(json);
  if (isJaegerTrace(json)) return parseJaegerList([json], '$');
  if (isWeirTrace(json)) return parseWeir([json], '$');
  if (isOtlpDocument(json)) return parseOtlpDocuments([json]);
  if (isZipkinSpan(json)) return parseZipkin([json]);
  if (isObject(json.error)) return fail(`the answer holds an error instead of traces: ${clip(textOf(json.error.message))}`);
  return fail(`expected ${EXPECTED}; the object has ${keysOf(json)}`);
}

function parseList(list: readonly unknown[]): ParsedTraces {
  if (list.length === 0) return { ok: true, traces: [], format: 'empty' };
  const first = list[0];
  if (Array.isArray(first)) return parseZipkinTraces(list);
  if (!isObject(first)) return fail(`$[0]: expected a trace or a span, got ${typeName(first)}`);
  if (isJaegerTrace(first)) return parseJaegerList(list, '$');
  if (isWeirAnswer(first) || isWeirTrace(first)) return parseWeir(list.map((item) => (isWeirAnswer(item) ? item.trace : item)), '$');
  if (isOtlpDocument(first)) return parseOtlpDocuments(list);
  if (isZipkinSpan(first)) return parseZipkin(list);
  return fail(`$[0]: expected ${EXPECTED}; the object has ${keysOf(first)}`);
}

function parseJaegerEnvelope(json: JsonObject): ParsedTraces {
  const errors = listOf(json.errors).filter(isObject).map((error) => textOf(error.msg)).filter(Boolean);
  if (Array.isArray(json.data)) return parseJaegerList(json.data, '$.data');
  if (isObject(json.data) && isJaegerTrace(json.data)) return parseJaegerList([json.data], '$.data');
  if (errors.length > 0) return fail(`the answer holds an error instead of traces: ${clip(errors.join('; '))}`);
  // Go writes an empty list as null.
  if (json.data === null) return { ok: true, traces: [], format: 'jaeger-v1' };
  return fail(`$.data: expected a list of Jaeger traces, got ${typeName(json.data)}`);
}

function parseJaegerList(list: readonly unknown[], where: string): ParsedTraces {
  const collector = new TraceCollector();
  for (let i = 0; i < list.length; i += 1) {
    const item = list[i];
    const place = where === '$' && list.length === 1 ? '$' : `${where}[${i}]`;
    if (!isObject(item)) return fail(`${place}: expected a Jaeger trace, got ${typeName(item)}`);
    if (!Array.isArray(item.spans)) return fail(`${place}.spans: expected a list of spans, got ${typeName(item.spans)}`);
    readJaegerTrace(item, collector);
  }
  return done(collector, 'jaeger-v1', list.some((item) => isObject(item) && listOf(item.spans).length > 0), `${where}: spans need "traceID" and "spanID"`);
}

/** Also a list of documents: old Jaeger versions stream one `result` per chunk. */
function parseOtlpDocuments(list: readonly unknown[]): ParsedTraces {
  const collector = new TraceCollector();
  let partial = false;
  let seen = 0;
  let tempo = false;
  for (let i = 0; i < list.length; i += 1) {
    const found = isObject(list[i]) ? resourceSpansOf(list[i] as JsonObject) : null;
    if (!found) return fail(`$[${i}]: expected an OTLP document with "resourceSpans"`);
    if (!Array.isArray(found.spans)) return fail(`${found.where}: expected a list, got ${typeName(found.spans)}`);
    seen += found.spans.length;
    tempo ||= found.tempo;
    partial ||= found.partial;
    readResourceSpans(found.spans, collector);
  }
  if (partial) collector.markPartial();
  return done(collector, tempo ? 'tempo' : 'otlp', seen > 0, '$: spans need "traceId" and "spanId"');
}

interface FoundSpans {
  readonly spans: unknown;
  readonly where: string;
  readonly tempo: boolean;
  readonly partial: boolean;
}

function resourceSpansOf(json: JsonObject): FoundSpans | null {
  const partial = json.status === 'PARTIAL' || json.status === 1;
  if ('resourceSpans' in json) return { spans: json.resourceSpans, where: '$.resourceSpans', tempo: false, partial };
  if ('batches' in json) return { spans: json.batches, where: '$.batches', tempo: true, partial };
  // An empty protobuf message leaves its list out; a message with other fields only is no trace of Tempo's.
  if (isObject(json.trace) && ('batches' in json.trace || 'resourceSpans' in json.trace || Object.keys(json.trace).length === 0)) {
    const key = 'batches' in json.trace ? 'batches' : 'resourceSpans';
    return { spans: json.trace[key] ?? [], where: `$.trace.${key}`, tempo: true, partial };
  }
  if (isObject(json.result)) return { spans: json.result.resourceSpans ?? [], where: '$.result.resourceSpans', tempo: false, partial };
  return null;
}

function parseWeir(list: readonly unknown[], where: string): ParsedTraces {
  const collector = new TraceCollector();
  for (let i = 0; i < list.length; i += 1) {
    const error = readWeirTrace(list[i], list.length === 1 ? where : `${where}[${i}]`, collector);
    if (error !== null) return fail(error);
  }
  return done(collector, 'weir', false, '');
}

function parseZipkinTraces(list: readonly unknown[]): ParsedTraces {
  const collector = new TraceCollector();
  let seen = 0;
  for (let i = 0; i < list.length; i += 1) {
    const spans = list[i];
    if (!Array.isArray(spans)) return fail(`$[${i}]: expected a list of Zipkin spans, got ${typeName(spans)}`);
    seen += spans.length;
    readZipkinSpans(spans, collector);
  }
  return done(collector, 'zipkin-v2', seen > 0, '$: Zipkin spans need "traceId" and "id"');
}

function parseZipkin(list: readonly unknown[]): ParsedTraces {
  const collector = new TraceCollector();
  readZipkinSpans(list, collector);
  return done(collector, 'zipkin-v2', list.length > 0, '$: Zipkin spans need "traceId" and "id"');
}

/** An answer whose spans are all unreadable is malformed; one without spans is merely empty. */
function done(collector: TraceCollector, format: WireFormat, hadSpans: boolean, expectation: string): ParsedTraces {
  const traces = collector.traces().filter((trace) => trace.spans.length > 0);
  if (traces.length === 0 && hadSpans) return fail(`no readable span; ${expectation}`);
  return { ok: true, traces, format };
}

const isJaegerTrace = (json: JsonObject) => 'spans' in json && ('traceID' in json || 'processes' in json);
const isOtlpDocument = (json: JsonObject) => resourceSpansOf(json) !== null;
const isZipkinSpan = (json: JsonObject) => typeof json.traceId === 'string' && typeof json.id === 'string';

const fail = (error: string): ParsedTraces => ({ ok: false, error });
const clip = (text: string) => text.slice(0, 200);

function keysOf(json: JsonObject): string {
  const keys = Object.keys(json).slice(0, 6).map((key) => JSON.stringify(key.slice(0, 40)));
  return keys.length > 0 ? `the keys ${keys.join(', ')}` : 'no keys';
}
