import type { InstanceCounts } from './counts';
import { BRIDGE, isShort, type MissRun } from './instance-guard';
import { servedOf } from './mirror';
import type { NotFoundParams } from './params';
import { median, sumOver } from './statistics';

/** Scrapes of misses after which a pod that has just started no longer just loads, whatever its table says. */
const LOADING_SCRAPES = 3;
const LOADING_MS = 60_000;

/** A young pod that still loads, or that had loaded soon after. A short table that stands still is not loading: it is all that it will get. */
export function isLoading(run: MissRun, own: InstanceCounts, stepMs: number, params: NotFoundParams): boolean {
  if (!run.young) return false;
  const over = run.last < own.misses.length - 1 - BRIDGE;
  const length = run.last - run.first + 1;
  if (over) return length * stepMs <= LOADING_MS && !isShort({ ...run, routes: own.routes[run.last + 1] ?? own.routes[run.last] ?? null }, params) && length <= 2 * LOADING_SCRAPES;
  const [now, before] = [own.routes[run.last] ?? null, own.routes[run.last - 1] ?? null];
  if (now !== null && now > 0 && now === before) return false;
  return length < LOADING_SCRAPES;
}

/** How long a change of routes may take to reach all pods, one after another. */
const ROLLING_MS = 5 * 60_000;
/** Scrapes of misses that a restart may take. */
const BRIEF = 3;

/**
 * A route change on its way: the siblings missed as much a moment ago and do no longer, or their tables have just grown past this one.
 * It is a fault when it stays, or when the pod misses nearly all that it gets.
 */
export function isRolling(run: MissRun, own: InstanceCounts, peers: readonly InstanceCounts[], stepMs: number, params: NotFoundParams): boolean {
  if (isShort(run, params)) return false;
  const scrapes = Math.ceil(ROLLING_MS / stepMs);
  if (run.last - run.first + 1 >= Math.max(scrapes, params.leastScrapes + 1)) return false;
  const from = run.first - scrapes;
  const share = run.misses / run.requests;
  // Looked back at, a rolling restart shows on the pods that came after, too; while it lasts only on those before.
  const brief = run.last < own.misses.length - 1 - BRIDGE && run.last - run.first < BRIEF;
  const had = peers.filter((peer) => hadEpisode(peer, share, Math.max(0, from), brief ? run.last + scrapes : run.last));
  if (had.length >= 0.5 * peers.length) return true;
  const grown = peers.filter(({ routes }) => {
    const [before, now] = [routes.slice(Math.max(0, from), run.first + 1).find((value) => value !== null) ?? null, routes[run.last] ?? null];
    return before !== null && now !== null && now > before;
  });
  return share < 0.9 && run.routes !== null && run.fleetRoutes !== null && run.routes < run.fleetRoutes && grown.length >= 0.5 * peers.length;
}

/** True when the instance itself missed about that share in two scrapes of the stretch, and served less for it beyond chance: a scan does not lower what is served. */
function hadEpisode(one: InstanceCounts, share: number, first: number, last: number): boolean {
  const served = servedOf(one).slice(first, last + 1);
  const usual = 2 * (median(served) ?? 0);
  return served.some((count, at) => {
    const next = served[at + 1] ?? null;
    if (count === null || next === null) return false;
    const [misses, requests] = [sumOver(one.misses, first + at, first + at + 1) ?? 0, sumOver(one.requests, first + at, first + at + 1) ?? 0];
    return misses >= 4 && misses >= 0.6 * share * requests && count + next <= Math.min((1 - 0.6 * share) * usual, usual - 3 * Math.sqrt(usual));
  });
}
