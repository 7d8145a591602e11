import { describe, expect, it } from 'vitest';
import type { Value } from '../../../../lib/domain/series';
import type { ClusterView } from '../../../../lib/detectors/zone-flapping/causes';
import { withEndpoints } from '../../../../lib/detectors/zone-flapping/fleet-service';
import type { FleetFrame } from '../../../../lib/detectors/zone-flapping/frames';

const steps = 20;
const zones = ['a', 'b', 'c'];
/** Endpoints of one zone: `other` in the first `different` steps, then `count`. */
const column = (count: number, different = 0, other = 0): Value[] => Array.from({ length: steps }, (_, i) => (i < different ? other : count));
const service = (different = 0, other = 0) => new Map(zones.map((zone) => [zone, column(2, different, other)]));

/** The service that is taken for the one in front of a fleet of two pods a zone. */
function serviceOf(fleet: string, services: Readonly<Record<string, ReadonlyMap<string, readonly Value[]>>>): string | null {
  const frame: FleetFrame = {
    proxy: fleet, at: [], rps: new Map(), readyPods: new Map(), latency: new Map(), errors: new Map(), unknownRps: null,
    traffic: { zones, stepMs: 5_000, length: steps, exact: true, rps: zones.map(() => column(10)), readyPods: zones.map(() => column(2)) },
  };
  const view: ClusterView = { stepMs: 5_000, hintedShare: new Map(), readyEndpoints: new Map(Object.entries(services)), cpuByZone: new Map(), nodesWithoutZone: null, readyPods: new Map() };
  return withEndpoints(frame, view).readyEndpoints?.service ?? null;
}

describe('the service in front of a fleet', () => {
  it.each([
    ['has as many endpoints as the fleet has pods', { 'x/front': service(), 'x/other': service(20, 5) }, 'x/front'],
    ['may lack them while pods start or drain, if no other is like it', { 'x/front': service(8, 1), 'x/other': service(20, 5) }, 'x/front'],
    ['is not guessed where two are half like the fleet', { 'x/front': service(8, 1), 'x/other': service(9, 0) }, null],
    ['is not one with more endpoints than pods', { 'x/front': service(8, 3) }, null],
    ['is not one that is seldom like the fleet', { 'x/front': service(12, 1) }, null],
    ['is the one of its name, whatever the counts', { 'x/ingress': service(20, 1), 'x/front': service() }, 'x/ingress'],
  ])('%s', (_name, services, found) => {
    expect(serviceOf('ingress', services)).toBe(found);
  });
});
