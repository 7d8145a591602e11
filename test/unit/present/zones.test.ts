import { describe, expect, it } from 'vitest';
import { regimeStrip } from '@/lib/present/regime-strip';
import { zoneHeadline } from '@/components/zones/zone-headline';
import type { Finding } from '@/lib/domain/findings';
import type { ZoneDetail } from '@/lib/domain/zone-detail';
import { podsView } from '@/lib/present/zone-outlook';
import { forecastModel, forecastText, pickFleet, zoneModels } from '@/lib/present/zones';
import { sampleFinding } from '../../support/samples-findings';
import { zoneSample } from '../../support/samples-zones';

const detail = zoneSample();
const models = zoneModels(detail, null)!;
const fleet = detail.fleets[0]!;
const withFleet = (rest: Partial<typeof fleet>) => zoneModels({ ...detail, fleets: [{ ...fleet, ...rest }] }, null)!;

describe('traffic by zone', () => {
  it('zones stand in order of their names, each with its colour', () => {
    expect(models.stacked.series.map(({ key, colorVar }) => [key, colorVar])).toEqual([['a', '--zone-1'], ['b', '--zone-2']]);
  });
  it('traffic without a zone is a part of its own', () => {
    expect(withFleet({ unknownRps: [1, 1, 1, 1] }).stacked.series.at(-1)).toMatchObject({ label: 'zone not known', colorVar: '--line-strong', values: [1, 1, 1, 1] });
  });
  it('shares are of the whole; where a part is not known, so are the shares', () => {
    expect(models.share.series.slice(0, 2).map(({ values }) => values)).toEqual([[0.5, 0.5, 0.1, null], [0.5, 0.5, 0.9, null]]);
  });
  it('the share of no traffic at all is not known', () => {
    expect(withFleet({ rps: { a: [0], b: [0] } }).share.series[0]?.values[0]).toBeNull();
  });
  it('the expected share is dashed, and says what it rests on', () => {
    expect(models.share.series.filter(({ dashed }) => dashed).map(({ label }) => label)).toEqual(['a, expected', 'b, expected']);
    expect(models.share.note).toContain('ready pods');
    expect(withFleet({ expectedShare: { basis: 'uniform', byZone: {} } }).share.note).toContain('pods are not known');
  });
  it('concentrated stretches are regions, flips are marked with their cause', () => {
    expect(models.stacked.regions?.map(({ label }) => label)).toEqual(['concentrated in b']);
    expect(models.stacked.markers?.map(({ label }) => label)).toEqual(['to concentrated: hints were lost']);
  });
});

describe('what is not measured has no chart', () => {
  it('latency and pods', () => {
    expect(withFleet({ latency: null, readyPods: null })).toMatchObject({ latency: null, pods: null });
    expect(withFleet({ readyPods: { a: [null, null, null, null] } }).pods).toBeNull();
  });
  it('no fleet, no models', () => {
    expect(zoneModels({ ...detail, fleets: [] }, 'skipper')).toBeNull();
  });
});

it('p99 is drawn full and p50 dashed', () => {
  expect(models.latency?.series.map(({ label, dashed }) => [label, dashed])).toEqual([['a p99', false], ['b p99', false], ['a p50', true]]);
});

it('harm stands side by side per zone', () => {
  expect(models.harm).toMatchObject([{ zone: 'b', spread: { p99Seconds: 0.1 }, concentrated: { p99Seconds: 0.3, errorShare: null } }]);
});

it('a flip is a row with cause and evidence', () => {
  expect(models.flips).toMatchObject([{ gaining: 'b', losing: 'a', cause: 'hints were lost', evidence: ['hints of skipper-internal fell to 0'] }]);
});

it.each([
  [{ unsafe: [8, 11], safeNow: true }, '9 ready now: hints are possible. Dropped at 8 and 11.'],
  [{ unsafe: [], safeNow: true }, '9 ready now: hints are possible. No nearby count drops them.'],
  [{ unsafe: [8, 9, 11], safeNow: false }, '9 ready now: no hints are possible. Nor at 8 and 11.'],
  [{ unsafe: [], safeNow: false }, '9 ready now: no hints are possible.'],
  [{ unsafe: [8], safeNow: true, without: 'none' as const }, '9 ready now. It carried no hints in this range: no count drops any.'],
  [{ unsafe: [8], safeNow: true, without: 'left' as const }, '9 ready now. It lost its topology mode in this range: no count drops its hints any more.'],
])('forecast %j', (rest, text) => {
  expect(forecastText({ service: 's', ready: 9, ...rest })).toBe(text);
});

describe('the fleet that is drawn', () => {
  const busy = { ...fleet, proxy: 'busy', rps: { a: [500, 500, 500, 500] } };
  const two = { ...detail, fleets: [fleet, busy] };
  const of = (proxy: string, severity: 'critical' | 'warning') => sampleFinding('zone-flapping', {}, { proxy, severity });
  it.each([
    ['the one asked for', 'skipper', [of('busy', 'critical')], 'skipper'],
    ['a fleet that is not there counts as none', 'gone', [], 'busy'],
    ['the one with the worst finding', null, [of('busy', 'warning'), of('skipper', 'critical')], 'skipper'],
    ['the one with most traffic', null, [], 'busy'],
    ['findings about no single fleet choose none', null, [sampleFinding('zone-flapping', {}, { proxy: null })], 'busy'],
  ] as const)('%s', (_name, asked, findings, proxy) => {
    expect(pickFleet(two, asked, findings)?.proxy).toBe(proxy);
  });
});

describe('services without hints', () => {
  const never = [0, 0, null, 0];
  const many = { ...detail, hintedShare: { ...detail.hintedShare, 'shop/cart': never, 'shop/cart-api': never }, forecast: ['shop/cart', 'shop/cart-api', 'ingress/skipper-internal'].map((service) => ({ service, ready: 3, unsafe: [4], safeNow: true })) };
  const naming = sampleFinding('zone-flapping', {}, { evidence: [{ code: 'hints', text: 'shop/cart lost its hints.' }] });
  it('are shown when they ask for hints by their annotation', () => {
    expect(forecastModel({ ...many, topologyModes: { auto: ['shop/cart'], changes: [] } }, []).shown.map(({ service }) => service)).toEqual(['ingress/skipper-internal', 'shop/cart']);
  });
  it('are folded in the strip and in the forecast', () => {
    expect(regimeStrip(many)).toMatchObject({ rows: [{ key: 'traffic:skipper' }, { key: 'hints:ingress/skipper-internal' }], folded: { label: '2 services without hints are not shown' } });
    expect(forecastModel(many, []).others.map(({ service }) => service)).toEqual(['shop/cart', 'shop/cart-api']);
  });
  it('are shown where a finding names them in its evidence, by the whole name', () => {
    expect(forecastModel(many, [naming])).toMatchObject({ shown: [{ service: 'ingress/skipper-internal' }, { service: 'shop/cart' }], others: [{ service: 'shop/cart-api' }] });
  });
  it('where hints are not collected, no service is said to have none', () => {
    expect(forecastModel({ ...many, hintedShare: null }, []).others).toEqual([]);
  });
});

describe('headline', () => {
  const headline = (rest: Partial<typeof fleet>, findings: readonly Finding[] = [], others: readonly string[] = []) => {
    const all = { ...detail, fleets: [{ ...fleet, ...rest }, ...others.map((proxy) => ({ ...fleet, proxy, flips: [] }))] };
    return zoneHeadline({ kind: 'checked', findings, detail: all, trust: [] }, zoneModels(all, 'skipper', findings));
  };
  it.each([
    ['flips are counted', headline({}), '1 flip between spread and concentrated'],
    ['no flip', headline({ flips: [] }), 'Traffic kept its spread over the zones'],
    ['no flip in the range, but a finding says otherwise', headline({ flips: [] }, [sampleFinding('zone-concentrated', {}, { proxy: 'skipper' })]), 'Traffic is concentrated'],
    ['a finding of another fleet is named', headline({ flips: [] }, [sampleFinding('zone-concentrated', {}, { proxy: 'envoy' })], ['envoy']), 'Traffic of skipper kept its spread over the zones; see also envoy'],
  ])('%s', (_name, text, expected) => {
    expect(text).toBe(expected);
  });
});

describe('state strip', () => {
  it('one row per fleet, one per service with hints', () => {
    expect(regimeStrip(detail)?.rows.map(({ key, segments }) => [key, segments.map(({ label, colorVar }) => [label, colorVar])])).toEqual([
      ['traffic:skipper', [['spread', '--line-strong'], ['concentrated in b', '--zone-2']]],
      ['hints:ingress/skipper-internal', [['all endpoints hinted', '--accent'], ['some endpoints hinted', '--warn-soft'], ['no hints', '--ink-3']]],
    ]);
  });
  it('a gap in the hints has no segment', () => {
    const [, hints] = regimeStrip({ ...detail, hintedShare: { s: [1, null, 1, 1] } })!.rows;
    expect(hints?.segments.map(({ from, to }) => [detail.at.indexOf(from as never), detail.at.indexOf(to as never)])).toEqual([[0, 1], [2, 3]]);
  });
  it('nothing to show is null', () => {
    expect(regimeStrip({ ...detail, fleets: [], hintedShare: null })).toBeNull();
    expect(regimeStrip({ ...detail, at: [] })).toBeNull();
  });
});

it.each(['__proto__', 'constructor'])('a zone named %s without values of its own is drawn as not known', (zone) => {
  const fleet = detailWithZone(zone);
  const models = zoneModels(fleet, null)!;
  expect(models.stacked.series.find(({ key }) => key === zone)?.values).toEqual([]);
  expect(podsView(fleet.fleets[0]!)).not.toBeUndefined();
});

/** What the browser gets of such a zone: a serialisation that sets `record['__proto__']` loses the column. */
function detailWithZone(zone: string): ZoneDetail {
  const base = zoneSample();
  return { ...base, fleets: base.fleets.map((fleet) => ({ ...fleet, zones: [...fleet.zones, zone] })) };
}
