import { describe, expect, it } from 'vitest';
import { roundTogether } from '@/lib/detectors/not-found-split/round';
import { logTailBinomial, logTailPoisson, quantile, wilson } from '@/lib/detectors/not-found-split/statistics';

describe('roundTogether', () => {
  it('keeps a small share that every single step would round away', () => {
    const total = new Array<number>(40).fill(5);
    const [large, small] = roundTogether(total, [total.map(() => 4.85), total.map(() => 0.15)]);
    expect(small!.reduce<number>((sum, value) => sum + value!, 0)).toBe(6);
    expect(large!.map((value, at) => value! + small![at]!)).toEqual(total);
  });

  it('an unknown total has unknown parts, a fraction stays one', () => {
    expect(roundTogether([null, 1.5], [[1, 1], [2, 0.5]])).toEqual([[null, 1], [null, 0.5]]);
  });
});

describe('statistics', () => {
  it('wilson stays within 0..1 and knows nothing without samples', () => {
    expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
    expect(wilson(50, 100).low).toBeCloseTo(0.404, 3);
    expect(wilson(50, 100).high).toBeCloseTo(0.596, 3);
  });

  it('tails are bounds from above and 0 where nothing is unusual', () => {
    expect(logTailBinomial(1, 10, 0.5)).toBe(0);
    // P(X >= 10) of 10 tries at 0.1 is exactly 1e-10.
    expect(logTailBinomial(10, 10, 0.1)).toBeCloseTo(Math.log(1e-10), 6);
    expect(logTailPoisson(3, 5)).toBe(0);
    expect(logTailPoisson(30, 5)).toBeLessThan(Math.log(1e-6));
  });

  it('quantile leaves unknown values out', () => {
    expect(quantile([3, null, 1, 2], 0.5)).toBe(2);
    expect(quantile([null], 0.5)).toBeNull();
  });
});
