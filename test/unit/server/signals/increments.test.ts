import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { epochMs } from '@/lib/domain/units';
import { type Life, alignTo, spreadGaps, subtractCarrying, sumSteps, takeIncrements } from '@/lib/server/signals/increments';

const alive: Life = { alive: () => true, bornInside: (index) => index > 0 };
const unseen: Life = { alive: () => false, bornInside: () => false };
const n = null;

describe('takeIncrements', () => {
  it.each([
    ['steady growth', [5, 7, 10], alive, [2, 3]],
    ['standing still', [5, 5, 5], alive, [0, 0]],
    ['a restart counts from 0', [100, 104, 3], alive, [4, 3]],
    ['the step after a gap holds what it hid', [5, 7, n, n, 12], alive, [2, n, n, 5]],
    ['a restart inside a gap', [5, n, 3], alive, [n, 3]],
    ['born while its process is scraped: the first value counts', [n, n, 1, 3], alive, [0, 1, 2]],
    ['born with the data: nobody knows what came before', [n, 500, 503], unseen, [n, 3]],
    ['gone with its process', [5, 7, n, n], unseen, [2, n, n]],
    ['gone while its process is scraped: nothing happens any more', [5, 7, n, n], alive, [2, 0, 0]],
    ['never there', [n, n, n], unseen, [n, n]],
  ])('%s', (_name, counter, life, increments) => {
    expect(takeIncrements(counter, life).values).toEqual(increments);
  });

  it('says when a first value could not be counted', () => {
    expect(takeIncrements([n, 500, 503], unseen).uncounted).toBe(true);
    expect(takeIncrements([n, 0, 3], unseen).uncounted).toBe(false);
    expect(takeIncrements([1, 2], unseen).uncounted).toBe(false);
  });

  it('adds up to what was counted, whatever scrapes are missing', () => {
    const steps = fc.array(fc.nat(50), { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(steps, fc.infiniteStream(fc.boolean()), (increments, missed) => {
        let total = 0;
        const counter = increments.map((step) => (total += step));
        const drops = [...missed.take(counter.length)];
        const seen = counter.map((value, i) => (i === 0 || i === counter.length - 1 || !drops[i] ? value : null));
        const taken = takeIncrements(seen, alive).values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
        expect(taken).toBe(total - increments[0]!);
      }),
    );
  });

  it('never counts below zero, also across restarts', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(1000)), { minLength: 2 }), (counter) => {
        for (const value of takeIncrements(counter, alive).values) expect(value ?? 0).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('spreadGaps', () => {
  it.each([
    ['no gap', [5, 7, 10], [2, 3]],
    ['two missed scrapes', [5, 7, n, n, 13], [2, 2, 2, 2]],
    ['a gap at the left edge', [5, n, 9], [2, 2]],
  ])('%s', (_name, counter, rates) => {
    expect(spreadGaps(takeIncrements(counter, alive))).toEqual(rates);
  });

  it('keeps the sum', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(9)), { minLength: 2 }), (counter) => {
        const taken = takeIncrements(counter, alive);
        const sum = (values: readonly (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0);
        expect(sum(spreadGaps(taken))).toBeCloseTo(sum(taken.values), 6);
      }),
    );
  });
});

describe('sumSteps', () => {
  it.each([
    ['pairs', [1, 2, 3, 4], 2, [3, 7]],
    ['half known is what is known', [1, n, n, n], 2, [1, n]],
    ['one by one', [1, n], 1, [1, n]],
  ])('%s', (_name, values, size, sums) => {
    expect(sumSteps(values, size)).toEqual(sums);
  });
});

describe('subtractCarrying', () => {
  it.each([
    ['plain', [5, 5], [2, 0], [3, 5]],
    ['a debt is taken off the next step', [1, 5], [3, 0], [0, 3]],
    ['unknown stays unknown, its debt is kept', [n, 5], [2, 0], [n, 3]],
    ['nothing to take away', [1, n], [n, n], [1, n]],
  ])('%s', (_name, from, away, rest) => {
    expect(subtractCarrying(from, away)).toEqual(rest);
  });
});

describe('alignTo', () => {
  const grid = [1000, 2000, 3000].map(epochMs);
  it('goes by the time of a point, never by its position', () => {
    expect(alignTo(grid, [[epochMs(3000), 7]])).toEqual([n, n, 7]);
  });
  it('takes a point that the source moved a little', () => {
    expect(alignTo(grid, [[epochMs(2100), 7]])).toEqual([n, 7, n]);
  });
  it('leaves out what lies outside', () => {
    expect(alignTo(grid, [[epochMs(9000), 7], [epochMs(-500), 7]])).toEqual([n, n, n]);
  });
});
