import { type Finding, type FindingData, type FindingKind, type FindingOf, findingId } from '@/lib/domain/findings';
import { epochMs } from '@/lib/domain/units';

/** 2026-11-29 13:00 UTC. */
export const T0 = Date.UTC(2026, 10, 29, 13, 0, 0);
const MINUTE = 60_000;

const detectors: Record<FindingKind, Finding['detector']> = {
  'zone-flapping': 'zone-flapping', 'zone-concentrated': 'zone-flapping', 'zone-drained': 'zone-flapping',
  'routeless-instance': 'not-found-split', 'route-lost': 'not-found-split', 'zone-route-gap': 'not-found-split', 'fleet-route-loss': 'not-found-split', 'scanner-wave': 'not-found-split',
  'rollout-errors': 'rollout-errors', 'error-burst': 'rollout-errors',
};

/** Data of one finding per kind: small numbers, easy to check by eye. */
export const findingData: FindingData = {
  'zone-flapping': {
    returns: 1, returnsPerHour: 1, hotZone: 'b', spreadShare: 0.34, peakShare: 0.91, concentratedShareOfTime: 0.25, p99SpreadSeconds: 0.1, p99ConcentratedSeconds: 0.312,
    flips: [
      { at: epochMs(T0 + 10 * MINUTE), to: 'concentrated', cause: { code: 'hints-lost', confidence: 0.9, evidence: [] } },
      { at: epochMs(T0 + 20 * MINUTE), to: 'spread', cause: { code: 'hints-regained', confidence: 0.9, evidence: [] } },
      { at: epochMs(T0 + 40 * MINUTE), to: 'concentrated', cause: { code: 'hints-lost', confidence: 0.9, evidence: [] } },
    ],
  },
  'zone-concentrated': { hotZone: 'b', spreadShare: 0.34, peakShare: 0.91, cause: { code: 'overload-rule', confidence: 0.8, evidence: [] } },
  'zone-drained': { zone: 'c' },
  'routeless-instance': {
    instance: 'skipper-ingress-canary-7f9', zone: 'a', missShare: 1, fleetMissShare: 0.003, trafficShare: 0.048, requests: 41300, routes: 3, fleetRoutes: 2841, hosts: ['shop.example.org'],
  },
  'route-lost': { host: 'shop.example.org', requests: 320, lostSuccesses: 300 },
  'zone-route-gap': { zone: 'b', missShare: 0.12, otherMissShare: 0.002 },
  'fleet-route-loss': {
    instances: 7, fleetInstances: 7, missShare: 0.96, missShareBefore: 0.004, lostSuccesses: 5100, routes: 1, routesBefore: 2841,
    hit: { first: epochMs(T0 + 41 * MINUTE), last: epochMs(T0 + 47 * MINUTE), requests: 5200, trafficShare: 0.95, hosts: ['shop.example.org'], hostsFrom: ['traces'] },
  },
  'scanner-wave': { requests: 18204, timesNormal: 12, topPaths: ['/wp-login.php', '/.env'], clients: 3 },
  'rollout-errors': {
    workload: 'milo/apiserver', failed: 17, codes: { '502': 1, '503': 16 }, expected: 0.2, p: 0.0001, nearMisses: 3, pattern: 'pod-end', image: null, alsoRolling: [],
  },
  'error-burst': { failed: 12, codes: { '502': 12 }, expected: 0.3, p: 0.002 },
};

/** A finding of a kind from 13:41 to 13:47, over, measured; change what the test is about. */
export function sampleFinding<K extends FindingKind>(kind: K, data: Partial<FindingData[K]> = {}, rest: Partial<FindingOf<K>> = {}): FindingOf<K> {
  const from = epochMs(T0 + 41 * MINUTE);
  return {
    id: findingId(kind, 'subject', from), kind, detector: detectors[kind], proxy: 'skipper', subject: 'subject', from, to: epochMs(T0 + 47 * MINUTE), ongoing: false,
    severity: 'critical', confidence: 0.97, basis: 'measured', evidence: [], against: [], advice: [], strata: [], ...rest, data: { ...findingData[kind], ...data },
  };
}

/** One finding of each kind. */
export function allFindings(): Finding[] {
  return (Object.keys(findingData) as FindingKind[]).map((kind) => sampleFinding(kind) as Finding);
}
