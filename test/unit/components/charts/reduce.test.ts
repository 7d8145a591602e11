import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { highestValue, isolatedIndices, reduceColumns } from '@/components/charts/reduce';

const axis = (n: number) => Array.from({ length: n }, (_, i) => i * 1000);
const value = fc.option(fc.integer({ min: 0, max: 1000 }), { nil: null });
const columns = fc.array(fc.array(value, { minLength: 700, maxLength: 700 }), { minLength: 1, maxLength: 3 });
const known = (column: readonly (number | null)[]) => column.filter((one) => one !== null);

describe('reduceColumns', () => {
  it('leaves alone what fits', () => {
    const at = axis(3);
    expect(reduceColumns(at, [[1, null, 3]], 3, 'extremes')).toEqual({ at, columns: [[1, null, 3]] });
  });

  it('keeps a spike of one sample', () => {
    const column = axis(11_000).map((_, i) => (i === 7_777 ? 500 : 1));
    const { at, columns: [drawn] } = reduceColumns(axis(11_000), [column], 540, 'extremes');
    expect(at).toHaveLength(540);
    expect(Math.max(...known(drawn!))).toBe(500);
  });

  it('keeps a gap of one sample beside the highest value of its bucket', () => {
    const column = axis(1_000).map((_, i) => (i === 500 ? null : 5));
    const drawn = reduceColumns(axis(1_000), [column], 100, 'extremes').columns[0]!;
    expect(drawn.filter((one) => one === null)).toHaveLength(1);
    expect(drawn).toHaveLength(100);
  });

  it.each(['extremes', 'peaks'] as const)('%s: highest stays, rows fit, times rise, nothing is made up', (mode) => {
    fc.assert(fc.property(columns, fc.integer({ min: 2, max: 300 }), (cols, most) => {
      const { at, columns: out } = reduceColumns(axis(700), cols, most, mode);
      expect(at.length).toBeLessThanOrEqual(most);
      expect(at.every((time, i) => i === 0 || time >= at[i - 1]!)).toBe(true);
      out.forEach((drawn, k) => {
        expect(drawn).toHaveLength(at.length);
        expect(Math.max(-1, ...known(drawn))).toBe(Math.max(-1, ...known(cols[k]!)));
        expect(known(drawn).every((one) => cols[k]!.includes(one))).toBe(true);
      });
    }));
  });
});

describe('highestValue', () => {
  it.each([
    ['of any line', [[1, 9], [4, 2]], false, 9],
    ['of the sum when stacked', [[1, 9], [4, 2]], true, 11],
    ['unknown adds nothing', [[null, 3], [5, null]], true, 5],
    ['of nothing', [], true, 0],
  ])('%s', (_name, cols, stacked, highest) => {
    expect(highestValue(cols, stacked)).toBe(highest);
  });
});

describe('isolatedIndices', () => {
  it('finds values that a line would not show', () => {
    expect(isolatedIndices([1, null, 2, null, 3, 4, null, 5])).toEqual([0, 2, 7]);
  });
});
