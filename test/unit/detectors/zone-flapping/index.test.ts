import { describe, expect, it } from 'vitest';
import type { DetectorInput, DetectorRun } from '@/lib/domain/detector';
import type { Labels, SeriesFrame, Value } from '@/lib/domain/series';
import type { SignalName } from '@/lib/domain/signals';
import { epochMs, millis } from '@/lib/domain/units';
import type { ZoneDetail } from '@/lib/domain/zone-detail';
import { zoneFlapping } from '@/lib/detectors/zone-flapping';
import type { ZoneParams } from '@/lib/detectors/zone-flapping/params';
import { labStart, makeLabLike } from '../../../support/protocols/zones-lab';

const SPANS = [[60, 95], [150, 188], [240, 272]] as const;
const lab = makeLabLike({ seed: 5, minutes: 6, rps: 90, spans: SPANS, hotShare: 0.8, missed: 0, rateSeconds: 20 });
const { at } = lab.rates;
const steps = at.length;
const secondOf = (time: number) => (time - labStart) / 1000;

const frame = (...series: readonly (readonly [Labels, readonly Value[]])[]): SeriesFrame =>
  ({ at, stepMs: millis(5_000), series: series.map(([labels, values]) => ({ labels, values })) });
/** Values by second of the lab. */
const column = (value: (second: number) => Value): Value[] => Array.from({ length: steps }, (_, i) => value(i * 5));
const inside = (second: number) => SPANS.some(([from, to]) => second >= from && second < to);

function run(signals: Partial<Record<SignalName, SeriesFrame>>, params: Partial<ZoneParams> = {}, now = at.at(-1)! + 60_000): DetectorRun<ZoneDetail> {
  const input: DetectorInput<ZoneParams> = {
    range: { from: at[0]!, to: at.at(-1)!, stepMs: millis(5_000) }, now: epochMs(now), signals, traces: null, params: { ...zoneFlapping.defaults, ...params },
  };
  return zoneFlapping.run(input);
}

function checked(...args: Parameters<typeof run>) {
  const answer = run(...args);
  if (answer.kind !== 'checked') throw new Error(answer.why);
  return answer;
}

const withCounts = { 'zone-requests': lab.rates, 'instance-requests': lab.counts };

describe('flips of lab-like traffic are dated within two scrapes', () => {
  it.each([
    ['exact counts', withCounts, {}],
    ['rates of a known window', { 'zone-requests': lab.rates }, { rateWindowSeconds: 20 }],
    ['rates of an unknown window', { 'zone-requests': lab.rates }, {}],
  ])('%s', (_name, signals, params) => {
    const { flips } = checked(signals, params).detail.fleets[0]!;
    expect(flips.map(({ to }) => to)).toEqual(SPANS.flatMap(() => ['concentrated', 'spread']));
    flips.forEach((flip, i) => {
      const truth = SPANS[i >> 1]![i % 2]!;
      expect(Math.abs(secondOf(flip.at) - truth)).toBeLessThanOrEqual(10);
    });
  });

  it.each([1, 2, 3, 4, 5, 6])('with missed scrapes, seed %d', (seed) => {
    const sample = makeLabLike({ seed, minutes: 6, rps: 90, spans: SPANS, hotShare: 0.8, missed: 0.03, rateSeconds: 20 });
    const { flips } = checked({ 'zone-requests': sample.rates, 'instance-requests': sample.counts }).detail.fleets[0]!;
    expect(flips.map((flip, i) => Math.abs(secondOf(flip.at) - SPANS[i >> 1]![i % 2]!) <= 10)).toEqual(SPANS.flatMap(() => [true, true]));
  });

  it.each([1, 2, 3])('quiet traffic has no finding, seed %d', (seed) => {
    const sample = makeLabLike({ seed, minutes: 15, rps: 60, spans: [], hotShare: 0.5, missed: 0.02, rateSeconds: 20 });
    expect(checked({ 'zone-requests': sample.rates, 'instance-requests': sample.counts }).findings).toEqual([]);
    expect(checked({ 'zone-requests': sample.rates }).findings).toEqual([]);
  });
});

describe('the finding', () => {
  it('names hot zone, returns, harm and where the traces lie', () => {
    const latency = (quantile: string, zone: string, slow: number) =>
      [{ proxy: 'skipper', zone, quantile }, column((second) => (inside(second) && zone === 'b' ? slow : 0.1))] as const;
    const { findings, detail } = checked({
      ...withCounts, 'zone-latency': frame(latency('0.5', 'b', 0.2), latency('0.99', 'b', 0.9), latency('0.99', 'a', 0.9)),
    });
    expect(findings).toHaveLength(1);
    const finding = findings[0]!;
    expect(finding).toMatchObject({
      kind: 'zone-flapping', detector: 'zone-flapping', proxy: 'skipper', subject: 'b', severity: 'critical', basis: 'measured', ongoing: false,
      data: { returns: 3, hotZone: 'b', p99SpreadSeconds: 0.1, p99ConcentratedSeconds: 0.9 },
    });
    expect(finding.strata.filter(({ label }) => label.includes('concentrated'))).toHaveLength(3);
    expect(finding.strata.every((stratum) => stratum.zone === 'b' && stratum.to > stratum.from)).toBe(true);
    expect(detail.fleets[0]!.harm.find((row) => row.state === 'concentrated' && row.zone === 'a')).toMatchObject({ p99Seconds: 0.1, errorShare: null });
  });

  it('an unknown cause is counted against it', () => {
    expect(checked(withCounts).findings[0]!.against.map(({ code }) => code)).toContain('cause-unknown');
  });
});

describe('causes', () => {
  const hinted = (...services: string[]) => frame(...services.map((service) =>
    [{ namespace: 'shop', service }, column((second) => (inside(second) ? 1 : 0))] as const));
  const unhinted = (...services: string[]) => frame(...services.map((service) =>
    [{ namespace: 'shop', service }, column((second) => (inside(second) ? 0 : 1))] as const));
  const endpoints = (zones: Record<string, (second: number) => number>) => frame(...Object.entries(zones).map(([zone, value]) =>
    [{ namespace: 'shop', service: 'cart', zone }, column(value)] as const));
  const cpu = frame(...['a', 'b', 'c'].map((zone) => [{ zone }, column(() => 12)] as const));
  const firstCause = (signals: Partial<Record<SignalName, SeriesFrame>>) => checked({ ...withCounts, ...signals }).detail.fleets[0]!.flips[0]!.cause;

  it('hints on concentrate uneven clients, hints off spread them: taken as seen', () => {
    const causes = checked({ ...withCounts, 'hinted-share': hinted('cart') }).detail.fleets[0]!.flips.map(({ cause }) => cause.code);
    expect(causes).toEqual(['hints-regained', 'hints-lost', 'hints-regained', 'hints-lost', 'hints-regained', 'hints-lost']);
  });

  it.each([
    ['hints-lost', { 'hinted-share': unhinted('cart') }],
    ['node-without-zone', { 'hinted-share': unhinted('cart', 'pay'), 'nodes-without-zone': frame([{}, column((second) => (inside(second) ? 1 : 0))]) }],
    ['zone-lost-endpoints', {
      'hinted-share': unhinted('cart'), 'ready-endpoints': endpoints({ a: () => 3, b: () => 3, c: (second) => (inside(second) ? 0 : 3) }),
    }],
    ['overload-rule', {
      'hinted-share': unhinted('cart'), 'zone-cpu': cpu, 'ready-endpoints': endpoints({ a: () => 4, b: () => 4, c: (second) => (inside(second) ? 3 : 4) }),
    }],
    // 10 endpoints are safe in three equal zones: the count is not to blame.
    ['hints-lost', {
      'hinted-share': unhinted('cart'), 'zone-cpu': cpu, 'ready-endpoints': endpoints({ a: () => 4, b: () => 3, c: (second) => (inside(second) ? 3 : 5) }),
    }],
    ['unknown', { 'hinted-share': frame([{ namespace: 'shop', service: 'cart' }, column(() => 1)]) }],
    ['unknown', {}],
  ])('%s', (code, signals) => {
    expect(firstCause(signals).code).toBe(code);
  });

  it('the forecast warns of replica counts at which hints cannot hold', () => {
    const { detail } = checked({
      ...withCounts, 'hinted-share': unhinted('cart'), 'zone-cpu': cpu, 'ready-endpoints': endpoints({ a: () => 4, b: () => 3, c: () => 3 }),
    });
    expect(detail.forecast).toEqual([{ service: 'shop/cart', ready: 10, unsafe: [1, 2, 4, 5, 8, 11], safeNow: true, nearest: { count: 11, distance: 1 } }]);
  });
});

describe('trust', () => {
  const codes = (...args: Parameters<typeof run>) => checked(...args).trust.map(({ code }) => code);

  it.each([
    ['a clean window', {}, undefined, []],
    ['hints were asked for and there are none', { 'hinted-share': frame() }, undefined, ['collector-missing']],
    ['the last step is still young', {}, at.at(-1)! + 1_000, ['incomplete-last-step']],
  ])('%s', (_name, signals, now, expected) => {
    expect(codes({ ...withCounts, ...signals }, {}, now)).toEqual(expected);
  });

  it('traffic without a zone is told with its share and kept out of the shares', () => {
    const rates: SeriesFrame = { ...lab.rates, series: [...lab.rates.series, { labels: { proxy: 'skipper', zone: '' }, values: column(() => 10) }] };
    const answer = checked({ 'zone-requests': rates });
    expect(answer.trust.map(({ code }) => code)).toEqual(['zone-unknown']);
    expect(answer.trust[0]!.effect).toMatch(/^\d+\.\d % of the requests/);
    expect(answer.detail.fleets[0]!.zones).toEqual(['a', 'b', 'c']);
    expect(answer.detail.fleets[0]!.unknownRps![10]).toBe(10);
  });
});

describe('what cannot be checked', () => {
  it('no requests by zone', () => {
    expect(run({ 'zone-requests': frame() })).toMatchObject({ kind: 'not-checked', missing: ['zone-requests'] });
  });

  it('one fleet of two: the other is still answered', () => {
    const rates: SeriesFrame = { ...lab.rates, series: [...lab.rates.series, { labels: { proxy: 'envoy', zone: 'a' }, values: column(() => 50) }] };
    const { detail } = checked({ 'zone-requests': rates });
    expect(detail.fleets.map(({ proxy, flips }) => [proxy, flips.length])).toEqual([['envoy', 0], ['skipper', 6]]);
  });
});

describe('load balancers in front of the fleet', () => {
  const proxy = lab.rates.series[0]!.labels.proxy ?? '';
  const late = (value: number) => column((second) => (second < 200 ? value : null));
  const flows = frame([{ loadBalancer: 'net/x/1', zone: 'a' }, late(20)], [{ loadBalancer: 'net/y/2', zone: 'a' }, late(10)], [{ loadBalancer: 'net/x/1', zone: 'b' }, late(10)], [{ loadBalancer: 'net/x/1', zone: '' }, late(99)]);
  const connections = frame([{ proxy, zone: 'a' }, column(() => 6)], [{ proxy, zone: 'b' }, column(() => 4)], [{ proxy: 'other', zone: 'a' }, column(() => 50)]);

  it('all of them together, by zone, beside the connections of this fleet', () => {
    const { detail } = checked({ ...withCounts, 'lb-zone-flows': flows, 'zone-connections': connections });
    expect(detail.balancers).toEqual([
      { kind: 'flows', balancers: ['net/x/1', 'net/y/2'], perSecond: 40, byZone: { a: 0.75, b: 0.25 }, proxies: { [proxy]: { a: 0.6, b: 0.4 } }, until: at.findLast((time) => secondOf(time) < 200) },
    ]);
    expect(detail.legs!.slice(0, 2).map(({ state }) => state)).toEqual(['partly', 'partly']);
  });

  it.each([['not asked', {}], ['asked, but by no zone', { 'lb-zone-flows': frame(), 'lb-zone-requests': frame() }]])('%s: not checked, with the mend', (_name, signals) => {
    const { detail } = checked({ ...withCounts, ...signals });
    expect(detail.balancers).toBeUndefined();
    expect(detail.legs![0]).toMatchObject({ leg: 'client-to-balancer', state: 'not-checked', mend: expect.stringContaining('loadBalancers') as string });
  });
});

describe('the annotation that goes', () => {
  const until = (second: number) => column((now) => (now < second ? 1 : 0));
  it('is the moment to compare at, with the service in front of the fleet named', () => {
    const pods = ['a', 'b', 'c'].map((zone) => [{ namespace: 'x', service: 'skipper-internal', zone }, column(() => 3)] as const);
    const { detail } = checked({
      ...withCounts, 'ready-endpoints': frame(...pods),
      'topology-mode': frame([{ namespace: 'x', service: 'skipper-internal' }, until(300)], [{ namespace: 'shop', service: 'cart' }, until(320)]),
    });
    expect(detail.topologyModes!.changes.map(({ service, to }) => [service, to])).toEqual([['x/skipper-internal', 'none'], ['shop/cart', 'none']]);
    expect(detail.proposed![0]).toMatchObject({ proxy: 'skipper', why: expect.stringContaining('x/skipper-internal lost') as string });
    expect(secondOf(detail.proposed![0]!.at)).toBe(300);
  });
  it('is not known where it is not collected', () => expect(checked(withCounts).detail.topologyModes).toBeUndefined());
});
