/** Figures out of repeated measurements: all in the unit of the input. */
export interface Spread {
  readonly n: number;
  readonly min: number;
  readonly median: number;
  readonly p95: number;
  readonly max: number;
}

/** Middle value, the mean of both middle ones for an even count; null for none. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[sorted.length % 2 === 1 ? middle : middle - 1], sorted[middle]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** Smallest value that at least `share` (0..1] of all do not exceed (nearest rank); null for none. */
export function percentile(values: readonly number[], share: number): number | null {
  if (!(share > 0 && share <= 1)) throw new RangeError(`share: expected more than 0 and at most 1, got ${share}`);
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? null;
}

/** The spread of measurements, rounded for reading; null for none. */
export function spread(values: readonly number[]): Spread | null {
  const [middle, p95] = [median(values), percentile(values, 0.95)];
  if (middle === null || p95 === null) return null;
  return { n: values.length, min: rounded(Math.min(...values)), median: rounded(middle), p95: rounded(p95), max: rounded(Math.max(...values)) };
}

/** Median over median, of two things measured in turns; null when one was not measured or the lower one is 0. */
export function ratioOfMedians(upper: readonly number[], lower: readonly number[]): number | null {
  const [over, under] = [median(upper), median(lower)];
  return over === null || under === null || under === 0 ? null : rounded(over / under);
}

/** Three significant digits, and whole numbers from 100 on: more would be noise. */
export function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
