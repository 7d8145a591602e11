import type { RolloutComparison, RolloutSide } from '../../domain/rollout-compare';
import type { RolloutCount, RolloutDetail } from '../../domain/rollout-detail';
import type { EpochMs } from '../../domain/units';
import { type Interval, rateRatio } from '../shared/statistics/intervals';
import { rolloutsNeeded } from './needed-rollouts';

/** "No difference" is said only when the interval leaves no room for a change by more than this factor. */
const SAME_WITHIN = 2;
/** Errors of one rollout hang together: with a single rollout nobody knows how much rollouts differ. */
const LEAST_ROLLOUTS = 2;

/**
 * Failed requests per rollout before and after a moment, for each workload that rolled. Rollouts that the moment falls into and
 * those that still go on are left out. The rate ratio has the exact conditional (binomial) interval; counts are divided by the
 * dispersion between rollouts first, so that one bad rollout is not taken for many pieces of evidence.
 */
export function compareRollouts(detail: Pick<RolloutDetail, 'perRollout' | 'rollouts'>, moment: EpochMs): RolloutComparison[] {
  const going = new Set(detail.rollouts.filter(({ ongoing }) => ongoing).map(keyOf));
  const workloads = [...new Set(detail.perRollout.map(({ workload }) => workload))].sort();
  return workloads.map((workload) => {
    const all = detail.perRollout.filter((count) => count.workload === workload);
    const whole = all.filter((count) => !going.has(keyOf(count)));
    const before = whole.filter(({ to }) => to <= moment);
    const after = whole.filter(({ from }) => from >= moment);
    return compareWorkload({ workload, moment, before, after, left: all.length - before.length - after.length });
  });
}

const keyOf = ({ workload, from }: Pick<RolloutCount, 'workload' | 'from'>) => JSON.stringify([workload, from]);

interface Compared {
  readonly workload: string;
  readonly moment: EpochMs;
  readonly before: readonly RolloutCount[];
  readonly after: readonly RolloutCount[];
  /** Rollouts that belong to neither side. */
  readonly left: number;
}

function compareWorkload(compared: Compared): RolloutComparison {
  const [before, after] = [sideOf(compared.before), sideOf(compared.after)];
  const dispersion = dispersionOf([compared.before, compared.after]);
  const [plain, ratio] = ratios(before, after, dispersion);
  const verdict = judge(before, after, ratio);
  const neededFor = verdict === 'cannot-tell' ? more(before, after, dispersion) : null;
  const needed = neededFor ? (after.failed === 0 ? neededFor.zero : neededFor.half) : null;
  return {
    workload: compared.workload, moment: compared.moment, before, after, dispersion: rounded(dispersion), verdict, neededFor, needed,
    ratio: ratio && plain ? { value: bounded(plain.value), low: rounded(ratio.low), high: bounded(ratio.high) } : null,
    text: tell(before, after, ratio, verdict, neededFor), caveats: caveatsOf(compared, before, after, dispersion),
  };
}

function sideOf(counts: readonly RolloutCount[]): RolloutSide {
  const sum = (pick: (count: RolloutCount) => number) => counts.reduce((total, count) => total + pick(count), 0);
  const known = (pick: (count: RolloutCount) => number | null) => (counts.some((count) => pick(count) === null) ? null : sum((count) => pick(count) ?? 0));
  return {
    rollouts: counts.length, failed: sum(({ failed }) => failed), expected: rounded(sum(({ expectedFailed }) => expectedFailed)),
    nearMisses: known(({ nearMisses }) => nearMisses), requests: known(({ requests }) => requests),
  };
}

/** Pearson's dispersion of failed requests within the sides; 1 when rollouts differ no more than chance makes them. */
function dispersionOf(sides: readonly (readonly RolloutCount[])[]): number {
  let [squares, free] = [0, 0];
  for (const counts of sides) {
    const mean = counts.reduce((sum, { failed }) => sum + failed, 0) / Math.max(1, counts.length);
    if (counts.length < 2 || mean === 0) continue;
    squares += counts.reduce((sum, { failed }) => sum + (failed - mean) ** 2 / mean, 0);
    free += counts.length - 1;
  }
  return free === 0 ? 1 : Math.max(1, squares / free);
}

/** Whole counts that weigh as much as these do; some never become none. */
const weighed = (failed: number, dispersion: number) => (failed === 0 ? 0 : Math.max(1, Math.round(failed / dispersion)));

function ratios(before: RolloutSide, after: RolloutSide, dispersion: number): readonly [plain: Interval | null, widened: Interval | null] {
  if (before.rollouts === 0 || after.rollouts === 0) return [null, null];
  const of = (divisor: number) => rateRatio(weighed(before.failed, divisor), before.rollouts, weighed(after.failed, divisor), after.rollouts);
  return [of(1), of(dispersion)];
}

function judge(before: RolloutSide, after: RolloutSide, ratio: Interval | null): RolloutComparison['verdict'] {
  if (!ratio || Math.min(before.rollouts, after.rollouts) < LEAST_ROLLOUTS) return 'cannot-tell';
  if (ratio.high < 1) return 'better';
  if (ratio.low > 1) return 'worse';
  return ratio.low >= 1 / SAME_WITHIN && ratio.high <= SAME_WITHIN ? 'no-difference' : 'cannot-tell';
}

/** Rollouts still missing after the moment; never none while the verdict is open. */
function more(before: RolloutSide, after: RolloutSide, dispersion: number): NonNullable<RolloutComparison['neededFor']> {
  const side = { rollouts: before.rollouts, failed: weighed(before.failed, dispersion) };
  const missing = (share: number) => {
    const needed = before.rollouts < LEAST_ROLLOUTS ? null : rolloutsNeeded(side, share);
    return needed === null ? null : Math.max(1, Math.max(needed, LEAST_ROLLOUTS) - after.rollouts);
  };
  return { zero: missing(0), half: missing(0.5) };
}

const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;
const times = (value: number) => (Number.isFinite(value) ? value.toFixed(2) : 'any number of');
const sideText = ({ failed, rollouts }: RolloutSide) => `${plural(failed, 'failed request')} in ${plural(rollouts, 'rollout')}`;

function tell(before: RolloutSide, after: RolloutSide, ratio: Interval | null, verdict: RolloutComparison['verdict'], neededFor: RolloutComparison['neededFor']): string {
  const counts = `${sideText(before)} before, ${sideText(after)} after.`;
  const interval = ratio ? ` 95 % interval of the ratio: ${times(ratio.low)} to ${times(ratio.high)}.` : '';
  if (verdict === 'better') return `Fewer failed requests per rollout: ${counts}${interval}`;
  if (verdict === 'worse') return `More failed requests per rollout: ${counts}${interval}`;
  if (verdict === 'no-difference') return `No difference seen: ${counts}${interval}`;
  return `Cannot tell: ${counts}${interval} ${whyOpen(before, after, neededFor)}`;
}

function whyOpen(before: RolloutSide, after: RolloutSide, neededFor: RolloutComparison['neededFor']): string {
  if (before.rollouts === 0) return 'There is no whole rollout before to compare with: ask for a longer range.';
  if (before.failed === 0 && after.failed === 0) return 'None failed on either side: there is nothing that could have become better.';
  if (before.rollouts < LEAST_ROLLOUTS) return 'One rollout before does not show how much rollouts differ: ask for a longer range.';
  const { zero, half } = neededFor ?? { zero: null, half: null };
  if (zero === null) return 'Too few failed before to show any change by counting: look at single rollouts and their near misses.';
  const halved = half === null ? 'fewer by half could not be shown by any number' : `fewer by half needs ${half} more`;
  return `Needs ${plural(zero, 'more rollout')} to tell if none fails any more; ${halved}.`;
}

function caveatsOf({ left, before, after }: Compared, one: RolloutSide, other: RolloutSide, dispersion: number): string[] {
  const contested = [...before, ...after].reduce((sum, count) => sum + (count.contested ?? 0), 0);
  return [
    ...(left > 0 ? [`${plural(left, 'rollout')} left out: the moment falls into it or it still goes on.`] : []),
    ...(dispersion > 1.5 ? [`Rollouts of one side differ ${dispersion.toFixed(1)} times as much as chance makes them: the interval is widened for it.`] : []),
    ...(contested > 0 ? [`${contested} of the errors may belong to rollouts of other workloads at the same time.`] : []),
    ...(one.expected + other.expected > 0.2 * Math.max(1, one.failed + other.failed) ? ['A good part of these errors is the rate outside of rollouts.'] : []),
  ];
}

const rounded = (value: number) => Math.round(value * 1e6) / 1e6;
const bounded = (value: number) => (Number.isFinite(value) ? rounded(value) : null);
