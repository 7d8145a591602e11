import type { DeadCapacity } from '../../domain/zone-detail';
import { areFull } from './cause-hints';
import type { ClusterView } from './cluster-view';
import { rounded } from './detect';
import type { ZoneTraffic } from './shares';

/** A zone that gets less than this part of what its endpoints are made for lies idle. */
const IDLE_PART = 0.25;
/** Fewest steps with hints that must be known. */
const LEAST_STEPS = 10;

/** Zones of a fleet whose endpoints lay idle while hints held: no clients there, and hints keep the others away. */
export function deadCapacity(traffic: ZoneTraffic, view: ClusterView): DeadCapacity[] {
  const front = traffic.readyEndpoints;
  const hints = front ? view.hintedShare.get(front.service) : undefined;
  if (!front || !hints) return [];
  const requests = traffic.zones.map(() => 0);
  const endpoints = traffic.zones.map(() => 0);
  let steps = 0;
  for (let i = 0; i < traffic.length; i += 1) {
    const rps = traffic.rps.map((values) => values[i] ?? null);
    const ready = front.byZone.map((values) => values[i] ?? null);
    if (!areFull(hints[i] ?? 0) || [...rps, ...ready].some((value) => value === null)) continue;
    steps += 1;
    rps.forEach((value, z) => { requests[z]! += value!; endpoints[z]! += ready[z]!; });
  }
  const [allRequests, allEndpoints] = [requests, endpoints].map((list) => list.reduce((sum, value) => sum + value, 0)) as [number, number];
  if (steps < LEAST_STEPS || !(allRequests > 0) || !(allEndpoints > 0)) return [];
  return traffic.zones.flatMap((zone, z) => {
    const [requestShare, endpointShare] = [requests[z]! / allRequests, endpoints[z]! / allEndpoints];
    if (endpointShare === 0 || requestShare >= IDLE_PART * endpointShare) return [];
    return [{ proxy: view.fleet ?? '', service: front.service, zone, endpoints: Math.round(endpoints[z]! / steps), requestShare: rounded(requestShare), endpointShare: rounded(endpointShare) }];
  });
}
