import type { Value } from '@/lib/domain/series';

/** Wilson score interval of a share at 95 %; 0..1 when nothing was sampled. */
export function wilson(hits: number, samples: number): { readonly low: number; readonly high: number } {
  if (samples <= 0) return { low: 0, high: 1 };
  const z2 = 1.96 ** 2;
  const share = hits / samples;
  const middle = (share + z2 / (2 * samples)) / (1 + z2 / samples);
  const half = (1.96 / (1 + z2 / samples)) * Math.sqrt((share * (1 - share)) / samples + z2 / (4 * samples * samples));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** Upper bound of ln P(X >= hits) for a binomial (Chernoff): never smaller than the truth, so alarms stay careful. */
export function logTailBinomial(hits: number, tries: number, chance: number): number {
  const share = hits / tries;
  if (tries <= 0 || share <= chance) return 0;
  const miss = share >= 1 ? 0 : (1 - share) * Math.log((1 - share) / (1 - chance));
  return -tries * (share * Math.log(share / chance) + miss);
}

/** The same for a Poisson count. */
export function logTailPoisson(count: number, expected: number): number {
  if (count <= expected) return 0;
  return expected <= 0 ? -Infinity : -(count * Math.log(count / expected) - count + expected);
}

/** Upper bound of ln P(X <= count) for a Poisson count: how unlikely so few are. */
export function logLowTailPoisson(count: number, expected: number): number {
  if (count >= expected) return 0;
  return count <= 0 ? -expected : count - expected - count * Math.log(count / expected);
}

/** Rank of the peers' miss share: a little under the median, so that a broken half of a fleet does not hide a zone. */
export const PEER_QUANTILE = 0.4;

/** Quantile of the known values by rank; null when there are none. */
export function quantile(values: readonly Value[], part: number): number | null {
  const known = values.filter((value): value is number => value !== null).sort((a, b) => a - b);
  if (known.length === 0) return null;
  return known[Math.min(known.length - 1, Math.floor(part * known.length))]!;
}

export const median = (values: readonly Value[]) => quantile(values, 0.5);

/** Sum of the known values from `first` to `last` (both included); null when none is known. */
export function sumOver(values: readonly Value[], first = 0, last = values.length - 1): number | null {
  let sum: number | null = null;
  for (let at = Math.max(0, first); at <= Math.min(last, values.length - 1); at += 1) {
    const value = values[at] ?? null;
    if (value !== null) sum = (sum ?? 0) + value;
  }
  return sum;
}

/** Adds rows step by step; a step that no row knows stays unknown. */
export function addRows(rows: readonly (readonly Value[])[], length: number): Value[] {
  const sums = new Array<Value>(length).fill(null);
  for (const row of rows) {
    for (let at = 0; at < length; at += 1) {
      const value = row[at] ?? null;
      if (value !== null) sums[at] = (sums[at] ?? 0) + value;
    }
  }
  return sums;
}
