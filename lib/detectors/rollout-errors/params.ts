/** All knobs of rollout-errors. Lengths in ms. Sources: reference/detectors.md 3(c) and 3(d). */
export interface RolloutParams {
  /** How long after a rollout's end its errors still count as its own. */
  readonly afterMs: number;
  /** How long after a restart, drain or the like errors may still come from it. */
  readonly eventAfterMs: number;
  /** Rollouts seen by scrapes begin up to this many steps before and end up to this many after they show. */
  readonly widenSteps: number;
  /** Most that `widenSteps` may amount to; a coarse step must not swallow the hour. */
  readonly widenMaxMs: number;
  /** Scan windows in steps; where steps are short the list goes on up to `scanMaxMs`. */
  readonly scanSteps: readonly number[];
  readonly scanMaxMs: number;
  /** A burst of its own has at least this many errors. */
  readonly minEvents: number;
  /** False bursts that chance may make in a week, over all windows tried. */
  readonly falseAlarmsPerWeek: number;
  readonly blockMs: number;
  readonly baselineReachMs: number;
  /** Hits closer than this are one burst (and never more than `mergeMaxSteps` steps). */
  readonly mergeMs: number;
  readonly mergeMaxSteps: number;
  /** Kleinberg's cost of entering the burst state is gamma * ln(steps looked at). */
  readonly gamma: number;
  /** A rollout's errors are reported as a finding at or below this p. */
  readonly findingP: number;
  /** From this length on, association is stratified by hour of the day, later by hour and weekend, then by hour of the week. */
  readonly stratifyFromMs: number;
  readonly weekendFromMs: number;
  readonly hourOfWeekFromMs: number;
}

export const defaultParams: RolloutParams = {
  afterMs: 600_000,
  eventAfterMs: 300_000,
  widenSteps: 2,
  widenMaxMs: 120_000,
  scanSteps: [1, 2, 3, 4, 6, 8],
  scanMaxMs: 480_000,
  minEvents: 4,
  falseAlarmsPerWeek: 1.5,
  blockMs: 900_000,
  baselineReachMs: 5_400_000,
  mergeMs: 300_000,
  mergeMaxSteps: 20,
  gamma: 1,
  findingP: 0.05,
  stratifyFromMs: 3 * 86_400_000,
  weekendFromMs: 14 * 86_400_000,
  hourOfWeekFromMs: 28 * 86_400_000,
};
