import type { Fleet, InstanceCounts } from './counts';
import { CERTAIN_PART, HISTORY_SCRAPES, isMirrored, mirrorOf, servedOf } from './mirror';
import type { NotFoundParams } from './params';
import { isLoading, isRolling } from './passing';
import { peerSharesOf } from './peer-shares';
import { logLowTailPoisson, logTailBinomial, median, sumOver } from './statistics';

/** A run of scrapes in which one instance missed what its fleet served. Indices of the time axis, both included. */
export interface MissRun {
  readonly proxy: string;
  readonly instance: string;
  readonly zone: string;
  readonly first: number;
  readonly last: number;
  readonly requests: number;
  readonly misses: number;
  /** Miss share of the other instances (a little under the median, so that a broken half of them does not hide a zone) in the same scrapes. */
  readonly peerShare: number;
  readonly peers: number;
  /** Median over the run; null when not measured. */
  readonly routes: number | null;
  readonly fleetRoutes: number | null;
  /** Seconds by which its table was older than the fleet's median at the end of the run. */
  readonly tableLag: number | null;
  /** First counted less than a minute before the run. */
  readonly young: boolean;
  /** Absent: its requests. `table-size`, `table-age`: its table alone differs, nothing shows harm. */
  readonly by?: 'table-size' | 'table-age';
}

/** Scrapes without a sign that a run may bridge: a gap or a scrape without traffic does not end a fault. */
export const BRIDGE = 3;
/** Peers are judged over the last scrapes too, so that one quiet scrape does not decide. */
const PEER_SCRAPES = 6;
/** A fleet's miss share is never taken for exactly 0. */
const LEAST_PEER_SHARE = 0.02;

/** Miss share of the siblings of one instance in a stretch. */
type OwnPeers = (first: number, last: number) => number | null;

/**
 * Compares each instance with its siblings, scrape by scrape, by counters alone:
 *   pod a  2 % 2 % 2 % 2 %
 *   pod b  2 % 98 % 97 %      a run from the second scrape on
 * Needs two instances. A rise on all instances alike is no run: scanners spread over a fleet, a lost table does not.
 */
export function findMissRuns(fleet: Fleet, stepMs: number, params: NotFoundParams): MissRun[] {
  if (fleet.instances.length < 2) return [];
  const all = peerSharesOf(fleet.instances);
  return fleet.instances.flatMap((own, which) => {
    const peers = fleet.instances.filter((other) => other !== own);
    const shares: OwnPeers = (first, last) => all(which, first, last);
    const born = own.requests.findIndex((value) => value !== null);
    // What a pod that has just started misses in its first scrape is no sign where nothing tells whether it still loads its table.
    const loads = born > 0 && (own.routes[born] ?? 0) === 0;
    const bad = own.misses.map((_, at) => !(loads && at === born) && isBad(own, shares, at, params));
    return groupRuns(bad).flatMap(([first, last]) => {
      const whole = judgeRun(own, peers, shares, [first, last], stepMs, params);
      return whole ? [whole] : fallenParts(own, peers, bad, first, last, params).flatMap((part) => judgeRun(own, peers, shares, part, stepMs, params) ?? []);
    });
  });
}

/**
 * Parts of a run in which the instance served less than half of what it did just before: a scan that began earlier must not hide the routes that were
 * lost in its midst. Such parts are picked for being low, so chance must be excluded as strictly as for an alarm.
 */
function fallenParts(own: InstanceCounts, peers: readonly InstanceCounts[], bad: readonly boolean[], first: number, last: number, params: NotFoundParams): [number, number][] {
  const served = servedOf(own);
  const low: boolean[] = [];
  bad.forEach((mark, at) => {
    const before = served.slice(Math.max(0, at - HISTORY_SCRAPES), at).filter((_, back) => !low[Math.max(0, at - HISTORY_SCRAPES) + back]);
    const [usual, now] = [median(before), served[at] ?? null];
    low.push(mark && first <= at && at <= last && now !== null && usual !== null && now <= 0.5 * usual);
  });
  return groupRuns(low).filter((part) => {
    const { served: kept, expected } = mirrorOf(own, peers, ...part);
    return expected !== null && logLowTailPoisson(kept, CERTAIN_PART * expected) <= Math.log(params.alarmChance);
  });
}

function isBad(own: InstanceCounts, shares: OwnPeers, at: number, params: NotFoundParams): boolean {
  const [misses, requests] = [own.misses[at] ?? null, own.requests[at] ?? null];
  if (misses === null || requests === null || requests <= 0 || (misses < 2 && requests > 2) || misses < 1) return false;
  // Most scrapes end here: comparing with the siblings is the costly part.
  if (misses < params.instanceMissShare * requests) return false;
  const share = carefulPeerShare(shares, at, at);
  return share !== null && misses / requests >= leastShare(share, params);
}

const leastShare = (peerShare: number, params: NotFoundParams) =>
  Math.max(params.instanceMissShare, Math.min(0.9, params.timesFleet * peerShare), Math.min(0.9, peerShare + 0.15));

/** The larger of the peers' shares in these scrapes and in the stretch that leads up to them: the first scrapes of a rise on all instances alike alarm nobody. */
function carefulPeerShare(shares: OwnPeers, first: number, last: number): number | null {
  const [now, stretch] = [shares(first, last), shares(last - PEER_SCRAPES + 1, last)];
  return now === null ? stretch : Math.max(now, stretch ?? 0);
}

/** Joins marked scrapes with at most BRIDGE unmarked ones between. */
export function groupRuns(marks: readonly boolean[], bridge = BRIDGE): [number, number][] {
  const runs: [number, number][] = [];
  marks.forEach((mark, at) => {
    if (!mark) return;
    const run = runs.at(-1);
    if (run && at - run[1] <= bridge + 1) run[1] = at;
    else runs.push([at, at]);
  });
  return runs;
}

function judgeRun(own: InstanceCounts, peers: readonly InstanceCounts[], shares: OwnPeers, [first, last]: readonly [number, number], stepMs: number, params: NotFoundParams): MissRun | null {
  const misses = sumOver(own.misses, first, last) ?? 0;
  const requests = sumOver(own.requests, first, last) ?? 0;
  const peerShare = carefulPeerShare(shares, first, last);
  if (peerShare === null || last - first + 1 < params.leastScrapes || misses < params.leastMisses) return null;
  const chance = Math.min(0.95, Math.max(LEAST_PEER_SHARE, 1.5 * peerShare));
  if (misses / requests < leastShare(peerShare, params) || logTailBinomial(misses, requests, chance) > Math.log(params.alarmChance)) return null;
  const run: MissRun = { ...tableOf(own, peers, first, last), ...head(own), first, last, requests, misses, peerShare: shares(first, last) ?? peerShare, peers: peers.length, young: isYoung(own, first, stepMs) };
  if (!isShort(run, params) && !isMirrored(mirrorOf(own, peers, first, last), misses - peerShare * requests)) return null;
  return isLoading(run, own, stepMs, params) || isRolling(run, own, peers, stepMs, params) ? null : run;
}

/** True when its table was measured and is short against the fleet's median. */
export function isShort({ routes, fleetRoutes }: Pick<MissRun, 'routes' | 'fleetRoutes'>, params: NotFoundParams): boolean {
  return routes !== null && fleetRoutes !== null && routes < params.shortTable * fleetRoutes;
}

export const head = ({ proxy, instance, zone }: InstanceCounts) => ({ proxy, instance, zone });

/** Size and age of its table against those of its siblings. */
export function tableOf(own: InstanceCounts, peers: readonly InstanceCounts[], first: number, last: number) {
  const over = (values: InstanceCounts['routes']) => median(values.slice(first, last + 1));
  const [updated, others] = [own.updated[last] ?? null, median(peers.map((peer) => peer.updated[last] ?? null))];
  return {
    routes: over(own.routes),
    fleetRoutes: median(peers.map((peer) => over(peer.routes))),
    tableLag: updated === null || others === null ? null : Math.round(others - updated),
  };
}

/** True when the instance is not counted a minute before the run, but others of the range are: it has just started. */
function isYoung(own: InstanceCounts, first: number, stepMs: number): boolean {
  const before = Math.max(0, first - Math.ceil(60_000 / stepMs));
  return before > 0 && own.requests.slice(0, before + 1).every((value) => value === null);
}

/** A zone of which every instance missed at the same time while another zone served. */
export interface ZoneRun {
  readonly zone: string;
  readonly runs: readonly MissRun[];
}

/** Takes zones out of the runs: two or more instances, all of them missing at once, and no instance elsewhere. */
export function splitZoneRuns(fleet: Fleet, runs: readonly MissRun[]): { readonly zones: readonly ZoneRun[]; readonly single: readonly MissRun[] } {
  const zones = [...new Set(fleet.instances.map(({ zone }) => zone))].filter((zone) => zone !== '');
  const whole = zones.length < 2 ? [] : zones.flatMap((zone): ZoneRun[] => {
    const members = fleet.instances.filter((one) => one.zone === zone && (sumOver(one.requests) ?? 0) > 0);
    const own = runs.filter((run) => run.zone === zone);
    const together = members.length >= 2 && members.every(({ instance }) => own.some((run) => run.instance === instance && overlap(run, own[0]!)));
    const elsewhere = runs.some((run) => run.zone !== zone && own.some((one) => overlap(run, one)));
    return together && !elsewhere ? [{ zone, runs: own }] : [];
  });
  return { zones: whole, single: runs.filter((run) => !whole.some(({ zone }) => zone === run.zone)) };
}

/** True when the shorter of the two lies at least half within the other. */
function overlap(a: { first: number; last: number }, b: { first: number; last: number }): boolean {
  const shared = Math.min(a.last, b.last) - Math.max(a.first, b.first) + 1;
  return shared >= 0.5 * Math.min(a.last - a.first + 1, b.last - b.first + 1);
}
