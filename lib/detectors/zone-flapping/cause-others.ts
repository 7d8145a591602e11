import type { Evidence, FlipCause } from '../../domain/findings';
import type { Value } from '../../domain/series';
import { type Around, closeness, endsOf, firstChange, knownInside, meanOver, valueAt } from './around';
import { areFull, filledWith0 } from './cause-hints';
import { type ClusterView, isNamedAfter } from './cluster-view';

/** One explanation that was looked at: seen with its cause, or not seen with the words why. */
export type Tried = { readonly seen: FlipCause } | { readonly notSeen: Evidence | null };

const seen = (code: FlipCause['code'], confidence: number, evidence: readonly Evidence[], against: readonly Evidence[] = []): Tried => ({ seen: { code, confidence, evidence, against } });
const notSeen = (code: string, text: string): Tried => ({ notSeen: { code, text } });
/** The signal is not there: it says nothing. */
const notLookedAt: Tried = { notSeen: null };

/** A service's zone lost its last ready endpoint, or got one back: with each endpoint bound to its own zone that moves traffic by itself. */
export function byEndpoints(around: Around, view: ClusterView): Tried {
  if (view.readyEndpoints.size === 0) return notLookedAt;
  let nearest: { readonly index: number; readonly evidence: Evidence } | null = null;
  for (const [service, zones] of view.readyEndpoints) for (const [zone, ready] of zones) {
    const counts = filledWith0(service, ready, view);
    const index = firstChange(counts, around, (value) => value > 0);
    if (index === null || (nearest && Math.abs(index - around.at) >= Math.abs(nearest.index - around.at))) continue;
    const evidence = (counts[index] ?? 0) > 0
      ? { code: 'zone-has-endpoints', text: `${service} got a ready endpoint in zone ${zone} again, which had none.` }
      : { code: 'zone-without-endpoints', text: `${service} lost its last ready endpoint in zone ${zone}.` };
    nearest = { index, evidence };
  }
  if (nearest) return seen('zone-lost-endpoints', rounded(closeness(Math.abs(nearest.index - around.at)) * 0.8), [nearest.evidence]);
  return notSeen('endpoints-stayed', 'No zone lost its last ready endpoint.');
}

/** Skipper keeps a zone's traffic inside it from this many endpoints on (reference/skipper-zones.md 3.2). */
const LEAST_LOCAL_ENDPOINTS = 3;

/** The proxy's own rule: Envoy says it by counters; Skipper's threshold is seen by the ready endpoints of a zone, better with its zone matrix. */
export function byProxyThreshold(around: Around, view: ClusterView): Tried {
  const modes = changedMode(around, view);
  if (modes) return seen('proxy-threshold', 0.85, [modes]);
  const moved = localShareMoved(around, view);
  for (const [service, zones] of view.readyEndpoints) {
    // A service with hints is routed by kube-proxy's rule; the proxy's own does not show there.
    const hints = view.hintedShare.get(service);
    if (hints && knownInside(hints, around).some(areFull)) continue;
    for (const [zone, ready] of zones) {
      const index = firstChange(filledWith0(service, ready, view), around, (value) => value >= LEAST_LOCAL_ENDPOINTS);
      if (index === null) continue;
      const ends = [valueAt(ready, index - 1) ?? 0, valueAt(ready, index) ?? 0];
      const crossed = { code: 'local-endpoints', text: `${service} had ${ends[0]}, then ${ends[1]} ready endpoints in zone ${zone}: Skipper keeps traffic in the zone from ${LEAST_LOCAL_ENDPOINTS} on.` };
      const confidence = closeness(Math.abs(index - around.at)) * (moved ? 0.95 : 0.75);
      const blind = moved ? [] : [{ code: 'routing-not-observed', text: 'Whether the proxy routes by zone is not seen in its metrics.' }];
      return seen('proxy-threshold', rounded(confidence), moved ? [crossed, moved] : [crossed], blind);
    }
  }
  if (view.readyEndpoints.size === 0 && !view.routing?.size) return notLookedAt;
  return notSeen('threshold-not-crossed', `No zone crossed ${LEAST_LOCAL_ENDPOINTS} ready endpoints, the proxy's own threshold.`);
}

const rounded = (confidence: number) => Math.round(confidence * 100) / 100;

const LOOK_STEPS = 10;

/** The most used way of zone routing before and after; null when it stayed or is not counted. */
function changedMode(around: Around, view: ClusterView): Evidence | null {
  const top = (from: number, to: number) => {
    const rates = [...(view.routing ?? [])].map(([mode, values]) => [mode, meanOver(values, from, to) ?? 0] as const).filter(([, rate]) => rate > 0);
    return rates.sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
  };
  const [before, after] = [top(around.at - LOOK_STEPS, around.at), top(around.at + 1, around.at + 1 + LOOK_STEPS)];
  if (before === null || after === null || before === after) return null;
  return { code: 'zone-routing-changed', text: `The proxy's zone routing went from "${before}" to "${after}" by its own counters.` };
}

/** Part of the requests that stayed in the proxy's zone, before and after; evidence when it moved by a fifth. */
function localShareMoved(around: Around, view: ClusterView): Evidence | null {
  const share = (from: number, to: number) => {
    let [local, all] = [0, 0];
    for (const [source, targets] of view.matrix ?? []) for (const [target, values] of targets) {
      const rate = meanOver(values, from, to) ?? 0;
      all += rate;
      if (source === target) local += rate;
    }
    return all > 0 ? local / all : null;
  };
  const [before, after] = [share(around.at - LOOK_STEPS, around.at), share(around.at + 1, around.at + 1 + LOOK_STEPS)];
  if (before === null || after === null || Math.abs(before - after) < 0.2) return null;
  const percent = (value: number) => `${Math.round(value * 100)} %`;
  return { code: 'local-share', text: `Requests that stayed in the proxy's own zone went from ${percent(before)} to ${percent(after)}.` };
}

/** The fleet's own pods changed: by a rollout where ReplicaSets show one, else by scaling. */
export function byPods(around: Around, view: ClusterView): Tried {
  const changed = [...view.readyPods].flatMap(([zone, pods]): Evidence[] => {
    const ends = endsOf(pods, around);
    return !ends || ends[0] === ends[1] ? [] : [{ code: 'ready-pods', text: `Ready proxy pods in zone ${zone} went from ${ends[0]} to ${ends[1]}.` }];
  });
  const rolling = [...(view.replicaSets ?? [])].filter(([workload, sets]) => isNamedAfter(workload, view.fleet) && rolls(sets, around)).map(([workload]) => workload);
  if (rolling.length > 0) {
    const text = `${rolling.join(', ')} was rolling out: pods of two ReplicaSets at once.`;
    return seen('rollout', changed.length > 0 ? 0.7 : 0.45, [{ code: 'rollout', text }, ...changed], changed.length > 0 ? [] : [{ code: 'pods-unchanged', text: 'The ready proxy pods by zone were the same before and after.' }]);
  }
  if (changed.length > 0) return seen('scaling', 0.5, changed);
  return view.readyPods.size > 0 ? notSeen('pods-unchanged', 'The ready proxy pods by zone did not change.') : notLookedAt;
}

/** Within the window one ReplicaSet lost pods and another got some. */
function rolls(sets: ReadonlyMap<string, readonly Value[]>, around: Around): boolean {
  const moves = [...sets.values()].map((pods) => (valueAt(pods, around.to) ?? 0) - (valueAt(pods, around.from) ?? 0));
  return moves.some((move) => move > 0) && moves.some((move) => move < 0);
}

/**
 * Clients by zone have no counter of their own. With hints held, traffic follows the clients, so a move that nothing else
 * explains is theirs; without hints the reasoning is weaker. Only when pods, endpoints and hints are all known and unchanged.
 */
export function byClients(around: Around, view: ClusterView): Tried {
  if (view.hintedShare.size === 0 || view.readyPods.size === 0) return notLookedAt;
  const held = hintsHeld(around, view);
  const connections = connectionsMoved(around, view);
  const byExclusion = { code: 'by-exclusion', text: 'Clients by zone are not measured here: this is what is left when hints, endpoints and proxy pods did not change.' };
  const evidence = held
    ? [{ code: 'hints-held', text: `${view.service ?? 'Every service with hints'} kept its hints: traffic follows the clients of each zone.` }]
    : [{ code: 'hints-absent', text: 'No hint changed.' }];
  const base = held ? 0.5 : 0.3;
  return seen('client-mix', connections ? base + 0.15 : base, connections ? [...evidence, connections] : evidence, [byExclusion]);
}

/** The fleet's own service had hints all through; where it is not found, some service had and none had them in part. */
function hintsHeld(around: Around, view: ClusterView): boolean {
  const full = (shares: readonly Value[] | undefined) => { const known = knownInside(shares, around); return known.length > 0 && known.every(areFull); };
  if (view.service !== undefined && view.hintedShare.has(view.service)) return full(view.hintedShare.get(view.service));
  return [...view.hintedShare.values()].some(full) && [...view.hintedShare.values()].every((shares) => full(shares) || knownInside(shares, around).every((value) => value === 0));
}

/** Shares of new connections by zone moved with the flip. */
function connectionsMoved(around: Around, view: ClusterView): Evidence | null {
  const shares = (from: number, to: number) => {
    const means = [...(view.connections ?? [])].map(([zone, values]) => [zone, meanOver(values, from, to) ?? 0] as const);
    const total = means.reduce((sum, [, rate]) => sum + rate, 0);
    return total > 0 ? new Map(means.map(([zone, rate]) => [zone, rate / total])) : null;
  };
  const [before, after] = [shares(around.at - LOOK_STEPS, around.at), shares(around.at + 1, around.at + 1 + LOOK_STEPS)];
  if (!before || !after) return null;
  const [zone, move] = [...after].map(([name, share]) => [name, share - (before.get(name) ?? 0)] as const).sort((a, b) => b[1] - a[1])[0] ?? ['', 0];
  if (move < 0.1) return null;
  return { code: 'connections-moved', text: `The share of new connections in zone ${zone} rose by ${Math.round(move * 100)} points with it.` };
}
