import type { Evidence, FlipCause } from '../../domain/findings';
import type { ExpectedBasis, HarmChange, HintForecast, RegimeHarm } from '../../domain/zone-detail';
import { proxyRule } from './proxy-rules';

const percent = (share: number) => `${Math.round(share * 100)} %`;
const milliseconds = (seconds: number) => `${Math.round(seconds * 1000)} ms`;

/** What the traffic did, in one sentence each. */
export function trafficEvidence(zone: string, spreadShare: number, peakShare: number, flips: number, returns: number | null): Evidence[] {
  const moved = { code: 'share-moved', text: `The share of zone ${zone} went from ${percent(spreadShare)} to ${percent(peakShare)}.` };
  if (returns === null) return [moved];
  return [moved, { code: 'returns', text: `${flips} flips: ${returns} times there and back.` }];
}

/** Causes of several flips, counted. */
export function causeEvidence(causes: readonly FlipCause[]): Evidence[] {
  const counts = new Map<string, number>();
  for (const cause of causes) counts.set(cause.code, (counts.get(cause.code) ?? 0) + 1);
  const known = [...counts].filter(([code]) => code !== 'unknown').map(([code, n]): Evidence => ({
    code: `${code}-count`, text: `${causeWords[code as FlipCause['code']]} at ${n} of ${causes.length} flips.`,
  }));
  const first = causes.find((cause) => cause.code !== 'unknown' && cause.evidence.length > 0);
  return first ? [...known, ...first.evidence.slice(0, 3)] : known;
}

const causeWords: Record<FlipCause['code'], string> = {
  'hints-lost': 'Topology hints were lost',
  'hints-regained': 'Topology hints came back',
  'overload-rule': 'The controller withdrew hints by its overload rule',
  'zone-lost-endpoints': 'A zone lost its last ready endpoint',
  'node-without-zone': 'A ready node had no zone label',
  'proxy-threshold': "The proxy's own endpoint threshold was crossed",
  rollout: 'A rollout was under way',
  scaling: 'The number of ready proxy pods changed',
  'client-mix': 'The clients moved',
  unknown: 'No cause was seen',
};

/** What the concentrated state cost in the hot zone; nothing when it was not measured. */
export function harmEvidence(spread: RegimeHarm | null, concentrated: RegimeHarm | null, change: HarmChange | null): Evidence[] {
  const medians: Evidence[] = spread?.p99Seconds == null || concentrated?.p99Seconds == null ? [] : [{
    code: 'p99-by-state',
    text: `p99 in zone ${concentrated.zone}: ${milliseconds(spread.p99Seconds)} spread, ${milliseconds(concentrated.p99Seconds)} concentrated.`,
  }];
  return change && change.verdict !== 'not-measured' ? [...medians, { code: `harm-${change.verdict}`, text: change.text }] : medians;
}

/** True when latency or errors are clearly worse in the concentrated state. */
export function isHarmful(spread: RegimeHarm | null, concentrated: RegimeHarm | null): boolean {
  const slower = spread?.p99Seconds != null && concentrated?.p99Seconds != null && concentrated.p99Seconds >= 2 * spread.p99Seconds;
  const failing = concentrated?.errorShare != null && concentrated.errorShare - (spread?.errorShare ?? 0) >= 0.01;
  return slower || failing;
}

/** What speaks against a finding, or limits it. */
export function doubts(basis: ExpectedBasis, causes: readonly FlipCause[]): Evidence[] {
  const pods: Evidence[] = basis === 'uniform'
    ? [{ code: 'pods-unknown', text: 'Ready pods by zone are not known: a move that follows the pods cannot be told apart.' }] : [];
  const unknown = causes.filter((cause) => cause.code === 'unknown');
  if (unknown.length === 0) return pods;
  return [...pods, { code: 'cause-unknown', text: `${unknown.length} of ${causes.length} flips have no visible cause. ${unknown[0]!.evidence[0]?.text ?? ''}`.trim() }];
}

/** What to do about it, by cause. `dialect`: of the fleet's proxy, where it is known. */
export function adviceFor(causes: readonly FlipCause[], forecast: readonly HintForecast[], dialect?: string): string[] {
  const codes = new Set(causes.map((cause) => cause.code));
  const hints = ['hints-lost', 'hints-regained', 'overload-rule', 'zone-lost-endpoints', 'node-without-zone'] as const;
  const advice: string[] = [];
  if (hints.some((code) => codes.has(code))) {
    advice.push('Set spec.trafficDistribution: PreferSameZone and remove the topology-mode annotation: it has no overload rule and does not withdraw hints from all zones at once.');
  }
  if (codes.has('node-without-zone')) advice.push('Give each node its zone label before it becomes ready: one ready node without it removes the hints of all services.');
  if (codes.has('zone-lost-endpoints')) advice.push('Keep at least one ready endpoint in each zone (topologySpreadConstraints, three or more replicas a zone).');
  if (codes.has('proxy-threshold')) advice.push(proxyRule(dialect).advice);
  if (codes.has('client-mix')) advice.push('Size each zone for the clients in it: with hints held, traffic goes where its clients are.');
  for (const { row, near } of forecast.filter(({ without }) => without === undefined).map((one) => ({ row: one, near: unsafeNear(one) })).filter(({ near }) => near.length > 0).slice(0, MOST_NAMED)) {
    advice.push(`Keep ${row.service} away from ${near.join(', ')} ready endpoints: hints cannot hold there (${row.ready} now).`);
  }
  if (advice.length === 0) advice.push('Compare the flips with changes of clients and load balancer; collect kube_endpointslice_endpoints_hints to see whether hints are behind them.');
  return advice;
}

/** Services that the advice names. */
const MOST_NAMED = 3;

function unsafeNear({ ready, unsafe }: HintForecast): number[] {
  return unsafe.filter((count) => count >= ready - 3 && count <= ready + 3);
}
