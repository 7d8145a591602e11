import type { Value } from '@/lib/domain/series';
import type { Fleet, InstanceCounts } from './counts';
import { groupRuns, type MissRun } from './instance-guard';
import { claim, type LostHost } from './lost-hosts';
import { CERTAIN_PART, HISTORY_SCRAPES, LEAST_HISTORY, servedOf } from './mirror';
import type { NotFoundParams } from './params';
import { logLowTailPoisson, median, sumOver } from './statistics';

/** All instances of a fleet, or most of them, lost routes at once. Indices of the time axis, both included. */
export interface FleetLoss {
  readonly proxy: string;
  readonly first: number;
  readonly last: number;
  readonly instances: readonly string[];
  readonly fleetInstances: number;
  readonly requests: number;
  readonly missShare: number;
  readonly missShareBefore: number;
  /** Successes that the rate before would have given. */
  readonly lostSuccesses: number;
  /** Misses above the rate before, claimed for it, per step of the axis. */
  readonly misses: readonly number[];
  readonly routes: number | null;
  readonly routesBefore: number | null;
}

/** Served requests must fall below this share of the rate before. */
const FALLEN = 0.7;
/** Misses must make up for this share of the lost successes: otherwise clients just stopped asking. */
const MIRRORED = 0.5;
/** Share of the instances with traffic that must show it; one alone is the business of the instance guard. */
const BROAD = 0.6;
/** With more than this share of its hosts fallen the whole fleet is hit, not a host. */
const ALL_HOSTS = 0.8;

/** One prefix that holds this part of the lost requests is the fault. */
const ONE_PREFIX = 0.7;

/**
 * Compares a fleet with its own past, so that it works without siblings (a fleet of one) and where all siblings fail alike:
 *   misses   2  3  91  90
 *   served  90 91   2   1      routes lost everywhere
 *   served  90 91  92  90      a scan: it only adds
 * A host that alone explains it is a lost host.
 */
export function findFleetLosses(fleet: Fleet, lost: readonly LostHost[], runs: readonly MissRun[], params: NotFoundParams): FleetLoss[] {
  const length = fleet.instances[0]?.misses.length ?? 0;
  const sum = (pick: (one: InstanceCounts) => readonly Value[]) => {
    const rows = fleet.instances.map(pick);
    return Array.from({ length }, (_, at) => sumOver(rows.map((row) => row[at] ?? null)));
  };
  const rows = fleet.instances.map(servedOf);
  const series: FleetSeries = { served: sum(servedOf), misses: sum(({ misses }) => misses), requests: sum(({ requests }) => requests), seen: (at) => seenPart(rows, at) };
  const marks = markLoss(series, params);
  return groupRuns(marks.bad, 1).flatMap(([first, last]) => {
    const before = marks.normal[first];
    return before ? (judge(fleet, series, before, first, last, params) ?? []) : [];
  }).filter((loss) => !isOneHost(fleet, loss, lost) && !isOnePrefix(loss, lost) && !isTold(loss, runs));
}

/** Part of the fleet's usual traffic whose instances were scraped at a step: a missing scrape is no loss. */
function seenPart(rows: readonly (readonly Value[])[], at: number): number {
  const usual = rows.map((row) => median(row.slice(Math.max(0, at - HISTORY_SCRAPES), at)) ?? 0);
  const all = usual.reduce((sum, value) => sum + value, 0);
  return all <= 0 ? 1 : rows.reduce((sum, row, which) => sum + ((row[at] ?? null) === null ? 0 : usual[which]!), 0) / all;
}

interface FleetSeries {
  readonly served: readonly Value[];
  readonly misses: readonly Value[];
  readonly requests: readonly Value[];
  readonly seen: (at: number) => number;
}

interface Normal {
  readonly served: number;
  readonly misses: number;
}

/** The normal rate is that of the calm scrapes before; it stands still while the loss lasts. */
function markLoss({ served, misses, seen }: FleetSeries, params: NotFoundParams): { readonly bad: boolean[]; readonly normal: (Normal | null)[] } {
  const bad: boolean[] = [];
  const normal: (Normal | null)[] = [];
  served.forEach((count, at) => {
    const now = bad[at - 1] ? normal[at - 1]! : normalBefore(served, misses, bad, at);
    normal.push(now);
    const missed = misses[at] ?? null;
    bad.push(count !== null && missed !== null && now !== null && isLoss(count, missed, now, 1, params) && isLoss(count, missed, now, seen(at), params));
  });
  return { bad, normal };
}

function normalBefore(served: readonly Value[], misses: readonly Value[], bad: readonly boolean[], at: number): Normal | null {
  const steps = Array.from({ length: Math.min(at, HISTORY_SCRAPES) }, (_, back) => at - 1 - back).filter((step) => !bad[step] && served[step] !== null);
  if (steps.length < LEAST_HISTORY) return null;
  return { served: median(steps.map((step) => served[step]!)) ?? 0, misses: median(steps.map((step) => misses[step] ?? null)) ?? 0 };
}

function isLoss(served: number, misses: number, normal: Normal, seen: number, params: NotFoundParams): boolean {
  const usual = seen * normal.served;
  const [lost, more] = [usual - served, misses - normal.misses];
  return usual > 0 && served <= FALLEN * usual && more >= MIRRORED * lost && misses >= params.instanceMissShare * (misses + served);
}

function judge(fleet: Fleet, series: FleetSeries, normal: Normal, first: number, last: number, params: NotFoundParams): FleetLoss | null {
  const steps = last - first + 1;
  const [served, misses, requests] = [sumOver(series.served, first, last) ?? 0, sumOver(series.misses, first, last) ?? 0, sumOver(series.requests, first, last) ?? 0];
  const expected = series.served.reduce<number>((all, count, at) => all + (at < first || at > last || count === null ? 0 : normal.served * series.seen(at)), 0);
  if (steps < params.leastScrapes || misses < params.leastMisses || logLowTailPoisson(served, CERTAIN_PART * expected) > Math.log(params.alarmChance)) return null;
  const hit = fleet.instances.filter((one) => hasLost(one, first, last));
  const active = fleet.instances.filter((one) => (sumOver(one.requests, first, last) ?? 0) > 0);
  if (hit.length < BROAD * active.length) return null;
  const routes = (from: number, to: number) => median(hit.map((one) => median(one.routes.slice(Math.max(0, from), to + 1))));
  return {
    proxy: fleet.proxy, first, last, instances: hit.map(({ instance }) => instance), fleetInstances: active.length, requests, missShare: misses / Math.max(1, requests),
    missShareBefore: normal.misses / Math.max(1, normal.misses + normal.served),
    lostSuccesses: Math.round(expected - served),
    misses: series.misses.map((count, at) => (at < first || at > last ? 0 : claim(Math.max(0, (count ?? 0) - normal.misses), Math.max(0, normal.served - (series.served[at] ?? normal.served))))),
    routes: routes(first, last), routesBefore: routes(first - HISTORY_SCRAPES, first - 1),
  };
}

/** True when the instance served less and missed more than before; one without a past only when it misses most of what it gets. */
function hasLost(one: InstanceCounts, first: number, last: number): boolean {
  const [served, misses] = [sumOver(servedOf(one), first, last), sumOver(one.misses, first, last)];
  if (served === null || misses === null || misses < 1) return false;
  const past = servedOf(one).slice(Math.max(0, first - HISTORY_SCRAPES), first);
  const missed = median(one.misses.slice(Math.max(0, first - HISTORY_SCRAPES), first)) ?? 0;
  const rate = median(past);
  if (rate === null || rate <= 0) return misses > served;
  return served / (last - first + 1) <= FALLEN * rate && misses / (last - first + 1) > missed;
}

/** True when the loss of hosts explains it while others are still served. */
function isOneHost(fleet: Fleet, loss: FleetLoss, lost: readonly LostHost[]): boolean {
  // The fleet falls below its mark in parts only of what one host loses: the shorter of the two decides whether they are one fault.
  if (!fleet.hosts || !lost.some((one) => one.proxy === fleet.proxy && (overlaps(one, loss) || overlaps(loss, one)))) return false;
  const known = [...fleet.hosts.values()].map((values) => ({
    before: median(values.slice(Math.max(0, loss.first - HISTORY_SCRAPES), loss.first)) ?? 0,
    now: median(values.slice(loss.first, loss.last + 1)) ?? 0,
  })).filter(({ before }) => before >= 1);
  const fallen = known.filter(({ before, now }) => now <= 0.5 * before);
  const emptied = loss.routes !== null && loss.routesBefore !== null && loss.routes < 0.5 * loss.routesBefore;
  return !emptied && (known.length < 2 || fallen.length < ALL_HOSTS * known.length);
}

/** True when the samples put most of it below one prefix: that names more, also where no counter names hosts. */
function isOnePrefix(loss: FleetLoss, lost: readonly LostHost[]): boolean {
  const all = sumOver(loss.misses) ?? 0;
  return lost.some((one) => one.proxy === loss.proxy && one.prefix !== undefined && (sumOver(one.misses, loss.first, loss.last) ?? 0) >= ONE_PREFIX * all);
}

/** True when runs of single instances tell all of it: they name more. */
function isTold(loss: FleetLoss, runs: readonly MissRun[]): boolean {
  return loss.instances.every((instance) => runs.some((run) => run.proxy === loss.proxy && run.instance === instance && run.first <= loss.first + 2 && run.last >= loss.last - 2));
}

/** True when the first lies at least half within the second. */
export function overlaps(inner: { readonly first: number; readonly last: number }, outer: { readonly first: number; readonly last: number }): boolean {
  const shared = Math.min(inner.last, outer.last) - Math.max(inner.first, outer.first) + 1;
  return shared >= 0.5 * (inner.last - inner.first + 1);
}
