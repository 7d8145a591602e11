import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareRollouts } from '@/lib/detectors/rollout-errors/compare';
import { rolloutsNeeded } from '@/lib/detectors/rollout-errors/needed-rollouts';
import type { Rollout, RolloutCount } from '@/lib/domain/rollout-detail';
import { epochMs } from '@/lib/domain/units';

const HOUR = 3_600_000;
const MOMENT = epochMs(1000 * HOUR);
/** Rollouts an hour apart that end with the moment, or begin with it. */
const counts = (before: readonly number[], after: readonly number[], more: Partial<RolloutCount> = {}): RolloutCount[] =>
  [...before.map((failed, i) => [failed, i - before.length] as const), ...after.map((failed, i) => [failed, i] as const)].map(([failed, hour]) => ({
    workload: 'default/shop', from: epochMs(MOMENT + hour * HOUR), to: epochMs(MOMENT + hour * HOUR + 60_000), failed, codes: { '502': failed }, requests: 1000,
    expectedFailed: 0.1, nearMisses: null, p: 0.5, ...more,
  }));
const compare = (before: readonly number[], after: readonly number[]) => compareRollouts({ perRollout: counts(before, after), rollouts: [] }, MOMENT)[0]!;

describe('compareRollouts', () => {
  it.each([
    ['14 a rollout, then none', [14, 12, 15], [0, 0, 0], 'better'],
    ['the other way round', [0, 0, 0], [14, 12, 15], 'worse'],
    ['as many', [40, 44, 38, 41], [39, 42, 43, 40], 'no-difference'],
    ['one single 502, then none', [1, 0, 0], [0, 0], 'cannot-tell'],
    ['none at all', [0, 0], [0, 0], 'cannot-tell'],
    ['one rollout a side, however many failed', [14], [0], 'cannot-tell'],
    ['nothing before', [], [3, 2], 'cannot-tell'],
    ['nothing after', [14, 12], [], 'cannot-tell'],
    ['one bad rollout of five is one piece of evidence', [0, 30, 0, 0, 0], [0, 0, 0, 0, 0], 'cannot-tell'],
  ] as const)('%s', (_name, before, after, verdict) => expect(compare(before, after).verdict).toBe(verdict));

  it('sums both sides and gives the exact interval', () => {
    expect(compare([4, 6], [1, 1])).toMatchObject({
      before: { rollouts: 2, failed: 10, requests: 2000, nearMisses: null }, after: { rollouts: 2, failed: 2 }, dispersion: 1,
      // Clopper-Pearson of 2 in 12: 0.0209 to 0.4841, as odds.
      ratio: { value: 0.2, low: expect.closeTo(0.0213, 3), high: expect.closeTo(0.9384, 3) },
    });
  });

  it('says how many more rollouts it needs', () => {
    const open = compare([2, 1, 2], [0]);
    // (3 / (3 + n)) ^ 5 <= 0.025 from n = 4 on.
    expect(open).toMatchObject({ verdict: 'cannot-tell', neededFor: { zero: 3 }, needed: 3 });
    expect(open.text).toContain('Needs 3 more rollouts to tell if none fails any more');
    expect(compare([2, 1, 2], [0, 0, 0, 0]).verdict).toBe('better');
  });

  it('leaves out a rollout that holds the moment and one that goes on', () => {
    const [across, , going] = counts([9], [0, 0]);
    const perRollout = [{ ...across!, to: epochMs(MOMENT + 1) }, ...counts([], [0, 0])];
    const rollouts = [{ workload: 'default/shop', from: going!.from, to: going!.to, ongoing: true, oldReplicaSets: [], newReplicaSet: 'b', image: null, source: 'given', pods: [] } satisfies Rollout];
    const [row] = compareRollouts({ perRollout, rollouts }, MOMENT);
    expect([row!.before.rollouts, row!.after.rollouts, row!.caveats[0]]).toEqual([0, 1, expect.stringContaining('2 rollouts left out')]);
  });

  it('swapping sides swaps the verdict', () => {
    const side = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 8 });
    const swapped = { better: 'worse', worse: 'better', 'no-difference': 'no-difference', 'cannot-tell': 'cannot-tell' } as const;
    fc.assert(fc.property(side, side, (before, after) => { expect(compare(after, before).verdict).toBe(swapped[compare(before, after).verdict]); }), { numRuns: 60 });
  });
});

describe('rolloutsNeeded', () => {
  it.each([
    ['five in three', { rollouts: 3, failed: 5 }, 4],
    ['40 in two', { rollouts: 2, failed: 40 }, 1],
    ['two in one', { rollouts: 1, failed: 2 }, 6],
    ['none', { rollouts: 3, failed: 0 }, null],
  ])('until none at all is seen: %s', (_name, before, needed) => expect(rolloutsNeeded(before, 0)).toBe(needed));
  it('a halving needs more than none, and more than can be had when few failed before', () => {
    expect(rolloutsNeeded({ rollouts: 5, failed: 50 }, 0.5)!).toBeGreaterThan(rolloutsNeeded({ rollouts: 5, failed: 50 }, 0)!);
    expect(rolloutsNeeded({ rollouts: 3, failed: 5 }, 0.5)).toBeNull();
  });
});
