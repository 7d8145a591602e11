import type { Value } from '@/lib/domain/series';
import type { InstanceCounts } from './counts';
import { PEER_QUANTILE, quantile, sumOver } from './statistics';

/** Requests below which the miss share of an instance says nothing. */
const LEAST_REQUESTS = 3;

/** Miss share of the instances other than the one with that index, from `first` to `last`; null where none of them is known. */
export type PeerShares = (own: number, first: number, last: number) => number | null;

/** The definition: a little under the median of the peers' shares in these scrapes. Costs all peers and scrapes each time. */
export function peerShareOf(peers: readonly InstanceCounts[], first: number, last: number): number | null {
  return quantile(peers.map((peer) => shareOf(sumOver(peer.misses, first, last), sumOver(peer.requests, first, last))), PEER_QUANTILE);
}

/**
 * The same for all instances of a fleet: sums over scrapes are differences of running sums, and the shares of a stretch are sorted once;
 * leaving one out moves the rank by at most one place.
 */
export function peerSharesOf(instances: readonly InstanceCounts[]): PeerShares {
  const rows = instances.map(({ misses, requests }) => [runningSums(misses), runningSums(requests)] as const);
  const stretches = new Map<string, Stretch>();
  return (own, first, last) => {
    const key = `${first} ${last}`;
    const stretch = stretches.get(key) ?? toStretch(rows.map(([misses, requests]) => shareOf(misses(first, last), requests(first, last))));
    stretches.set(key, stretch);
    return withoutOne(stretch, own);
  };
}

interface Stretch {
  readonly shares: readonly (number | null)[];
  readonly sorted: readonly number[];
}

function toStretch(shares: readonly (number | null)[]): Stretch {
  return { shares, sorted: shares.filter((share): share is number => share !== null).sort((a, b) => a - b) };
}

function withoutOne({ shares, sorted }: Stretch, own: number): number | null {
  const mine = shares[own] ?? null;
  const left = sorted.length - (mine === null ? 0 : 1);
  if (left === 0) return null;
  const rank = Math.min(left - 1, Math.floor(PEER_QUANTILE * left));
  return sorted[mine !== null && rank >= sorted.indexOf(mine) ? rank + 1 : rank]!;
}

function shareOf(misses: number | null, requests: number | null): number | null {
  return misses === null || requests === null || requests < LEAST_REQUESTS ? null : misses / requests;
}

/** Sum of the known values of a stretch in constant time; null when none is known. */
function runningSums(values: readonly Value[]): (first: number, last: number) => number | null {
  const [sums, known] = [new Float64Array(values.length + 1), new Uint32Array(values.length + 1)];
  values.forEach((value, at) => {
    sums[at + 1] = sums[at]! + (value ?? 0);
    known[at + 1] = known[at]! + (value === null ? 0 : 1);
  });
  return (first, last) => {
    const [from, to] = [Math.max(0, first), Math.min(last, values.length - 1) + 1];
    return to <= from || known[to] === known[from] ? null : sums[to]! - sums[from]!;
  };
}
