import type { TraceAnswer } from '../domain/requests';
import { own } from '../domain/own';
import type { Attributes, Span } from '../domain/traces';
import { clipText } from './hostile-text';
import { attemptSpans } from './trace-attempts';
import { pairHops } from './trace-compare';
import { attributeText } from './trace-span';

/** An attribute that two matching spans have differently; null: that span does not have it. */
export interface AttributeDiff {
  readonly key: string;
  /** Which span: `proxy skipper`, `last attempt`. */
  readonly where: string;
  readonly name: string;
  readonly a: string | null;
  readonly b: string | null;
}

export interface AttributeDiffs {
  readonly rows: readonly AttributeDiff[];
  /** Differences beyond the first ones. */
  readonly leftOut: number;
}

const MOST = 40;

/** Names of ids, times, ports, sizes and of the emitter itself: they differ between any two requests, or say nothing about one. */
const NOISE = /(^|[._-])(id|ids|uuid|guid|trace_?id|span_?id|time|timestamp|duration|elapsed|port|size|length|bytes|thread|pid|count)$|x-request-id|traceparent|guid:|thread\.|process\.pid|telemetry\.|internal\.|otel\.|^peer\.address$|client\.address|downstream|user_agent/i;
/** Names that end like an id but say which way the request went. */
const TELLING = /route_id$|^upstream_address$/i;

type Judged = Pick<TraceAnswer, 'trace' | 'verdict'>;

/** Attributes that differ on spans that match: hops by role and service, and the last attempt of each. */
export function attributeDiffs(a: Judged, b: Judged): AttributeDiffs {
  const spansA = new Map(a.trace.spans.map((span) => [span.spanId, span]));
  const spansB = new Map(b.trace.spans.map((span) => [span.spanId, span]));
  const hops = pairHops(a.verdict.chain, b.verdict.chain).flatMap((pair) => (pair.a && pair.b ? [{ where: clipText(pair.a.service, 40).text, a: spansA.get(pair.a.spanId), b: spansB.get(pair.b.spanId) }] : []));
  const attempts = { where: 'last attempt', a: attemptSpans(a.trace.spans, a.verdict).at(-1), b: attemptSpans(b.trace.spans, b.verdict).at(-1) };
  const all = [...hops, attempts].flatMap((pair, i) => (pair.a && pair.b ? between(pair.a, pair.b, pair.where, i) : []));
  return { rows: all.slice(0, MOST), leftOut: Math.max(0, all.length - MOST) };
}

function between(a: Span, b: Span, where: string, index: number): AttributeDiff[] {
  return [...differing(a.attributes, b.attributes), ...differing(a.resource, b.resource)].map((one) => ({ ...one, where, key: `${index}:${one.name}` }));
}

function differing(a: Attributes, b: Attributes): Omit<AttributeDiff, 'where' | 'key'>[] {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => TELLING.test(name) || !NOISE.test(name)).sort();
  return names.flatMap((name) => {
    const [inA, inB] = [textOf(a, name), textOf(b, name)];
    return inA === inB ? [] : [{ name, a: inA, b: inB }];
  });
}

function textOf(attributes: Attributes, name: string): string | null {
  const value = own(attributes, name);
  return value === undefined ? null : attributeText(value);
}
