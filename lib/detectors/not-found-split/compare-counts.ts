import type { ChangeRatio, CountChange } from '@/lib/domain/not-found-changes';
import type { Value } from '@/lib/domain/series';
import { rateRatio } from '../shared/statistics/intervals';
import { binomialTail } from '../shared/statistics/tails';

/** One kind of 404 in one window: its count with the interval of how it was told, and its counts per step for the unrest. */
export interface WindowCount {
  readonly requests: number;
  readonly low: number;
  readonly high: number;
  readonly perStep: readonly Value[];
  readonly knownMs: number;
}

const Z95 = 1.959963984540054;
/** Many kinds are compared at once: each may be called changed by chance in 1 of 1000 comparisons. */
const CALL_AT = 0.001;
const Z_CALL = 3.2905267314919255;
/** A change below these matters to nobody. */
const LEAST_TIMES = 1.25;
const LEAST_REQUESTS = 10;
const BLOCKS = 12;
/** Up to so many requests the exact interval is used: it is slow, and no better, beyond. */
const EXACT_UP_TO = 400;
/** With fewer than this on one side the logarithm of a count is no normal variable. */
const FEW = 5;

/**
 * Compares two counts by their rates over the known time. Chance is not Poisson alone: 404s come in bursts. The unrest of a window is
 * the variance of its twelfths over their mean; the calmer of the two windows counts, so that a wave in one of them is a change and
 * waves in both are none.
 */
export function compareCounts(before: WindowCount, after: WindowCount): CountChange {
  const base = { before: before.requests, after: after.requests };
  if (!(before.knownMs > 0) || !(after.knownMs > 0) || before.requests + after.requests <= 0) return { ...base, ratio: null, beyondChance: false };
  const unrest = Math.max(1, Math.min(unrestOf(before.perStep), unrestOf(after.perStep)));
  const few = before.requests + after.requests <= EXACT_UP_TO || before.requests < FEW || after.requests < FEW;
  const { ratio, called } = few ? exactly(before, after, unrest) : nearly(before, after, unrest);
  const gained = after.requests * (before.knownMs / after.knownMs) - before.requests;
  const times = ratio.value === null ? Infinity : ratio.value;
  return { ...base, ratio, beyondChance: called && Math.abs(gained) >= LEAST_REQUESTS && (times >= LEAST_TIMES || times <= 1 / LEAST_TIMES) };
}

interface Compared {
  readonly ratio: ChangeRatio;
  readonly called: boolean;
}

/** Few requests: the exact interval and tail of as many as are independent. */
function exactly(before: WindowCount, after: WindowCount, unrest: number): Compared {
  const thin = Math.max(unrest, (before.requests + after.requests) / EXACT_UP_TO);
  const whole = (count: number) => (count <= 0 ? 0 : Math.max(1, Math.round(count / thin)));
  const [a, b] = [whole(before.requests), whole(after.requests)];
  const { low, high } = rateRatio(a, before.knownMs, b, after.knownMs)!;
  const chance = after.knownMs / (before.knownMs + after.knownMs);
  const tail = Math.min(binomialTail(b, a + b, chance), binomialTail(a, a + b, 1 - chance));
  const value = valueOf(before, after);
  // Thinning rounds: the interval must still hold the value itself.
  return { ratio: { value, low: Math.min(low, value ?? low), high: Number.isFinite(high) ? Math.max(high, value ?? high) : null }, called: tail < CALL_AT / 2 };
}

/** Many requests: normal on the log scale, with the interval of how each count was told. */
function nearly(before: WindowCount, after: WindowCount, unrest: number): Compared {
  const value = valueOf(before, after)!;
  const deviation = Math.hypot(Math.sqrt(unrest / before.requests + unrest / after.requests), logWidth(before) / Z95, logWidth(after) / Z95);
  const ratio = { value, low: value * Math.exp(-Z95 * deviation), high: value * Math.exp(Z95 * deviation) };
  return { ratio, called: Math.abs(Math.log(value)) > Z_CALL * deviation };
}

const valueOf = (before: WindowCount, after: WindowCount) => (before.requests > 0 ? (after.requests / after.knownMs) / (before.requests / before.knownMs) : null);

/** Half the width of the interval of how it was told, on the log scale. */
function logWidth({ low, high, requests }: WindowCount): number {
  const floor = Math.max(low, requests / 20, 1);
  return Math.max(0, Math.log(Math.max(high, floor) / floor) / 2);
}

/** Variance over mean of the counts of equal stretches of the known steps; 1 is Poisson. Too short a window has none that could be told. */
export function unrestOf(perStep: readonly Value[]): number {
  const known = perStep.filter((value): value is number => value !== null);
  const size = Math.floor(known.length / BLOCKS) || 1;
  const blocks = Array.from({ length: Math.floor(known.length / size) }, (_, i) => known.slice(i * size, (i + 1) * size).reduce((sum, value) => sum + value, 0));
  const mean = blocks.reduce((sum, value) => sum + value, 0) / blocks.length;
  if (blocks.length < 2 || mean === 0) return 1;
  return blocks.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (blocks.length - 1) / mean;
}
