import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceInterval, meanInterval, medianInterval, rateRatio, ratioInterval } from '@/lib/detectors/shared/statistics/intervals';
import { binomialTail } from '@/lib/detectors/shared/statistics/tails';

describe('medianInterval', () => {
  it('of 100 independent values spans about the 40th to the 60th', () => {
    const found = medianInterval(Array.from({ length: 101 }, (_, i) => i))!;
    expect(found.value).toBe(50);
    expect(found.low).toBeCloseTo(40.2, 0);
    expect(found.high).toBeCloseTo(59.8, 0);
  });
  it('is wider when neighbours share their requests', () => {
    const values = Array.from({ length: 101 }, (_, i) => i);
    expect(medianInterval(values, 25)!.low).toBeLessThan(medianInterval(values)!.low);
  });
  it.each([['nothing', []], ['one value', [5]]])('%s has no interval', (_name, values) => expect(medianInterval(values)).toBeNull());
});

describe('ratioInterval', () => {
  const sharp = (value: number) => ({ value, low: value, high: value });
  it('of exact values is exact', () => expect(ratioInterval(sharp(2), sharp(6))).toEqual({ value: 3, low: 3, high: 3 }));
  it('adds both widths', () => {
    const wide = ratioInterval({ value: 1, low: 0.5, high: 2 }, { value: 1, low: 0.5, high: 2 })!;
    expect(wide.high).toBeCloseTo(2 ** Math.SQRT2);
  });
  it('of nothing is not known', () => expect(ratioInterval(sharp(0), sharp(1))).toBeNull());
});

describe('differenceInterval', () => {
  it('holds the difference and is signed', () => {
    const found = differenceInterval({ value: 0.01, low: 0.008, high: 0.013 }, { value: 0.05, low: 0.04, high: 0.06 });
    expect(found.value).toBeCloseTo(0.04);
    expect(found.low).toBeGreaterThan(0);
  });
});

describe('rateRatio', () => {
  it.each([
    // 95 % Clopper-Pearson of 10 of 20 is 0.272 to 0.728.
    ['even', 10, 1, 10, 1, 1, 0.374, 2.676],
    // 0 of 8: upper end 1 - 0.025^(1/8) = 0.3694.
    ['none after', 8, 1, 0, 1, 0, 0, 0.586],
    ['none after, half the time', 8, 2, 0, 1, 0, 0, 1.172],
  ])('%s', (_name, a, timeA, b, timeB, value, low, high) => {
    const found = rateRatio(a, timeA, b, timeB)!;
    expect(found.value).toBeCloseTo(value, 6);
    expect(found.low).toBeCloseTo(low, 2);
    expect(found.high).toBeCloseTo(high, 2);
  });
  it('none before has no upper end', () => expect(rateRatio(0, 1, 5, 1)).toMatchObject({ value: Infinity, high: Infinity }));
  it('none at all says nothing', () => expect(rateRatio(0, 1, 0, 1)).toBeNull());
  it('refuses no time', () => expect(() => rateRatio(1, 0, 1, 1)).toThrow(RangeError));
  it('ends where each tail has 2.5 %', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }), (before, after) => {
      const { low, high } = rateRatio(before, 1, after, 1)!;
      const chance = (odds: number) => odds / (1 + odds);
      expect(binomialTail(after, before + after, chance(low))).toBeCloseTo(0.025, 6);
      expect(1 - binomialTail(after + 1, before + after, chance(high))).toBeCloseTo(0.025, 6);
    }));
  });
});

describe('meanInterval', () => {
  it('of two levels lies between them', () => {
    const found = meanInterval(Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? 0 : 1)))!;
    expect(found.value).toBe(0.5);
    expect(found.high - found.low).toBeCloseTo(0.139, 2);
  });
  it('of one value is not known', () => expect(meanInterval([1])).toBeNull());
});

describe('rateRatio of long windows', () => {
  it.each([
    ['5 in 3 against 171 in 205', [5, 3, 171, 205], 0.21034, 1.56107],
    ['4000 in 10 against 300 in 100', [4000, 10, 300, 100], 0.006647, 0.008436],
  ] as const)('%s: no term vanishes', (_name, [before, exposureBefore, after, exposureAfter], low, high) => {
    const ratio = rateRatio(before, exposureBefore, after, exposureAfter)!;
    expect([ratio.low / low, ratio.high / high]).toEqual([expect.closeTo(1, 3), expect.closeTo(1, 3)]);
  });
});
