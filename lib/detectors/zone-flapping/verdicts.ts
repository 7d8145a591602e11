import type { FlipCause } from '../../domain/findings';
import { type FleetAnalysis, type Move, analyseFleet } from './analyse';
import { causeOfFlip, type ClusterView } from './causes';
import type { ZoneParams } from './params';
import { type Excursion, findEpisodes, findExcursions, gainsAndLosses, isPartialLossOfOneZone } from './returns';
import type { ZoneTraffic } from './shares';

export interface FleetFlip {
  readonly move: Move;
  readonly gaining: readonly number[];
  readonly losing: readonly number[];
  readonly cause: FlipCause;
}

/** Flapping: the excursions of one episode, with what they did to the hot zone. Indices on the time axis. */
export interface FlappingVerdict {
  readonly from: number;
  readonly to: number;
  readonly ongoing: boolean;
  readonly excursions: readonly Excursion[];
  readonly flips: readonly FleetFlip[];
  readonly returnsPerHour: number;
  readonly hotZone: number;
  readonly spreadShare: number;
  readonly peakShare: number;
  readonly concentratedShareOfTime: number;
}

export interface FleetVerdict {
  readonly analysis: FleetAnalysis;
  readonly flips: readonly FleetFlip[];
  readonly flapping: readonly FlappingVerdict[];
  /** One lasting, abrupt move to a concentrated state that the ready pods do not explain. */
  readonly lasting: { readonly flip: FleetFlip; readonly hotZone: number; readonly spreadShare: number; readonly peakShare: number } | null;
  readonly drained: readonly { readonly zone: number; readonly from: number; readonly to: number }[];
}

/** Everything that can be said about one fleet; null when too few steps are known. */
export function judgeFleet(traffic: ZoneTraffic, view: ClusterView, params: ZoneParams): FleetVerdict | null {
  const analysis = analyseFleet(traffic, params);
  if (!analysis) return null;
  const flips = analysis.moves.filter((move) => move.abrupt).map((move, i, all): FleetFlip => ({
    move, ...gainsAndLosses(move.before, move.after), cause: causeOfFlip(move.index, view, params, all[i - 1]?.index ?? null),
  }));
  const causeOf = new Map(flips.map((flip) => [flip.move, flip.cause]));
  const excursions = findExcursions(analysis, (move) => {
    const hinted = causeOf.get(move)?.code !== 'unknown' && causeOf.get(move)?.code !== 'scaling';
    const [spread, other] = move.from === 'spread' ? [move.before, move.after] : [move.after, move.before];
    return hinted || !isPartialLossOfOneZone(spread, other);
  });
  const flapping = findEpisodes(excursions, traffic.stepMs, params).map((episode) =>
    tellEpisode(episode.excursions, flips, analysis, traffic));
  return { analysis, flips, flapping, lasting: flapping.length > 0 ? null : lastingMove(analysis, flips, params), drained: drainedZones(traffic) };
}

function tellEpisode(excursions: readonly Excursion[], all: readonly FleetFlip[], analysis: FleetAnalysis, traffic: ZoneTraffic): FlappingVerdict {
  const from = excursions[0]!.from;
  const last = excursions.at(-1)!.to;
  // A flip after the last return with no way back yet: it goes on.
  const flips = all.filter(({ move }) => move.index >= from && move.index <= last);
  const open = all.filter(({ move }) => move.index > last).length === 1 ? all.at(-1)! : null;
  const to = open ? traffic.length - 1 : last;
  const inside = analysis.stretches.filter((stretch) => stretch.from >= from && stretch.from <= to);
  const concentrated = inside.filter((stretch) => stretch.state === 'concentrated');
  const spread = analysis.stretches.filter((stretch) => stretch.state === 'spread');
  const mean = (z: number, list: readonly { from: number; to: number; shares: readonly number[] }[]) =>
    list.reduce((sum, s) => sum + s.shares[z]! * (s.to - s.from), 0) / Math.max(1, list.reduce((sum, s) => sum + s.to - s.from, 0));
  const gains = traffic.zones.map((_, z) => mean(z, concentrated) - mean(z, spread));
  const hotZone = gains.indexOf(Math.max(...gains));
  const hours = Math.max(1, ((to - from) * traffic.stepMs) / 3_600_000);
  return {
    from, to, ongoing: open !== null || traffic.length - 1 - last <= 2, excursions, flips: open ? [...flips, open] : flips,
    returnsPerHour: excursions.length / hours, hotZone, spreadShare: mean(hotZone, spread),
    peakShare: concentrated.reduce((most, stretch) => Math.max(most, stretch.shares[hotZone]!), -Infinity),
    concentratedShareOfTime: concentratedShareOfTime(excursions),
  };
}

/** Excursions and the stretches between them; there is one such stretch less, so each counts for a little more. */
function concentratedShareOfTime(excursions: readonly Excursion[]): number {
  const away = excursions.reduce((sum, { from, to }) => sum + to - from, 0);
  const between = excursions.slice(1).reduce((sum, { from }, i) => sum + from - excursions[i]!.to, 0);
  const share = away / Math.max(1, away + (between * excursions.length) / Math.max(1, excursions.length - 1));
  return excursions[0]!.state === 'concentrated' ? share : 1 - share;
}

/** The last state is concentrated, came abruptly from a spread one and has not gone back. */
function lastingMove(analysis: FleetAnalysis, flips: readonly FleetFlip[], params: ZoneParams): FleetVerdict['lasting'] {
  const flip = flips.at(-1);
  const last = analysis.stretches.at(-1);
  if (!flip || flip.move.to !== 'concentrated' || last?.state !== 'concentrated' || analysis.moves.at(-1) !== flip.move) return null;
  if (flip.move.distance < params.leastLastingDistance) return null;
  if (isPartialLossOfOneZone(flip.move.before, flip.move.after) || flip.cause.code === 'scaling') return null;
  const hotZone = flip.gaining[0];
  if (hotZone === undefined) return null;
  return { flip, hotZone, spreadShare: flip.move.before[hotZone]!, peakShare: flip.move.after[hotZone]! };
}

/** Fewest steps without pods and traffic. */
const LEAST_DRAINED = 3;

/** Zones that had ready pods and traffic and then had neither: drained, not flapping. */
function drainedZones(traffic: ZoneTraffic): FleetVerdict['drained'] {
  const pods = traffic.readyPods;
  if (!pods) return [];
  return traffic.zones.flatMap((_, z) => {
    const gone = (i: number) => pods[z]![i] === 0 && !(Number(traffic.rps[z]![i] ?? 0) > 0);
    const found: { zone: number; from: number; to: number }[] = [];
    let served = false;
    for (let i = 0; i < traffic.length; i += 1) {
      if (Number(traffic.rps[z]![i] ?? 0) > 0) served = true;
      if (!served || !gone(i)) continue;
      const from = i;
      while (i + 1 < traffic.length && (gone(i + 1) || pods[z]![i + 1] === null)) i += 1;
      if (i - from + 1 >= LEAST_DRAINED) found.push({ zone: z, from, to: i });
    }
    return found;
  });
}
