import type { Value } from '../../domain/series';
import type { StepSpan } from './error-steps';

/** The burst state is at least this many times the base rate. */
const LEAST_RATIO = 3;

/**
 * Start and end of a burst: two-state batched model of Kleinberg (KDD 2002) with a local base rate. Entering the burst
 * state costs gamma ln n, leaving is free; the cheapest path through the hit and `pad` steps around it decides.
 *   errors  0 0 1 5 0 7 2 0 0
 *   state   . . # # # # # . .
 */
export function burstExtent(
  total: readonly Value[],
  expected: Float64Array,
  hit: StepSpan & { readonly perStep: number },
  pad: number,
  gamma: number,
): StepSpan {
  const [from, to] = [Math.max(0, hit.from - pad), Math.min(total.length, hit.to + pad)];
  const states = cheapestStates(total, expected, from, to, hit.perStep, gamma * Math.log(Math.max(2, to - from)));
  let [first, last] = [-1, -1];
  states.forEach((on, offset) => {
    if (!on || !total[from + offset]) return;
    if (first < 0) first = from + offset;
    last = from + offset;
  });
  return first < 0 ? { from: hit.from, to: hit.to } : { from: first, to: last + 1 };
}

function cheapestStates(total: readonly Value[], expected: Float64Array, from: number, to: number, perStep: number, enter: number): boolean[] {
  const backCalm: boolean[] = [];
  const backBurst: boolean[] = [];
  let [calm, burst] = [0, enter];
  for (let i = from; i < to; i += 1) {
    const mean = expected[i]!;
    const dense = Math.max(perStep, LEAST_RATIO * mean);
    const seen = total[i] ?? null;
    const [stay, rise] = [burst, calm + enter];
    backCalm.push(burst < calm);
    backBurst.push(stay <= rise);
    const [fromCalm, fromBurst] = [Math.min(calm, burst), Math.min(stay, rise)];
    // The factorial is the same in both states and left out.
    calm = fromCalm + (seen === null ? 0 : mean - seen * Math.log(mean));
    burst = fromBurst + (seen === null ? 0 : dense - seen * Math.log(dense));
  }
  const states: boolean[] = [];
  let on = burst < calm;
  for (let i = to - from - 1; i >= 0; i -= 1) {
    states[i] = on;
    on = (on ? backBurst[i] : backCalm[i]) ?? false;
  }
  return states;
}
