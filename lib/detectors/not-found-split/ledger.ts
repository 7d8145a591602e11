import { notFoundClasses, type LedgerMethod, type LedgerPart, type NotFoundClass, type NotFoundDetail, type StepIntervals } from '@/lib/domain/not-found-detail';
import type { Value } from '@/lib/domain/series';
import type { Fleet, FleetSet, InstanceCounts } from './counts';
import type { MissRun } from './instance-guard';
import type { NotFoundParams } from './params';
import type { JudgedSample } from './sampled';
import { roundTogether } from './round';
import { splitShares, type BinShares } from './sample-bins';
import { addRows, sumOver } from './statistics';

export interface Ledger {
  readonly total: readonly Value[];
  readonly classes: Readonly<Record<NotFoundClass, readonly Value[]>>;
  readonly parts: readonly LedgerPart[];
  /** Per step, of classes that are not wholly counted. */
  readonly intervals: NonNullable<NotFoundDetail['intervals']>;
  readonly requests: number;
  /** Proxy-made 404s per fleet and step that no run and no lost host explains. */
  readonly background: ReadonlyMap<string, readonly Value[]>;
}

/** What metrics explain of a fleet's misses by the difference to the rate before, per step of the axis. */
export interface Claim {
  readonly proxy: string;
  readonly misses: readonly number[];
  /** How they are known; absent: by that difference. */
  readonly by?: 'trace-sample';
  /** Half of the interval as part of the count; absent: `ERROR`. */
  readonly error?: number;
}

/** How far a count by difference may lie off, as part of it. */
const ERROR = 0.2;

interface Account {
  readonly sums: number[];
  readonly low: number[];
  readonly high: number[];
  readonly methods: Set<LedgerMethod>;
  /** Counted requests that were split by samples into this class and others. */
  drawnFrom: number;
}

/**
 * Splits each step's 404s:
 *   answered by an application                              -> application (counter)
 *   proxy, instance in a run, beyond its peers' share       -> route miss (instance step)
 *   proxy, host or fleet lost, beyond the rate before       -> route miss (difference)
 *   proxy, the rest: shares of the samples near it          -> scanner, benign, ... (trace sample)
 *   no samples near it, or responder not known              -> unknown
 * Parts equal the counter at every step that is known.
 */
export function keepLedger(set: FleetSet, runs: readonly MissRun[], lost: readonly Claim[], judged: readonly JudgedSample[] | null, params: NotFoundParams): Ledger {
  const length = set.at.length;
  const accounts = Object.fromEntries(notFoundClasses.map((name) => [name, open(length)])) as Record<NotFoundClass, Account>;
  const rest = new Map<string, readonly Value[]>();
  for (const fleet of set.fleets) {
    const explained = explain(fleet, runs, lost, accounts);
    rest.set(fleet.proxy, explained);
    const own = judged?.filter(({ sample }) => sample.proxy === fleet.proxy) ?? [];
    const background = own.filter((one) => !one.explained && one.verdict.class !== 'application');
    post(accounts, explained, splitShares(explained, background, set.stepMs, params), 'proxy');
    const unnamed = perStep(fleet, ({ answered }) => answered.unknown, length);
    // Who answered these is told by the marks of the proxy in the traces, not by a counter.
    post(accounts, unnamed, splitShares(unnamed, own, set.stepMs, params), own.some(isFlagged) ? 'flagged' : 'unknown');
  }
  const total = addRows(set.fleets.flatMap(({ instances }) => instances.flatMap(({ answered }) => [answered.proxy, answered.backend, answered.unknown])), length);
  const rounded = roundTogether(total, notFoundClasses.map((name) => accounts[name].sums));
  const classes = Object.fromEntries(notFoundClasses.map((name, at) => [name, rounded[at]!])) as unknown as Ledger['classes'];
  const bounds = Object.fromEntries(notFoundClasses.map((name) => [name, stepIntervals(total, classes[name], accounts[name])])) as Record<NotFoundClass, StepIntervals>;
  const intervals = Object.fromEntries(notFoundClasses.filter((name) => bounds[name].low.some((low, at) => low !== bounds[name].high[at])).map((name) => [name, bounds[name]]));
  const looked = (name: NotFoundClass) => judged?.filter((one) => !one.explained && one.verdict.class === name).length ?? 0;
  return {
    total, classes, intervals, requests: sumOver(total) ?? 0, background: rest,
    parts: notFoundClasses.map((name) => toPart(name, classes[name], accounts[name], looked(name))),
  };
}

const open = (length: number): Account => {
  const zeros = () => new Array<number>(length).fill(0);
  return { sums: zeros(), low: zeros(), high: zeros(), methods: new Set(), drawnFrom: 0 };
};

const isFlagged = ({ sample }: JudgedSample) => sample.mechanism === 'route_miss' || sample.mechanism === 'local_policy';

/** What is carried from step to step by rounding moves a count by less than one: the interval holds the count that is shown. */
function stepIntervals(total: readonly Value[], values: readonly Value[], { low, high }: Account): StepIntervals {
  const bound = (pick: (at: number, shown: number, sum: number) => number) => values.map((shown, at) => (shown === null || total[at] === null ? null : pick(at, shown, total[at]!)));
  return {
    low: bound((at, shown) => Math.max(0, Math.min(shown, Math.floor(low[at]! + 1e-9)))),
    high: bound((at, shown, sum) => Math.min(sum, Math.max(shown, Math.ceil(high[at]! - 1e-9)))),
  };
}

function perStep(fleet: Fleet, pick: (one: InstanceCounts) => readonly Value[], length: number): Value[] {
  return addRows(fleet.instances.map(pick), length);
}

/** Posts what metrics alone tell; gives back the proxy-made rest per step. */
function explain(fleet: Fleet, runs: readonly MissRun[], lost: readonly Claim[], accounts: Record<NotFoundClass, Account>): Value[] {
  const length = accounts.unknown.sums.length;
  const rest = perStep(fleet, ({ answered }) => answered.proxy, length);
  for (const one of fleet.instances) {
    one.answered.backend.forEach((count, at) => { if (count !== null) put(accounts.application, at, count, count, count, 'counter'); });
    const mine = runs.filter((run) => run.proxy === fleet.proxy && run.instance === one.instance);
    for (const run of mine) {
      for (let at = run.first; at <= run.last; at += 1) {
        const [misses, requests] = [one.answered.proxy[at] ?? null, one.requests[at] ?? null];
        if (misses === null || requests === null) continue;
        const noise = Math.min(misses, (healthyShare(fleet, runs, at) ?? run.peerShare) * requests);
        const half = Math.min(misses - noise, 1.96 * Math.sqrt(noise));
        put(accounts['route-miss'], at, misses - noise, misses - noise - half, Math.min(misses, misses - noise + half), 'instance-step');
        rest[at] = (rest[at] ?? 0) - (misses - noise);
      }
    }
  }
  for (const host of lost.filter(({ proxy }) => proxy === fleet.proxy)) {
    host.misses.forEach((count, at) => {
      const part = Math.min(count, rest[at] ?? 0);
      if (part <= 0) return;
      const error = host.error ?? ERROR;
      put(accounts['route-miss'], at, part, part * (1 - error), Math.min(rest[at] ?? part, part * (1 + error)), host.by ?? 'difference');
      rest[at] = rest[at]! - part;
    });
  }
  return rest;
}

/** Share of proxy-made 404s on the instances without a run, over three scrapes: what an instance in a run would have had of noise. */
function healthyShare(fleet: Fleet, runs: readonly MissRun[], at: number): number | null {
  const calm = fleet.instances.filter(({ instance }) => !runs.some((run) => run.proxy === fleet.proxy && run.instance === instance && run.first <= at + 1 && at - 1 <= run.last));
  const misses = sumOver(calm.map(({ answered }) => sumOver(answered.proxy, at - 1, at + 1)));
  const requests = sumOver(calm.map((one) => sumOver(one.requests, at - 1, at + 1)));
  return misses === null || requests === null || requests < 20 ? null : Math.min(1, misses / requests);
}

/**
 * Posts counts by the shares of samples; without shares they are unknown. `responder`: `proxy` answered by the counters, so no application did; or who answered
 * is told by marks in the traces (`flagged`), or by nothing.
 */
function post(accounts: Record<NotFoundClass, Account>, counts: readonly Value[], shares: readonly (BinShares | null)[], responder: 'proxy' | 'flagged' | 'unknown'): void {
  counts.forEach((count, at) => {
    if (count === null || count <= 0) return;
    const split = shares[at] ?? null;
    if (split === null) put(accounts.unknown, at, count, 0, count, 'none');
    else for (const { class: name, share, low, high } of split) {
      if (responder === 'proxy' && name === 'application') continue;
      accounts[name].drawnFrom += count;
      if (share > 0 && responder === 'flagged') accounts[name].methods.add('flag');
      if (share > 0 && name !== 'application') accounts[name].methods.add('path-evidence');
      put(accounts[name], at, count * share, count * low, count * high, share > 0 ? 'trace-sample' : null);
    }
  });
}

function put(account: Account, at: number, count: number, low: number, high: number, method: LedgerMethod | null): void {
  account.sums[at]! += count;
  account.low[at]! += low;
  account.high[at]! += high;
  if (method !== null && count > 0) account.methods.add(method);
}

function toPart(name: NotFoundClass, values: readonly Value[], account: Account, looked: number): LedgerPart {
  const requests = sumOver(values) ?? 0;
  const order: readonly LedgerMethod[] = ['counter', 'instance-step', 'difference', 'flag', 'trace-sample', 'path-evidence', 'none'];
  const [low, high] = [sumOver(account.low) ?? 0, sumOver(account.high) ?? 0];
  return {
    class: name, requests, low: Math.min(requests, Math.floor(low + 1e-6)), high: Math.max(requests, Math.ceil(high - 1e-6)), methods: order.filter((method) => account.methods.has(method)),
    ...(account.drawnFrom > 0 ? { sampled: { looked, of: Math.round(account.drawnFrom) } } : {}),
  };
}
