import QuickLRU from 'quick-lru';
import { type ProfileCount, type Profiles, MIN_SAMPLES, profileRows, toProfiles } from '../../detectors/hop-verdict';
import type { ProfileRow } from '../../domain/hops';
import type { EpochMs } from '../../domain/units';
import type { Environment } from '../environments/types';

/** How long what was learned of the emitters is believed without another look. */
export const LOOK_AGAIN_MS = 15 * 60_000;
/** A look that found too little does not replace an older one of the same emitter, up to this age. */
const STALE_MS = 24 * 60 * 60_000;

interface Learned {
  readonly count: ProfileCount;
  readonly at: EpochMs;
}

/** Share of requests that are traced, of one window of one proxy. */
export interface SamplingRate {
  readonly proxy: string;
  readonly rate: number | null;
  readonly traces: number;
  readonly requests: number | null;
}

interface Kept {
  readonly learned: Map<string, Learned>;
  /** By window: what the last look at its baseline found. */
  readonly rates: QuickLRU<string, readonly SamplingRate[]>;
  lookedAt: number;
}

/** In memory, for each process its own: a replica that restarts looks again. Environments made anew start with nothing. */
const kept = new WeakMap<Environment, Kept>();
/** Services that one environment may make us remember: names come from spans. */
const MOST_SERVICES = 500;

function keptOf(environment: Environment): Kept {
  const known = kept.get(environment) ?? { learned: new Map(), rates: new QuickLRU({ maxSize: 64, maxAge: LOOK_AGAIN_MS }), lookedAt: -Infinity };
  kept.set(environment, known);
  return known;
}

/** What was learned of the emitters of an environment; empty before the first look. */
export function profilesOf(environment: Environment): Profiles {
  return toProfiles([...keptOf(environment).learned.values()].map(({ count }) => count));
}

/** The same for people, defaults among them. */
export function profileRowsOf(environment: Environment): ProfileRow[] {
  return [...keptOf(environment).learned.values()].flatMap(({ count, at }) => profileRows([count], at)).sort((a, b) => (a.service < b.service ? -1 : Number(a.service > b.service)));
}

/** True when nobody looked at healthy traces of this environment for a quarter of an hour. */
export function isDue(environment: Environment, now: number): boolean {
  return now - keptOf(environment).lookedAt >= LOOK_AGAIN_MS;
}

/** Sampling rates of a window as they were found within the last quarter of an hour, or null. */
export function ratesOf(environment: Environment, window: string): readonly SamplingRate[] | null {
  return keptOf(environment).rates.get(window) ?? null;
}

/** Keeps what a look found (`window` null: no counter told how many requests it stands for): a newer count of an emitter replaces the older one, unless it holds too little to override a default. */
export function keepLook(environment: Environment, look: { readonly counts: readonly ProfileCount[]; readonly rates: readonly SamplingRate[]; readonly window: string | null; readonly now: EpochMs }): void {
  const { learned, rates } = keptOf(environment);
  for (const count of look.counts) {
    const known = learned.get(count.service);
    if (!known && learned.size >= MOST_SERVICES) continue;
    const thin = count.healthy < MIN_SAMPLES && known !== undefined && known.count.healthy > count.healthy && look.now - known.at < STALE_MS;
    if (!thin) learned.set(count.service, { count, at: look.now });
  }
  if (look.window !== null) rates.set(look.window, look.rates);
  keptOf(environment).lookedAt = look.now;
}
