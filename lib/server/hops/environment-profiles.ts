import QuickLRU from 'quick-lru';
import { type ProfileCount, type Profiles, profileRows, toProfiles } from '../../detectors/hop-verdict';
import type { ProfileRow } from '../../domain/hops';
import type { EpochMs } from '../../domain/units';
import type { Environment } from '../environments/types';
import { type KeptLook, currentLooks, sumLooks } from './looks';

/** How long what was learned of the emitters is believed without another look. */
export const LOOK_AGAIN_MS = 15 * 60_000;

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
  /** The newest first. */
  looks: readonly KeptLook[];
  /** What they say together, by service. */
  learned: ReadonlyMap<string, Learned>;
  /** By window: what the last look at its baseline found. */
  readonly rates: QuickLRU<string, readonly SamplingRate[]>;
  lookedAt: number;
}

/** In memory, for each process its own: a replica that restarts looks again. Environments made anew start with nothing. */
const kept = new WeakMap<Environment, Kept>();
/** Services that one environment may make us remember: names come from spans. */
const MOST_SERVICES = 500;

function keptOf(environment: Environment): Kept {
  const known = kept.get(environment) ?? { looks: [], learned: new Map(), rates: new QuickLRU({ maxSize: 64, maxAge: LOOK_AGAIN_MS }), lookedAt: -Infinity };
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

/** Of the traces of a look those that no kept look has counted. */
export function uncounted<T extends { readonly traceId: string }>(environment: Environment, traces: readonly T[], now: EpochMs): T[] {
  const looks = currentLooks(keptOf(environment).looks, now);
  return traces.filter(({ traceId }) => !looks.some(({ traceIds }) => traceIds.has(traceId)));
}

/**
 * Keeps what a look found (`window` null: no counter told how many requests it stands for). Looks add up: one alone seldom brings enough
 * requests to a next hop with a small share. `counts` are of the traces `traceIds`, which must be `uncounted`.
 */
export function keepLook(environment: Environment, look: { readonly counts: readonly ProfileCount[]; readonly traceIds: readonly string[]; readonly rates: readonly SamplingRate[]; readonly window: string | null; readonly now: EpochMs }): void {
  const kept = keptOf(environment);
  const newest: KeptLook = { at: look.now, counts: new Map(look.counts.map((count) => [count.service, count])), traceIds: new Set(look.traceIds) };
  kept.looks = currentLooks(newest.counts.size > 0 || newest.traceIds.size > 0 ? [newest, ...kept.looks] : kept.looks, look.now);
  kept.learned = learnedFrom(kept.looks, kept.learned);
  if (look.window !== null) kept.rates.set(look.window, look.rates);
  kept.lookedAt = look.now;
}

/** Services that were known before keep their place: new names must not push them out. */
function learnedFrom(looks: readonly KeptLook[], before: ReadonlyMap<string, Learned>): ReadonlyMap<string, Learned> {
  const seen = new Set(looks.flatMap(({ counts }) => [...counts.keys()]));
  const services = [...new Set([...before.keys(), ...seen])].filter((service) => seen.has(service)).slice(0, MOST_SERVICES);
  return new Map(services.flatMap((service) => {
    const learned = sumLooks(looks, service);
    return learned ? [[service, learned]] : [];
  }));
}
