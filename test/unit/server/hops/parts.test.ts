import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededDraws } from '@/lib/detectors/shared/statistics/seeded';
import { wilson } from '@/lib/detectors/shared/statistics/wilson';
import type { Verdict } from '@/lib/domain/verdict';
import { type WeighedStretch, toParts, weigh } from '@/lib/server/hops/parts';
import { resetVerdict } from '@/test/support/samples-traces';

const miss = (): Verdict => resetVerdict({ mechanism: 'route_miss' });
const other = (): Verdict => resetVerdict();
const unknown = (): Verdict => resetVerdict({ band: 'unknown', confidence: 0.3 });
const isMiss = ({ mechanism }: Verdict) => mechanism === 'route_miss';
const stretch = (requests: number | null, hits: number, misses: number, searched = true): WeighedStretch => ({ requests, searched, verdicts: [...Array.from({ length: hits }, miss), ...Array.from({ length: misses }, other)] });

describe('weigh', () => {
  it('is the interval of Wilson for one stretch', () => {
    expect(weigh([stretch(500, 3, 7)], isMiss)).toEqual({ share: 0.3, low: expect.closeTo(wilson(3, 10).low, 12) as number, high: expect.closeTo(wilson(3, 10).high, 12) as number });
  });
  it.each([
    ['a busy stretch counts more', [stretch(900, 10, 0), stretch(100, 0, 10)], 0.9],
    ['however many were looked at in the other', [stretch(900, 10, 0), stretch(100, 0, 100)], 0.9],
    ['a stretch that showed no trace is like the one beside it', [stretch(900, 10, 0), stretch(100, 0, 10), stretch(9_000, 0, 0)], 0.09],
    ['of two beside it the one with more similar traffic', [stretch(600, 10, 0), stretch(30, 0, 0), stretch(30, 0, 10)], 600 / 660],
    ['of two alike the nearer', [stretch(30, 10, 0), stretch(30, 0, 0), stretch(30, 0, 0), stretch(30, 0, 10)], 0.5],
    ['by requests of equal times', [{ ...stretch(60, 10, 0), ms: 1_000 }, { ...stretch(50, 0, 0), ms: 100 }, { ...stretch(600, 0, 10), ms: 1_000 }], 60 / 710],
    ['an uncounted stretch: all samples are one', [stretch(null, 10, 0), stretch(100, 0, 30)], 0.25],
    ['no stretch has fewer requests than traces', [stretch(0, 5, 0), stretch(5, 0, 5)], 0.5],
    ['nothing was looked at', [stretch(9, 0, 0)], 0],
  ])('%s', (_name, stretches, share) => expect(weigh(stretches, isMiss).share).toBeCloseTo(share, 10));
  it('leaves room for what was not searched', () => {
    const all = weigh([stretch(500, 0, 50)], isMiss);
    const half = weigh([stretch(500, 0, 50), stretch(500, 0, 0, false)], isMiss);
    expect(half.share).toBe(all.share);
    expect(half.high).toBeGreaterThan(0.5);
    expect(half.high).toBeCloseTo(all.high / 2 + 0.5, 10);
  });

  it('a burst does not speak for the calm around it, of which few requests are traced', () => {
    const random = seededDraws(11);
    const world = Array.from({ length: 24 }, (_, i) => (i === 10 || i === 11 ? { n: 600, p: 0.5 } : { n: 30, p: 0.1 }));
    const truth = world.reduce((sum, { n, p }) => sum + n * p, 0) / world.reduce((sum, { n }) => sum + n, 0);
    const draws = Array.from({ length: 300 }, () => weigh(world.map(({ n, p }) => {
      const kept = Array.from({ length: n }, () => random() < 0.02).filter(Boolean).map(() => random() < p);
      return stretch(n, kept.filter(Boolean).length, kept.filter((hit) => !hit).length);
    }), isMiss));
    expect(Math.abs(draws.reduce((sum, { share }) => sum + share, 0) / draws.length - truth)).toBeLessThan(0.01);
    expect(draws.filter(({ low, high }) => low <= truth && truth <= high).length / draws.length).toBeGreaterThanOrEqual(0.93);
  });

  it('holds the truth in at least 93 of 100 draws, also where the stretches differ much', () => {
    const random = seededDraws(7);
    const worlds = [
      [{ n: 400, p: 0.9, look: 10 }, { n: 20, p: 0.1, look: 10 }, { n: 200, p: 0.5, look: 4 }],
      [{ n: 1_000, p: 0.02, look: 10 }, { n: 100, p: 0.6, look: 2 }],
      Array.from({ length: 24 }, (_, i) => ({ n: 10 + 10 * i, p: i % 2 === 0 ? 0.2 : 0.8, look: 3 })),
      Array.from({ length: 24 }, (_, i) => ({ n: 10 + 10 * i, p: 0.5, look: 1 })),
      Array.from({ length: 24 }, (_, i) => ({ n: 10 + 10 * i, p: 0.05, look: 10 })),
    ];
    for (const world of worlds) {
      const truth = world.reduce((sum, { n, p }) => sum + n * p, 0) / world.reduce((sum, { n }) => sum + n, 0);
      let held = 0;
      for (let i = 0; i < 400; i += 1) {
        const { low, high } = weigh(world.map(({ n, p, look }) => {
          const hits = Array.from({ length: look }, () => random() < p).filter(Boolean).length;
          return stretch(n, hits, look - hits);
        }), isMiss);
        if (low <= truth && truth <= high) held += 1;
      }
      expect(held / 400).toBeGreaterThanOrEqual(0.93);
    }
  });
});

describe('toParts', () => {
  const anyStretch = fc.record({ requests: fc.option(fc.nat(1_000), { nil: null }), searched: fc.boolean(), kinds: fc.array(fc.constantFrom(miss, other, unknown), { maxLength: 12 }) })
    .map(({ requests, searched, kinds }): WeighedStretch => ({ requests, searched, verdicts: kinds.map((make) => make()) }));
  it('adds up, and each share lies within its interval', () => {
    fc.assert(fc.property(fc.array(anyStretch, { maxLength: 10 }), fc.boolean(), (stretches, keepUnknown) => {
      const parts = toParts(stretches, { keepUnknown });
      const looked = stretches.reduce((sum, { verdicts }) => sum + verdicts.length, 0);
      expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(looked);
      if (looked > 0) expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
      for (const { share, low, high, count, certain } of parts) {
        expect(0 <= low && low <= share && share <= high && high <= 1).toBe(true);
        expect(certain).toBeLessThanOrEqual(count);
      }
    }));
  });
  it('puts all that cannot be told into one part, which totals always have', () => {
    const verdicts = [unknown(), resetVerdict({ answeredBy: { role: 'unknown', service: 'x', instance: null, zone: null, spanId: null } }), miss()];
    expect(toParts([{ requests: 3, searched: true, verdicts }]).find(({ answeredBy }) => answeredBy.role === 'unknown')).toMatchObject({ count: 2, mechanism: 'undetermined', answeredBy: { service: null } });
    expect(toParts([stretch(3, 3, 0)], { keepUnknown: true }).at(-1)).toMatchObject({ answeredBy: { role: 'unknown' }, count: 0, share: 0 });
    expect(toParts([stretch(3, 3, 0)])).toHaveLength(1);
  });
  it('of nothing is nothing', () => expect(toParts([stretch(3, 0, 0)], { keepUnknown: true })).toEqual([]));
});
