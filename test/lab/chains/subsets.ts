import type { Trace } from '../../../lib/domain/traces';

/** What is left of a trace when each span is lost with this chance, and how likely it is to be exactly that. */
export interface Remainder {
  readonly trace: Trace;
  readonly chance: number;
}

/** Every remainder with one span or more, so that a test needs no dice. Traces of the lab have few spans: 2^n of them. */
export function* remaindersOf(trace: Trace, lost: number): Generator<Remainder> {
  const { spans } = trace;
  if (spans.length > 12) throw new RangeError(`too many spans for all remainders: ${spans.length}`);
  for (let kept = 1; kept < 2 ** spans.length; kept += 1) {
    const left = spans.filter((_, index) => (kept >> index) & 1);
    yield { trace: { ...trace, spans: left }, chance: (1 - lost) ** left.length * lost ** (spans.length - left.length) };
  }
}
