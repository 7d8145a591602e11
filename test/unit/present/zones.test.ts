import { describe, expect, it } from 'vitest';
import { regimeStrip } from '@/lib/present/regime-strip';
import { forecastText, zoneModels } from '@/lib/present/zones';
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
  [{ unsafe: [8, 11], safeNow: true }, '9 ready: hints can hold; unsafe at 8 and 11'],
  [{ unsafe: [], safeNow: false }, '9 ready: hints cannot hold; no unsafe count in sight'],
])('forecast %j', (rest, text) => {
  expect(forecastText({ service: 's', ready: 9, ...rest })).toBe(text);
});

describe('state strip', () => {
  it('one row per fleet, one per service with hints', () => {
    expect(regimeStrip(detail)?.rows.map(({ key, segments }) => [key, segments.map(({ label, colorVar }) => [label, colorVar])])).toEqual([
      ['traffic:skipper', [['spread', '--line-strong'], ['concentrated in b', '--zone-2']]],
      ['hints:ingress/skipper-internal', [['all endpoints hinted', '--accent'], ['some endpoints hinted', '--warn-soft'], ['no hints', '--warn']]],
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
