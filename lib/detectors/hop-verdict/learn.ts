import type { ProfileRow } from '../../domain/hops';
import type { Trace } from '../../domain/traces';
import type { EpochMs } from '../../domain/units';
import type { HopRole } from '../../domain/verdict';
import { attemptsOf } from './attempts';
import type { Family, RoleRule } from './families';
import { type Forest, buildForest } from './forest';
import { toNodes } from './normalise';
import { type EmitterProfile, MIN_SAMPLES, type Profiles, defaultAttempt } from './profile';
import { nextHopOf, nextHopOfAttempt } from './next-hop';
import { type SpanNode, isHop, isProxyRole } from './span-node';
import { type TowardsCount, type TowardsTally, mostAsked, sumTowards, tallyTowards } from './towards';

/**
 * What was counted of one emitter. Plain numbers, so that counts of several batches add up (`addCounts`) and a cache can keep
 * them as JSON. A batch must not be added twice.
 */
export interface ProfileCount {
  readonly service: string;
  readonly family: Family;
  readonly role: HopRole;
  /** Share of healthy requests with a try that holds where too few were seen. */
  readonly defaultAttempt: number;
  /** Healthy requests: 2xx and 3xx, without those that the emitter answered itself. */
  readonly healthy: number;
  readonly withAttempt: number;
  /** Of the healthy ones, those with a server span below the last try (below the span itself, where it shows no tries). */
  readonly withServerBelow: number;
  /** Of the healthy ones, those that are the outermost span of their tree and have a parent that is not there. */
  readonly withForeignParent: number;
  /** The healthy ones by next hop, at most `MOST_TOWARDS`; missing in counts that were made before this was counted. */
  readonly towards?: readonly TowardsCount[];
}

type Tally = { -readonly [Key in keyof Omit<ProfileCount, 'towards'>]: ProfileCount[Key] } & { readonly nextHops: TowardsTally };

/**
 * Counts of every emitter with the role of a proxy or load balancer, healthy or not, and of the calls that applications make
 * (rule 6.4 step 9: is a proxy normally seen below this caller?); by service name.
 */
export function countEmitters(traces: readonly Trace[], roles: readonly RoleRule[] = []): ProfileCount[] {
  return countForests(forestsOf(traces, roles));
}

function* forestsOf(traces: readonly Trace[], roles: readonly RoleRule[]): Generator<Forest> {
  for (const trace of traces) yield buildForest(toNodes(trace.spans, roles));
}

/** The same on traces that are put together already. */
export function countForests(forests: Iterable<Forest>): ProfileCount[] {
  const tallies = new Map<string, Tally>();
  for (const { nodes } of forests) {
    for (const node of nodes) {
      if (isEmitter(node)) countHop(node, tallyOf(node, tallies));
      else if (isCall(node)) countCall(node, tallyOf(node, tallies));
    }
  }
  return inOrder([...tallies.values()].map(({ nextHops, ...count }) => (nextHops.size > 0 ? { ...count, towards: mostAsked(nextHops) } : count)));
}

function isEmitter(node: SpanNode): boolean {
  if (!isHop(node) || !isProxyRole(node)) return false;
  return !(node.parent && isHop(node.parent) && node.parent.span.service === node.span.service);
}

/** An answered HTTP call of an application. */
function isCall(node: SpanNode): boolean {
  return node.span.kind === 'client' && node.role === 'backend' && !node.side && isHealthy(node);
}

function countCall(node: SpanNode, tally: Tally): void {
  tally.healthy += 1;
  tally.withAttempt += 1;
  const isBelow = node.children.some(isHop);
  if (isBelow) tally.withServerBelow += 1;
  tallyTowards(tally.nextHops, nextHopOf(node, node), isBelow);
}

const isHealthy = (node: SpanNode) => node.status !== null && node.status >= 200 && node.status < 400;

function tallyOf(node: SpanNode, tallies: Map<string, Tally>): Tally {
  const { service } = node.span;
  const usual = defaultAttempt(node.family, service, node.span.attributes.node_id);
  let tally = tallies.get(service);
  if (!tally) tallies.set(service, (tally = { service, family: node.family, role: node.role, defaultAttempt: usual, healthy: 0, withAttempt: 0, withServerBelow: 0, withForeignParent: 0, nextHops: new Map() }));
  tally.defaultAttempt = Math.max(tally.defaultAttempt, usual);
  return tally;
}

function countHop(node: SpanNode, tally: Tally): void {
  if (!isHealthy(node)) return;
  const reach = attemptsOf(node);
  const last = reach.attempts.at(-1);
  if (!last && isLocalAnswer(node)) return;
  tally.healthy += 1;
  if (last) tally.withAttempt += 1;
  if (node.parent === null && node.span.parentId !== null) tally.withForeignParent += 1;
  const isBelow = last ? last.below.length > 0 : reach.transparent.length > 0;
  if (isBelow) tally.withServerBelow += 1;
  tallyTowards(tally.nextHops, nextHopOfAttempt(last ?? null, node), isBelow);
}

/** Redirects and direct responses were never meant to be forwarded: Envoy shows it by the absent cluster. */
function isLocalAnswer(node: SpanNode): boolean {
  if (node.family === 'envoy') return !Object.hasOwn(node.span.attributes, 'upstream_cluster');
  return node.status !== null && node.status >= 300;
}

/** Counts of several batches together. The order of the batches does not matter. */
export function addCounts(...batches: readonly (readonly ProfileCount[])[]): ProfileCount[] {
  const sums = new Map<string, ProfileCount>();
  for (const count of inOrder(batches.flat())) {
    const sum = sums.get(count.service);
    sums.set(count.service, sum ? plus(sum, count) : count);
  }
  return [...sums.values()];
}

function plus(a: ProfileCount, b: ProfileCount): ProfileCount {
  const towards = a.towards || b.towards ? { towards: sumTowards([a.towards, b.towards]) } : {};
  return {
    ...a,
    ...towards,
    defaultAttempt: Math.max(a.defaultAttempt, b.defaultAttempt),
    healthy: a.healthy + b.healthy, withAttempt: a.withAttempt + b.withAttempt, withServerBelow: a.withServerBelow + b.withServerBelow,
    withForeignParent: a.withForeignParent + b.withForeignParent,
  };
}

/** By service, then by everything else: sums must not depend on the order of arrival. */
function inOrder(counts: readonly ProfileCount[]): ProfileCount[] {
  const key = (count: ProfileCount) => `${count.service}\n${count.family}\n${count.role}`;
  return [...counts].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

/** Profiles for `attribute`: those with healthy requests. Fewer than `MIN_SAMPLES` of them do not override a default. */
export function toProfiles(counts: readonly ProfileCount[]): Profiles {
  return Object.fromEntries(counts.filter((count) => count.healthy > 0).map((count) => [count.service, toProfile(count)]));
}

function toProfile({ healthy, withAttempt, withServerBelow, withForeignParent, towards = [] }: ProfileCount): EmitterProfile {
  const enough = towards.filter((count) => count.healthy >= MIN_SAMPLES).map((count) => ({ name: count.name, by: count.by, pBelow: count.withServerBelow / count.healthy, samples: count.healthy }));
  return { pAttempt: withAttempt / healthy, pBelow: withServerBelow / healthy, pForeignParent: withForeignParent / healthy, samples: healthy, ...(enough.length > 0 ? { towards: enough } : {}) };
}

/** Learns profiles from any traces: only their healthy (2xx, 3xx) requests count. */
export function learnProfiles(traces: readonly Trace[], roles: readonly RoleRule[] = []): Profiles {
  return toProfiles(countEmitters(traces, roles));
}

/** What holds for each proxy and where it comes from, for people. `learnedAt`: when the traces were looked at. */
export function profileRows(counts: readonly ProfileCount[], learnedAt: EpochMs): ProfileRow[] {
  return counts.filter((count) => count.role !== 'backend').map((count) => {
    const { service, family, role, healthy } = count;
    const learned = healthy >= MIN_SAMPLES;
    const shares = learned ? toProfile(count) : { pAttempt: count.defaultAttempt, pBelow: null };
    return { service, family, role, pAttempt: shares.pAttempt, pBelow: shares.pBelow, samples: healthy, source: learned ? 'learned' as const : 'default' as const, learnedAt: learned ? learnedAt : null, ...(count.towards ? { towards: towardsRows(count.towards) } : {}) };
  });
}

/** By name; by address where the emitter writes no names. A next hop with too few requests has no share of its own. */
function towardsRows(towards: readonly TowardsCount[]): NonNullable<ProfileRow['towards']> {
  const named = towards.filter(({ by }) => by === 'name');
  return (named.length > 0 ? named : towards).map(({ name, by, healthy, withServerBelow }) => ({ name, by, pBelow: healthy >= MIN_SAMPLES ? withServerBelow / healthy : null, samples: healthy }));
}
