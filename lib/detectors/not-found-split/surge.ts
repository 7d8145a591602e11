import type { JudgedSample } from './sampled';

/** A stretch of steps (both included) in which something was asked far more often than in the rest of the range. */
export interface Surge {
  readonly first: number;
  readonly last: number;
  readonly samples: readonly JudgedSample[];
  /** Samples a step outside of it. */
  readonly before: number;
  /** How much better two rates explain the range than one: log-likelihood ratio. */
  readonly gain: number;
}

/** A stretch is told from the rest at this many times its rate. */
const TIMES = 10;
const LEAST_GAIN = 8;

/**
 * The one stretch where samples are densest against the rest of `length` steps: for each of a ladder of rates the best stretch by a running sum
 * (linear), of these the one with the largest Poisson likelihood. Null where no stretch stands out.
 *   . . . 1 . . 2 1 3 1 2 2 1 3 . . .
 *               └── the surge ──┘
 */
export function findSurge(samples: readonly JudgedSample[], length: number): Surge | null {
  const counts = new Array<number>(length).fill(0);
  for (const { step } of samples) if (step >= 0 && step < length) counts[step]! += 1;
  const total = counts.reduce((sum, count) => sum + count, 0);
  let best: { first: number; last: number; gain: number } | null = null;
  for (let rate = (2 * total) / length; rate <= total; rate *= 2) {
    const [first, last] = densest(counts, rate);
    const gain = gainOf(counts, total, first, last);
    if (best === null || gain > best.gain) best = { first, last, gain };
  }
  if (best === null || best.gain < LEAST_GAIN) return null;
  const { first, last } = best;
  const own = samples.filter(({ step }) => first <= step && step <= last);
  return { ...best, samples: own, before: (total - own.length) / Math.max(1, length - (last - first + 1)) };
}

/** The stretch with the largest sum of log-likelihoods of `rate` against a tenth of it. */
function densest(counts: readonly number[], rate: number): readonly [first: number, last: number] {
  let [best, from, to, sum, start] = [-Infinity, 0, 0, 0, 0];
  counts.forEach((count, at) => {
    if (sum <= 0) [sum, start] = [0, at];
    sum += count * Math.log(TIMES) - rate * (1 - 1 / TIMES);
    if (sum > best) [best, from, to] = [sum, start, at];
  });
  return [from, to];
}

function gainOf(counts: readonly number[], total: number, first: number, last: number): number {
  const [within, steps] = [counts.slice(first, last + 1).reduce((sum, count) => sum + count, 0), last - first + 1];
  const part = (count: number, width: number) => (count === 0 ? 0 : count * Math.log(count / ((width * total) / counts.length)));
  const outside = total - within;
  return within / steps <= outside / Math.max(1, counts.length - steps) ? 0 : part(within, steps) + part(outside, counts.length - steps);
}
