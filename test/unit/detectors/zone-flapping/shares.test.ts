import { describe, expect, it } from 'vitest';
import type { Value } from '../../../../lib/domain/series';
import { zoneDefaults } from '../../../../lib/detectors/zone-flapping/params';
import { shareSteps } from '../../../../lib/detectors/zone-flapping/shares';

const steps = (zoneB: Value, pods: Value, endpoints: Value) => shareSteps({
  zones: ['a', 'b'], stepMs: 5_000, length: 2, exact: true, rps: [[100, 100], [50, zoneB]],
  readyPods: [[2, 2], [2, pods]], readyEndpoints: { service: 'ns/front', byZone: [[2, 2], [2, endpoints]] },
}, zoneDefaults);

describe('shareSteps', () => {
  it.each([
    ['a missed scrape makes the step unknown', null, 2, 2, [0]],
    ['a zone whose pods are gone has no traffic', null, 0, 2, [0, 1]],
    ['pods that are scraped but are no endpoints get no traffic', null, 2, 0, [0, 1]],
    ['what is not known of pods and endpoints stays unknown', null, null, null, [0]],
    ['requests that were counted are believed', 40, 0, 0, [0, 1]],
  ] as const)('%s', (_name, zoneB, pods, endpoints, known) => {
    expect(steps(zoneB, pods, endpoints).index).toEqual(known);
  });

  it('counts the zone without endpoints as 0 requests', () => {
    expect(steps(null, 2, 0).byZone[1]).toEqual([250, 0]);
  });
});
