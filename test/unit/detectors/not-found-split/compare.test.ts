import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareNotFound } from '@/lib/detectors/not-found-split';
import { compareCounts, unrestOf } from '@/lib/detectors/not-found-split/compare-counts';
import { compareInstances } from '@/lib/detectors/not-found-split/compare-instances';
import { compareTargets } from '@/lib/detectors/not-found-split/compare-targets';
import type { MissInstance, MissedTarget, NotFoundDetail } from '@/lib/domain/not-found-detail';
import { epochMs, millis } from '@/lib/domain/units';
import { notFoundSample } from '../../../support/samples-details';
import { random as makeRandom } from '../../../support/protocols/zones';

const STEP = 15_000;
const HOUR = 240;
const count = (perStep: readonly (number | null)[]) => {
  const requests = perStep.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  return { requests, low: requests, high: requests, perStep, knownMs: perStep.filter((value) => value !== null).length * STEP };
};
const steady = (value: number, steps = HOUR) => count(Array<number>(steps).fill(value));

describe('compareCounts', () => {
  it.each([
    ['the same', steady(10), steady(10), false],
    ['a tenth more', steady(10), steady(11), false],
    ['twice as much', steady(10), steady(20), true],
    ['half as much', steady(20), steady(10), true],
    ['from nothing to many', steady(0), steady(2), true],
    ['from many to nothing', steady(2), steady(0), true],
    ['nothing in either', steady(0), steady(0), false],
    ['a handful where there was none', count([...Array<number>(HOUR - 1).fill(0), 6]), steady(0), false],
    ['the same rate over half the known time', steady(10), count([...Array<number>(120).fill(10), ...Array<null>(120).fill(null)]), false],
    ['a wave in this window alone', steady(2), count(Array.from({ length: HOUR }, (_, i) => (i > 100 && i < 140 ? 60 : 2))), true],
    ['a wave in both', count(Array.from({ length: HOUR }, (_, i) => (i > 30 && i < 60 ? 60 : 2))), count(Array.from({ length: HOUR }, (_, i) => (i > 100 && i < 140 ? 60 : 2))), false],
  ])('%s', (_name, before, after, beyond) => {
    expect(compareCounts(before, after).beyondChance).toBe(beyond);
  });

  it('the ratio is that of the rates over the known time, within its interval', () => {
    const { ratio } = compareCounts(steady(10), count([...Array<number>(120).fill(20), ...Array<null>(120).fill(null)]));
    expect(ratio!.value).toBeCloseTo(2);
    expect(ratio!.low).toBeGreaterThan(1.8);
    expect(ratio!.high).toBeLessThan(2.2);
  });
  it('a wide interval of how the parts were told widens that of the ratio', () => {
    const sure = compareCounts(steady(10), steady(14)).ratio!;
    const unsure = compareCounts({ ...steady(10), low: 1200, high: 4000 }, steady(14)).ratio!;
    expect(unsure.low).toBeLessThan(sure.low);
    expect(compareCounts({ ...steady(10), low: 1200, high: 4000 }, steady(14)).beyondChance).toBe(false);
  });
  it('the interval holds the value, and never ends below its beginning', () => {
    const steps = fc.array(fc.option(fc.nat(300)), { minLength: 1, maxLength: 60 });
    fc.assert(fc.property(steps, steps, (a, b) => {
      const { ratio } = compareCounts(count(a), count(b));
      if (ratio === null) return;
      expect(ratio.low).toBeLessThanOrEqual(ratio.value ?? Infinity);
      expect(ratio.high ?? Infinity).toBeGreaterThanOrEqual(ratio.value ?? 0);
    }));
  });
  it('unrest is about 1 for chance alone, and large for bursts', () => {
    expect(unrestOf(Array<number>(240).fill(4))).toBe(1 - 1);
    expect(unrestOf(Array.from({ length: 240 }, (_, i) => (i < 40 ? 60 : 0)))).toBeGreaterThan(100);
  });

  it.each([
    ['chance alone', () => 1, 0.005],
    ['a rate that wanders by a third over minutes', (random: () => number) => 1 + 0.66 * (random() - 0.5), 0.02],
  ])('two windows of the same traffic differ beyond chance in few of 1000: %s', (_name, mood, most) => {
    const random = makeRandom(7);
    const window = () => {
      let factor = 1;
      return count(Array.from({ length: HOUR }, (_, i) => {
        if (i % 20 === 0) factor = mood(random);
        return poisson(6 * factor, random);
      }));
    };
    const called = Array.from({ length: 1000 }, () => compareCounts(window(), window()).beyondChance).filter(Boolean).length;
    expect(called / 1000).toBeLessThanOrEqual(most);
  });
});

function poisson(mean: number, random: () => number): number {
  let [product, n] = [random(), 0];
  while (product > Math.exp(-mean)) { product *= random(); n += 1; }
  return n;
}

const instance = (name: string, misses: number, requests = 10_000): MissInstance => ({
  proxy: 'ingress', instance: name, zone: 'a', requests, misses, missShare: misses / requests, fleetMissShare: null, trafficShare: null, routes: null, fleetRoutes: null, tableAgeSeconds: null, perStep: [], routesPerStep: [],
});

describe('compareInstances', () => {
  const calm = ['p1', 'p2', 'p3', 'p4'].map((name) => instance(name, 200));
  it.each([
    ['nobody moved', calm, calm, []],
    ['one now misses what its siblings serve', calm, [instance('p1', 9_000), ...calm.slice(1)], ['misses-more p1']],
    ['one is back', [instance('p1', 9_000), ...calm.slice(1)], calm, ['misses-less p1']],
    ['a scan on all alike moves none', calm, calm.map(({ instance: name }) => instance(name, 3_000)), []],
    ['one joined, one left', calm, [...calm.slice(1), instance('p5', 200)], ['joined p5', 'left p1']],
    ['one that nobody asks has not joined', calm, [...calm, instance('p5', 0, 0)], []],
    ['few requests tell nothing', calm, [instance('p1', 2, 4), ...calm.slice(1)], []],
  ])('%s', (_name, before, after, expected) => {
    expect(compareInstances(before, after).map(({ kind, instance: name }) => `${kind} ${name}`)).toEqual(expected);
  });
});

const target = (path: string, samples: number, more: Partial<MissedTarget> = {}): MissedTarget => ({ host: 'shop.example.org', path, samples, requests: samples * 4, clients: 3, class: 'unknown', logOdds: 0, evidence: [], traceIds: [], ...more });

describe('compareTargets', () => {
  const window = (targets: readonly MissedTarget[]) => ({ targets, knownMs: 3_600_000 });
  const base = [target('/old', 100), target('/cart', 40)];
  const found = (before: readonly MissedTarget[], after: readonly MissedTarget[]) => compareTargets(window(before), window(after)).map(({ kind, host, path }) => `${kind} ${path ?? host}`);
  it.each([
    ['the same', base, base, []],
    ['new', base, [...base, target('/checkout', 30)], ['new /checkout']],
    ['a few samples are not new: they may have been overlooked', base, [...base, target('/checkout', 6)], []],
    ['gone', [...base, target('/checkout', 30)], base, ['gone /checkout']],
    ['grew', base, [target('/old', 100), target('/cart', 200)], ['grew /cart']],
    ['ids are one path', [...base, target('/order/17', 30)], [...base, target('/order/18', 30)], []],
    ['upper case is the same host', [target('/old', 100)], [target('/old', 100, { host: 'SHOP.example.org' })], []],
    ['a new host says its paths', base, [...base, target('/a', 30, { host: 'new.example.org' }), target('/b', 30, { host: 'new.example.org' })], ['new new.example.org']],
    ['paths of scanners are left to the campaigns', base, [...base, target('/.env', 90, { class: 'scanner' })], []],
  ])('%s', (_name, before, after, expected) => {
    expect(found(before, after)).toEqual(expected);
  });
  it('what a full list may have left out is not called new', () => {
    const full = Array.from({ length: 40 }, (_, i) => target(`/p${i}`, 30));
    expect(found(full, [...full, target('/q', 30)])).toEqual([]);
  });
  it('nothing known of one window: nothing is said', () => {
    expect(compareTargets({ targets: [], knownMs: 0 }, window(base))).toEqual([]);
  });
});

describe('two windows', () => {
  const range = (from: number) => ({ from: epochMs(from), to: epochMs(from + 239 * STEP), stepMs: millis(STEP) });
  const at = (from: number, detail: NotFoundDetail) => ({ range: range(from), detail });
  const calm = (): NotFoundDetail => {
    const sample = notFoundSample();
    const none = sample.total.map((value) => (value === null ? null : 0));
    const known = 239;
    return {
      ...sample, total: sample.total.map((value) => (value === null ? null : 70)), classes: { ...sample.classes, 'route-miss': none }, requests: known * 70,
      parts: sample.parts.map((part) => (part.class === 'route-miss' ? { ...part, requests: 0, low: 0, high: 0 } : part)),
      instances: sample.instances.slice(0, 5), targets: sample.targets!.slice(1), campaigns: [],
    };
  };
  it('route misses of one hour against a calm one before', () => {
    const changes = compareNotFound(at(0, calm()), at(3_600_000, notFoundSample()));
    expect(changes.verdict).toBe('changed');
    expect(changes.classes.filter(({ beyondChance }) => beyondChance).map((one) => one.class)).toEqual(['route-miss']);
    expect(changes.instances.map(({ kind, instance: name }) => `${kind} ${name}`)).toEqual(['joined skipper-ingress-canary-7f9']);
    expect(changes.targets?.map(({ kind, path }) => `${kind} ${path}`)).toEqual(['new /cart']);
  });
  it('a calm hour after a calm hour: nothing beyond chance', () => {
    expect(compareNotFound(at(0, calm()), at(3_600_000, calm())).verdict).toBe('nothing-beyond-chance');
  });
  it('nothing known before is another answer, and calls nothing new', () => {
    const none: NotFoundDetail = { ...calm(), total: calm().total.map(() => null), requests: 0, parts: [], instances: [], targets: null };
    expect(compareNotFound(at(0, none), at(3_600_000, notFoundSample()))).toMatchObject({ verdict: 'no-data-before', instances: [], targets: null, campaigns: null });
  });
  it('a few steps are too short', () => {
    const short = { ...calm(), at: calm().at.slice(0, 4), total: calm().total.slice(0, 4) };
    expect(compareNotFound(at(0, short), at(3_600_000, short)).verdict).toBe('too-short');
  });
  it('twice the load is said: counts that follow it are no news', () => {
    const twice = { ...calm(), instances: calm().instances.map((one) => ({ ...one, requests: 2 * one.requests, misses: 2 * one.misses })) };
    expect(compareNotFound(at(0, calm()), at(3_600_000, twice)).caveats).toEqual(['All requests together came at 2.0 times the rate before: counts that follow the load say nothing new.']);
  });
  it('without traces in one window hosts and paths are unknown, not unchanged', () => {
    const changes = compareNotFound(at(0, { ...calm(), targets: null }), at(3_600_000, calm()));
    expect([changes.targets, changes.campaigns, changes.caveats.length]).toEqual([null, null, 1]);
  });
});
