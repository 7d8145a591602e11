/** Middle value; of two the mean. NaN for none. Does not change its input. */
export function median(values: readonly number[]): number {
  if (values.length === 0) return NaN;
  const sorted = Float64Array.from(values).sort();
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** Standard deviation of a normal distribution over its median absolute deviation. */
const MAD_TO_SD = 1 / 0.6745;

function differences(values: ArrayLike<number>): number[] {
  const steps = new Array<number>(Math.max(0, values.length - 1));
  for (let i = 0; i < steps.length; i += 1) steps[i] = values[i + 1]! - values[i]!;
  return steps;
}

/**
 * Noise of single points around slowly changing levels, blind to the few steps between levels: the median absolute first
 * difference, as a standard deviation.
 */
export function differenceNoise(values: ArrayLike<number>): number {
  const steps = differences(values);
  if (steps.length === 0) return 0;
  return (median(steps.map(Math.abs)) * MAD_TO_SD) / Math.SQRT2;
}

/** Overall standard deviation: the scale for series with trends, where neighbouring points say nothing about noise. */
export function overallDeviation(values: ArrayLike<number>): number {
  const n = values.length;
  if (n < 2) return 0;
  let sum = 0;
  for (let i = 0; i < n; i += 1) sum += values[i]!;
  const mean = sum / n;
  let squares = 0;
  for (let i = 0; i < n; i += 1) squares += (values[i]! - mean) ** 2;
  return Math.sqrt(squares / n);
}

/**
 * Correlation of neighbouring first differences; pairs with a large one are left out, so that level changes do not decide,
 * however many there are. Levels with independent noise give about -0.5; trends, random walks and smoothed series 0 and
 * above. Null: too short to tell.
 */
export function differenceCorrelation(values: ArrayLike<number>): number | null {
  const steps = differences(values);
  if (steps.length < 8) return null;
  const centre = median(steps);
  const limit = 2 * MAD_TO_SD * median(steps.map((step) => Math.abs(step - centre)));
  if (!(limit > 0)) return null;
  let product = 0;
  let squares = 0;
  let pairs = 0;
  for (let i = 1; i < steps.length; i += 1) {
    const [a, b] = [steps[i - 1]! - centre, steps[i]! - centre];
    if (Math.abs(a) > limit || Math.abs(b) > limit) continue;
    product += a * b;
    squares += (a * a + b * b) / 2;
    pairs += 1;
  }
  return pairs >= 6 && squares > 0 ? product / squares : null;
}
