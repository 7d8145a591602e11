import type { NextHop } from './next-hop';

/** Healthy requests of one emitter that went to one next hop. */
export interface TowardsCount {
  readonly name: string;
  /** `name`: of a cluster, service or route; `address`: of an endpoint. A request may count under both. */
  readonly by: 'name' | 'address';
  readonly healthy: number;
  /** Those of them with a server span below. */
  readonly withServerBelow: number;
}

/** Next hops that are kept of one emitter, those with the most requests: names come from spans. */
export const MOST_TOWARDS = 64;
/** While one batch is counted: a name that is new after so many others is not counted apart. */
const MOST_COUNTED = 20_000;

/** Counts of an emitter by next hop, while they are made. */
export type TowardsTally = Map<string, TowardsCount>;

export function tallyTowards(tally: TowardsTally, { name, address }: NextHop, isServerBelow: boolean): void {
  for (const [by, text] of [['name', name], ['address', address]] as const) {
    if (text !== null) add(tally, { name: text, by, healthy: 1, withServerBelow: isServerBelow ? 1 : 0 });
  }
}

function add(tally: TowardsTally, count: TowardsCount): void {
  const key = `${count.by} ${count.name}`;
  const known = tally.get(key);
  if (!known && tally.size >= MOST_COUNTED) return;
  tally.set(key, known ? { ...known, healthy: known.healthy + count.healthy, withServerBelow: known.withServerBelow + count.withServerBelow } : count);
}

/** Lists of several batches together; each list may be missing (counts of before they were made). */
export function sumTowards(lists: readonly (readonly TowardsCount[] | undefined)[]): TowardsCount[] {
  const tally: TowardsTally = new Map();
  for (const list of lists) for (const count of list ?? []) add(tally, count);
  return mostAsked(tally);
}

/** Those with the most requests first; then by name, so that the order of arrival does not matter. */
export function mostAsked(tally: TowardsTally): TowardsCount[] {
  const order = (a: TowardsCount, b: TowardsCount) => b.healthy - a.healthy || compare(a.by, b.by) || compare(a.name, b.name);
  return [...tally.values()].sort(order).slice(0, MOST_TOWARDS);
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
