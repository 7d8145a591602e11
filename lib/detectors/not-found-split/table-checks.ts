import type { Fleet, InstanceCounts } from './counts';
import { groupRuns, head, type MissRun, tableOf } from './instance-guard';
import type { NotFoundParams } from './params';
import { peerShareOf } from './peer-shares';
import { median, sumOver } from './statistics';

/** A table that grows in the first minute of its pod is being loaded. */
const LOADING_MS = 60_000;

/** Instances whose table is short against the fleet although nothing asks them: the fault before the harm. Needs three instances. */
export function findShortTables(fleet: Fleet, runs: readonly MissRun[], stepMs: number, params: NotFoundParams): MissRun[] {
  if (fleet.instances.length < 3) return [];
  const largest = (fleet.instances[0]?.routes ?? []).map((_, at) => Math.max(0, ...fleet.instances.map(({ routes }) => routes[at] ?? 0)));
  return fleet.instances.filter((own) => !runs.some((run) => run.instance === own.instance)).flatMap((own) => {
    const peers = fleet.instances.filter((other) => other !== own);
    const short = own.routes.map((routes, at) => {
      // No median is above the largest: nearly all scrapes end here.
      if (routes === null || routes >= params.shortTable * largest[at]!) return false;
      const normal = median(peers.map((peer) => peer.routes[at] ?? null));
      return normal !== null && normal >= 4 && routes < params.shortTable * normal;
    });
    const born = own.routes.findIndex((value) => value !== null);
    const loads = ([first, last]: readonly [number, number]) => first === born && born > 0 && (last - first + 1) * stepMs <= LOADING_MS && new Set(own.routes.slice(first, last + 2)).size > 1;
    return groupRuns(short).filter((part) => part[1] - part[0] + 1 >= params.leastScrapes + 2 && !loads(part)).map(([first, last]): MissRun => ({
      ...tableOf(own, peers, first, last), ...head(own), first, last,
      requests: sumOver(own.requests, first, last) ?? 0, misses: sumOver(own.misses, first, last) ?? 0,
      peerShare: peerShareOf(peers, first, last) ?? 0, peers: peers.length, young: false, by: 'table-size',
    }));
  });
}

/** Seconds without a change after which a table is old, where the tables of the siblings changed together and more than once. */
const STALE_SECONDS = 600;
const LEAST_CHANGES = 2;
/** Siblings whose tables changed within so many seconds of each other changed for the same reason. */
const TOGETHER_SECONDS = 120;

/**
 * Instances whose table stood still while those of their siblings changed, at least twice: updates no longer reach them. Needs three instances.
 * A table is newer on a pod that was restarted, so only changes within the life of a sibling count.
 */
export function findStaleTables(fleet: Fleet, runs: readonly MissRun[]): MissRun[] {
  if (fleet.instances.length < 3) return [];
  return fleet.instances.filter((own) => !runs.some((run) => run.instance === own.instance)).flatMap((own): MissRun[] => {
    const peers = fleet.instances.filter((other) => other !== own);
    const last = own.updated.findLastIndex((value) => value !== null);
    const mine = own.updated[last] ?? null;
    const moved = peers.filter(({ updated }) => changesAfter(updated, mine) >= LEAST_CHANGES);
    const latest = moved.map(({ updated }) => updated[last] ?? null);
    const [others, most, least] = [median(latest), Math.max(...latest.map((value) => value ?? -Infinity)), Math.min(...latest.map((value) => value ?? Infinity))];
    if (mine === null || others === null || moved.length < Math.max(2, 0.6 * peers.length) || others - mine < STALE_SECONDS || most - least > TOGETHER_SECONDS) return [];
    const first = own.updated.findIndex((_, at) => (median(moved.map(({ updated }) => updated[at] ?? null)) ?? 0) - mine >= STALE_SECONDS);
    if (first < 0 || first > last) return [];
    return [{
      ...tableOf(own, peers, first, last), ...head(own), first, last,
      requests: sumOver(own.requests, first, last) ?? 0, misses: sumOver(own.misses, first, last) ?? 0,
      peerShare: peerShareOf(peers, first, last) ?? 0, peers: peers.length, young: false, by: 'table-age',
    }];
  });
}

/** How often a table changed while it was watched, after a moment in epoch seconds. */
function changesAfter(updated: InstanceCounts['updated'], moment: number | null): number {
  const known = updated.filter((value): value is number => value !== null);
  return known.filter((value, at) => at > 0 && value > known[at - 1]! && (moment === null || value > moment)).length;
}
