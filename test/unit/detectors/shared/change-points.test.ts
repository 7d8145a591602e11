import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findChangePoints } from '@/lib/detectors/shared/change-points/find-change-points';
import { pelt } from '@/lib/detectors/shared/change-points/pelt';
import { random } from '../../../support/protocols/zones';

const noisy = (levels: readonly (readonly [level: number, count: number])[], noise: number, seed = 1) => {
  const next = random(seed);
  return levels.flatMap(([level, count]) => Array.from({ length: count }, () => level + noise * (next() + next() + next() - 1.5)));
};

/** Every segmentation, by brute force. */
function bestByHand(values: readonly number[], penalty: number, least: number): number {
  const cost = (from: number, to: number) => {
    const part = values.slice(from, to);
    const mean = part.reduce((a, b) => a + b, 0) / part.length;
    return part.reduce((sum, x) => sum + (x - mean) ** 2, 0);
  };
  const best = [-penalty];
  for (let end = 1; end <= values.length; end += 1) {
    best[end] = Infinity;
    for (let from = 0; from + least <= end; from += 1) best[end] = Math.min(best[end]!, best[from]! + cost(from, end) + penalty);
  }
  return best[values.length]!;
}

describe('pelt', () => {
  it('finds the same optimum as trying everything', () => {
    const series = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 6, maxLength: 40 });
    fc.assert(fc.property(series, fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 4 }), (values, penalty, least) => {
      fc.pre(values.length >= 2 * least);
      const found = pelt({ dims: [Float64Array.from(values)], weights: null, penalty, leastSegment: least, maxCandidates: 1_000 });
      const bounds = [0, ...found, values.length];
      const cost = bounds.slice(1).reduce((sum, end, i) => {
        const part = values.slice(bounds[i]!, end);
        expect(part.length).toBeGreaterThanOrEqual(least);
        const mean = part.reduce((a, b) => a + b, 0) / part.length;
        return sum + part.reduce((squares, x) => squares + (x - mean) ** 2, 0) + penalty;
      }, -penalty);
      expect(cost).toBeCloseTo(bestByHand(values, penalty, least), 6);
    }), { numRuns: 300 });
  });

  it('keeps a change when it may hold few positions open', () => {
    const values = Float64Array.from(noisy([[0, 3_000], [3, 3_000]], 1));
    const [point, ...more] = pelt({ dims: [values], weights: null, penalty: 30, leastSegment: 3, maxCandidates: 60 });
    expect(Math.abs(point! - 3_000)).toBeLessThanOrEqual(2);
    expect(more).toEqual([]);
  });

  it('a step of little weight counts little', () => {
    const values = Float64Array.from([0, 0, 0, 0, 9, 9, 9, 0, 0, 0, 0]);
    const weights = Float64Array.from([1, 1, 1, 1, 0.001, 0.001, 0.001, 1, 1, 1, 1]);
    const search = { dims: [values], penalty: 5, leastSegment: 2, maxCandidates: 100 };
    expect(pelt({ ...search, weights: null })).toEqual([4, 7]);
    expect(pelt({ ...search, weights })).toEqual([]);
  });
});

describe('findChangePoints', () => {
  it.each([
    ['nothing', [[]], []],
    ['one point', [[1]], []],
    ['a constant', [Array.from({ length: 30 }, () => 5)], []],
    ['one step without noise', [[...Array<number>(10).fill(0), ...Array<number>(10).fill(1)]], [10]],
  ])('%s', (_name, values, points) => {
    expect(findChangePoints(values).changePoints).toEqual(points);
  });

  it('levels with independent noise: small frequent steps, on the noise scale', () => {
    const values = noisy([[0, 40], [2, 10], [0, 40], [2, 10], [0, 40]], 1);
    expect(findChangePoints([values])).toEqual({ changePoints: [40, 50, 90, 100], scale: 'noise' });
  });

  it('a trend is not a stair of changes: the overall scale', () => {
    const found = findChangePoints([Array.from({ length: 200 }, (_, i) => i + Math.sin(i / 9))]);
    expect(found.scale).toBe('unit-variance');
    expect(found.changePoints.length).toBeLessThanOrEqual(4);
  });

  it('a gap keeps the indices and is no change', () => {
    const values: (number | null)[] = noisy([[0, 30], [3, 30]], 1);
    for (const i of [5, 6, 7, 29, 40]) values[i] = null;
    expect(findChangePoints([values]).changePoints).toEqual([30]);
  });

  it('a change in one of two dimensions is found', () => {
    const values = [noisy([[1, 60]], 1, 2), noisy([[0, 30], [3, 30]], 1, 3)];
    expect(findChangePoints(values).changePoints).toEqual([30]);
  });

  it('uses the scale that is asked for', () => {
    expect(findChangePoints([noisy([[0, 20], [1, 20]], 1)], { scale: 'unit-variance' }).scale).toBe('unit-variance');
  });

  it('refuses dimensions of unequal length', () => {
    expect(() => findChangePoints([[1, 2], [1]])).toThrow(RangeError);
  });

  it('is the same for any unit of the values', () => {
    const values = noisy([[0, 30], [2, 15], [0, 30]], 1);
    expect(findChangePoints([values.map((x) => x * 1e9 + 1e12)]).changePoints).toEqual(findChangePoints([values]).changePoints);
  });
});
