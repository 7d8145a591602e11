import type { Value } from '@/lib/domain/series';
import type { InstanceCounts } from './counts';
import { logLowTailPoisson, median, sumOver } from './statistics';

/** Scrapes before a fault that say what is normal. */
export const HISTORY_SCRAPES = 24;
export const LEAST_HISTORY = 4;

/** Requests that found a route, per step; null where one of the two counters is not known. */
export function servedOf({ requests, misses }: Pick<InstanceCounts, 'requests' | 'misses'>): Value[] {
  return requests.map((count, at) => (count === null || (misses[at] ?? null) === null ? null : Math.max(0, count - misses[at]!)));
}

/**
 * What a run of misses cost in served requests. `expected` is a careful (low) estimate; null where nothing tells what the instance would have served.
 * `known`: by its own past, or what it did afterwards; otherwise its siblings stand for it.
 */
export interface Mirror {
  readonly served: number;
  readonly expected: number | null;
  readonly known: boolean;
}

/** A pod that gets less than this share of what its siblings get has no past of its own worth the name. */
const OWN_PAST = 0.1;
/** Requests of a pod against its siblings: a scan on one connection comes on top of its share of the traffic. */
const ON_TOP = 1.5;

/**
 * What one instance served in a run, and what it would have served otherwise: its own past, scaled by how the traffic of its siblings went on.
 *   own served    90 91  0  0        own served    90 91 89 92
 *   misses         1  1 88 90        misses         1  1 88 90
 *   lost routes: mirror loss         a scanner on one kept-open connection only adds
 * Without a past (just started) its siblings' median stands for it, unless it gets far more requests than they do.
 */
export function mirrorOf(own: InstanceCounts, peers: readonly InstanceCounts[], first: number, last: number): Mirror {
  const mine = servedOf(own);
  const others = peers.map(servedOf);
  const served = sumOver(mine, first, last) ?? 0;
  const past = pastOf(own, mine, others, first, last);
  if (past !== null) return { served, expected: past * (sumOver(others.map((one) => sumOver(one, first, last))) ?? 0), known: true };
  const requests = sumOver(own.requests, first, last) ?? 0;
  const siblings = { served: median(others.map((one) => sumOver(one, first, last))), requests: median(peers.map((one) => sumOver(one.requests, first, last))) };
  if (siblings.served === null || siblings.requests === null) return { served, expected: null, known: false };
  return { served, expected: requests > ON_TOP * siblings.requests ? Math.min(siblings.served, served) : Math.min(siblings.served, requests), known: false };
}

/** How far the estimate of a past may lie off by chance, in standard deviations. */
const ESTIMATE_DEVIATIONS = 2.5;

/** Served requests of the instance for each one of its siblings, at least: before the run, or after it where too little is known before. Null without such a past. */
function pastOf(own: InstanceCounts, mine: readonly Value[], others: readonly (readonly Value[])[], first: number, last: number): number | null {
  const isKnown = (at: number) => (mine[at] ?? null) !== null && own.requests[at]! > 0 && others.some((one) => (one[at] ?? null) !== null);
  const before = Array.from({ length: Math.min(first, HISTORY_SCRAPES) }, (_, back) => first - 1 - back).filter(isKnown);
  // The scrape after a run may still hold a part of it.
  const after = Array.from({ length: Math.max(0, Math.min(HISTORY_SCRAPES, mine.length - last - 2)) }, (_, ahead) => last + 2 + ahead).filter(isKnown);
  const steps = before.length >= LEAST_HISTORY ? before : [...before, ...after];
  if (steps.length < LEAST_HISTORY) return null;
  const sum = (values: readonly Value[]) => steps.reduce((total, at) => total + (values[at] ?? 0), 0);
  const [ours, elsewhere] = [sum(mine), others.map(sum)];
  const all = elsewhere.reduce((total, value) => total + value, 0);
  if (all <= 0 || ours <= 0 || ours < OWN_PAST * (median(elsewhere) ?? 0)) return null;
  return (ours / all) * Math.max(0, 1 - ESTIMATE_DEVIATIONS * Math.sqrt(1 / ours + 1 / all));
}

/** Lost requests must make up for this share of the misses above normal, or the served ones must have fallen to less than half. */
const MIRRORED = 0.4;
const HALVED = 0.5;

/** What is expected is an estimate, and traffic wavers more than chance alone: only a fall below this part of it counts. */
export const CERTAIN_PART = 0.85;
const LOST_CHANCE = Math.log(1e-4);

/** True when requests were lost, not added: served ones fell by about what was missed, beyond chance. */
export function isMirrored({ served, expected, known }: Mirror, excessMisses: number): boolean {
  if (expected === null) return true;
  if (logLowTailPoisson(served, CERTAIN_PART * expected) > LOST_CHANCE) return false;
  // Siblings may weigh more or less in the load balancer: by them alone only a deep fall counts.
  return served <= HALVED * expected || (known && expected - served >= MIRRORED * excessMisses);
}
