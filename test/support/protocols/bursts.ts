import { seededDraws } from '@/lib/detectors/shared/statistics/seeded';

/**
 * Injection protocol for bursts and for their association with rollouts (reference/detectors.md 3(c), 3(d) and 6):
 * seeded counts with a daily curve, injected bursts with known places, real merge times as rollouts.
 */
export type Chance = () => number;

export const seeded: (seed: number) => Chance = seededDraws;

export function poisson(chance: Chance, mean: number): number {
  const limit = Math.exp(-mean);
  let [k, product] = [0, chance()];
  while (product > limit) {
    product *= chance();
    k += 1;
  }
  return k;
}

/** Gamma with mean 1 and variance 1 / shape (Marsaglia and Tsang). */
export function gammaOfMeanOne(chance: Chance, shape: number): number {
  if (shape < 1) return (gammaOfMeanOne(chance, shape + 1) * (shape + 1) * Math.pow(chance(), 1 / shape)) / shape;
  const d = shape - 1 / 3;
  for (;;) {
    const x = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - chance()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return (d * v) / shape;
  }
}

export interface BurstCase {
  readonly days: number;
  /** Errors a minute, on average. */
  readonly base: number;
  /** Gamma shape of the minutes; null: Poisson. */
  readonly shape: number | null;
  readonly bursts: number;
}

export interface InjectedWeek {
  readonly counts: (number | null)[];
  readonly truth: readonly { readonly from: number; readonly to: number; readonly size: number }[];
}

/** Minutes with a daily curve (0.4 to 1.6 of the base), 2 % missing, and bursts of 6-24 errors in 1-3 minutes. */
export function injectBursts(seed: number, what: BurstCase): InjectedWeek {
  const chance = seeded(seed);
  const n = what.days * 1440;
  const counts: (number | null)[] = Array.from({ length: n }, (_, i) => {
    const mean = what.base * (1 - 0.6 * Math.cos((2 * Math.PI * i) / 1440));
    return poisson(chance, mean * (what.shape === null ? 1 : gammaOfMeanOne(chance, what.shape)));
  });
  const truth = Array.from({ length: what.bursts }, (_, k) => {
    const slot = n / what.bursts;
    const from = Math.floor(k * slot + slot * (0.1 + 0.8 * chance()));
    const length = 1 + Math.floor(chance() * 3);
    const size = 6 + Math.floor(chance() * 19);
    for (let event = 0; event < size; event += 1) {
      const at = from + Math.floor(chance() * length);
      counts[at] = (counts[at] ?? 0) + 1;
    }
    return { from, to: from + length, size };
  });
  for (let i = 0; i < n; i += 1) {
    if (chance() < 0.02 && !truth.some((burst) => i >= burst.from && i < burst.to)) counts[i] = null;
  }
  return { counts, truth };
}

/** How found bursts fit the truth: a hit overlaps an injected burst within two steps. */
export function scoreBursts(found: readonly { readonly from: number; readonly to: number }[], truth: InjectedWeek['truth']) {
  const near = (a: { from: number; to: number }, b: { from: number; to: number }) => a.from < b.to + 2 && b.from < a.to + 2;
  return {
    hits: truth.filter((burst) => found.some((one) => near(one, burst))).length,
    false: found.filter((one) => !truth.some((burst) => near(one, burst))).length,
  };
}

export interface AssociationCase {
  /** Times of the merges, epoch ms, ascending. */
  readonly merges: readonly number[];
  readonly days: number;
  readonly bursts: number;
  /** How many bursts really begin within 8 minutes after a merge. */
  readonly related: number;
}

/** Bursts in working hours (UTC 8-18, Monday to Friday), some of them caused by merges; rollouts of 4 minutes each. */
export function injectAssociation(seed: number, what: AssociationCase) {
  const chance = seeded(seed);
  const length = what.days * 86_400_000;
  const last = what.merges.at(-1)! - length;
  const start = Math.floor((what.merges[0]! + chance() * (last - what.merges[0]!)) / 86_400_000) * 86_400_000;
  const rollouts = what.merges.filter((at) => at >= start && at < start + length - 900_000).map((from) => ({ workload: 'shop/cart', from, to: from + 240_000 }));
  const at: number[] = [];
  for (let k = 0; k < what.related && rollouts.length > 0; k += 1) at.push(rollouts[Math.floor(chance() * rollouts.length)]!.from + chance() * 480_000);
  while (at.length < what.bursts) {
    const when = start + Math.floor(chance() * what.days) * 86_400_000 + (8 + 10 * chance()) * 3_600_000;
    const day = Math.floor(when / 86_400_000) % 7;
    if (day !== 2 && day !== 3) at.push(when);
  }
  const counts = new Array<number>(what.days * 1440).fill(0);
  for (const when of at) {
    const step = Math.floor((when - start) / 60_000);
    counts[step] = counts[step]! + 12;
  }
  return { start, rollouts, counts };
}
