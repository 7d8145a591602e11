import { type EpochMs, type Millis, epochMs, millis } from './units';

/** What somebody asked for: the last stretch before now, or two fixed ends. */
export type TimeRange = { readonly last: Millis } | { readonly from: EpochMs; readonly to: EpochMs };

/** What is really queried: ends snapped down to the step, so that equal questions have equal keys. */
export interface ResolvedRange {
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly stepMs: Millis;
}

/** Snaps a range to the step. `now` is an argument: shared links and tests stay honest. */
export function resolveRange(range: TimeRange, now: EpochMs, stepMs: Millis): ResolvedRange {
  const snap = (at: number) => epochMs(Math.floor(at / stepMs) * stepMs);
  if ('last' in range) return { from: snap(now - range.last), to: snap(now), stepMs };
  return { from: snap(range.from), to: snap(range.to), stepMs };
}

/** Steps a person can read off an axis, in seconds. */
const NICE_STEPS_SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21600, 43200, 86400];

/**
 * Chooses the finest readable step that keeps a range within `maxPoints` and never undercuts the scrape interval:
 * a step below the scrape interval only repeats samples.
 */
export function chooseStep(lengthMs: number, maxPoints: number, scrapeIntervalMs: number): Millis {
  const least = Math.max(lengthMs / Math.max(1, maxPoints), scrapeIntervalMs);
  const nice = NICE_STEPS_SECONDS.find((seconds) => seconds * 1000 >= least);
  return millis((nice ?? NICE_STEPS_SECONDS.at(-1)!) * 1000);
}

/** All step times of a range, both ends included. */
export function stepTimes(range: ResolvedRange): EpochMs[] {
  const times: EpochMs[] = [];
  for (let at = range.from as number; at <= range.to; at += range.stepMs) times.push(epochMs(at));
  return times;
}
