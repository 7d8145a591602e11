import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { epochMs, millis } from '@/lib/domain/units';
import { makeCounts } from '@/lib/server/hops/counts';
import { cutPieces, cutStretches, placeOf } from '@/lib/server/hops/stretches';
import { drawFrame } from '@/test/support/frames';

describe('cutStretches', () => {
  it('cuts any range into at most 24 stretches of whole steps that lie side by side', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 5_000 }), fc.constantFrom(1_000, 5_000, 15_000, 60_000, 86_400_000), fc.nat(1_000), (steps, stepMs, first) => {
      const [from, to] = [first * stepMs, (first + steps) * stepMs];
      const edges = cutStretches({ from: epochMs(from), to: epochMs(to), stepMs: millis(stepMs) });
      expect(edges.length).toBeLessThanOrEqual(25);
      expect(edges[0]).toBe(from);
      expect(edges.at(-1)).toBe(Math.max(to, from + stepMs));
      for (const [i, edge] of edges.entries()) {
        expect((edge - from) % stepMs).toBe(0);
        if (i > 0) expect(edge).toBeGreaterThan(edges[i - 1]!);
      }
    }));
  });
  it('pieces of a stretch fill it', () => {
    expect(cutPieces({ from: 0, to: 60_000 }, 5_000, 4, 10_000)).toEqual([{ from: 0, to: 15_000 }, { from: 15_000, to: 30_000 }, { from: 30_000, to: 45_000 }, { from: 45_000, to: 60_000 }]);
    expect(cutPieces({ from: 0, to: 25_000 }, 5_000, 4, 10_000).map(({ to }) => to)).toEqual([10_000, 20_000, 25_000]);
    expect(cutPieces({ from: 0, to: 10_000 }, 5_000, 4, 10_000)).toHaveLength(1);
  });
});

describe('placeOf: the stretch that a trace belongs to', () => {
  const pieces = [0, 5, 0, 7, null].map((requests, i) => ({ from: i * 100, to: (i + 1) * 100, requests }));
  it.each([
    ['within one that counted', 150, 1],
    ['just before it: the scrape came later', 95, 1],
    ['long before it', 20, 0],
    ['just after it, before none near', 203, 1],
    ['between two: the later one within reach', 290, 3],
    ['where nobody counted', 450, 4],
    ['before the first', -5, 0],
    ['after the last', 900, 4],
  ])('%s', (_name, at, index) => expect(placeOf(pieces, at, { lateMs: 20, earlyMs: 5 })).toBe(index));
  it('of no stretch is the end of none', () => expect(placeOf([], 1, { lateMs: 1, earlyMs: 1 })).toBe(-1));
});

describe('makeCounts', () => {
  const p = { proxy: 'p' };
  const frames = {
    requests: drawFrame([[p, '999999']]),
    notFound: drawFrame([[{ ...p, responder: 'proxy-no-route' }, '010200'], [{ ...p, responder: 'backend' }, '001000']]),
    errors: drawFrame([[{ ...p, code: '502' }, '000040'], [{ ...p, code: '503' }, '......']]),
    responders: null,
  };
  const counts = makeCounts(frames);
  const at = (step: number) => step * 15_000;
  it.each([
    ['all 404s after the first step', counts.failed('p', 404, at(0), at(5)), 4],
    ['those of one step', counts.failed('p', 404, at(2), at(3)), 2],
    ['half a step', counts.failed('p', 404, at(2), at(2.5)), 1],
    ['of one responder', counts.by('backend', 'p', 404, at(0), at(5)), 1],
    ['of a responder that is not counted', counts.by('proxy-policy', 'p', 404, at(0), at(5)), null],
    ['of an error', counts.failed('p', 502, at(0), at(5)), 4],
    ['of an error whose counter was a gap: not known', counts.failed('p', 503, at(0), at(5)), null],
    ['of an error that no counter was born for: none', counts.failed('p', 504, at(0), at(5)), 0],
    ['of a proxy that nothing counts, beside one that is', counts.failed('q', 404, at(0), at(5)), null],
    ['outside of the frame', counts.failed('p', 404, at(50), at(60)), null],
    ['no stretch at all', counts.failed('p', 404, at(2), at(2)), null],
    ['healthy requests', counts.healthy('p', at(0), at(5)), 45 - 8],
    ['who made gateway errors, where nobody tells', counts.by('proxy', 'p', 502, at(0), at(5)), null],
  ])('%s', (_name, count, expected) => expect(count).toBe(expected));
  it('of nothing knows nothing', () => {
    const none = makeCounts({ requests: null, notFound: null, errors: null, responders: null });
    expect([none.failed('p', 404, 0, 1), none.healthy('p', 0, 1), none.stepMs]).toEqual([null, null, null]);
  });
});
