import type { Answer } from '@/lib/domain/answer';
import type { CapabilitiesAnswer, RecordingInfo } from '@/lib/domain/requests';
import type { EnvironmentInfo } from '@/lib/domain/capability';
import type { DetectorRun } from '@/lib/domain/detector';
import { type Finding, findingId } from '@/lib/domain/findings';
import type { NotFoundDetail } from '@/lib/domain/not-found-detail';
import type { Overview } from '@/lib/domain/overview';
import type { RolloutDetail } from '@/lib/domain/rollout-detail';
import type { ZoneDetail } from '@/lib/domain/zone-detail';
import { type EpochMs, epochMs, millis } from '@/lib/domain/units';

/*
 * Typed sample answers for component tests and for looking at pages without a server. Made up, one hour at 15 s:
 * three flips to zone b, a canary without routes, a rollout that fails 17 requests. A gap of four scrapes is in it.
 */
const STEP = 15_000;
const N = 241;
export const FROM = Date.parse('2026-11-29T13:05:00Z');
export const TO = FROM + (N - 1) * STEP;
const at: EpochMs[] = Array.from({ length: N }, (_, i) => epochMs(FROM + i * STEP));
const t = (i: number) => epochMs(FROM + i * STEP);

/** Small repeatable wobble around 0. */
const wobble = (i: number, k: number) => Math.sin(i * 12.9898 + k * 78.233) * 0.5;
const flipped = (i: number) => (i >= 48 && i < 62) || (i >= 112 && i < 131) || (i >= 190 && i < 213);
const gap = (i: number) => i >= 150 && i < 154;
const zones = ['eu-central-1a', 'eu-central-1b', 'eu-central-1c'];
const shareOf = (i: number, zone: number) => {
  const b = flipped(i) ? 0.88 + 0.02 * wobble(i, 1) : 0.335 + 0.012 * wobble(i, 2);
  return zone === 1 ? b : (1 - b) / 2;
};
const column = (make: (i: number) => number | null) => Array.from({ length: N }, (_, i) => (gap(i) ? null : make(i)));
const byZone = (make: (i: number, zone: number) => number | null) => Object.fromEntries(zones.map((zone, z) => [zone, column((i) => make(i, z))]));

const cause = { code: 'hints-lost', confidence: 0.86, evidence: [{ code: 'HINTS_LOST', text: 'hints of shop/skipper-internal fell from all to none 15 s before' }] } as const;
const back = { code: 'hints-regained', confidence: 0.8, evidence: [{ code: 'HINTS_BACK', text: 'hints of shop/skipper-internal came back' }] } as const;

const bounds = [0, 48, 62, 112, 131, 190, 213, N - 1];
const flips = bounds.slice(1, -1).map((i, k) => ({
  at: t(i), from: k % 2 === 0 ? 'spread' as const : 'concentrated' as const, to: k % 2 === 0 ? 'concentrated' as const : 'spread' as const,
  distance: 0.41, gaining: k % 2 === 0 ? [zones[1]!] : [zones[0]!, zones[2]!], losing: k % 2 === 0 ? [zones[0]!, zones[2]!] : [zones[1]!], cause: k % 2 === 0 ? cause : back,
}));

const zoneDetail: ZoneDetail = {
  at, stepMs: millis(STEP),
  fleets: [{
    proxy: 'skipper-ingress', zones,
    rps: byZone((i, z) => (16_200 + 1_500 * Math.sin(i / 38) + 300 * wobble(i, 5)) * shareOf(i, z)),
    expectedShare: { basis: 'ready-pods', byZone: byZone(() => 1 / 3) },
    readyPods: byZone((i, z) => (z === 2 && i > 100 && i < 130 ? 3 : 4)),
    latency: { p50: byZone((i, z) => 0.011 + (z === 1 && flipped(i) ? 0.02 : 0) + 0.002 * wobble(i, z)), p99: byZone((i, z) => 0.14 + (z === 1 && flipped(i) ? 0.21 : 0) + 0.03 * wobble(i, z + 3)) },
    unknownRps: null,
    regimes: bounds.slice(0, -1).map((from, k) => ({ from: t(from), to: t(bounds[k + 1]!), state: k % 2 === 0 ? 'spread' : 'concentrated', shares: k % 2 === 0 ? { [zones[0]!]: 0.33, [zones[1]!]: 0.34, [zones[2]!]: 0.33 } : { [zones[0]!]: 0.06, [zones[1]!]: 0.88, [zones[2]!]: 0.06 } })),
    flips,
    harm: zones.flatMap((zone, z) => (['spread', 'concentrated'] as const).map((state) => ({ state, zone, p50Seconds: 0.011, p99Seconds: state === 'concentrated' && z === 1 ? 0.35 : 0.14, errorShare: z === 2 ? null : 0.0002 }))),
  }],
  hintedShare: { 'shop/skipper-internal': column((i) => (flipped(i + 1) ? 0 : 1)) },
  forecast: [{ service: 'shop/skipper-internal', ready: 9, unsafe: [8, 11], safeNow: true }],
};

const missing = (i: number) => (i >= 144 && i < 168 ? Math.round(1_650 + 120 * wobble(i, 7)) : 0);
const classes = {
  'route-miss': column(missing), scanner: column((i) => Math.round(75 + 30 * wobble(i, 8) + (i > 80 && i < 100 ? 190 : 0))),
  application: column((i) => Math.round(27 + 6 * wobble(i, 9))), benign: column((i) => Math.round(9 + 3 * wobble(i, 10))), unknown: column(() => 3),
};
const notFoundDetail: NotFoundDetail = {
  at, stepMs: millis(STEP), classes,
  total: column((i) => Object.values(classes).reduce((sum, values) => sum + (values[i] ?? 0), 0)),
  parts: [{ class: 'route-miss', requests: 33_000, low: 32_900, high: 33_100, methods: ['counter'] }],
  requests: 60_000, instances: [], targets: null, sampled: 0,
};

const errorAt = (code: number) => (i: number) => ({ 502: { 78: 1 }, 503: { 70: 3, 71: 2, 77: 5, 78: 1, 84: 4, 85: 1 } } as Record<number, Record<number, number>>)[code]?.[i] ?? 0;
const rolloutDetail: RolloutDetail = {
  at, stepMs: millis(STEP), errors: { 502: column(errorAt(502)), 503: column(errorAt(503)) }, nearMisses: null, requests: null,
  rollouts: [
    { workload: 'milo/apiserver', from: t(64), to: t(92), ongoing: false, oldReplicaSets: ['apiserver-6d'], newReplicaSet: 'apiserver-7f', image: { before: 'v0.24.1', after: 'v0.24.2' }, source: 'replicaset-lifespan', pods: [] },
    { workload: 'shop/cart', from: t(176), to: t(186), ongoing: false, oldReplicaSets: ['cart-1'], newReplicaSet: 'cart-2', image: null, source: 'replicaset-lifespan', pods: [] },
  ],
  bursts: [], perRollout: [], perWorkload: [],
  hops: [{ role: 'proxy', service: 'envoy', status: 503, samples: 16 }, { role: 'backend', service: 'apiserver', status: 502, samples: 1 }],
};

const stratum = (label: string, from: number, to: number, status: number) => ({ label, from: t(from), to: t(to), status, proxy: 'skipper-ingress', instance: null, zone: null, host: null });
const common = (kind: Finding['kind'], subject: string, from: number, to: number) => ({ id: findingId(kind, subject, t(from)), subject, from: t(from), to: t(to), ongoing: false, confidence: 0.97, basis: 'measured' as const, evidence: [], against: [], proxy: 'skipper-ingress' });

export const findings: readonly Finding[] = [
  { ...common('zone-flapping', zones[1]!, 48, 213), kind: 'zone-flapping', detector: 'zone-flapping', severity: 'warning', advice: ['Switch the service to trafficDistribution: PreferSameZone, or keep its ready count off the unsafe ones.'], strata: [stratum('while concentrated', 48, 62, 200)], data: { returns: 3, returnsPerHour: 3, flips: flips.map(({ at: when, to, cause: why }) => ({ at: when, to, cause: why })), hotZone: zones[1]!, spreadShare: 0.34, peakShare: 0.91, concentratedShareOfTime: 0.23, p99SpreadSeconds: 0.14, p99ConcentratedSeconds: 0.352 } },
  { ...common('routeless-instance', 'skipper-ingress-canary-7f9', 144, 168), kind: 'routeless-instance', detector: 'not-found-split', severity: 'critical', advice: ['Take the instance out of the load balancer until its table is loaded.'], strata: [stratum('404 of the instance', 144, 168, 404)], data: { instance: 'skipper-ingress-canary-7f9', zone: zones[0]!, missShare: 1, fleetMissShare: 0.004, trafficShare: 0.048, requests: 41_300, routes: 3, fleetRoutes: 2_841, hosts: ['<script>alert(1)</script>'] } },
  { ...common('rollout-errors', 'milo/apiserver', 64, 92), kind: 'rollout-errors', detector: 'rollout-errors', severity: 'critical', advice: [], strata: [stratum('503 in the rollout', 64, 92, 503)], data: { workload: 'milo/apiserver', failed: 17, codes: { 503: 16, 502: 1 }, expected: 0.2, p: 0.0001, nearMisses: null, pattern: 'pod-end', image: { before: 'v0.24.1', after: 'v0.24.2' }, alsoRolling: [] } },
  { ...common('scanner-wave', 'scanners', 80, 100), kind: 'scanner-wave', detector: 'not-found-split', severity: 'info', advice: [], strata: [], data: { requests: 3_800, timesNormal: 4, topPaths: ['/wp-login.php'], clients: 12 } },
];

/** Wraps data as the API does. */
export function answerOf<T>(data: T, part: Partial<Answer<T>> = {}): Answer<T> {
  return { data, range: { from: epochMs(FROM), to: epochMs(TO), stepMs: millis(STEP) }, basis: 'measured', queries: sampleQueries, trust: [], failures: [], ...part };
}

const sampleQueries = ['zone-requests', 'hinted-share', 'not-found', 'gateway-errors', 'zone-latency', 'zone-ready-pods'].map((purpose) => ({
  source: 'prometheus', purpose, query: `sum by (zone) (rate(skipper_serve_route_duration_seconds_count{application="skipper-ingress"}[1m])) # ${purpose}`,
  range: { from: epochMs(FROM), to: epochMs(TO), stepMs: millis(STEP) }, link: 'http://prometheus.example:9090/graph?g0.expr=up',
}));

const checked = <D>(detail: D, detector: Finding['detector']): DetectorRun<D> => ({ kind: 'checked', detail, trust: [], findings: findings.filter((finding) => finding.detector === detector) });
export const zonesRun: DetectorRun<ZoneDetail> = checked(zoneDetail, 'zone-flapping');

export const overview: Overview = {
  findings, zones: zonesRun, notFound: checked(notFoundDetail, 'not-found-split'), rollouts: checked(rolloutDetail, 'rollout-errors'),
  peakRps: 18_420, scrapes: { present: 237, expected: 241 },
};

export const overviewAnswer = answerOf(overview, {
  trust: [
    { code: 'scrape-gap', about: 'zone-requests', effect: '4 of 241 scrapes are missing from 13:42:30; they are drawn as a gap.', mend: 'Look at the scrape duration and timeout of this job.' },
    { code: 'sampled-traces', about: null, effect: 'of 17 failed requests 0 or 1 trace was kept; the counts here come from metrics', mend: 'Keep errors by tail sampling.' },
  ],
});

export const environments: readonly EnvironmentInfo[] = [
  { name: 'prod-eu', kind: 'live', note: 'Skipper fleet of the EU cluster', proxies: [{ name: 'skipper-ingress', dialect: 'skipper' }], recorded: null, tracesUi: 'http://jaeger.example' },
  { name: 'flapping-hints', kind: 'recording', note: 'Lab: hints lost three times', proxies: [{ name: 'skipper-ingress', dialect: 'skipper' }], recorded: { from: FROM, to: TO }, tracesUi: null },
];

export const capabilities: CapabilitiesAnswer = {
  sources: [{ source: 'metrics', type: 'prometheus', state: 'ok', version: '2.42.0', detail: 'Scrapes every 15 s.' }, { source: 'traces', type: 'jaeger', state: 'failed', version: null, detail: 'Connection refused.' }],
  capabilities: [
    { signal: 'zone-requests', proxy: 'skipper-ingress', state: 'available', probed: true, reason: 'skipper_serve_route_duration_seconds_count with a zone target label', mend: null },
    { signal: 'zone-latency', proxy: 'skipper-ingress', state: 'inferred', probed: true, reason: 'from route histograms, without the client leg', mend: null },
    { signal: 'route-table-size', proxy: 'skipper-ingress', state: 'not-observable', probed: true, reason: 'no series skipper_route_updates', mend: 'Start skipper with -enable-route-creation-metrics.' },
    { signal: 'hinted-share', proxy: null, state: 'not-observable', probed: true, reason: 'kube-state-metrics does not export endpoint slices', mend: 'Add endpointslices to its resources.' },
  ],
};

export const recordings: readonly RecordingInfo[] = [
  { id: 'flapping-hints', title: 'Hints lost three times', environment: 'lab', from: FROM, to: TO, madeAt: TO + 60_000, appVersion: '0.1.0', bytes: 812_331, findings: ['zone-flapping'], broken: null },
  { id: 'quiet-day', title: 'A quiet day', environment: 'lab', from: FROM, to: TO, madeAt: TO + 60_000, appVersion: '0.1.0', bytes: 402_331, findings: [], broken: null },
  { id: 'cut', title: 'cut.weir', environment: '', from: 0, to: 0, madeAt: 0, appVersion: '', bytes: 2_048, findings: [], broken: 'the zip ends in the middle of signals/zone-requests.json' },
];
