import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectZoneFlapping, type ZoneFlappingChecked, type ZoneFlappingInput } from '@/lib/detectors/zone-flapping/detect';
import { zoneDefaults } from '@/lib/detectors/zone-flapping/params';
import { findStates } from '@/lib/detectors/zone-flapping/states';

const START = 1_780_000_000_000;
const STEP = 15;
const timeOf = (step: number) => START + step * STEP * 1000;

/** Even thirds of 300 rps, and `hot` to zone a in the given steps. A small fixed wobble stands for noise. */
function traffic(steps: number, spans: readonly (readonly [number, number])[], hot = 0.8): Record<string, (number | null)[]> {
  const wobble = (i: number, z: number) => 1 + 0.02 * Math.sin(i * 12.9898 * (z + 1) + z * 78.233);
  const share = (i: number, z: number) => (spans.some(([from, to]) => i >= from && i < to) ? (z === 0 ? hot : (1 - hot) / 2) : 1 / 3);
  return Object.fromEntries(['a', 'b', 'c'].map((zone, z) => [zone, Array.from({ length: steps }, (_, i) => 300 * share(i, z) * wobble(i, z))]));
}

const checked = (input: Partial<ZoneFlappingInput> & Pick<ZoneFlappingInput, 'zones'>): ZoneFlappingChecked => {
  const output = detectZoneFlapping({ start: START, stepSeconds: STEP, ...input });
  if (output.kind !== 'checked') throw new Error(output.why);
  return output;
};

describe('detectZoneFlapping', () => {
  it('two returns within an hour are flapping', () => {
    const output = checked({ zones: traffic(120, [[30, 45], [70, 85]]) });
    expect(output.flips.map(({ at, from, to }) => [at, from, to])).toEqual([
      [timeOf(30), 'spread', 'concentrated'], [timeOf(45), 'concentrated', 'spread'],
      [timeOf(70), 'spread', 'concentrated'], [timeOf(85), 'concentrated', 'spread'],
    ]);
    expect(output.flips[0]).toMatchObject({ gaining: ['a'], cause: { code: 'unknown', confidence: 0 } });
    expect([...output.flips[0]!.losing].sort()).toEqual(['b', 'c']);
    expect(output.findings).toMatchObject([{ kind: 'zone-flapping', from: timeOf(30), to: timeOf(85), returns: 2, returnsPerHour: 2, hotZone: 'a' }]);
    // 15 steps away, 25 between.
    expect(output.findings[0]).toMatchObject({ concentratedShareOfTime: 0.375 });
    expect(output.regimes.map(({ state }) => state)).toEqual(['spread', 'concentrated', 'spread', 'concentrated', 'spread']);
    expect(output.regimes[1]!.shares.a).toBeCloseTo(0.8, 1);
    expect(output.trust).toEqual([]);
  });

  it.each([
    ['there and back once', [[40, 60]], []],
    ['one lasting move', [[60, 120]], ['zone-concentrated']],
    ['concentrated from end to end', [[0, 120]], []],
    ['nothing', [], []],
  ] as const)('%s', (_name, spans, kinds) => {
    expect(checked({ zones: traffic(120, spans) }).findings.map(({ kind }) => kind)).toEqual(kinds);
  });

  it('two returns more than an hour apart are not flapping', () => {
    const output = checked({ zones: traffic(600, [[30, 45], [400, 415]]) });
    expect(output.flips).toHaveLength(4);
    expect(output.findings).toEqual([]);
  });

  it('a missing scrape of one zone is a gap, not a flip', () => {
    const zones = traffic(120, []);
    for (const i of [20, 21, 22, 23, 24, 60, 61, 62, 63, 64]) zones.b![i] = null;
    const output = checked({ zones });
    expect(output.flips).toEqual([]);
    expect(output.trust.map(({ code }) => code)).toEqual(['scrape-gap']);
  });

  it('the ends of a range are no gap: a rate fills its window, the last scrape is on its way', () => {
    const zones = traffic(120, []);
    for (const i of [0, 1, 119]) zones.b![i] = null;
    expect(checked({ zones }).trust).toEqual([]);
  });

  it('a small lasting move is a flip but no finding', () => {
    const output = checked({ zones: traffic(120, [[60, 120]], 0.45) });
    expect(output.flips).toHaveLength(1);
    expect(output.findings).toEqual([]);
  });

  it('a zone whose pods are gone is drained, not flapping', () => {
    const spans = [[30, 45], [60, 75], [90, 105]] as const;
    const gone = (i: number) => spans.some(([from, to]) => i >= from && i < to);
    const zones = Object.fromEntries(Object.entries(traffic(120, [])).map(([zone, values]) =>
      [zone, values.map((value, i) => (gone(i) ? (zone === 'c' ? null : value! * 1.5) : value))]));
    const pods = Array.from({ length: 120 }, () => 4);
    const output = checked({ zones, readyPods: { a: pods, b: pods, c: pods.map((count, i) => (gone(i) ? 0 : count)) } });
    expect(output.flips).toEqual([]);
    expect(output.findings.map(({ kind }) => kind)).toEqual(['zone-drained', 'zone-drained', 'zone-drained']);
    expect(output.findings[0]).toMatchObject({ from: timeOf(30), to: timeOf(44), zone: 'c' });
  });

  it('traffic that follows the ready pods is no flip', () => {
    const spans = [[30, 45], [70, 85]] as const;
    const inside = (i: number) => spans.some(([from, to]) => i >= from && i < to);
    // 8 of 10 pods in zone a: the 80 % that it gets are its due.
    const readyPods = {
      a: Array.from({ length: 120 }, (_, i) => (inside(i) ? 8 : 2)),
      b: Array.from({ length: 120 }, (_, i) => (inside(i) ? 1 : 2)), c: Array.from({ length: 120 }, (_, i) => (inside(i) ? 1 : 2)),
    };
    expect(checked({ zones: traffic(120, spans), readyPods }).flips).toEqual([]);
  });

  it('names lost and regained hints', () => {
    const hints = Array.from({ length: 120 }, (_, i) => ((i >= 29 && i < 44) || (i >= 70 && i < 84) ? 0 : 1));
    const output = checked({ zones: traffic(120, [[30, 45], [70, 85]]), hintedShare: { 'shop/cart': hints, 'shop/other': hints.map(() => 1) } });
    expect(output.flips.map(({ cause }) => cause.code)).toEqual(['hints-lost', 'hints-regained', 'hints-lost', 'hints-regained']);
    expect(output.flips[0]!.cause.confidence).toBe(0.9);
    expect(output.flips[0]!.cause.evidence[0]!.text).toContain('shop/cart');
  });

  it('hints that do not change are not blamed', () => {
    const output = checked({ zones: traffic(120, [[30, 45], [70, 85]]), hintedShare: { 'shop/cart': Array.from({ length: 120 }, () => 1) } });
    expect(new Set(output.flips.map(({ cause }) => cause.code))).toEqual(new Set(['unknown']));
  });

  it.each([
    ['one zone', { a: Array.from({ length: 50 }, () => 100) }, 'two zones'],
    ['no steps', { a: [], b: [] }, 'two zones'],
    ['four steps', { a: [1, 2, 3, 4], b: [4, 3, 2, 1] }, 'steps'],
    ['no traffic', { a: Array.from({ length: 50 }, () => 0), b: Array.from({ length: 50 }, () => 0) }, 'steps'],
  ])('does not check %s, and says why', (_name, zones: Record<string, number[]>, why) => {
    const output = detectZoneFlapping({ start: START, stepSeconds: STEP, zones });
    expect(output.kind).toBe('not-checked');
    expect(output.kind === 'not-checked' && output.why).toContain(why);
  });

  it('refuses a verdict where few requests drown everything', () => {
    const next = (i: number) => [0, 0.1, 0.2, 0.3][(i * 7) % 4]!;
    const zones = { a: Array.from({ length: 80 }, (_, i) => next(i)), b: Array.from({ length: 80 }, (_, i) => next(i + 1)), c: Array.from({ length: 80 }, (_, i) => next(i + 3)) };
    const output = detectZoneFlapping({ start: START, stepSeconds: STEP, zones });
    expect(output).toMatchObject({ kind: 'not-checked' });
    expect(output.kind === 'not-checked' && output.why).toContain('Too few requests');
  });

  it('refuses columns of unequal length', () => {
    expect(() => detectZoneFlapping({ start: START, stepSeconds: STEP, zones: { a: [1, 2], b: [1] } })).toThrow(RangeError);
  });

  it('a very long range says that it is searched coarsely, and a usual one does not', () => {
    const long = (steps: number) => checked({ zones: { a: Array.from({ length: steps }, (_, i) => (i % 8 < 4 ? 100 : 400)), b: Array.from({ length: steps }, (_, i) => (i % 8 < 4 ? 100 : 10)) } });
    expect(long(2_000).trust).toEqual([]);
    expect(long(210_000).trust.map(({ code }) => code)).toEqual(['long-range']);
  }, 30_000);

  it('more segments than a call takes arguments are no trouble', () => {
    const segments = Array.from({ length: 200_000 }, (_, i) => ({ from: 4 * i, to: 4 * i + 4, shares: [0.5, 0.5], expected: [0.5, 0.5], deviation: i % 2 ? 0.4 : 0 }));
    expect(findStates(segments, 0.01, zoneDefaults)).toHaveLength(200_000);
  });

  it('survives hostile zone names', () => {
    const { a, b, c } = traffic(60, [[20, 40]]);
    const zones = Object.fromEntries([['__proto__', a!], ['<script>', b!], ['constructor', c!]]);
    expect(Object.keys(checked({ zones }).regimes[0]!.shares).sort()).toEqual(['<script>', '__proto__', 'constructor']);
  });

  it('never throws and never reports unknown numbers, whatever the traffic', () => {
    const column = fc.array(fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }), { nil: null }), { minLength: 24, maxLength: 24 });
    fc.assert(fc.property(column, column, column, (a, b, c) => {
      const output = detectZoneFlapping({ start: START, stepSeconds: STEP, zones: { a, b, c } });
      const numbers = JSON.stringify(output, (_key, value: unknown) => (typeof value === 'number' && !Number.isFinite(value) ? 'BAD' : value));
      expect(numbers).not.toContain('BAD');
      if (output.kind !== 'checked') return;
      output.regimes.forEach((regime) => {
        expect(regime.to).toBeGreaterThanOrEqual(regime.from);
        expect(Object.values(regime.shares).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 4);
      });
    }));
  });
});
