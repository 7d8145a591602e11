import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectRolloutErrors } from '@/lib/detectors/rollout-errors';
import { injectAssociation, injectBursts, poisson, scoreBursts, seeded } from '@/test/support/protocols/bursts';

/**
 * Quick version of the protocol, eight seeds a case; `npx tsx scripts/eval-rollouts.ts` prints the whole with its peers. Its figures for
 * seeds 101-140 (280 days, 800 bursts a case), tuned on 1-20:
 *   base a minute        recall  false a day
 *   0.02                 1.00    0.01
 *   0.3                  0.98    0.06
 *   0.3, gamma shape 1   0.90    0.07
 *   0.3, gamma shape 0.5 0.75    0.05
 *   3                    0.67    0.08
 *   3, gamma shape 1     0.06    0.07
 */
describe('bursts on a low base', () => {
  it.each([
    ['0.02 a minute', 0.02, null, 0.97],
    ['0.3 a minute', 0.3, null, 0.96],
    ['0.3 a minute, overdispersed', 0.3, 1, 0.75],
    ['3 a minute', 3, null, 0.5],
    ['3 a minute, overdispersed: few, but no false ones', 3, 1, 0],
  ])('%s', (_name, base, shape, leastRecall) => {
    let [hits, all, wrong] = [0, 0, 0];
    for (let seed = 101; seed <= 108; seed += 1) {
      const week = injectBursts(seed, { days: 7, base, shape, bursts: 20 });
      const { bursts } = detectRolloutErrors({ start: 0, stepSeconds: 60, errors: { '502': week.counts }, rollouts: [] });
      const score = scoreBursts(bursts.map(({ from, to }) => ({ from: from / 60_000, to: to / 60_000 })), week.truth);
      hits += score.hits;
      wrong += score.false;
      all += week.truth.length;
    }
    expect(hits / all).toBeGreaterThanOrEqual(leastRecall);
    expect(wrong / 56).toBeLessThanOrEqual(0.3);
  });
});

describe('association with rollouts at real merge times', () => {
  const file = path.resolve(import.meta.dirname, '../../../fixtures/rollouts/merge-times.json');
  const { times } = JSON.parse(readFileSync(file, 'utf8')) as { times: number[] };
  const merges = times.map((seconds) => seconds * 1000);
  const positives = (related: number, windows: number) => {
    let [found, moved] = [0, 0];
    for (let seed = 1; seed <= windows; seed += 1) {
      const { start, rollouts, counts } = injectAssociation(seed, { merges, days: 28, bursts: 25, related });
      const { perWorkload } = detectRolloutErrors({ start, stepSeconds: 60, errors: { '502': counts }, rollouts });
      if (perWorkload[0] && perWorkload[0].p <= 0.05) found += 1;
      if (perWorkload[0]?.placementP != null && perWorkload[0].placementP <= 0.05) moved += 1;
    }
    return { found: found / windows, moved: moved / windows };
  };
  it('stays near 5 % where there is no relation', () => {
    const { found, moved } = positives(0, 60);
    expect(found).toBeLessThanOrEqual(0.15);
    expect(moved).toBeLessThanOrEqual(0.15);
  });
  it('sees it when eight of 25 are real', () => expect(positives(8, 10)).toEqual({ found: 1, moved: 1 }));
});

describe('p of a rollout', () => {
  it('is small about as often as it says when errors have nothing to do with rollouts', () => {
    let [small, all] = [0, 0];
    for (let seed = 1; seed <= 30; seed += 1) {
      const chance = seeded(seed);
      const counts = Array.from({ length: 1440 }, () => poisson(chance, 0.3));
      const rollouts = [0, 1, 2, 3, 4, 5].map((k) => ({ workload: `w${k}`, from: (k * 240 + 100 * chance()) * 60_000, to: 0 })).map((one) => ({ ...one, to: one.from + 240_000 }));
      const { perRollout } = detectRolloutErrors({ start: 0, stepSeconds: 60, errors: { '502': counts }, rollouts });
      small += perRollout.filter(({ p }) => p <= 0.05).length;
      all += perRollout.length;
    }
    expect(small / all).toBeLessThanOrEqual(0.07);
  });
});
