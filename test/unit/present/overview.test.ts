import { describe, expect, it } from 'vitest';
import type { Overview } from '@/lib/domain/overview';
import { overviewModels } from '@/lib/present/overview';
import { T0, sampleFinding } from '../../support/samples-findings';
import { overviewSample } from '../../support/samples-zones';

const range = { from: T0, to: T0 + 3_600_000 };
const models = (rest: Partial<Overview> = {}, live = false) => overviewModels(overviewSample(rest), { range, live });
const notChecked = { kind: 'not-checked', missing: ['not-found'], why: 'no metrics', mend: 'export them' } as const;

describe('headline', () => {
  it.each([
    ['one; informational ones do not ask for eyes', {}, false, 'One thing needs eyes in this hour, one more is for information'],
    ['live', {}, true, 'One thing needs eyes in the last hour, one more is for information'],
    ['informational ones only', { findings: [sampleFinding('scanner-wave'), sampleFinding('scanner-wave')].map((one) => ({ ...one, severity: 'info' as const })) }, false, 'Nothing needs eyes in this hour, two are for information'],
    ['none for information', { findings: [sampleFinding('route-lost')] }, false, 'One thing needs eyes in this hour'],
    ['none', { findings: [] }, false, 'Nothing needs eyes in this hour'],
    ['none, but one could not look', { findings: [], notFound: notChecked }, false, 'Nothing needs eyes in this hour, as far as could be checked'],
    ['nobody could look', { findings: [], notFound: notChecked, zones: notChecked, rollouts: notChecked }, false, 'Nothing could be checked'],
    ['many', { findings: Array.from({ length: 12 }, () => sampleFinding('route-lost')) }, false, '12 things need eyes in this hour'],
  ])('%s', (_name, rest, live, headline) => {
    expect(models(rest, live).headline).toBe(headline);
  });
});

it('the worst finding comes first, whatever began earlier', () => {
  expect(models().findings.map(({ finding }) => finding.severity)).toEqual(['critical', 'info']);
});

it('other lengths are said as they are', () => {
  expect(overviewModels(overviewSample(), { range: { from: T0, to: T0 + 2_400_000 } }).headline).toBe('One thing needs eyes in these 40\u00A0min, one more is for information');
});

describe('the four strips', () => {
  it('are all ready', () => {
    const { rps, regime, notFound, errors } = models();
    expect([rps, regime, notFound, errors].map(({ state }) => state)).toEqual(['ready', 'ready', 'ready', 'ready']);
  });
  it('say "not checked" with reason and mend, never "empty", when the detector could not look', () => {
    expect(models({ notFound: notChecked }).notFound).toEqual({ state: 'not-checked', why: 'no metrics', missing: ['not-found'], mend: 'export them' });
    expect(models({ notFound: notChecked }).notChecked).toEqual([{ title: 'Not found', why: 'no metrics', mend: 'export them' }]);
  });
  it('say "empty" when it looked and there was nothing', () => {
    const { zones } = overviewSample();
    const empty = zones.kind === 'checked' ? { ...zones, detail: { ...zones.detail, fleets: [], hintedShare: null } } : zones;
    expect(models({ zones: empty })).toMatchObject({ rps: { state: 'empty' }, regime: { state: 'empty' } });
  });
});

describe('facts', () => {
  it('are said when known', () => {
    expect(models().facts).toEqual(['18.4k requests a second at the peak', '240 of 240 scrapes present']);
  });
  it('are left out when not', () => {
    expect(models({ peakRps: null, scrapes: null }).facts).toEqual([]);
  });
});

it('who answered the errors is null when no trace was looked at', () => {
  expect(models().answered?.map(({ label }) => label)).toEqual(['proxy, envoy-gw', 'backend, apiserver']);
  expect(models({ rollouts: notChecked }).answered).toBeNull();
});
