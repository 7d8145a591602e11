import { describe, expect, it } from 'vitest';
import { errorEstimate, harmChange, type HarmColumns } from '@/lib/detectors/zone-flapping/harm-change';
import { expectedShare } from '@/lib/detectors/zone-flapping/expected';
import { random } from '../../../support/protocols/zones';

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
const [before, after] = [range(0, 60), range(60, 120)];
/** 120 steps; the second half is `times` as slow and has `errors` of a hundred requests a second failing. */
function columns(times: number, errors: number, noise = 0.1): HarmColumns {
  const next = random(7);
  const steps = range(0, 120);
  return {
    stepSeconds: 15, rps: { a: steps.map(() => 100) }, errors: { a: steps.map((i) => (i < 60 ? 0.1 : errors)) },
    p99: { a: steps.map((i) => 0.1 * (i < 60 ? 1 : times) * (1 + noise * (next() - 0.5))) },
  };
}

describe('harm from one set of steps to another', () => {
  it.each([
    ['twice as slow', columns(2, 0.1), 'worse'],
    ['half as slow', columns(0.5, 0.1), 'better'],
    ['the same', columns(1, 0.1), 'no-measurable-harm'],
    ['three percent slower, however sure', columns(1.03, 0.1, 0.001), 'no-measurable-harm'],
    ['more errors', columns(1, 2), 'worse'],
    ['no latency and no errors by zone', { ...columns(1, 0), p99: {}, errors: {} }, 'not-measured'],
  ] as const)('%s: %s', (_name, data, verdict) => expect(harmChange(data, 'a', before, after).verdict).toBe(verdict));

  it('too few steps cannot tell', () => expect(harmChange(columns(1, 0.1), 'a', [0, 1, 2], [60, 61, 62]).p99Ratio).toBeNull());
  it('wide latencies cannot tell', () => {
    const data = { ...columns(1, 0.1), errors: {}, p99: { a: range(0, 120).map((i) => (i % 3 === 0 ? 3 : 0.05)) } };
    expect(harmChange(data, 'a', range(0, 16), range(60, 76)).verdict).toBe('cannot-tell');
  });
  it('says its figures with their interval', () => expect(harmChange(columns(2, 0.1), 'a', before, after).text).toMatch(/^Zone a: worse: p99 (1\.9|2\.0)\d times \(1\.\d\d to 2\.\d\d\)/));
  it('errors are shares of all requests of the steps', () => expect(errorEstimate(columns(1, 2), 'a', after)!.value).toBeCloseTo(0.02));
});

describe('the share that is expected', () => {
  const traffic = { zones: ['a', 'b'], stepMs: 15_000, length: 2, rps: [[1, 1], [1, 1]], exact: false };
  const readyPods = [[1, 1], [1, 1]];
  it.each([
    ['ready endpoints first', { readyPods, readyEndpoints: { service: 'x/y', byZone: [[3, 3], [1, null]] } }, 'ready-endpoints', [0.75, null]],
    ['endpoints that never were: pods', { readyPods, readyEndpoints: { service: 'x/y', byZone: [[0, 0], [null, null]] } }, 'ready-pods', [0.5, 0.5]],
    ['pods', { readyPods: [[2, null], [6, 1]] }, 'ready-pods', [0.25, null]],
    ['else uniform', { readyPods: null }, 'uniform', [0.5, 0.5]],
  ])('%s', (_name, known, basis, shares) => {
    const found = expectedShare({ ...traffic, ...known });
    expect([found.basis, found.byZone[0]]).toEqual([basis, shares]);
  });
});
