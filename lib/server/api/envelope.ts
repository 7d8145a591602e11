import type { Answer } from '../../domain/answer';
import type { ResolvedRange } from '../../domain/time-range';

/** An answer as JSON: ranges carry `stepSeconds` (contracts.md section 4) beside the milliseconds that the pages use. */
export function toEnvelope<A extends Answer<unknown>>({ range, queries, ...rest }: A) {
  return { ...rest, range: toRange(range), queries: queries.map((query) => ({ ...query, range: toRange(query.range) })) };
}

function toRange({ from, to, stepMs }: ResolvedRange) {
  return { from, to, stepMs, stepSeconds: stepMs / 1000 };
}
