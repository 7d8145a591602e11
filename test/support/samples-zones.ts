import type { Overview } from '@/lib/domain/overview';
import { epochMs, millis } from '@/lib/domain/units';
import type { ZoneDetail } from '@/lib/domain/zone-detail';
import { notFoundSample, rolloutSample } from './samples-details';
import { T0, sampleFinding } from './samples-findings';

const STEP = 15_000;
const at = (i: number) => epochMs(T0 + (i + 1) * STEP);

/** Four steps of two zones: even, even, 90 % in b, a gap. One flip at the third step; hints lost there. */
export function zoneSample(): ZoneDetail {
  return {
    at: [at(0), at(1), at(2), at(3)], stepMs: millis(STEP),
    fleets: [{
      proxy: 'skipper', zones: ['b', 'a'], rps: { a: [50, 50, 10, null], b: [50, 50, 90, 90] },
      expectedShare: { basis: 'ready-pods', byZone: { a: [0.5, 0.5, 0.5, 0.5], b: [0.5, 0.5, 0.5, 0.5] } },
      readyPods: { a: [2, 2, 2, 2], b: [2, 2, 2, 2] }, latency: { p50: { a: [0.01, 0.01, 0.01, null] }, p99: { a: [0.1, 0.1, 0.1, null], b: [0.1, 0.1, 0.3, 0.3] } }, unknownRps: null,
      regimes: [{ from: at(0), to: at(2), state: 'spread', shares: { a: 0.5, b: 0.5 } }, { from: at(2), to: at(3), state: 'concentrated', shares: { a: 0.1, b: 0.9 } }],
      flips: [{ at: at(2), from: 'spread', to: 'concentrated', distance: 0.3, gaining: ['b'], losing: ['a'], cause: { code: 'hints-lost', confidence: 0.9, evidence: [{ code: 'H', text: 'hints of skipper-internal fell to 0' }] } }],
      harm: [{ state: 'spread', zone: 'b', p50Seconds: 0.01, p99Seconds: 0.1, errorShare: 0 }, { state: 'concentrated', zone: 'b', p50Seconds: 0.02, p99Seconds: 0.3, errorShare: null }],
    }],
    hintedShare: { 'ingress/skipper-internal': [1, 0.5, 0, null] },
    forecast: [{ service: 'ingress/skipper-internal', ready: 9, unsafe: [8, 11], safeNow: true }],
  };
}

/** An overview in which all three detectors looked and one finding is critical. */
export function overviewSample(rest: Partial<Overview> = {}): Overview {
  const critical = sampleFinding('routeless-instance');
  const info = sampleFinding('scanner-wave', {}, { severity: 'info', from: epochMs(T0) });
  return {
    findings: [info, critical], peakRps: 18_420, scrapes: { present: 240, expected: 240 },
    zones: { kind: 'checked', findings: [], detail: zoneSample(), trust: [] },
    notFound: { kind: 'checked', findings: [info, critical], detail: notFoundSample(), trust: [] },
    rollouts: { kind: 'checked', findings: [], detail: rolloutSample(), trust: [] }, ...rest,
  };
}
