import type { Profiles } from '../../detectors/hop-verdict';
import type { Environment } from '../environments/types';
import { AnswerParts } from '../use-cases/answer';
import { lookAtBaseline } from './baseline';
import { deskLimits, makeDesk } from './desk';
import { isDue, profilesOf } from './environment-profiles';

/** One trace must not wait long for the light that it is seen in. */
const LIMITS = { ...deskLimits, searchMs: 2_500, budgetMs: 3_000, mostSearches: 16 };
const AROUND_MS = 15 * 60_000;

const flights = new WeakMap<Environment, Promise<void>>();

/**
 * What the emitters of an environment usually show: what is known, or after a short look at healthy traces around a time when
 * nobody looked for a quarter of an hour. A source that fails or is slow leaves it at what is known.
 */
export async function ensureProfiles(environment: Environment, around: number | null): Promise<Profiles> {
  if (!environment.traces || !isDue(environment, environment.clock())) return profilesOf(environment);
  const flying = flights.get(environment) ?? lookAround(environment, around).finally(() => flights.delete(environment));
  flights.set(environment, flying);
  await flying;
  return profilesOf(environment);
}

async function lookAround(environment: Environment, around: number | null): Promise<void> {
  const now = environment.clock();
  const middle = Math.min(around ?? now, now);
  const window = environment.wholeRange ?? { from: Math.max(0, middle - AROUND_MS), to: Math.min(now, middle + AROUND_MS) };
  const unseen = new AnswerParts();
  await lookAtBaseline(environment, makeDesk(environment.traces!, unseen, LIMITS), null, { ...window, edges: [] });
}
