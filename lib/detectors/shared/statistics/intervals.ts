import { logGamma } from './log-gamma';
import { poissonTail } from './tails';

/** An estimate with its 95 % interval. */
export interface Interval { readonly value: number; readonly low: number; readonly high: number }

const Z95 = 1.959963984540054;

/**
 * Median with the interval that its order statistics give: no assumption on the distribution, no chance. `independent` is the
 * number of values that are independent (values over an overlapping window are not); null below two of them.
 */
export function medianInterval(values: readonly number[], independent: number = values.length, z: number = Z95): Interval | null {
  if (values.length === 0 || independent < 2) return null;
  const sorted = Float64Array.from(values).sort();
  const half = (z * 0.5) / Math.sqrt(independent);
  return { value: quantile(sorted, 0.5), low: quantile(sorted, 0.5 - half), high: quantile(sorted, 0.5 + half) };
}

/** Mean with its normal interval: for values of several levels, whose median would jump between them. Null below two independent values. */
export function meanInterval(values: readonly number[], independent: number = values.length): Interval | null {
  if (values.length === 0 || independent < 2) return null;
  const value = values.reduce((sum, one) => sum + one, 0) / values.length;
  const variance = values.reduce((sum, one) => sum + (one - value) ** 2, 0) / Math.max(1, values.length - 1);
  const half = Z95 * Math.sqrt(variance / independent);
  return { value, low: value - half, high: value + half };
}

/** Value at a part of a sorted list, in between by a straight line; the ends outside 0..1. */
function quantile(sorted: Float64Array, part: number): number {
  const at = Math.min(1, Math.max(0, part)) * (sorted.length - 1);
  const low = Math.floor(at);
  const high = Math.ceil(at);
  return sorted[low]! + (sorted[high]! - sorted[low]!) * (at - low);
}

/** How many times `before` is `after`? From the widths of both intervals on the log scale; null where one is not above 0. */
export function ratioInterval(before: Interval, after: Interval): Interval | null {
  if (!(before.low > 0) || !(after.low > 0)) return null;
  const width = (one: Interval) => Math.log(one.high / one.low) / 2;
  const half = Math.hypot(width(before), width(after));
  const value = after.value / before.value;
  return { value, low: value * Math.exp(-half), high: value * Math.exp(half) };
}

/** Difference of two shares (Newcombe): `after` minus `before`, from the intervals of each. */
export function differenceInterval(before: Interval, after: Interval): Interval {
  const value = after.value - before.value;
  const down = Math.hypot(after.value - after.low, before.high - before.value);
  const up = Math.hypot(after.high - after.value, before.value - before.low);
  return { value, low: Math.max(-1, value - down), high: Math.min(1, value + up) };
}

/**
 * Ratio of two rates of rare events with its exact conditional 95 % interval: of all events, those after are binomial
 * (Clopper-Pearson). The bounds may be 0 and Infinity. Null when there were no events at all. Throws RangeError for exposures
 * that are not above 0.
 */
export function rateRatio(before: number, exposureBefore: number, after: number, exposureAfter: number): Interval | null {
  if (!(exposureBefore > 0) || !(exposureAfter > 0)) throw new RangeError('exposures must be above 0');
  const total = before + after;
  if (total === 0) return null;
  const scale = exposureBefore / exposureAfter;
  const odds = (p: number) => (p >= 1 ? Infinity : (p / (1 - p)) * scale);
  const low = after === 0 ? 0 : solve((p) => binomialUpper(after, total, p), 0.025);
  const high = before === 0 ? 1 : solve((p) => 1 - binomialUpper(after + 1, total, p), 0.025, true);
  return { value: before === 0 ? Infinity : (after / before) * scale, low: odds(low), high: odds(high) };
}

/** P(X >= k) of n trials with chance p. Starts at the term next to k, in logs: (1 - p)^n is 0 for a computer where n is large. */
export function binomialUpper(k: number, n: number, p: number): number {
  if (k <= 0) return 1;
  if (k > n || p <= 0) return 0;
  if (p >= 1) return 1;
  const odds = p / (1 - p);
  const at = k > n * p ? k : k - 1;
  let term = Math.exp(logGamma(n + 1) - logGamma(at + 1) - logGamma(n - at + 1) + at * Math.log(p) + (n - at) * Math.log1p(-p));
  let sum = term;
  if (k > n * p) {
    for (let i = at; i < n && term > sum * 1e-17; i += 1) sum += term *= ((n - i) / (i + 1)) * odds;
    return Math.min(1, sum);
  }
  for (let i = at; i > 0 && term > sum * 1e-17; i -= 1) sum += term *= i / ((n - i + 1) * odds);
  return Math.max(0, 1 - sum);
}

/** The chance at which a rising (or falling) function meets a level, by halving. */
function solve(at: (p: number) => number, level: number, falling = false): number {
  let [low, high] = [0, 1];
  for (let i = 0; i < 60; i += 1) {
    const middle = (low + high) / 2;
    if (at(middle) < level !== falling) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Chance of seeing no event where so many are expected. */
export function chanceOfNone(expected: number): number {
  return 1 - poissonTail(1, expected);
}
