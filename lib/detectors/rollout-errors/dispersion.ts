import type { Value } from '../../domain/series';
import { negativeBinomialTail } from '../shared/statistics/tails';

/** Groups this unlikely are bursts, not noise: they do not shape the estimate. */
const CALM_P = 1e-4;
const ROUNDS = 3;

/**
 * Overdispersion of counts summed over `size` steps, by moments on calm groups: variance = mean + dispersion * mean^2.
 * 0 (Poisson) unless the excess is more than two standard errors of what Poisson itself would show.
 */
export function estimateDispersion(total: readonly Value[], expected: Float64Array, size: number): number {
  const groups = groupBy(total, expected, size);
  let dispersion = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    let [excess, squares, variance] = [0, 0, 0];
    for (const [count, mean] of groups) {
      if (count > mean && negativeBinomialTail(count, mean, dispersion) < CALM_P) continue;
      excess += (count - mean) ** 2 - mean;
      squares += mean * mean;
      variance += mean + 2 * mean * mean;
    }
    if (squares === 0 || excess < 2 * Math.sqrt(variance)) return dispersion;
    dispersion = Math.max(dispersion, excess / squares);
  }
  return dispersion;
}

function groupBy(total: readonly Value[], expected: Float64Array, size: number): (readonly [count: number, mean: number])[] {
  const groups: (readonly [number, number])[] = [];
  for (let from = 0; from + size <= total.length; from += size) {
    let [count, mean] = [0, 0];
    for (let i = from; i < from + size; i += 1) {
      if (total[i] === null) continue;
      count += total[i]!;
      mean += expected[i]!;
    }
    if (mean > 0) groups.push([Math.round(count), mean]);
  }
  return groups;
}
