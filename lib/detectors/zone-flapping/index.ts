import type { Detector, DetectorInput, DetectorRun } from '../../domain/detector';
import { compareFindings, type Finding } from '../../domain/findings';
import type { SeriesFrame, Value } from '../../domain/series';
import type { TrustNote } from '../../domain/trust';
import { type EpochMs, epochMs } from '../../domain/units';
import type { DeadCapacity, ZoneDetail, ZoneFleet } from '../../domain/zone-detail';
import { balancerShares } from './balancers';
import type { ClusterView } from './cluster-view';
import { deadCapacity } from './dead-capacity';
import { byName, drownsInNoise, rounded, tooFewSteps } from './detect';
import { expectedShare } from './expected';
import { fleetFindings } from './findings';
import { forecastHints, forecastScalers } from './forecast';
import { withEndpoints } from './fleet-service';
import { clusterView, type FleetFrame, fleetFrames } from './frames';
import { harmAtFlips, harmBetweenStates, harmByState } from './harm';
import { routingChanges, zoneLegs, zoneMatrix } from './legs';
import { collectorNotes, fleetNotes } from './notes';
import { zoneDefaults, type ZoneParams } from './params';
import { proposeMoments } from './propose-moments';
import { topologyModes } from './topology-mode';
import { judgeFleet } from './verdicts';

export { compareWindows } from './compare';

/**
 * Does the traffic of a proxy fleet flip between spread and concentrated over zones, why, and what does it cost? Shares and
 * edges come from exact counts by instance where they are known, else from rates.
 */
export const zoneFlapping = {
  id: 'zone-flapping',
  title: 'Zone flapping',
  needs: {
    required: ['zone-requests'],
    optional: [
      'instance-requests', 'zone-latency', 'zone-errors', 'zone-ready-pods', 'hinted-share', 'ready-endpoints', 'zone-cpu', 'topology-mode',
      'nodes-without-zone', 'scrape-up', 'replicaset-pods', 'hpa-range', 'collector-version', 'zone-connections', 'zone-matrix', 'zone-routing', 'lb-zone-flows', 'lb-zone-requests',
    ],
    traces: null,
  },
  defaults: zoneDefaults,
  run,
} as const satisfies Detector<'zone-flapping', ZoneParams, ZoneDetail>;

interface FleetResult {
  readonly fleet: ZoneFleet;
  readonly view: ClusterView;
  readonly idle: readonly DeadCapacity[];
  readonly findings: readonly Finding[];
  readonly trust: readonly TrustNote[];
  /** Why this fleet got no verdict; null when it did. */
  readonly refused: string | null;
}

function run(input: DetectorInput<ZoneParams>): DetectorRun<ZoneDetail> {
  const frame = input.signals['zone-requests'];
  const mend = 'Give the scrape a zone target label for the proxies, or choose a longer range.';
  if (!frame || frame.series.length === 0 || frame.at.length === 0) {
    return { kind: 'not-checked', missing: ['zone-requests'], why: 'There are no requests by zone in this range.', mend };
  }
  const results = fleetFrames(input, frame).map((fleet) => checkFleet(fleet, input, frame));
  const refusals = results.flatMap(({ fleet, refused }) => (refused === null ? [] : [`${fleet.proxy}: ${refused}`]));
  if (refusals.length === results.length) return { kind: 'not-checked', missing: ['zone-requests'], why: refusals.join(' '), mend };
  const view = clusterView(input, frame, null);
  const detail: ZoneDetail = {
    at: frame.at, stepMs: frame.stepMs, fleets: results.map(({ fleet }) => fleet),
    hintedShare: view.hintedShare.size > 0 ? Object.fromEntries(view.hintedShare) : null,
    forecast: forecastHints(view), autoscalers: forecastScalers(input, view),
    deadCapacity: results.flatMap(({ idle }) => idle), ...waysOf(results, frame), ...topologyModes(view, frame.at),
  };
  return {
    kind: 'checked',
    findings: results.flatMap(({ findings }) => findings).sort(compareFindings),
    detail: { ...detail, proposed: proposeMoments(detail) },
    trust: [...results.flatMap(({ trust }) => trust), ...commonNotes(input, frame)],
  };
}

function waysOf(results: readonly FleetResult[], frame: SeriesFrame): Pick<ZoneDetail, 'legs' | 'matrices' | 'routingChanges' | 'balancers'> {
  const views = results.map(({ view }) => view);
  const matrices = views.flatMap((view) => zoneMatrix(view, frame.at.length) ?? []);
  const balancers = balancerShares(views, frame.at);
  return { matrices, ...(balancers.length > 0 ? { balancers } : {}), legs: zoneLegs(views, matrices, balancers), routingChanges: views.flatMap((view) => routingChanges(view, frame.at)) };
}

function checkFleet(frame: FleetFrame, input: DetectorInput<ZoneParams>, main: SeriesFrame): FleetResult {
  const { params } = input;
  const seen = clusterView(input, main, frame);
  const traffic = withEndpoints(frame, seen);
  const view = traffic.readyEndpoints ? { ...seen, service: traffic.readyEndpoints.service } : seen;
  const verdict = traffic.zones.length < 2 ? null : judgeFleet(traffic, view, params);
  const unknown = unknownNote(frame);
  const drawn = { frame, expected: expectedShare(traffic) };
  const why = verdict ? drownsInNoise(verdict) : traffic.zones.length < 2 ? 'Fewer than two zones have traffic.' : tooFewSteps(params);
  if (!verdict || why !== null) {
    return { fleet: drawFleet({ ...drawn, regimes: [], flips: [], harm: [] }), view, idle: [], findings: [], trust: [...unknown, ...refusalNote(frame, why)], refused: why };
  }
  const edgeTime = edgeTimes(frame, verdict.analysis.smeared);
  const harm = harmByState(frame, verdict.analysis);
  const harmChange = harmBetweenStates(frame, verdict.analysis);
  const names = (list: readonly number[]) => list.map((z) => traffic.zones[z]!);
  const fleet = drawFleet({
    ...drawn, harm, harmChange, flipHarm: harmAtFlips(frame, verdict.flips.map(({ move }) => move.index), edgeTime),
    regimes: verdict.analysis.stretches.map((stretch) => ({
      from: edgeTime(stretch.from), to: edgeTime(stretch.to), state: stretch.state, shares: byName(traffic.zones, stretch.shares),
    })),
    flips: verdict.flips.map(({ move, gaining, losing, cause }) => ({
      at: edgeTime(move.index), from: move.from, to: move.to, distance: rounded(move.distance), gaining: names(gaining), losing: names(losing), cause,
    })),
  });
  const findings = fleetFindings({ frame, verdict, harm, harmChange, forecast: forecastHints(view), dialect: view.dialect, edgeTime });
  return { fleet, view, idle: deadCapacity(traffic, view), findings, trust: [...fleetNotes(traffic, verdict.analysis, frame.proxy, params), ...unknown], refused: null };
}

/**
 * The first step off the old level holds what came after the step before: the switch lies in between, one step back. On
 * a rate over several steps the first sign is weak and half a scrape old already: it lies two steps back.
 */
function edgeTimes(frame: FleetFrame, smeared: boolean): (index: number) => EpochMs {
  const { at, traffic } = frame;
  const back = (smeared ? 2 : 1) * traffic.stepMs;
  return (index) => {
    if (index <= 0) return at[0]!;
    return index >= at.length ? at.at(-1)! : epochMs(Math.max(at[0]!, at[index]! - back));
  };
}

function drawFleet(parts: Pick<ZoneFleet, 'regimes' | 'flips' | 'harm' | 'harmChange' | 'flipHarm'> & { frame: FleetFrame; expected: ReturnType<typeof expectedShare> }): ZoneFleet {
  const { frame, expected, regimes, flips, harm, harmChange, flipHarm } = parts;
  const { zones } = frame.traffic;
  const columns = (map: ReadonlyMap<string, readonly Value[]> | undefined) =>
    Object.fromEntries(zones.map((zone) => [zone, map?.get(zone) ?? frame.at.map(() => null)]));
  const [p50, p99] = [frame.latency.get('p50'), frame.latency.get('p99')];
  const hasLatency = (p50?.size ?? 0) + (p99?.size ?? 0) > 0;
  return {
    proxy: frame.proxy, zones, rps: columns(frame.rps), regimes, flips, harm, unknownRps: frame.unknownRps,
    ...(harmChange ? { harmChange } : {}), ...(flipHarm ? { flipHarm } : {}),
    errors: frame.errors.size > 0 ? columns(frame.errors) : null,
    expectedShare: { basis: expected.basis, ...(expected.service ? { service: expected.service } : {}), byZone: Object.fromEntries(zones.map((zone, z) => [zone, expected.byZone[z]!])) },
    readyPods: frame.readyPods.size > 0 ? columns(frame.readyPods) : null,
    latency: hasLatency ? { p50: columns(p50), p99: columns(p99) } : null,
  };
}

/** A fleet without a verdict among others that have one says so; in a single zone nothing can move. */
function refusalNote(frame: FleetFrame, why: string | null): TrustNote[] {
  if (frame.traffic.zones.length < 2 || why === null) return [];
  return [{ code: 'low-traffic', about: frame.proxy, effect: why, mend: 'Use a longer step or range.' }];
}

function unknownNote(frame: FleetFrame): TrustNote[] {
  if (!frame.unknownRps) return [];
  const sum = (values: readonly Value[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0);
  const unknown = sum(frame.unknownRps);
  const known = frame.traffic.zones.reduce((total, zone) => total + sum(frame.rps.get(zone)!), 0);
  const part = ((unknown / (unknown + known)) * 100).toFixed(1);
  return [{
    code: 'zone-unknown', about: frame.proxy,
    effect: `${part} % of the requests have no zone. Shares are of the rest.`,
    mend: 'Give all scrape targets of the proxies a zone label.',
  }];
}

/** Notes on signals of the whole cluster and on the end of the range. */
function commonNotes(input: DetectorInput<ZoneParams>, frame: SeriesFrame): TrustNote[] {
  const notes: TrustNote[] = [];
  if (input.signals['hinted-share']?.series.length === 0) {
    notes.push({
      code: 'collector-missing', about: 'hinted-share',
      effect: 'There are no endpoint slices in the metrics: whether hints were lost cannot be seen.',
      mend: 'Run kube-state-metrics 2.10 or later with endpointslices in --resources and the service name label allowed.',
    });
  }
  notes.push(...collectorNotes(input.signals['collector-version']));
  const last = frame.at.at(-1)!;
  if (input.now - last < frame.stepMs) {
    notes.push({
      code: 'incomplete-last-step', about: null,
      effect: 'The last step is younger than a scrape and may still grow.',
      mend: 'End the range one step earlier.',
    });
  }
  return notes;
}
