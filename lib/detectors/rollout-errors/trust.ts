import type { TrustNote } from '../../domain/trust';
import type { ErrorSteps } from './error-steps';

/** Less than this of observed time cannot know a base rate well. */
const LEAST_OBSERVED_MS = 1_800_000;
/** Below this many requests in the whole range a share of failures says little. */
const LEAST_REQUESTS = 100;

/** Limits that the counts themselves show: unknown steps, a short range, hardly any traffic. Clean data has none. */
export function trustOfSteps(steps: ErrorSteps, hasRollouts: boolean): TrustNote[] {
  const notes: TrustNote[] = [];
  const observed = steps.total.filter((value) => value !== null).length;
  const unknown = gapSteps(steps);
  if (unknown > 0) notes.push(scrapeGap(null, unknown));
  const errors = steps.total.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  if (hasRollouts && errors > 0 && observed * steps.stepMs < LEAST_OBSERVED_MS) {
    const minutes = Math.round((observed * steps.stepMs) / 60_000);
    notes.push({
      code: 'young-window', about: 'gateway-errors',
      effect: `${minutes < 1 ? 'Less than a minute is' : minutes === 1 ? 'Only 1 minute is' : `Only ${minutes} minutes are`} known: the base rate of errors is taken from what lies outside of the rollouts, and a few errors cannot be told from chance.`,
      mend: 'Ask for a longer range, at least half an hour around the rollout.',
    });
  }
  const requests = steps.requests?.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  if (requests !== undefined && errors > 0 && requests < LEAST_REQUESTS) {
    notes.push({
      code: 'low-traffic', about: 'instance-requests',
      effect: `Only ${Math.round(requests)} requests in the range: a rollout without failures says little about the next one.`,
      mend: 'Ask for a range with more traffic.',
    });
  }
  return notes;
}

/** Rollouts of which no step was counted, outside of the counts or in a gap: their 0 failed requests are no observation. */
export function unseenRollouts(unseen: number, all: number): TrustNote[] {
  if (unseen === 0) return [];
  return [{
    code: 'scrape-gap', about: 'gateway-errors',
    effect: `No step of ${unseen} of ${all} ${all === 1 ? 'rollout' : 'rollouts'} is known: that none failed in ${unseen === 1 ? 'it' : 'them'} is not known either.`,
    mend: 'Ask for a range that covers them, or leave them out.',
  }];
}

/** Steps of a signal (or of an instance) that are not known. */
export function scrapeGap(about: string | null, steps: number): TrustNote {
  return {
    code: 'scrape-gap', about,
    effect: `${steps} ${steps === 1 ? 'step is' : 'steps are'} unknown. Counters keep what happened meanwhile: it is counted in the first step after the gap, so its time is blurred.`,
    mend: 'See whether the target was down or the scrape failed (up, scrape_duration_seconds).',
  };
}

/** Unknown steps between known ones; all of them when none is known. What lies before or after the data hides nothing in it. */
function gapSteps({ total }: ErrorSteps): number {
  const [first, last] = [total.findIndex((value) => value !== null), total.findLastIndex((value) => value !== null)];
  return first < 0 ? total.length : total.slice(first, last).filter((value) => value === null).length;
}
