import type { TraceSource } from '../ports/trace-source';
import { type Breaker, makeBreaker } from './breaker';

const breakers = new WeakMap<TraceSource, Breaker>();

/** One for each source: what one question learnt spares the next one. */
export function breakerOf(source: TraceSource): Breaker {
  const known = breakers.get(source) ?? makeBreaker();
  breakers.set(source, known);
  return known;
}
