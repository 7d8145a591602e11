import { notFoundClasses, type LedgerMethod, type LedgerPart, type NotFoundClass } from '@/lib/domain/not-found-detail';
import type { Value } from '@/lib/domain/series';
import type { Fleet, FleetSet, InstanceCounts } from './counts';
import type { MissRun } from './instance-guard';
import type { LostHost } from './lost-hosts';
import type { NotFoundParams } from './params';
import type { JudgedSample } from './sampled';
import { roundTogether } from './round';
import { splitShares, type BinShares } from './sample-bins';
import { sumOver } from './statistics';

export interface Ledger {
  readonly total: readonly Value[];
  readonly classes: Readonly<Record<NotFoundClass, readonly Value[]>>;
  readonly parts: readonly LedgerPart[];
  readonly requests: number;
  /** Proxy-made 404s per fleet and step that no run and no lost host explains. */
  readonly background: ReadonlyMap<string, readonly Value[]>;
}

interface Account {
  readonly sums: number[];
  low: number;
  high: number;
  readonly methods: Set<LedgerMethod>;
}

/**
 * Splits each step's 404s:
 *   answered by an application                              -> application (counter)
 *   proxy, instance in a run, beyond its peers' share       -> route miss (instance step)
 *   proxy, host lost, beyond the rate before                -> route miss (counter)
 *   proxy, the rest: shares of the samples near it          -> scanner, benign, ... (trace sample)
 *   no samples near it, or responder not known              -> unknown
 * Parts equal the counter at every step that is known.
 */
export function keepLedger(set: FleetSet, runs: readonly MissRun[], lost: readonly LostHost[], judged: readonly JudgedSample[] | null, params: NotFoundParams): Ledger {
  const length = set.at.length;
  const accounts = Object.fromEntries(notFoundClasses.map((name) => [name, open(length)])) as Record<NotFoundClass, Account>;
  const background = new Map<string, readonly Value[]>();
  for (const fleet of set.fleets) {
    const explained = explain(fleet, runs, lost, accounts);
    background.set(fleet.proxy, explained);
    const own = judged?.filter(({ sample }) => sample.proxy === fleet.proxy) ?? [];
    post(accounts, explained, splitShares(explained, own.filter((one) => !one.explained && one.verdict.class !== 'application'), set.stepMs, params));
    const unnamed = perStep(fleet, ({ answered }) => answered.unknown, length);
    post(accounts, unnamed, splitShares(unnamed, own, set.stepMs, params));
  }
  const total = Array.from({ length }, (_, at) => sumOver(set.fleets.flatMap(({ instances }) => instances.flatMap(totalOf(at)))));
  const rounded = roundTogether(total, notFoundClasses.map((name) => accounts[name].sums));
  const classes = Object.fromEntries(notFoundClasses.map((name, at) => [name, rounded[at]!])) as unknown as Ledger['classes'];
  return { total, classes, parts: notFoundClasses.map((name) => toPart(name, classes[name], accounts[name])), requests: sumOver(total) ?? 0, background };
}

const open = (length: number): Account => ({ sums: new Array<number>(length).fill(0), low: 0, high: 0, methods: new Set() });
const totalOf = (at: number) => ({ answered }: InstanceCounts) => [answered.proxy[at] ?? null, answered.backend[at] ?? null, answered.unknown[at] ?? null];

function perStep(fleet: Fleet, pick: (one: InstanceCounts) => readonly Value[], length: number): Value[] {
  return Array.from({ length }, (_, at) => sumOver(fleet.instances.map((one) => pick(one)[at] ?? null)));
}

/** Posts what metrics alone tell; gives back the proxy-made rest per step. */
function explain(fleet: Fleet, runs: readonly MissRun[], lost: readonly LostHost[], accounts: Record<NotFoundClass, Account>): Value[] {
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
      put(accounts['route-miss'], at, part, part * 0.8, Math.min(rest[at] ?? part, part * 1.2), 'counter');
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

/** Posts counts by the shares of samples; without shares they are unknown. */
function post(accounts: Record<NotFoundClass, Account>, counts: readonly Value[], shares: readonly (BinShares | null)[]): void {
  counts.forEach((count, at) => {
    if (count === null || count <= 0) return;
    const split = shares[at] ?? null;
    if (split === null) put(accounts.unknown, at, count, 0, count, 'none');
    else for (const { class: name, share, low, high } of split) {
      if (share > 0) accounts[name].methods.add('path-evidence');
      put(accounts[name], at, count * share, count * low, count * high, share > 0 ? 'trace-sample' : null);
    }
  });
}

function put(account: Account, at: number, count: number, low: number, high: number, method: LedgerMethod | null): void {
  account.sums[at]! += count;
  account.low += low;
  account.high += high;
  if (method !== null && count > 0) account.methods.add(method);
}

function toPart(name: NotFoundClass, values: readonly Value[], account: Account): LedgerPart {
  const requests = sumOver(values) ?? 0;
  const order: readonly LedgerMethod[] = ['counter', 'instance-step', 'trace-sample', 'path-evidence', 'none'];
  return { class: name, requests, low: Math.min(requests, Math.floor(account.low)), high: Math.max(requests, Math.ceil(account.high)), methods: order.filter((method) => account.methods.has(method)) };
}
