import type { Value } from '../../domain/series';
import { meanOver } from './around';
import type { ClusterView } from './cluster-view';

/** `direct`: every request stays in its zone; `shared`: by capacity over the zones; `off`: requests go on, no zone is chosen. */
export type RoutingState = 'direct' | 'shared' | 'off';

/**
 * Counters of one step for each request that is routed by zone. The others of Envoy's counters move when endpoints are updated,
 * however many requests there are: they may say why, never how much.
 */
const DECISIONS: ReadonlyMap<string, 'direct' | 'shared'> = new Map([['routing_all_directly', 'direct'], ['routing_sampled', 'shared'], ['routing_cross_zone', 'shared']]);
const REASONS: readonly string[] = ['cluster_too_small', 'number_differs', 'local_cluster_not_ok'];

/** Fewest decisions that were to be expected in a step for their absence to mean something. */
const LEAST_EXPECTED = 5;
/** Steps around a stop within which the update that caused it is counted. */
const REASON_STEPS = 10;

/** Old spellings keep the word `zone_`. */
const nameOf = (mode: string) => (mode.startsWith('zone_routing_') || mode.startsWith('zone_cluster_') ? mode.slice('zone_'.length) : mode);

/** How the proxy routed by zone at each step; null where that is not known. All null when it never did. */
export function routingStates(view: ClusterView): (RoutingState | null)[] {
  const decided = [...(view.routing ?? [])].flatMap(([mode, values]) => { const state = DECISIONS.get(nameOf(mode)); return state ? [{ state, values }] : []; });
  const length = Math.max(0, ...decided.map(({ values }) => values.length));
  const sums = Array.from({ length }, (_, i) => sumAt(decided.map(({ values }) => values), i));
  const requests = Array.from({ length }, (_, i) => sumAt([...(view.requests?.values() ?? [])], i));
  const usual = usualPart(sums, requests);
  if (!sums.some((sum) => sum !== null && sum > 0)) return sums.map(() => null);
  return sums.map((sum, i) => {
    if (sum === null) return null;
    if (sum > 0) {
      const direct = sumAt(decided.filter(({ state }) => state === 'direct').map(({ values }) => values), i) ?? 0;
      return direct * 2 >= sum ? 'direct' : 'shared';
    }
    const going = requests[i] ?? null;
    // Without the requests, none routed may be none at all: then only an update with its reason tells.
    if (going === null || usual === null) return reasonNear(view, i) === null ? null : 'off';
    return going * usual * (view.stepMs / 1000) >= LEAST_EXPECTED ? 'off' : null;
  });
}

/** The state that held for more than half of the known steps in `[from, to)`; null: none, or too few are known. */
export function stateOver(states: readonly (RoutingState | null)[], from: number, to: number): RoutingState | null {
  const known = states.slice(Math.max(0, from), Math.max(0, to)).filter((state) => state !== null);
  if (known.length < 2) return null;
  return (['direct', 'shared', 'off'] as const).find((state) => known.filter((one) => one === state).length * 2 > known.length) ?? null;
}

/** Why the proxy does not route by zone, by what it counted around a step; null: it did not say. */
export function reasonNear(view: ClusterView, index: number): string | null {
  const rates = [...(view.routing ?? [])].map(([mode, values]) => [nameOf(mode), meanOver(values, index - REASON_STEPS, index + REASON_STEPS + 1) ?? 0] as const);
  return rates.filter(([mode, rate]) => REASONS.includes(mode) && rate > 0).sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/** The proxy's own word for a state. */
export function modeOf(state: RoutingState, reason: string | null): string {
  return state === 'direct' ? 'routing_all_directly' : state === 'shared' ? 'routing_sampled' : (reason ?? 'no_zone_routing');
}

/** Part of the requests that a zone was chosen for, over the steps with any; null: requests are not known. */
function usualPart(sums: readonly Value[], requests: readonly Value[]): number | null {
  let [routed, all] = [0, 0];
  sums.forEach((sum, i) => {
    if (sum === null || sum <= 0 || (requests[i] ?? null) === null) return;
    routed += sum;
    all += requests[i]!;
  });
  return all > 0 ? Math.min(1, routed / all) : null;
}

function sumAt(columns: readonly (readonly Value[])[], i: number): Value {
  const known = columns.map((values) => values[i] ?? null).filter((value) => value !== null);
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : null;
}
