import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectRolloutErrors } from '@/lib/detectors/rollout-errors/detect';

const zeros = (n: number) => new Array<number>(n).fill(0);
/** Counts with these values from a step on. */
const at = (n: number, from: number, values: readonly number[]) => zeros(n).map((_, i) => values[i - from] ?? 0);
const second = 1000;

describe('detectRolloutErrors on a short run of 5 s steps', () => {
  const n = 180;
  const input = {
    start: 0, stepSeconds: 5, requests: new Array<number>(n).fill(100),
    errors: { '502': at(n, 60, [3, 6, 4, 1]), '500': at(n, 61, [2]) },
    rollouts: [{ workload: 'default/shop', from: 295 * second, to: 330 * second }],
  };
  const out = detectRolloutErrors(input);

  it('sees one burst with its codes and its exact ends', () => {
    expect(out.bursts).toHaveLength(1);
    expect(out.bursts[0]).toMatchObject({ from: 300 * second, to: 320 * second, codes: { '500': 2, '502': 14 } });
    expect(out.bursts[0]!.p).toBeLessThan(1e-6);
    expect(out.bursts[0]!.rollouts).toEqual([{ workload: 'default/shop', relation: 'during', p: expect.any(Number) }]);
  });
  it('counts the rollout exactly', () => {
    expect(out.perRollout).toMatchObject([{ workload: 'default/shop', from: 295 * second, to: 330 * second, failed: 16 }]);
    expect(out.perRollout[0]!.p).toBeLessThan(1e-6);
    expect(out.perRollout[0]!.expectedFailed).toBeLessThan(1);
  });
  it('says that fifteen minutes are few', () => expect(out.trust.map((note) => note.code)).toEqual(['young-window']));
});

describe('detectRolloutErrors', () => {
  const hour = (errors: readonly (number | null)[], rollouts: { workload: string; from: number; to: number }[] = []) =>
    detectRolloutErrors({ start: 0, stepSeconds: 15, errors: { '502': errors }, rollouts });

  it.each([
    ['no errors', zeros(240)],
    ['three errors', at(240, 100, [3])],
    ['an even trickle', zeros(240).map((_, i) => (i % 10 === 0 ? 1 : 0))],
    ['no data', new Array<null>(240).fill(null)],
  ])('finds no burst in: %s', (_name, errors) => expect(hour(errors).bursts).toEqual([]));

  it.each([
    ['lies before the counts', zeros(240), { from: -60_000, to: -30_000 }],
    ['lies after them', zeros(240), { from: 3_700_000, to: 3_800_000 }],
    ['falls into a gap', zeros(240).map((_, i) => (i >= 40 && i < 50 ? null : 0)), { from: 615_000, to: 720_000 }],
  ])('says that the count of a rollout is not known when it %s', (_where, errors, times) => {
    const out = hour(errors, [{ workload: 'a/b', ...times }, { workload: 'a/b', from: 1_800_000, to: 1_860_000 }]);
    expect(out.trust.map(({ effect }) => effect)).toContainEqual(expect.stringMatching(/^No step of 1 of 2 rollouts is known/));
  });
  it.each([[4, 'Only 1 minute is known'], [1, 'Less than a minute is known'], [8, 'Only 2 minutes are known']])('of %i steps it says: %s', (steps, words) => {
    const out = hour(at(steps, 0, [1]), [{ workload: 'a/b', from: 0, to: 15_000 }]);
    expect(out.trust[0]!.effect).toContain(words);
  });
  it('a clean rollout costs nothing and carries no note', () => {
    const out = hour(zeros(240), [{ workload: 'a/b', from: 600_000, to: 700_000 }]);
    expect(out.perRollout).toMatchObject([{ failed: 0, p: 1 }]);
    expect(out.trust).toEqual([]);
  });

  it('a single error in a short rollout of a quiet day has a small p', () => {
    const day = detectRolloutErrors({ start: 0, stepSeconds: 15, errors: { '502': at(5760, 2000, [1]) }, rollouts: [{ workload: 'a/b', from: 29_990_000, to: 30_050_000 }] });
    expect(day.bursts).toEqual([]);
    expect(day.perRollout[0]!.failed).toBe(1);
    expect(day.perRollout[0]!.p).toBeLessThan(0.01);
  });

  it('names all rollouts that overlap a burst and none that do not', () => {
    const out = hour(at(240, 100, [9]), [
      { workload: 'a/one', from: 1_490_000, to: 1_520_000 },
      { workload: 'a/two', from: 1_400_000, to: 1_450_000 },
      { workload: 'a/far', from: 3_000_000, to: 3_100_000 },
    ]);
    expect(out.bursts[0]!.rollouts.map(({ workload, relation }) => [workload, relation])).toEqual([['a/one', 'during'], ['a/two', 'just-after']]);
    expect(out.perRollout.map(({ workload, failed }) => [workload, failed])).toEqual([['a/one', 9], ['a/two', 0], ['a/far', 0]]);
  });

  it('the aftermath of one rollout ends where the next of the same workload begins', () => {
    const out = hour(at(240, 120, [8]), [{ workload: 'a/b', from: 1_500_000, to: 1_560_000 }, { workload: 'a/b', from: 1_790_000, to: 1_850_000 }]);
    expect(out.perRollout.map((one) => one.failed)).toEqual([0, 8]);
  });

  it('errors that follow the traffic are no burst of their own', () => {
    const requests = zeros(240).map((_, i) => (i === 120 ? 4000 : 400));
    const errors = zeros(240).map((_, i) => (i === 120 ? 14 : i % 2));
    const ask = (asked: number[] | null) => detectRolloutErrors({ start: 0, stepSeconds: 15, requests: asked, errors: { '502': errors }, rollouts: [] });
    expect(ask(null).bursts).toHaveLength(1);
    expect(ask(requests).bursts).toEqual([]);
  });

  it('an unknown step is a gap, with a note, and no zero', () => {
    const out = hour(zeros(240).map((_, i) => (i === 7 ? null : 0)));
    expect(out.trust).toMatchObject([{ code: 'scrape-gap', effect: expect.stringMatching(/^1 step is/) }]);
    expect(hour(zeros(240).map((_, i) => (i < 7 ? null : 0))).trust).toEqual([]);
  });

  it.each([
    [{ start: NaN }, /start/], [{ stepSeconds: 0 }, /stepSeconds/], [{ errors: { '502': [-1] } }, /errors\.502\[0\]/],
    [{ rollouts: [{ workload: 'a', from: 2, to: 1 }] }, /rollouts\[0\]/],
  ])('refuses %o', (wrong, message) => {
    expect(() => detectRolloutErrors({ start: 0, stepSeconds: 15, errors: {}, rollouts: [], ...wrong })).toThrow(message);
  });

  it('never loses or invents errors: what bursts show is in the counts, ordered and apart', () => {
    const counts = fc.array(fc.option(fc.nat(30), { nil: null, freq: 8 }), { maxLength: 120 });
    fc.assert(fc.property(counts, counts, fc.nat(100), (a, b, from) => {
      const out = detectRolloutErrors({ start: 1000, stepSeconds: 5, errors: { '502': a, '503': b }, rollouts: [{ workload: 'w', from: from * 5000, to: from * 5000 + 20_000 }] });
      const sum = (values: readonly (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0);
      expect(out.bursts.reduce((total, burst) => total + (burst.codes['502'] ?? 0), 0)).toBeLessThanOrEqual(sum(a));
      expect(out.perRollout[0]!.failed).toBeLessThanOrEqual(sum(a) + sum(b));
      out.bursts.forEach((burst, i) => {
        expect(burst.from).toBeLessThan(burst.to);
        expect(burst.p).toBeGreaterThanOrEqual(0);
        if (i > 0) expect(burst.from).toBeGreaterThanOrEqual(out.bursts[i - 1]!.to);
      });
    }), { numRuns: 60 });
  });
});
