import type { Value } from '../../domain/series';
import { filledWith0 } from './cause-hints';
import { type ClusterView, isNamedAfter } from './cluster-view';
import type { FleetFrame } from './frames';
import type { ZoneTraffic } from './shares';

/** Part of the known steps at which endpoints and scraped pods must be the same numbers to belong together. */
const SAME_PART = 0.8;
/** The same where pods start or drain much of the time: then no other service may be as like, and endpoints never outnumber the pods. */
const SAME_PART_ALONE = 0.5;
const WITHIN_PART = 0.95;

/** The fleet's traffic with the ready endpoints of the service in front of it, where one is found. */
export function withEndpoints(frame: FleetFrame, view: ClusterView): ZoneTraffic {
  const { traffic } = frame;
  const readyEndpoints = endpointsOfFleet(traffic, frame.proxy, view);
  if (!readyEndpoints || !traffic.readyPods) return { ...traffic, readyEndpoints };
  // Pods that are gone are not scraped and have no number; a zone without ready endpoints is known to be empty, not a gap.
  const readyPods = traffic.readyPods.map((pods, z) => pods.map((value, i) => (value === null && readyEndpoints.byZone[z]![i] === 0 ? 0 : value)));
  return { ...traffic, readyEndpoints, readyPods };
}

interface Candidate {
  readonly service: string;
  readonly byZone: readonly (readonly Value[])[];
  readonly named: boolean;
  readonly likeness: Likeness;
}

/** Parts of the steps with both known: all zones have as many endpoints as pods; no zone has more. */
interface Likeness {
  readonly same: number;
  readonly within: number;
}

/**
 * The service in front of a fleet: the one named after it, else one whose ready endpoints by zone are the fleet's pods by
 * zone nearly all the time; of several the nearest to the pods, then by name. A fleet whose pods are often scraped without being
 * ready has the only service that is at all like it. Null: none, or endpoints in one zone only.
 */
function endpointsOfFleet(traffic: ZoneTraffic, fleet: string, view: ClusterView): ZoneTraffic['readyEndpoints'] {
  const candidates = [...view.readyEndpoints].flatMap(([service, known]): Candidate[] => {
    if (traffic.zones.filter((zone) => known.has(zone)).length < 2) return [];
    const none = Array.from({ length: traffic.length }, (): Value => null);
    const byZone = traffic.zones.map((zone) => filledWith0(service, known.get(zone) ?? none, view));
    return [{ service, byZone, likeness: likenessOf(byZone, traffic), named: isNamedAfter(service, fleet) }];
  });
  const sure = candidates.filter(({ named, likeness }) => named || likeness.same >= SAME_PART);
  const [best] = (sure.length > 0 ? sure : onlyAlike(candidates))
    .sort((a, b) => Number(b.named) - Number(a.named) || b.likeness.same - a.likeness.same || (a.service < b.service ? -1 : 1));
  return best ? { service: best.service, byZone: best.byZone } : null;
}

function onlyAlike(candidates: readonly Candidate[]): Candidate[] {
  const alike = candidates.filter(({ likeness }) => likeness.same >= SAME_PART_ALONE);
  return alike.length === 1 ? alike.filter(({ likeness }) => likeness.within >= WITHIN_PART) : [];
}

function likenessOf(endpoints: readonly (readonly Value[])[], { readyPods, length }: ZoneTraffic): Likeness {
  if (!readyPods) return { same: 0, within: 0 };
  let [known, same, within] = [0, 0, 0];
  for (let i = 0; i < length; i += 1) {
    const pairs = endpoints.map((values, z) => [values[i] ?? null, readyPods[z]?.[i] ?? null] as const);
    if (pairs.some(([a, b]) => a === null || b === null)) continue;
    known += 1;
    if (pairs.every(([a, b]) => a === b)) same += 1;
    if (pairs.every(([a, b]) => a! <= b!)) within += 1;
  }
  return known > 0 ? { same: same / known, within: within / known } : { same: 0, within: 0 };
}
