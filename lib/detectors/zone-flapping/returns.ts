import type { FleetAnalysis, Move, StateStretch } from './analyse';
import type { ZoneParams } from './params';
import type { State } from './states';

/** A stretch in the rarer state with a flip into it and a flip back. Indices on the time axis. */
export interface Excursion {
  readonly state: State;
  readonly from: number;
  readonly to: number;
  readonly stretch: StateStretch;
}

/** Excursions that lie close enough together to be called flapping. */
export interface FlappingEpisode {
  readonly excursions: readonly Excursion[];
}

/** Completed excursions: of the state that has more of them, on a tie of the one that holds for less time. */
export function findExcursions(analysis: FleetAnalysis, counts: (move: Move, stretch: StateStretch) => boolean): Excursion[] {
  const complete = (state: State) => analysis.stretches.flatMap((stretch, i): Excursion[] => {
    const [into, back] = [analysis.moves[i - 1], analysis.moves[i]];
    if (stretch.state !== state || !into?.abrupt || !back?.abrupt || !counts(into, stretch)) return [];
    return [{ state, from: into.index, to: back.index, stretch }];
  });
  const held = (state: State) => analysis.stretches.reduce((sum, s) => sum + (s.state === state ? s.to - s.from : 0), 0);
  const concentrated = complete('concentrated');
  const spread = complete('spread');
  if (concentrated.length !== spread.length) return concentrated.length > spread.length ? concentrated : spread;
  return held('concentrated') <= held('spread') ? concentrated : spread;
}

/** Groups of excursions with at least `leastReturns` returns within `withinSeconds`, joined where they overlap. */
export function findEpisodes(excursions: readonly Excursion[], stepMs: number, params: ZoneParams): FlappingEpisode[] {
  const within = (params.withinSeconds * 1000) / stepMs;
  const counted = excursions.map(() => false);
  const linked = excursions.map(() => false);
  for (let i = 0; i + params.leastReturns <= excursions.length; i += 1) {
    const last = i + params.leastReturns - 1;
    if (excursions[last]!.to - excursions[i]!.to > within) continue;
    for (let k = i; k <= last; k += 1) counted[k] = true;
    for (let k = i + 1; k <= last; k += 1) linked[k] = true;
  }
  const episodes: Excursion[][] = [];
  excursions.forEach((excursion, i) => {
    if (!counted[i]) return;
    if (linked[i] && episodes.length > 0) episodes.at(-1)!.push(excursion);
    else episodes.push([excursion]);
  });
  return episodes.map((list) => ({ excursions: list }));
}

/** Smallest change of a zone's share that is told as gained or lost. */
const LEAST_CHANGE = 0.02;

/** Indices of the zones that gain and lose, widest change first. */
export function gainsAndLosses(before: readonly number[], after: readonly number[]): { gaining: number[]; losing: number[] } {
  const changes = before.map((share, z) => ({ z, change: after[z]! - share }));
  const gaining = changes.filter(({ change }) => change >= LEAST_CHANGE).sort((a, b) => b.change - a.change);
  const losing = changes.filter(({ change }) => change <= -LEAST_CHANGE).sort((a, b) => a.change - b.change);
  return { gaining: gaining.map(({ z }) => z), losing: losing.map(({ z }) => z) };
}

/** Ratio of two zones' shares that still counts as kept. */
const KEPT_RATIO = 1.25;

/**
 * True when one zone loses a part of its share and the others keep their ratios to each other: what a restart of some of
 * its proxies looks like. With two zones it cannot be told from a concentration, so it is not claimed.
 */
export function isPartialLossOfOneZone(spread: readonly number[], other: readonly number[]): boolean {
  if (spread.length < 3) return false;
  const factors = spread.map((share, z) => (share > 0 ? other[z]! / share : 1));
  const lowest = factors.indexOf(Math.min(...factors));
  const rest = factors.filter((_, z) => z !== lowest && spread[z]! >= LEAST_CHANGE);
  if (rest.length < 2 || other[lowest]! < LEAST_CHANGE || factors[lowest]! > 0.95) return false;
  return Math.max(...rest) / Math.min(...rest) <= KEPT_RATIO && Math.min(...rest) >= 1;
}
