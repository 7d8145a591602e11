import { type Finding, findingId, type TraceStratum } from '../../domain/findings';
import type { EpochMs } from '../../domain/units';
import type { HarmChange, HintForecast, RegimeHarm } from '../../domain/zone-detail';
import { rounded } from './detect';
import type { FleetFrame } from './frames';
import { harmOf } from './harm';
import { adviceFor, causeEvidence, doubts, harmEvidence, isHarmful, trafficEvidence } from './wording';
import type { FlappingVerdict, FleetFlip, FleetVerdict } from './verdicts';

/** What the findings of one fleet are made from. */
export interface FindingContext {
  readonly frame: FleetFrame;
  readonly verdict: FleetVerdict;
  readonly harm: readonly RegimeHarm[];
  /** Concentrated against spread, by zone. */
  readonly harmChange: readonly HarmChange[];
  readonly forecast: readonly HintForecast[];
  /** Id of the fleet's dialect; absent: not known. */
  readonly dialect?: string | undefined;
  /** Time of an edge: the switch lies at or just before it. */
  readonly edgeTime: (index: number) => EpochMs;
}

/** Most windows for traces: enough to compare, few enough to search. */
const MOST_STRATA = 6;

export function fleetFindings(context: FindingContext): Finding[] {
  const { verdict } = context;
  return [
    ...verdict.flapping.map((found) => flappingFinding(context, found)),
    ...(verdict.lasting ? [lastingFinding(context, verdict.lasting)] : []),
    ...verdict.drained.map((found) => drainedFinding(context, found)),
  ];
}

function common(context: FindingContext, kind: Finding['kind'], zone: string, from: EpochMs) {
  // Two fleets may flap in one zone at one time: the id holds the fleet, the subject is the zone.
  return {
    id: findingId(kind, `${context.frame.proxy}/${zone}`, from), detector: 'zone-flapping' as const,
    proxy: context.frame.proxy, subject: zone, from, basis: 'measured' as const,
  };
}

function flappingFinding(context: FindingContext, found: FlappingVerdict): Finding {
  const { frame, verdict, harm, edgeTime } = context;
  const zone = frame.traffic.zones[found.hotZone]!;
  const from = edgeTime(found.from);
  const [spread, concentrated] = [harmOf(harm, 'spread', zone), harmOf(harm, 'concentrated', zone)];
  const causes = found.flips.map((flip) => flip.cause);
  return {
    ...common(context, 'zone-flapping', zone, from), kind: 'zone-flapping', to: edgeTime(found.to), ongoing: found.ongoing,
    severity: isHarmful(spread, concentrated) ? 'critical' : 'warning',
    confidence: confidenceOf(verdict, found.flips),
    evidence: [
      ...trafficEvidence(zone, found.spreadShare, found.peakShare, found.flips.length, found.excursions.length),
      ...causeEvidence(causes), ...harmEvidence(spread, concentrated, changeIn(context, zone)),
    ],
    against: doubts(verdict.analysis.expected.basis, causes),
    advice: adviceFor(causes, context.forecast, context.dialect),
    strata: strataOf(context, zone, from, edgeTime(found.to)),
    data: {
      returns: found.excursions.length, returnsPerHour: rounded(found.returnsPerHour), hotZone: zone,
      flips: found.flips.map(({ move, cause }) => ({ at: edgeTime(move.index), to: move.to, cause })),
      spreadShare: rounded(found.spreadShare), peakShare: rounded(found.peakShare),
      concentratedShareOfTime: rounded(found.concentratedShareOfTime),
      p99SpreadSeconds: spread?.p99Seconds ?? null, p99ConcentratedSeconds: concentrated?.p99Seconds ?? null,
      harm: changeIn(context, zone)?.verdict ?? 'not-measured',
    },
  };
}

function lastingFinding(context: FindingContext, lasting: NonNullable<FleetVerdict['lasting']>): Finding {
  const { frame, verdict, harm, edgeTime } = context;
  const zone = frame.traffic.zones[lasting.hotZone]!;
  const { flip } = lasting;
  const from = edgeTime(flip.move.index);
  const to = frame.at.at(-1)!;
  const [spread, concentrated] = [harmOf(harm, 'spread', zone), harmOf(harm, 'concentrated', zone)];
  return {
    ...common(context, 'zone-concentrated', zone, from), kind: 'zone-concentrated', to, ongoing: true, severity: 'warning',
    confidence: confidenceOf(verdict, [flip]),
    evidence: [...trafficEvidence(zone, lasting.spreadShare, lasting.peakShare, 1, null), ...causeEvidence([flip.cause]), ...harmEvidence(spread, concentrated, changeIn(context, zone))],
    against: doubts(verdict.analysis.expected.basis, [flip.cause]),
    advice: adviceFor([flip.cause], context.forecast, context.dialect), strata: strataOf(context, zone, from, to),
    data: { hotZone: zone, spreadShare: rounded(lasting.spreadShare), peakShare: rounded(lasting.peakShare), cause: flip.cause },
  };
}

function drainedFinding(context: FindingContext, found: FleetVerdict['drained'][number]): Finding {
  const { frame } = context;
  const zone = frame.traffic.zones[found.zone]!;
  const from = frame.at[found.from]!;
  return {
    ...common(context, 'zone-drained', zone, from), kind: 'zone-drained', to: frame.at[found.to]!,
    ongoing: found.to === frame.at.length - 1, severity: 'info', confidence: 0.95,
    evidence: [{ code: 'no-ready-pods', text: `Zone ${zone} has no ready proxy pods and no traffic.` }],
    against: [], advice: ['Nothing to do when the zone was drained on purpose.'], strata: [], data: { zone },
  };
}

function changeIn(context: FindingContext, zone: string): HarmChange | null {
  return context.harmChange.find((change) => change.zone === zone) ?? null;
}

/** How far the flips stand out of the noise. */
function confidenceOf(verdict: FleetVerdict, flips: readonly FleetFlip[]): number {
  const narrowest = Math.min(...flips.map(({ move }) => move.distance));
  const times = narrowest / verdict.analysis.visibleDistance;
  if (times >= 2) return 0.95;
  return times >= 1 ? 0.9 : 0.75;
}

/** Windows for traces: each concentrated stretch with its hot zone, and the first spread one to compare. */
function strataOf(context: FindingContext, zone: string, from: number, to: number): TraceStratum[] {
  const { analysis } = context.verdict;
  const windows = analysis.stretches.map((stretch) => ({
    state: stretch.state, from: context.edgeTime(stretch.from), to: context.edgeTime(stretch.to),
  }));
  const base = { status: null, proxy: context.frame.proxy, instance: null, zone, host: null };
  const concentrated = windows.filter((window) => window.state === 'concentrated' && window.to > from && window.from <= to);
  const spread = windows.filter((window) => window.state === 'spread').slice(0, 1);
  return [...concentrated.slice(0, MOST_STRATA - 1), ...spread].map((window) => ({
    ...base, from: window.from, to: window.to, label: `Zone ${zone}, ${window.state}`,
  }));
}
