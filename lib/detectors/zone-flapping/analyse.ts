import { type ExpectedShare, expectedShare } from './expected';
import type { ZoneParams } from './params';
import { findSegments, type Segment } from './segments';
import { hellinger, looksSmoothed, shareNoise, shareOf, shareSteps, type ShareSteps, type ZoneTraffic } from './shares';
import { findStates, type State, type StateRun } from './states';

/** A stretch in one state. Positions on the time axis: `from` its first step, `to` the first step after it. */
export interface StateStretch {
  readonly state: State;
  readonly from: number;
  readonly to: number;
  readonly shares: readonly number[];
  /** Ready pods of the stretch as shares. */
  readonly expected: readonly number[];
}

export interface Move {
  /** Index on the time axis of the first step that leaves the old level. */
  readonly index: number;
  readonly from: State;
  readonly to: State;
  readonly before: readonly number[];
  readonly after: readonly number[];
  readonly distance: number;
  /** False: a drift. It changes the state but is no flip. */
  readonly abrupt: boolean;
  /** Index of the stretch that it opens. */
  readonly opens: number;
}

export interface FleetAnalysis {
  readonly steps: ShareSteps;
  readonly expected: ExpectedShare;
  readonly stretches: readonly StateStretch[];
  /** One between each two stretches. */
  readonly moves: readonly Move[];
  /** True when an edge is spread over several steps (rates over a window longer than the step). */
  readonly smeared: boolean;
  /** Smallest distance that a stretch of least length can show above its noise. */
  readonly visibleDistance: number;
}

/** Part of the whole move that must happen at its place, not before or after it. */
const ABRUPT_PART = 0.6;
/** Steps before and after a move that are looked at for that. */
const LOCAL_STEPS = 10;
/** A state that held from end to end is called concentrated from this distance from the expected share (one third: 68 %). */
const LASTING_DISTANCE = 0.25;

/** States of one fleet and the moves between them. Null: too few known steps for two segments. */
export function analyseFleet(traffic: ZoneTraffic, params: ZoneParams): FleetAnalysis | null {
  const steps = shareSteps(traffic, params);
  if (steps.index.length < 2 * params.leastSegment) return null;
  const window = windowSteps(traffic, steps, params);
  const noise = shareNoise(steps, window);
  const expected = expectedShare(traffic);
  const segments = findSegments(steps, noise, expected, params);
  const runs = findStates(segments, noise.ofDistance, params);
  const moves = runs.slice(1).map((run, i) =>
    moveBetween({ steps, segments, old: runs[i]!, run, opens: i + 1, noise: noise.ofDistance, stepMs: traffic.stepMs, params }));
  const visibleDistance = params.noiseFactor * noise.ofDistance * Math.sqrt(1 / params.leastSegment);
  return { steps, expected, stretches: stretchesOf(steps, segments, runs, moves), moves, visibleDistance, smeared: window > 1 };
}

/** Window of rate() in steps that is assumed for rates that look smoothed: the usual four scrapes. */
const USUAL_WINDOW = 4;

/** Over how many steps is each value an average? Known for counts (one) and from the params, else seen in the shares. */
function windowSteps(traffic: ZoneTraffic, steps: ShareSteps, params: ZoneParams): number {
  if (traffic.exact) return 1;
  if (params.rateWindowSeconds !== null) return Math.max(1, (params.rateWindowSeconds * 1000) / traffic.stepMs);
  return looksSmoothed(steps) ? USUAL_WINDOW : 1;
}

interface MoveInput {
  readonly steps: ShareSteps;
  readonly segments: readonly Segment[];
  readonly old: StateRun;
  readonly run: StateRun;
  readonly opens: number;
  readonly noise: number;
  readonly stepMs: number;
  readonly params: ZoneParams;
}

function moveBetween(input: MoveInput): Move {
  const { steps, segments, old, run } = input;
  const oldFrom = segments[old.first]!.from;
  const leave = segments[old.last]!.to;
  const arrive = segments[run.first]!.from;
  const newTo = segments[run.last]!.to;
  const before = shareOf(steps, Math.max(oldFrom, leave - LOCAL_STEPS), leave);
  const after = shareOf(steps, arrive, Math.min(newTo, arrive + LOCAL_STEPS));
  const old3 = shareOf(steps, oldFrom, leave);
  const new3 = shareOf(steps, arrive, newTo);
  const distance = hellinger(old3, new3);
  const passageMs = (steps.index[arrive]! - steps.index[leave]!) * input.stepMs;
  const abrupt = passageMs <= input.params.maxTransitionSeconds * 1000 && hellinger(before, after) >= ABRUPT_PART * distance;
  const start = leavesOldLevel(input, { oldFrom: Math.max(oldFrom, leave - LOCAL_STEPS), found: leave, arrive: abrupt ? arrive : leave }, old3, distance);
  return { index: steps.index[start]!, from: old.state, to: run.state, before: old3, after: new3, distance, opens: input.opens, abrupt };
}

/** Part of the move that a step must show to count as having left the old level. */
const LEFT_PART = 0.3;
/** Most steps of a smeared edge. */
const EDGE_STEPS = 6;

interface Edge {
  readonly oldFrom: number;
  /** First step after the old state by the search. */
  readonly found: number;
  /** First step of the new state. */
  readonly arrive: number;
}

/**
 * The first step that is clearly off the old level. A rate over a window smears a switch into a ramp whose middle is what the
 * search finds: walks back from there. A step that holds both levels makes a short piece of its own, filled up with steps of
 * the old level: walks forward over those. An edge that is neither stays where it is.
 */
function leavesOldLevel(input: MoveInput, { oldFrom, found, arrive }: Edge, level: readonly number[], distance: number): number {
  const limit = Math.max(LEFT_PART * distance, 2.5 * input.noise);
  const isOff = (step: number) => hellinger(shareOf(input.steps, step, step + 1), level) > limit;
  let start = found;
  while (start < arrive && start - found < EDGE_STEPS && !isOff(start)) start += 1;
  if (start > found) return start;
  while (start - 1 > oldFrom + 1 && found - start < EDGE_STEPS && isOff(start - 1)) start -= 1;
  return start;
}

function stretchesOf(steps: ShareSteps, segments: readonly Segment[], runs: readonly StateRun[], moves: readonly Move[]): StateStretch[] {
  return runs.map((run, i) => {
    const first = segments[run.first]!.from;
    const end = segments[run.last]!.to;
    const opened = moves[i - 1];
    const closed = moves[i];
    const weights = segments.slice(run.first, run.last + 1);
    const shares = shareOf(steps, first, end);
    const expected = shares.map((_, z) =>
      weights.reduce((sum, piece) => sum + piece.expected[z]! * (piece.to - piece.from), 0) / (end - first));
    return {
      state: runs.length === 1 && hellinger(shares, expected) >= LASTING_DISTANCE ? 'concentrated' : run.state,
      from: opened?.abrupt ? opened.index : steps.index[first]!,
      to: closed ? closed.index : steps.index[end - 1]! + 1,
      shares, expected,
    };
  });
}
