import { poissonTail } from '../shared/statistics/tails';
import { binomialUpper } from '../shared/statistics/intervals';

const POWER = 0.8;
/** Nobody waits for more rollouts than this. */
const MOST = 1000;

/** Failed requests on the side before the change: `failed` already divided by the dispersion, a whole number. */
export interface BeforeSide { readonly rollouts: number; readonly failed: number }

/**
 * How many rollouts after a change it takes to see that failures fell to `share` of the rate before (0: none at all, 0.5: half) with
 * a chance of 0.8, by the same exact test that gives the verdict. Null when even a thousand do not suffice: too few failed before.
 */
export function rolloutsNeeded(before: BeforeSide, share: number): number | null {
  if (before.rollouts < 1 || before.failed < 1) return null;
  const enough = (rollouts: number) => power(before, share, rollouts) >= POWER;
  if (!enough(MOST)) return null;
  let [low, high] = [1, MOST];
  // Power rises with the number but for the steps of whole counts; halving may miss the first of those by one or two.
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (enough(middle)) high = middle;
    else low = middle + 1;
  }
  return high;
}

function power(before: BeforeSide, share: number, rollouts: number): number {
  const most = mostStillBetter(before, rollouts);
  if (most < 0) return 0;
  return 1 - poissonTail(most + 1, (before.failed / before.rollouts) * share * rollouts);
}

/** Most failures in so many rollouts at which the interval still ends below 1; -1: not even none. */
function mostStillBetter(before: BeforeSide, rollouts: number): number {
  // The exact interval ends below 1 just when this tail is below 2.5 %: one sum instead of a search for the end.
  const share = rollouts / (before.rollouts + rollouts);
  const better = (after: number) => 1 - binomialUpper(after + 1, before.failed + after, share) < 0.025;
  if (!better(0)) return -1;
  let [low, high] = [0, Math.ceil((before.failed / before.rollouts) * rollouts)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (better(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
