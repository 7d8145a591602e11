import type { FleetChange, InstanceChange } from '@/lib/domain/not-found-changes';
import type { MissInstance } from '@/lib/domain/not-found-detail';
import { type Interval, differenceInterval } from '../shared/statistics/intervals';
import { wilson } from '../shared/statistics/wilson';

/** An instance moved when its miss share, measured against the rest of its fleet, moved by so much and beyond chance. */
const LEAST_MOVE = 0.05;
/** Misses below this are no finding, whatever their share: as in the guard. */
const LEAST_MISSES = 10;
const Z_CALL = 3.2905267314919255;

/** Requests and miss share of each fleet, by name. */
export function compareFleets(before: readonly MissInstance[], after: readonly MissInstance[]): FleetChange[] {
  const proxies = [...new Set([...before, ...after].map(({ proxy }) => proxy))].sort();
  return proxies.map((proxy) => {
    const [old, now] = [sums(before, proxy), sums(after, proxy)];
    return { proxy, requestsBefore: old.requests, requestsAfter: now.requests, missShareBefore: shareOf(old), missShareAfter: shareOf(now) };
  });
}

/**
 * Instances that joined or left, and those that miss more or less than before against their own fleet: a scan that reaches all of them
 * alike moves none.
 */
export function compareInstances(before: readonly MissInstance[], after: readonly MissInstance[]): InstanceChange[] {
  const old = byName(before);
  const now = byName(after);
  const names = [...new Set([...old.keys(), ...now.keys()])].sort();
  return names.flatMap((name): InstanceChange[] => {
    const [was, is] = [old.get(name), now.get(name)];
    const kind = was === undefined ? 'joined' : is === undefined ? 'left' : moved(was, is, before, after);
    if (kind === null) return [];
    const { proxy, instance, zone } = is ?? was!;
    return [{ kind, proxy, instance, zone, missShareBefore: was ? shareOf(was) : null, missShareAfter: is ? shareOf(is) : null }];
  }).sort((a, b) => RANK.indexOf(a.kind) - RANK.indexOf(b.kind));
}

const RANK: readonly InstanceChange['kind'][] = ['misses-more', 'misses-less', 'joined', 'left'];

/** Only instances that were asked at all: a pod that stands by has not joined. */
function byName(instances: readonly MissInstance[]): Map<string, MissInstance> {
  return new Map(instances.filter(({ requests }) => requests > 0).map((one) => [`${one.proxy}\n${one.instance}`, one]));
}

/** Its own share moved, and moved away from (or back to) that of the others: a sick sibling moves nobody else, and neither does what hits all alike. */
function moved(was: MissInstance, is: MissInstance, before: readonly MissInstance[], after: readonly MissInstance[]): 'misses-more' | 'misses-less' | null {
  const [own, against] = [differenceInterval(interval(was)!, interval(is)!), differenceInterval(excess(was, before), excess(is, after))];
  const up = [own, against].every(({ value, low }) => value >= LEAST_MOVE && low > 0);
  const down = [own, against].every(({ value, high }) => value <= -LEAST_MOVE && high < 0);
  if (up && is.misses >= LEAST_MISSES) return 'misses-more';
  return down && was.misses >= LEAST_MISSES ? 'misses-less' : null;
}

/** Miss share of an instance above that of the middle one of its siblings. */
function excess(own: MissInstance, all: readonly MissInstance[]): Interval {
  const share = interval(own)!;
  const others = all.flatMap((one) => (one.proxy === own.proxy && one.instance !== own.instance ? (interval(one) ?? []) : [])).sort((a, b) => a.value - b.value);
  const middle = others[Math.floor((others.length - 1) / 2)];
  return middle ? differenceInterval(middle, share) : share;
}

function interval({ misses, requests }: Tries): Interval | null {
  if (requests <= 0) return null;
  const hits = Math.min(misses, requests);
  return { value: hits / requests, ...wilson(hits, requests, Z_CALL) };
}

interface Tries { readonly misses: number; readonly requests: number }

function sums(instances: readonly MissInstance[], proxy: string): Tries {
  const own = instances.filter((one) => one.proxy === proxy);
  return { misses: own.reduce((sum, one) => sum + one.misses, 0), requests: own.reduce((sum, one) => sum + one.requests, 0) };
}

const shareOf = ({ misses, requests }: Tries) => (requests > 0 ? Math.min(1, misses / requests) : null);
