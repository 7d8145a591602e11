import type { Value } from '@/lib/domain/series';
import { LEAST_HISTORY } from './mirror';

/** How successes stood in a stretch against the calm scrapes round it. */
export interface SuccessDip {
  readonly expected: number;
  readonly lost: number;
  /** One standard deviation of `lost`: chance in both stretches, and traffic that wavers. */
  readonly deviation: number;
}

/** Calm scrapes that are looked at on each side, in lengths of the stretch; and at least so many. */
const SIDES = 3;
const LEAST_SIDE = 24;
/** Traffic wavers by this part of its level beyond chance. */
const WAVER = 0.02;

/** Compares a stretch with what lies before and after it; null where less than a few scrapes before it are known. */
export function dipOf(values: readonly Value[], first: number, last: number): SuccessDip | null {
  const width = Math.max(LEAST_SIDE, SIDES * (last - first + 1));
  // The scrapes at the edges may hold a part of the stretch.
  const before = known(values.slice(Math.max(0, first - 1 - width), Math.max(0, first - 1)));
  const calm = [...before, ...known(values.slice(last + 2, last + 2 + width))];
  const within = known(values.slice(first, last + 1));
  if (before.length < LEAST_HISTORY || within.length === 0) return null;
  const sum = total(calm);
  const rate = sum / calm.length;
  const expected = rate * within.length;
  const spread = rate <= 0 ? 1 : Math.max(1, total(calm.map((value) => (value - rate) ** 2)) / calm.length / rate);
  const chance = spread * (expected + (sum > 0 ? expected ** 2 / sum : 0));
  return { expected, lost: expected - total(within), deviation: Math.sqrt(chance + (WAVER * expected) ** 2) };
}

/**
 * Log-likelihood ratio of "these requests were lost" against "they came on top": misses that took the place of successes make these fall by as much,
 * a scan or an application that was never served takes nothing away.
 */
export function lossLikelihood({ lost, deviation }: Pick<SuccessDip, 'lost' | 'deviation'>, misses: number): number {
  return deviation <= 0 ? 0 : (lost * misses - misses ** 2 / 2) / deviation ** 2;
}

const known = (values: readonly Value[]) => values.filter((value): value is number => value !== null);
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
