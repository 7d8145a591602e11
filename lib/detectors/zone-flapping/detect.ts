import type { FlipCause } from '../../domain/findings';
import type { Value } from '../../domain/series';
import type { TrustNote } from '../../domain/trust';
import { fleetNotes } from './notes';
import { zoneDefaults, type ZoneParams } from './params';
import type { ZoneTraffic } from './shares';
import type { State } from './states';
import { type FleetVerdict, judgeFleet } from './verdicts';

/** Input of `weir detect zone-flapping` (contracts.md section 2). Columns have one value per step. */
export interface ZoneFlappingInput {
  readonly start: number;
  readonly stepSeconds: number;
  /** Requests a second by zone. */
  readonly zones: Readonly<Record<string, readonly Value[]>>;
  readonly readyPods?: Readonly<Record<string, readonly Value[]>> | undefined;
  readonly hintedShare?: Readonly<Record<string, readonly Value[]>> | undefined;
  readonly params?: Partial<ZoneParams> | undefined;
}

export interface ZoneFlappingChecked {
  readonly kind: 'checked';
  readonly regimes: readonly { readonly from: number; readonly to: number; readonly state: State; readonly shares: Readonly<Record<string, number>> }[];
  readonly flips: readonly {
    readonly at: number; readonly from: State; readonly to: State; readonly distance: number;
    readonly gaining: readonly string[]; readonly losing: readonly string[]; readonly cause: FlipCause;
  }[];
  readonly findings: readonly ZoneFlappingFinding[];
  readonly trust: readonly Omit<TrustNote, 'about'>[];
}

export type ZoneFlappingFinding =
  | { readonly kind: 'zone-flapping'; readonly from: number; readonly to: number; readonly returns: number; readonly returnsPerHour: number; readonly concentratedShareOfTime: number; readonly hotZone: string; readonly spreadShare: number; readonly peakShare: number }
  | { readonly kind: 'zone-concentrated'; readonly from: number; readonly to: number; readonly hotZone: string; readonly spreadShare: number; readonly peakShare: number }
  | { readonly kind: 'zone-drained'; readonly from: number; readonly to: number; readonly zone: string };

export type ZoneFlappingOutput = ZoneFlappingChecked | { readonly kind: 'not-checked'; readonly missing: readonly string[]; readonly why: string };

/** Distance of a move from an even third to 75 %: what cannot show even this is not looked at. */
const COARSE_MOVE = 0.3;

/**
 * Does the traffic of one fleet flip between spread and concentrated over zones? Times in epoch ms, the first step at
 * `start`. A flip is dated to the first step that is off the old level. Throws RangeError for columns of unequal length.
 */
export function detectZoneFlapping(input: ZoneFlappingInput): ZoneFlappingOutput {
  const params = { ...zoneDefaults, ...input.params };
  const traffic = trafficOf(input);
  if ('kind' in traffic) return traffic;
  const timeOf = (i: number) => input.start + Math.min(i, traffic.length - 1) * traffic.stepMs;
  const verdict = judgeFleet(traffic, {
    stepMs: traffic.stepMs, hintedShare: new Map(Object.entries(input.hintedShare ?? {})), readyEndpoints: new Map(), cpuByZone: new Map(),
    nodesWithoutZone: null, readyPods: new Map(Object.entries(input.readyPods ?? {})),
  }, params);
  if (!verdict) return { kind: 'not-checked', missing: ['zones'], why: tooFewSteps(params) };
  const drowned = drownsInNoise(verdict);
  if (drowned) return { kind: 'not-checked', missing: ['zones'], why: drowned };
  const names = (list: readonly number[]) => list.map((z) => traffic.zones[z]!);
  return {
    kind: 'checked',
    regimes: verdict.analysis.stretches.map((stretch) => ({
      from: timeOf(stretch.from), to: timeOf(stretch.to), state: stretch.state, shares: byName(traffic.zones, stretch.shares),
    })),
    flips: verdict.flips.map(({ move, gaining, losing, cause }) => ({
      at: timeOf(move.index), from: move.from, to: move.to, distance: rounded(move.distance), gaining: names(gaining), losing: names(losing), cause,
    })),
    findings: findingsOf(verdict, traffic, timeOf),
    trust: fleetNotes(traffic, verdict.analysis, null, params).map(({ code, effect, mend }) => ({ code, effect, mend })),
  };
}

/** Why no verdict is given, when not even a coarse move could be told from chance; else null. */
export function drownsInNoise(verdict: FleetVerdict): string | null {
  const { visibleDistance } = verdict.analysis;
  if (verdict.flips.length > 0 || visibleDistance <= COARSE_MOVE) return null;
  return `Too few requests: a move between zones would have to be wider than a distance of ${visibleDistance.toFixed(2)} (one zone from a third to three quarters is ${COARSE_MOVE}) to be told from chance.`;
}

/** Why no verdict is given for a short or empty range. */
export function tooFewSteps(params: ZoneParams): string {
  return `Fewer than ${2 * params.leastSegment} steps have a value for each zone and at least ${params.leastRequestsPerStep} requests.`;
}

function trafficOf(input: ZoneFlappingInput): ZoneTraffic | Extract<ZoneFlappingOutput, { kind: 'not-checked' }> {
  const length = Math.max(0, ...Object.values(input.zones).map((values) => values.length));
  checkColumns('zones', input.zones, length);
  if (input.readyPods) checkColumns('readyPods', input.readyPods, length);
  if (input.hintedShare) checkColumns('hintedShare', input.hintedShare, length);
  const zones = Object.keys(input.zones).filter((zone) => input.zones[zone]!.some((value) => value !== null)).sort();
  if (zones.length < 2) return { kind: 'not-checked', missing: ['zones'], why: 'Fewer than two zones have values: traffic cannot move between them.' };
  const pods = input.readyPods;
  return {
    zones, length, stepMs: input.stepSeconds * 1000, exact: false, rps: zones.map((zone) => input.zones[zone]!),
    readyPods: pods ? zones.map((zone) => (Object.hasOwn(pods, zone) ? pods[zone]! : Array.from({ length }, () => null))) : null,
  };
}

function checkColumns(name: string, columns: Readonly<Record<string, readonly Value[]>>, length: number): void {
  for (const [key, values] of Object.entries(columns)) {
    if (values.length !== length) throw new RangeError(`${name}.${key}: expected ${length} values, got ${values.length}`);
  }
}

function findingsOf(verdict: FleetVerdict, traffic: ZoneTraffic, timeOf: (i: number) => number): ZoneFlappingFinding[] {
  const flapping = verdict.flapping.map((found): ZoneFlappingFinding => ({
    kind: 'zone-flapping', from: timeOf(found.from), to: timeOf(found.to), returns: found.excursions.length,
    returnsPerHour: rounded(found.returnsPerHour), concentratedShareOfTime: rounded(found.concentratedShareOfTime),
    hotZone: traffic.zones[found.hotZone]!, spreadShare: rounded(found.spreadShare), peakShare: rounded(found.peakShare),
  }));
  const { lasting } = verdict;
  const concentrated: ZoneFlappingFinding[] = lasting ? [{
    kind: 'zone-concentrated', from: timeOf(lasting.flip.move.index), to: timeOf(traffic.length - 1), hotZone: traffic.zones[lasting.hotZone]!,
    spreadShare: rounded(lasting.spreadShare), peakShare: rounded(lasting.peakShare),
  }] : [];
  const drained = verdict.drained.map(({ zone, from, to }): ZoneFlappingFinding => ({
    kind: 'zone-drained', from: timeOf(from), to: timeOf(to), zone: traffic.zones[zone]!,
  }));
  const subject = (finding: ZoneFlappingFinding) => ('hotZone' in finding ? finding.hotZone : finding.zone);
  const order = (a: string, b: string) => (a < b ? -1 : Number(a > b));
  return [...flapping, ...concentrated, ...drained]
    .sort((a, b) => a.from - b.from || order(a.kind, b.kind) || order(subject(a), subject(b)));
}

/** Six digits are more than the data hold and keep outputs the same on all machines. */
export function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** A record by zone name; safe for names such as `__proto__`. */
export function byName(zones: readonly string[], values: readonly number[]): Record<string, number> {
  return Object.fromEntries(zones.map((zone, z) => [zone, rounded(values[z]!)]));
}
