import { logGamma } from './log-gamma';

/** Terms below this share of the sum no longer change a double. */
const NEGLIGIBLE = 1e-17;

/** P(X >= k) for Poisson with this mean. Exact to about 1e-12 relative, also far out in the tail. */
export function poissonTail(k: number, mean: number): number {
  checkCount(k);
  if (!(mean >= 0)) throw new RangeError(`mean must not be negative: ${mean}`);
  if (k === 0) return 1;
  if (mean === 0) return 0;
  const term = (i: number) => Math.exp(i * Math.log(mean) - mean - logGamma(i + 1));
  if (k > mean) return sumUp(term(k), (i) => mean / (i + 1), k);
  return 1 - sumDown(term(k - 1), (i) => i / mean, k - 1);
}

/**
 * P(X >= k) for a negative binomial with this mean and variance mean + dispersion * mean^2
 * (size = 1 / dispersion). Dispersion 0 is Poisson.
 */
export function negativeBinomialTail(k: number, mean: number, dispersion: number): number {
  if (!(dispersion >= 0)) throw new RangeError(`dispersion must not be negative: ${dispersion}`);
  // Below this the sizes are so large that differences of log-gammas lose more than the Poisson limit does.
  if (dispersion < 1e-7) return poissonTail(k, mean);
  checkCount(k);
  if (!(mean >= 0)) throw new RangeError(`mean must not be negative: ${mean}`);
  if (k === 0) return 1;
  if (mean === 0) return 0;
  const size = 1 / dispersion;
  const again = mean / (size + mean);
  const term = (i: number) =>
    Math.exp(logGamma(i + size) - logGamma(size) - logGamma(i + 1) + size * Math.log1p(-again) + i * Math.log(again));
  if (k > mean) return sumUp(term(k), (i) => ((i + size) / (i + 1)) * again, k);
  return Math.max(0, 1 - sumDown(term(k - 1), (i) => i / ((i - 1 + size) * again), k - 1));
}

/** P(X >= k) for n trials with success chance p. */
export function binomialTail(k: number, n: number, p: number): number {
  checkCount(k);
  checkCount(n);
  if (!(p >= 0 && p <= 1)) throw new RangeError(`chance must lie in 0..1: ${p}`);
  return poissonBinomialTail(k, new Array<number>(n).fill(p));
}

/** P(X >= k) for independent trials with chances of their own, by convolution: exact, O(n^2). */
export function poissonBinomialTail(k: number, chances: readonly number[]): number {
  const mass = poissonBinomialMass(chances);
  let sum = 0;
  for (let i = mass.length - 1; i >= Math.max(0, k); i -= 1) sum += mass[i]!;
  return Math.min(1, sum);
}

/** P(X = i) for i = 0..n of independent trials with chances of their own. */
export function poissonBinomialMass(chances: readonly number[]): number[] {
  const mass = new Array<number>(chances.length + 1).fill(0);
  mass[0] = 1;
  chances.forEach((chance, done) => {
    for (let i = done + 1; i > 0; i -= 1) mass[i] = mass[i]! * (1 - chance) + mass[i - 1]! * chance;
    mass[0] = mass[0]! * (1 - chance);
  });
  return mass;
}

/** Smallest k with P(X <= k) >= level for a Poisson with this mean. */
export function poissonQuantile(level: number, mean: number): number {
  if (!(level > 0 && level < 1)) throw new RangeError(`level must lie in 0..1: ${level}`);
  // Start near the answer: a walk from 0 would be long (and e^-mean 0) for a large mean.
  let k = Math.max(0, Math.floor(mean - 4 * Math.sqrt(mean)));
  while (k > 0 && poissonTail(k, mean) <= 1 - level) k -= 1;
  let tail = poissonTail(k + 1, mean);
  if (tail <= 1 - level) return k;
  let mass = Math.exp((k + 1) * Math.log(mean) - mean - logGamma(k + 2));
  while (tail > 1 - level) {
    k += 1;
    tail -= mass;
    mass *= mean / (k + 1);
  }
  return k;
}

function sumUp(first: number, ratio: (i: number) => number, from: number): number {
  let [term, sum, i] = [first, first, from];
  while (term > sum * NEGLIGIBLE && term > 0) {
    term *= ratio(i);
    sum += term;
    i += 1;
  }
  return Math.min(1, sum);
}

function sumDown(first: number, ratio: (i: number) => number, from: number): number {
  let [term, sum] = [first, first];
  for (let i = from; i > 0 && term > sum * NEGLIGIBLE; i -= 1) {
    term *= ratio(i);
    sum += term;
  }
  return Math.min(1, sum);
}

function checkCount(k: number): void {
  if (!Number.isInteger(k) || k < 0) throw new RangeError(`not a count: ${k}`);
}
