import fc from 'fast-check';
import { binomialDistribution, poissonDistribution } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { benjaminiHochberg } from '@/lib/detectors/shared/statistics/benjamini-hochberg';
import { logGamma } from '@/lib/detectors/shared/statistics/log-gamma';
import { binomialTail, negativeBinomialTail, poissonBinomialTail, poissonQuantile, poissonTail } from '@/lib/detectors/shared/statistics/tails';
import { wilson } from '@/lib/detectors/shared/statistics/wilson';

const tailOf = (masses: readonly number[], k: number) => 1 - masses.slice(0, k).reduce((sum, mass) => sum + mass, 0);

describe('logGamma', () => {
  it.each([[1, 0], [2, 0], [5, Math.log(24)], [0.5, Math.log(Math.PI) / 2], [11, Math.log(3628800)]])('of %d', (x, expected) => {
    expect(logGamma(x)).toBeCloseTo(expected, 12);
  });
  it('refuses 0', () => expect(() => logGamma(0)).toThrow(RangeError));
});

describe('poissonTail', () => {
  it.each([[0, 3, 1], [1, 0.5, 1 - Math.exp(-0.5)], [4, 0, 0], [1, 1e-9, 1e-9]])('P(X >= %d | mean %d)', (k, mean, expected) => {
    expect(poissonTail(k, mean)).toBeCloseTo(expected, 12);
  });
  it('keeps its digits far out: 20 events on a mean of 0.1', () => {
    // 0.1^20 e^-0.1 / 20! (1 + 0.1/21 + ...)
    const first = Math.exp(20 * Math.log(0.1) - 0.1) / 2432902008176640000;
    expect(poissonTail(20, 0.1) / (first * (1 + 0.1 / 21 + 0.01 / (21 * 22) + 0.001 / (21 * 22 * 23)))).toBeCloseTo(1, 7);
  });
  it('agrees with simple-statistics', () => {
    const masses = poissonDistribution(3.7)!;
    for (let k = 0; k < 8; k += 1) expect(poissonTail(k, 3.7)).toBeCloseTo(tailOf(masses, k), 3);
  });
  it('falls with k and stays in 0..1', () => {
    fc.assert(fc.property(fc.nat(300), fc.double({ min: 0, max: 300, noNaN: true }), (k, mean) => {
      const [here, next] = [poissonTail(k, mean), poissonTail(k + 1, mean)];
      expect(here).toBeLessThanOrEqual(1);
      expect(next).toBeGreaterThanOrEqual(0);
      expect(next).toBeLessThanOrEqual(here + 1e-12);
    }));
  });
});

describe('negativeBinomialTail', () => {
  it('is the geometric tail at size 1', () => {
    // size 1, mean m: P(X >= k) = (m / (1 + m))^k
    expect(negativeBinomialTail(7, 2, 1)).toBeCloseTo((2 / 3) ** 7, 12);
    expect(negativeBinomialTail(1, 2, 1)).toBeCloseTo(2 / 3, 12);
  });
  it('becomes Poisson without dispersion', () => {
    expect(negativeBinomialTail(9, 3, 0)).toBe(poissonTail(9, 3));
    expect(negativeBinomialTail(9, 3, 1e-5) / poissonTail(9, 3)).toBeCloseTo(1, 3);
  });
  it('is heavier than Poisson above the mean', () => {
    expect(negativeBinomialTail(12, 3, 0.5)).toBeGreaterThan(10 * poissonTail(12, 3));
  });
});

describe('binomial tails', () => {
  // simple-statistics stops its table at 0.9999 of the mass: a check to four digits, and why the tails are our own.
  it('agree with simple-statistics', () => {
    const masses = binomialDistribution(12, 0.3)!;
    for (let k = 0; k <= 12; k += 1) expect(binomialTail(k, 12, 0.3)).toBeCloseTo(tailOf(masses, k), 3);
  });
  it('of unlike trials: two coins, 0.5 and 0.1', () => {
    expect(poissonBinomialTail(1, [0.5, 0.1])).toBeCloseTo(1 - 0.5 * 0.9, 12);
    expect(poissonBinomialTail(2, [0.5, 0.1])).toBeCloseTo(0.05, 12);
  });
});

describe('poissonQuantile', () => {
  it.each([[0.95, 0, 0], [0.95, 0.04, 0], [0.95, 0.06, 1], [0.95, 3, 6], [0.95, 100, 117]])('%d of mean %d is %d', (level, mean, expected) => {
    expect(poissonQuantile(level, mean)).toBe(expected);
  });
});

describe('benjaminiHochberg', () => {
  it.each([
    ['nothing', [], []],
    ['one', [0.03], [0.03]],
    ['three, out of order', [0.04, 0.01, 0.5], [0.06, 0.03, 0.5]],
    ['a later small one pulls the earlier down', [0.02, 0.021], [0.021, 0.021]],
  ])('%s', (_name, ps, qs) => {
    benjaminiHochberg(ps).forEach((q, i) => expect(q).toBeCloseTo(qs[i]!, 12));
    expect(benjaminiHochberg(ps)).toHaveLength(qs.length);
  });
});

describe('wilson', () => {
  it('of 5 in 10', () => {
    const { low, high } = wilson(5, 10);
    expect(low).toBeCloseTo(0.2366, 4);
    expect(high).toBeCloseTo(0.7634, 4);
  });
  it('knows nothing without trials', () => expect(wilson(0, 0)).toEqual({ low: 0, high: 1 }));
  it('never leaves 0..1', () => expect(wilson(0, 7)).toEqual({ low: 0, high: expect.closeTo(0.3543, 3) }));
});
