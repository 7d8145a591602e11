import type { ZoneParams } from './params';
import type { Segment } from './segments';

export type State = 'spread' | 'concentrated';

/** A run of segments in one state. Indices of segments, both ends included. */
export interface StateRun {
  readonly state: State;
  readonly first: number;
  readonly last: number;
}

/** A turning point of the deviation: the segment furthest out before it came back. */
interface Pivot {
  readonly segment: number;
  readonly state: State;
}

/** A reversal must be this part of the widest one: wobble within a state is not a return. */
const LEAST_PART = 0.25;
/** Segments nearer than this to one end of a move belong to that end; those between are passage. */
const NEAR_END = 0.35;

/**
 * Reads states from the deviations of the segments: turning points with a reversal that counts, then the segments near
 * each of them.
 *   deviation  ▁▁▁▁▇▇▇▁▁▁▁▅▅▁▁▁   spread, concentrated, spread, concentrated, spread
 *   drift      ▁▁▂▃▄▅▆▇▇▇▇▇▇▇▇▇   spread, (passage), concentrated: one move however many steps the stairs have
 * `noiseOf` gives the noise of the distance of one step.
 */
export function findStates(segments: readonly Segment[], noiseOfStep: number, params: ZoneParams): StateRun[] {
  const pivots = findPivots(segments, noiseOfStep, params);
  if (pivots.length === 0) return [{ state: 'spread', first: 0, last: segments.length - 1 }];
  const runs: { state: State; first: number; last: number }[] = [{ state: pivots[0]!.state, first: 0, last: 0 }];
  pivots.forEach((pivot, i) => {
    const next = pivots[i + 1];
    if (!next) return;
    const passage = passageBetween(segments, pivot, next);
    runs.at(-1)!.last = passage.lastOfOld;
    runs.push({ state: next.state, first: passage.firstOfNew, last: passage.firstOfNew });
  });
  runs.at(-1)!.last = segments.length - 1;
  return runs;
}

/** Noise of the difference between two segments: long ones average it out. */
function gate(a: Segment, b: Segment, noiseOfStep: number, params: ZoneParams): number {
  return params.noiseFactor * noiseOfStep * Math.sqrt(1 / (a.to - a.from) + 1 / (b.to - b.from));
}

function findPivots(segments: readonly Segment[], noiseOfStep: number, params: ZoneParams): Pivot[] {
  const deviations = segments.map((segment) => segment.deviation);
  const least = Math.max(params.leastDistance, LEAST_PART * rangeOf(deviations));
  const turns = (high: number, low: number) =>
    deviations[high]! - deviations[low]! >= Math.max(least, gate(segments[high]!, segments[low]!, noiseOfStep, params));
  const pivots: Pivot[] = [];
  let direction: 'none' | 'up' | 'down' = 'none';
  let low = 0;
  let high = 0;
  for (let i = 1; i < segments.length; i += 1) {
    if (deviations[i]! < deviations[low]!) low = i;
    if (deviations[i]! > deviations[high]!) high = i;
    if (direction !== 'down' && turns(high, i)) {
      pivots.push({ segment: high, state: 'concentrated' });
      direction = 'down';
      low = i;
      high = i;
    } else if (direction !== 'up' && turns(i, low)) {
      pivots.push({ segment: low, state: 'spread' });
      direction = 'up';
      low = i;
      high = i;
    }
  }
  if (direction === 'up') pivots.push({ segment: high, state: 'concentrated' });
  if (direction === 'down') pivots.push({ segment: low, state: 'spread' });
  return pivots;
}

/** Largest less smallest. Not `Math.max(...list)`: a long range has more segments than a call takes arguments. */
function rangeOf(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), -Infinity) - values.reduce((a, b) => Math.min(a, b), Infinity);
}

function passageBetween(segments: readonly Segment[], a: Pivot, b: Pivot): { lastOfOld: number; firstOfNew: number } {
  const start = segments[a.segment]!.deviation;
  const way = segments[b.segment]!.deviation - start;
  const partOf = (i: number) => (segments[i]!.deviation - start) / way;
  let lastOfOld = a.segment;
  for (let i = a.segment; i < b.segment; i += 1) if (partOf(i) <= NEAR_END) lastOfOld = i;
  let firstOfNew = b.segment;
  for (let i = b.segment; i > lastOfOld; i -= 1) if (partOf(i) >= 1 - NEAR_END) firstOfNew = i;
  return { lastOfOld, firstOfNew };
}
