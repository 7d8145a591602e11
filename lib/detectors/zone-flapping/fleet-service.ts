import type { Value } from '../../domain/series';
import { filledWith0 } from './cause-hints';
import { type ClusterView, isNamedAfter } from './cluster-view';
import type { FleetFrame } from './frames';
import type { ZoneTraffic } from './shares';

/** Part of the known steps at which endpoints and scraped pods must be the same numbers to belong together. */
const SAME_PART = 0.8;

/** The fleet's traffic with the ready endpoints of the service in front of it, where one is found. */
export function withEndpoints(frame: FleetFrame, view: ClusterView): ZoneTraffic {
  const { traffic } = frame;
  const readyEndpoints = endpointsOfFleet(traffic, frame.proxy, view);
  if (!readyEndpoints || !traffic.readyPods) return { ...traffic, readyEndpoints };
  // Pods that are gone are not scraped and have no number; a zone without ready endpoints is known to be empty, not a gap.
  const readyPods = traffic.readyPods.map((pods, z) => pods.map((value, i) => (value === null && readyEndpoints.byZone[z]![i] === 0 ? 0 : value)));
  return { ...traffic, readyEndpoints, readyPods };
}

/**
 * The service in front of a fleet: the one named after it, else one whose ready endpoints by zone are the fleet's pods by
 * zone nearly all the time; of several the nearest to the pods, then by name. Null: none, or endpoints in one zone only.
 */
function endpointsOfFleet(traffic: ZoneTraffic, fleet: string, view: ClusterView): ZoneTraffic['readyEndpoints'] {
  const found = [...view.readyEndpoints].flatMap(([service, known]) => {
    if (traffic.zones.filter((zone) => known.has(zone)).length < 2) return [];
    const none = Array.from({ length: traffic.length }, (): Value => null);
    const byZone = traffic.zones.map((zone) => filledWith0(service, known.get(zone) ?? none, view));
    const likeness = sameSteps(byZone, traffic);
    const named = isNamedAfter(service, fleet);
    return named || likeness >= SAME_PART ? [{ service, byZone, likeness, named }] : [];
  });
  const [best] = found.sort((a, b) => Number(b.named) - Number(a.named) || b.likeness - a.likeness || (a.service < b.service ? -1 : 1));
  return best ? { service: best.service, byZone: best.byZone } : null;
}

/** Part of the steps with both known at which all zones have as many endpoints as pods. */
function sameSteps(endpoints: readonly (readonly Value[])[], { readyPods, length }: ZoneTraffic): number {
  if (!readyPods) return 0;
  let [known, same] = [0, 0];
  for (let i = 0; i < length; i += 1) {
    const pairs = endpoints.map((values, z) => [values[i] ?? null, readyPods[z]?.[i] ?? null] as const);
    if (pairs.some(([a, b]) => a === null || b === null)) continue;
    known += 1;
    if (pairs.every(([a, b]) => a === b)) same += 1;
  }
  return known > 0 ? same / known : 0;
}
