import type { Value } from '@/lib/domain/series';
import type { Fleet } from './counts';
import { groupRuns, type MissRun } from './instance-guard';
import { HISTORY_SCRAPES, LEAST_HISTORY } from './mirror';
import type { NotFoundParams } from './params';
import { median, sumOver } from './statistics';

/** A host whose successes ended while misses rose on the instances alike. Indices of the time axis, both included. */
export interface LostHost {
  readonly proxy: string;
  readonly host: string;
  readonly first: number;
  readonly last: number;
  /** Successes that the rate before would have given. */
  readonly lostSuccesses: number;
  /** Misses above the rate before, claimed for this host, per step of the axis. */
  readonly misses: readonly number[];
  /** Only paths below it are lost (such as `/api`); absent: the whole host. */
  readonly prefix?: string;
  /** How `misses` are known; absent: by difference to the rate before. */
  readonly by?: 'trace-sample';
  /** Half of the interval round them as part of each; absent: a fifth. */
  readonly error?: number;
}

const LEAST_RUN = 3;
/** A host counts as silent below this share of its rate before. */
const SILENT = 0.05;
/** Misses must make up for this share of the lost successes: otherwise its clients just stopped asking. */
const MIRRORED = 0.5;

/**
 * Looks for hosts lost on the whole fleet: 2xx of the host fall to nothing and 404s of the proxy rise by as much (mirror loss).
 * Scanner noise only adds; one pod without routes takes only its share. Misses that two hosts could claim go to the larger one first.
 */
export function findLostHosts(fleet: Fleet, runs: readonly MissRun[], params: NotFoundParams): LostHost[] {
  if (!fleet.hosts) return [];
  const misses = missesOutside(fleet, runs);
  const suspects = [...fleet.hosts].flatMap(([host, values]) => silentRuns(values, params).map((run) => ({ host, ...run })));
  const rest = excess(misses, suspects);
  return suspects.sort((a, b) => b.lost - a.lost || (a.host < b.host ? -1 : 1)).flatMap(({ host, first, last, lost, rate }) => {
    const claimed = misses.map((_, at) => (at < first || at > last ? 0 : claim(rest[at]!, rate)));
    const sum = claimed.reduce((total, value) => total + value, 0);
    if (sum < MIRRORED * lost || sum < params.leastMisses || !isBroad(fleet, runs, first, last)) return [];
    claimed.forEach((value, at) => { rest[at]! -= value; });
    return [{ proxy: fleet.proxy, host, first, last, lostSuccesses: Math.round(lost), misses: claimed }];
  });
}

/** What one step may claim: its excess while that is about the rate before; just that rate when something else rose as well. */
export const claim = (excessMisses: number, rate: number) => (excessMisses <= 1.6 * rate ? excessMisses : rate);

/** Fleet misses per step without those of instances that have a run at that step. */
export function missesOutside(fleet: Fleet, runs: readonly MissRun[]): Value[] {
  const length = fleet.instances[0]?.misses.length ?? 0;
  return Array.from({ length }, (_, at) => sumOver(fleet.instances
    .filter(({ instance }) => !runs.some((run) => run.instance === instance && run.first <= at && at <= run.last))
    .map((one) => one.misses[at] ?? null)));
}

/** Stretches without successes. What is silent is no history: a stray success in a long loss does not make silence the normal rate. */
function silentRuns(values: readonly Value[], params: NotFoundParams) {
  const history: number[] = [];
  let most = 0;
  const rates = values.map((value) => {
    // No median is above the largest: nearly all steps end here.
    if (value === null || value > SILENT * most) {
      if (value !== null) history.push(value);
      most = Math.max(most, value ?? 0);
      return null;
    }
    const rate = history.length < LEAST_HISTORY ? null : median(history.slice(-HISTORY_SCRAPES));
    const silent = rate !== null && rate > 0 && value <= SILENT * rate;
    if (!silent) history.push(value);
    return silent ? rate : null;
  });
  return groupRuns(rates.map((rate) => rate !== null), 1).flatMap(([first, last]) => {
    const rate = rates[first] ?? 0;
    const lost = rate * (last - first + 1) - (sumOver(values, first, last) ?? 0);
    return last - first + 1 >= LEAST_RUN && lost >= params.leastLost ? [{ first, last, lost, rate }] : [];
  });
}

/** Misses above the median of the steps that no suspect touches. */
function excess(misses: readonly Value[], suspects: readonly { first: number; last: number }[]): number[] {
  const calm = misses.filter((_, at) => !suspects.some(({ first, last }) => first <= at && at <= last));
  const normal = median(calm) ?? 0;
  return misses.map((value) => Math.max(0, (value ?? 0) - normal));
}

/** True when at least half of the instances that serve at all miss more than before: a lost route shows everywhere. */
function isBroad(fleet: Fleet, runs: readonly MissRun[], first: number, last: number): boolean {
  const calm = fleet.instances.filter(({ instance }) => !runs.some((run) => run.instance === instance));
  const rising = calm.filter(({ misses }) => {
    const before = median(misses.slice(Math.max(0, first - HISTORY_SCRAPES), first)) ?? 0;
    return (sumOver(misses, first, last) ?? 0) / (last - first + 1) > before;
  });
  return calm.length > 0 && rising.length >= 0.5 * calm.length;
}
