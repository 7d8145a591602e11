import type { Value } from '../../domain/series';
import { poissonQuantile } from '../shared/statistics/tails';
import type { RolloutParams } from './params';

/** Expected errors of each step, and how many errors that expectation rests on (its own uncertainty). */
export interface Baseline {
  readonly expected: Float64Array;
  readonly support: Float64Array;
}

/** Half an event of Jeffreys' prior: no error in ten minutes does not prove a rate of zero. */
const PRIOR_EVENTS = 0.5;
const CAP_LEVEL = 0.95;
const CAP_ROUNDS = 3;

/**
 * Local expected count: mean rate over the blocks within reach, each block capped at the 95 % Poisson point of that
 * rate (three rounds), per step really observed. A burst thus hardly lifts its own baseline. Where requests are known a
 * step with more of them than its neighbourhood expects more errors. Source: reference/detectors.md 3(c).
 */
export function localBaseline(total: readonly Value[], requests: readonly Value[] | null, stepMs: number, params: RolloutParams): Baseline {
  const n = total.length;
  const blockSteps = Math.max(1, Math.min(Math.round(params.blockMs / stepMs), Math.floor(n / 12)));
  const blocks = toBlocks(total, requests, blockSteps);
  const reach = Math.max(1, Math.ceil(params.baselineReachMs / (blockSteps * stepMs)));
  const expected = new Float64Array(n);
  const support = new Float64Array(n);
  for (let block = 0; block < blocks.events.length; block += 1) {
    const near = nearBlocks(blocks, block, reach);
    const perStep = (near.events + PRIOR_EVENTS) / Math.max(1, near.observed);
    const usual = near.observed > 0 ? near.requests / near.observed : 0;
    for (let i = block * blockSteps; i < Math.min(n, (block + 1) * blockSteps); i += 1) {
      const asked = requests?.[i] ?? null;
      expected[i] = perStep * (asked !== null && usual > 0 ? Math.max(1, asked / usual) : 1);
      support[i] = near.events + PRIOR_EVENTS;
    }
  }
  return { expected, support };
}

interface Blocks {
  readonly events: Float64Array;
  readonly observed: Float64Array;
  readonly requests: Float64Array;
}

function toBlocks(total: readonly Value[], requests: readonly Value[] | null, blockSteps: number): Blocks {
  const count = Math.ceil(total.length / blockSteps);
  const blocks = { events: new Float64Array(count), observed: new Float64Array(count), requests: new Float64Array(count) };
  total.forEach((value, i) => {
    if (value === null) return;
    const block = Math.floor(i / blockSteps);
    blocks.events[block]! += value;
    blocks.observed[block]! += 1;
    blocks.requests[block]! += requests?.[i] ?? 0;
  });
  return blocks;
}

function nearBlocks(blocks: Blocks, centre: number, reach: number) {
  const [from, to] = [Math.max(0, centre - reach), Math.min(blocks.events.length - 1, centre + reach)];
  let [observed, requests, events] = [0, 0, 0];
  for (let b = from; b <= to; b += 1) {
    observed += blocks.observed[b]!;
    requests += blocks.requests[b]!;
    events += blocks.events[b]!;
  }
  for (let round = 0; round < CAP_ROUNDS && events > 0; round += 1) {
    const rate = events / observed;
    events = 0;
    const caps = new Map<number, number>();
    for (let b = from; b <= to; b += 1) {
      const seen = blocks.observed[b]!;
      if (seen === 0) continue;
      const cap = caps.get(seen) ?? poissonQuantile(CAP_LEVEL, rate * seen);
      caps.set(seen, cap);
      events += Math.min(blocks.events[b]!, cap);
    }
  }
  return { events, observed, requests };
}
