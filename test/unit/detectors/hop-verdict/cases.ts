import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { AttributeOptions } from '@/lib/detectors/hop-verdict';
import type { Span, Trace } from '@/lib/domain/traces';
import type { Verdict } from '@/lib/domain/verdict';
import { parseTraces } from '@/lib/wire/parse-traces';
import { trace } from './build';
import { allChains } from './chains';
import { exampleTrace, examples } from './examples';
import { situations } from './situations';

/** A whole trace whose verdict is known to be right: other tests compare it with what happened. */
export interface Whole {
  readonly title: string;
  readonly trace: Trace;
  readonly options: AttributeOptions;
}

const folder = path.resolve(import.meta.dirname, '../../../fixtures/real/traces');

function realTraces(): Whole[] {
  return ['skipper', 'envoy'].flatMap((proxy) => readdirSync(path.join(folder, proxy)).filter((file) => file.endsWith('.v1.json')).map((file) => {
    const parsed = parseTraces(JSON.parse(readFileSync(path.join(folder, proxy, file), 'utf8')));
    if (!parsed.ok) throw new Error(parsed.error);
    return { title: `real ${proxy} ${file}`, trace: parsed.traces[0]!, options: {} };
  }));
}

/** The worked examples, what was made to happen, chains of two proxies with every fault at each hop, and real traces. */
export const wholes: readonly Whole[] = [
  ...examples.map((example) => ({ title: `example ${example.row}: ${example.title}`, trace: exampleTrace(example), options: example.options ?? {} })),
  ...situations.map(([proxy, title, specs]) => ({ title: `${proxy} ${title}`, trace: trace(99, 'old', specs), options: {} })),
  ...allChains.map((chain) => ({ title: chain.title, trace: trace(98, 'old', chain.specs), options: {} })),
  ...realTraces(),
];

/** All ways to lose spans, the whole trace and the empty one left out. */
export function lossesOf(whole: Trace): Trace[] {
  const masks = Array.from({ length: 2 ** whole.spans.length - 2 }, (_, i) => i + 1);
  return masks.map((mask) => ({ ...whole, spans: whole.spans.filter((_, i) => mask & (1 << i)) }));
}

/**
 * True when a hop is named that is not the right one. Not naming one is no mistake, nor is the address behind a proxy where
 * the span of the next hop is missing.
 */
export function isWrongHop(verdict: Verdict, truth: Verdict): boolean {
  return (['answeredBy', 'causedBy'] as const).some((side) => {
    const [said, true_] = [verdict[side], truth[side]];
    if (said.role === 'unknown' || true_.role === 'unknown') return false;
    if (said.role === 'backend' && said.spanId === null && true_.role === 'unseen') return false;
    return said.role !== true_.role || (said.spanId !== null && true_.spanId !== null && said.spanId !== true_.spanId);
  });
}

/** The same claim: roles, spans, mechanism and status. */
export function isSameAnswer(a: Verdict, b: Verdict): boolean {
  const key = ({ answeredBy, causedBy, mechanism, status }: Verdict) => JSON.stringify([answeredBy.role, answeredBy.spanId, causedBy.role, mechanism, status]);
  return key(a) === key(b);
}

/** One thing that a span says: an attribute, its events, its message, its error status. */
export interface Piece {
  readonly spanId: string;
  readonly what: string;
  remove(span: Span): Span;
}

export function piecesOf(span: Span): Piece[] {
  const { spanId } = span;
  const attributes = Object.keys(span.attributes).map((key): Piece => ({
    spanId, what: key, remove: (from) => ({ ...from, attributes: Object.fromEntries(Object.entries(from.attributes).filter(([name]) => name !== key)) }),
  }));
  const rest: Piece[] = [];
  if (span.events.length > 0) rest.push({ spanId, what: 'events', remove: (from) => ({ ...from, events: [] }) });
  if (span.statusMessage !== '') rest.push({ spanId, what: 'message', remove: (from) => ({ ...from, statusMessage: '' }) });
  if (span.status === 'error') rest.push({ spanId, what: 'error', remove: (from) => ({ ...from, status: 'unset' }) });
  return [...attributes, ...rest];
}

export function without(whole: Trace, pieces: readonly Piece[]): Trace {
  return { ...whole, spans: whole.spans.map((span) => pieces.filter((piece) => piece.spanId === span.spanId).reduce((left, piece) => piece.remove(left), span)) };
}
