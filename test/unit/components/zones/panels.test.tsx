// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { NuqsTestingAdapter, type OnUrlUpdateFunction } from 'nuqs/adapters/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ComparePanel } from '@/components/zones/compare-panel';
import { FlipCauseCell } from '@/components/zones/flip-cause-cell';
import { FlipTable } from '@/components/zones/flip-table';
import { HarmTable } from '@/components/zones/harm-table';
import { LegsPanel } from '@/components/zones/legs-panel';
import { PodsPanel } from '@/components/zones/pods-panel';
import { epochMs } from '@/lib/domain/units';
import type { ZoneComparison } from '@/lib/domain/zone-compare';
import type { ZoneDetail } from '@/lib/domain/zone-detail';
import { type FlipRow, zoneModels } from '@/lib/present/zones';
import { zoneSample } from '../../../support/samples-zones';

afterEach(cleanup);

const base = zoneSample();
const moment = base.at[2]!;
const side = { from: base.at[0]!, to: moment, knownHours: 1, flips: 12, flipsPerDay: 288, concentratedShare: 0.4, misplaced: null };
const helped: ZoneComparison = {
  proxy: 'skipper', moment, before: side, after: { ...side, flips: 0, flipsPerDay: 0 }, rateRatio: { value: 0, low: 0, high: 0.3 }, harm: [],
  verdict: 'helped', reason: 'fewer-flips', text: 'Helped: 12 flips before.', caveats: ['Check the pods.'],
};

function compare(detail: ZoneDetail, search = '') {
  const updates = vi.fn<OnUrlUpdateFunction>();
  render(<NuqsTestingAdapter searchParams={search} onUrlUpdate={updates}><ComparePanel detail={detail} proxy="skipper" zone="UTC" /></NuqsTestingAdapter>);
  return updates;
}

describe('did a change help?', () => {
  it('a proposed moment goes into the address', async () => {
    const updates = compare({ ...base, proposed: [{ proxy: 'skipper', at: moment, why: 'It stopped.' }] });
    fireEvent.click(screen.getByRole('button', { name: /Compare at/ }));
    await waitFor(() => expect(updates.mock.lastCall?.[0].searchParams.get('moment')).toBe(String(moment)));
  });
  it('what is no time is told and not asked', () => {
    const updates = compare(base);
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'yesterday-ish' } });
    fireEvent.click(screen.getByRole('button', { name: 'Compare' }));
    expect(screen.getByRole('alert').textContent).toContain('expected a time');
    expect(updates).not.toHaveBeenCalled();
  });
  it('shows verdict, both sides and caveats, and offers both files', () => {
    compare({ ...base, comparison: [helped] }, `?moment=${moment}`);
    expect(screen.getByTestId('zone-compare').dataset.verdict).toBe('helped');
    expect(screen.getByRole('row', { name: /^flips 12 0$/ })).toBeTruthy();
    expect(screen.getByText('Check the pods.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Markdown' })).toBeTruthy();
  });
});

it('a flip shows what speaks against its cause', () => {
  render(<FlipCauseCell flip={{ at: 1, to: 'spread', gaining: '', losing: '', distance: 0.3, cause: 'clients moved', causeConfidence: 0.5, evidence: ['e'], against: ['by exclusion'], ruledOut: ['hints held'], harm: [] }} />);
  expect(screen.getByText(/by exclusion/).textContent).toBe('Against: by exclusion');
  expect(screen.getByText('also looked at')).toBeTruthy();
});

it('the ways say what is not checked and how to see it', () => {
  render(<LegsPanel detail={{ ...base, legs: [{ leg: 'client-to-balancer', state: 'not-checked', text: 'Not read.', mend: 'Export CloudWatch.' }], routingChanges: [{ proxy: 'skipper', at: epochMs(moment), from: 'a_b', to: 'c' }] }} proxy="skipper" zone="UTC" />);
  expect(screen.getByText('not checked')).toBeTruthy();
  expect(screen.getByText('Export CloudWatch.')).toBeTruthy();
  expect(screen.getByText(/zone routing went from "a b" to "c"/)).toBeTruthy();
});

it('flows of the load balancer stand beside the connections of the proxy', () => {
  const balancers = [{ kind: 'flows' as const, balancers: ['net/x/1'], perSecond: 40, byZone: { a: 0.75, b: 0.25 }, proxies: {}, until: epochMs(moment) }];
  render(<LegsPanel detail={{ ...base, balancers, legs: [{ leg: 'client-to-balancer', state: 'partly', text: 'Seen.', mend: null }] }} proxy="skipper" zone="UTC" />);
  expect(screen.getByTestId('zone-balancer-flows').textContent).toMatch(/known up to .*75.%not counted.*25.%not counted/);
});

it('pods that are not known are said to be', () => {
  render(<PodsPanel fleet={{ ...base.fleets[0]!, readyPods: null }} />);
  expect(screen.getByText(/not known here/)).toBeTruthy();
});

describe('the flips', () => {
  const flip = (i: number): FlipRow => ({ at: base.at[0]! + i * 1000, to: i % 2 ? 'spread' : 'concentrated', gaining: 'b', losing: 'a', distance: 0.3, cause: 'hints came back', causeConfidence: 0.9, evidence: [], against: [], ruledOut: [], harm: [] });
  const draw = (count: number) => render(<FlipTable answer={{ isPlaceholderData: false, error: null, data: { data: null, basis: null, trust: [], failures: [], queries: [], range: { from: base.at[0]!, to: base.at.at(-1)!, stepMs: base.stepMs } } }} panel={{ state: 'ready', model: Array.from({ length: count }, (_, i) => flip(i)) }} zone="UTC" />);
  it('are all shown while they are few', () => {
    draw(6);
    expect(screen.getAllByRole('row')).toHaveLength(1 + 6);
    expect(screen.queryByRole('button', { name: /Show all/ })).toBeNull();
  });
  it('show the newest of many, say how many are not shown, and show them on demand', () => {
    draw(40);
    expect(screen.getAllByRole('row')).toHaveLength(1 + 12);
    expect(screen.getByText(/28 earlier flips not shown/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show all 40' }));
    expect(screen.getAllByRole('row')).toHaveLength(1 + 40);
  });
});

it('harm: p50, p99 and errors of each zone in both states with intervals, and the verdict in words', () => {
  const estimate = { value: 0.1, low: 0.09, high: 0.12 };
  const run = { kind: 'checked' as const, findings: [], trust: [], detail: base };
  const models = zoneModels({ ...base, fleets: base.fleets.map((fleet) => ({
    ...fleet, harm: [{ state: 'spread' as const, zone: 'b', p50Seconds: 0.01, p99Seconds: 0.1, errorShare: null, p99: estimate }, { state: 'concentrated' as const, zone: 'b', p50Seconds: 0.02, p99Seconds: 0.3, errorShare: 0 }],
    harmChange: [{ zone: 'b', p99Ratio: null, errorDifference: null, verdict: 'worse' as const, text: 'Zone b: worse: p99 3.00 times.' }],
  })) }, null);
  render(<HarmTable models={models} run={run} />);
  const row = (name: RegExp) => screen.getByRole('row', { name }).textContent;
  expect(row(/^p50/)).toBe('p5010\u00a0ms20\u00a0ms');
  expect(row(/^p99/)).toBe('p99100\u00a0ms90\u00a0ms to 120\u00a0ms300\u00a0ms');
  expect(row(/^errors/)).toBe('errors–0\u00a0%');
  expect(screen.getByText('Worse: p99 3.00 times.').className).toContain('text-bad');
});
