import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillCounts, sumColumns } from '@/lib/detectors/zone-flapping/counts';

describe('fillCounts', () => {
  it.each([
    ['nothing missing', [1, 2, 3], null, [1, 2, 3]],
    ['a gap: what it hid is spread over it', [4, null, null, 9, 4], null, [4, 3, 3, 3, 4]],
    ['the first step of a range has no increment', [null, 5, 5], null, [null, 5, 5]],
    ['an instance that is born later had nothing before', [null, null, null, 5, 5], null, [0, 0, 0, 5, 5]],
    ['before its first value but up failed: not known', [null, null, null, 5], [null, 0, 0, 1], [0, null, null, 5]],
    ['the last scrape may be late', [5, 5, null], null, [5, 5, null]],
    ['an instance that is gone', [5, null, null, null, null], null, [5, 0, 0, 0, 0]],
    ['an instance whose scrapes fail', [5, null, null, null, null], [1, 0, 0, 0, 0], [5, null, null, null, null]],
    ['never seen', [null, null], null, [0, 0]],
  ])('%s', (_name, counts: (number | null)[], up: (number | null)[] | null, filled) => {
    expect(fillCounts(counts, up)).toEqual(filled);
  });

  it('keeps the sum', () => {
    fc.assert(fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 1_000 }), { nil: null }), { minLength: 1 }), (counts) => {
      const sum = (values: readonly (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0);
      expect(sum(fillCounts(counts, null))).toBeCloseTo(sum(counts), 6);
    }));
  });
});

describe('sumColumns', () => {
  it('is not known where a part is not known', () => {
    expect(sumColumns([[1, 2, null], [1, null, null]], 3)).toEqual([2, null, null]);
  });
});
