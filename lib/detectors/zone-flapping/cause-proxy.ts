import type { Evidence } from '../../domain/findings';
import { type Around, closeness, firstChange, knownInside, LOOK_STEPS, valueAt } from './around';
import { areFull, filledWith0 } from './cause-hints';
import type { ClusterView } from './cluster-view';
import { localShareMove } from './local-share';
import { proxyRule } from './proxy-rules';
import { reasonNear, type RoutingState, routingStates, stateOver } from './routing-state';
import { notLookedAt, notSeen, seen, type Tried } from './tried';

/** The proxy's own rule: seen by its counters where it has them; else by a zone's ready endpoints, better with its zone matrix. */
export function byProxyThreshold(around: Around, view: ClusterView): Tried {
  const states = routingStates(view);
  const [before, after] = [stateOver(states, around.at - LOOK_STEPS, around.at), stateOver(states, around.at + 1, around.at + 1 + LOOK_STEPS)];
  if (before !== null && after !== null) return before === after ? stayed(after, view) : changed(before, after, around, view);
  const { leastLocal } = proxyRule(view.dialect);
  if (leastLocal === null) return notLookedAt;
  return byLocalEndpoints(around, view, leastLocal);
}

function stayed(state: RoutingState, view: ClusterView): Tried {
  return notSeen('zone-routing-stayed', `${ownOf(view)} zone routing stayed as it was by its own counters (${stateWords[state]}).`);
}

function changed(before: RoutingState, after: RoutingState, around: Around, view: ClusterView): Tried {
  const reason = after === 'off' ? reasonNear(view, around.at) : null;
  const why = reason === null ? '' : ` It says why: ${reasonWords[reason] ?? reason}.`;
  const text = `${ownOf(view)} zone routing went from "${stateWords[before]}" to "${stateWords[after]}" by its own counters.${why}`;
  return seen('proxy-threshold', confidenceOf(before, after, reason), [{ code: 'zone-routing-changed', text }]);
}

/** Between the two ways of choosing a zone no threshold is crossed: capacities moved. */
function confidenceOf(before: RoutingState, after: RoutingState, reason: string | null): number {
  if (before !== 'off' && after !== 'off') return 0.6;
  return after === 'off' && reason === null ? 0.75 : 0.85;
}

const stateWords: Readonly<Record<RoutingState, string>> = {
  direct: 'each request in its own zone', shared: 'over the zones by capacity', off: 'no zone chosen while requests go on',
};
const reasonWords: Readonly<Record<string, string>> = {
  cluster_too_small: 'the cluster has fewer healthy endpoints than min_cluster_size (cluster_too_small)',
  number_differs: 'the numbers of zones of the proxies and of the cluster differ (number_differs)',
  local_cluster_not_ok: "the proxies' own cluster is not known or not healthy (local_cluster_not_ok)",
};

function ownOf(view: ClusterView): string {
  return `${proxyRule(view.dialect).title}'s`;
}

function byLocalEndpoints(around: Around, view: ClusterView, least: number): Tried {
  const way = localShareMove(around, view);
  const moved: Evidence | null = way === 'same' ? null : way;
  for (const [service, zones] of view.readyEndpoints) {
    // A service with hints is routed by kube-proxy's rule; the proxy's own does not show there.
    const hints = view.hintedShare.get(service);
    if (hints && knownInside(hints, around).some(areFull)) continue;
    for (const [zone, ready] of zones) {
      const index = firstChange(filledWith0(service, ready, view), around, (value) => value >= least);
      if (index === null) continue;
      const ends = [valueAt(ready, index - 1) ?? 0, valueAt(ready, index) ?? 0];
      const crossed = { code: 'local-endpoints', text: `${service} had ${ends[0]}, then ${ends[1]} ready endpoints in zone ${zone}: ${proxyRule(view.dialect).words}.` };
      const blind = moved ? [] : [{ code: 'routing-not-observed', text: 'Whether the proxy routes by zone is not seen in its metrics.' }];
      return seen('proxy-threshold', closeness(Math.abs(index - around.at)) * (moved ? 0.95 : 0.75), moved ? [crossed, moved] : [crossed], blind);
    }
  }
  if (view.readyEndpoints.size === 0) return notLookedAt;
  return notSeen('threshold-not-crossed', `No zone crossed ${least} ready endpoints, ${view.dialect === undefined ? 'a threshold that proxies have of their own' : `the threshold of ${proxyRule(view.dialect).title}`}.`);
}
