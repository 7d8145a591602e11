// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AgreementTable } from '@/components/hops-page/agreement-table';
import { HopsHead } from '@/components/hops-page/hops-head';
import { MatrixTable } from '@/components/hops-page/matrix-table';
import { ProfileTable } from '@/components/hops-page/profile-table';
import { ProofTable } from '@/components/hops-page/proof-panel';
import { SearchFacts } from '@/components/hops-page/search-facts';
import { SpanMetricsTable } from '@/components/hops-page/span-metrics';
import { StatusSwitch } from '@/components/hops-page/status-switch';
import { hopsPanel } from '@/lib/present/hops';
import { pickHops } from '@/lib/present/hops-pick';
import { matrixRows } from '@/lib/present/hops-rows';
import { searchFacts } from '@/lib/present/hops-search';
import { agreementRows, profileViews, spanMetricsModel } from '@/lib/present/hops-witnesses';
import { epochMs } from '@/lib/domain/units';
import { defaultHopsView } from '@/lib/url/hops-url';
import { SHOP, UNKNOWN, hopPart, hopSample, hopTotal } from '../../../support/samples-hops';

vi.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams('env=prod'), usePathname: () => '/hops' }));
afterEach(cleanup);

const pick = pickHops(hopSample(), { proxy: null, status: null })!;
const total = pick.total!;
const rows = matrixRows(total, pick.colors, defaultHopsView);
const row = (i: number) => [...screen.getAllByRole('row')[i]!.querySelectorAll('th, td')].map((cell) => cell.textContent?.replaceAll('\u00A0', ' '));

describe('the table of hops', () => {
  it('shows count, share with interval and how many are certain; the last row is what they add up to', () => {
    render(<MatrixTable rows={rows} total={total} order={defaultHopsView} onSort={() => {}} />);
    expect(row(1)).toEqual(['skipper-ingressproxy', 'shopbackend', 'connection refused or failed', '174', '1,018', '82 %', ' 72 to 92 %', '90 % 156 of 174']);
    expect(row(4).slice(0, 3)).toEqual(['all together', '212', '1,240']);
  });
  it('each row leads to traces by a name of its own', () => {
    render(<MatrixTable rows={rows} total={total} order={defaultHopsView} onSort={() => {}} />);
    const link = screen.getByRole('link', { name: '174 traces of 502: answered by skipper-ingress (proxy), caused by shop (backend), connection refused or failed' });
    expect(link.getAttribute('href')).toMatch(/^\/traces\?env=prod.*status=502&proxy=skipper-ingress&answeredBy=proxy%2Fskipper-ingress&causedBy=backend%2Fshop&mechanism=connect_failed$/);
    expect(new Set(screen.getAllByRole('link').map((one) => one.getAttribute('aria-label'))).size).toBe(3);
  });
  it('a heading sorts, a second press turns around, and says so', () => {
    const onSort = vi.fn();
    render(<MatrixTable rows={rows} total={total} order={defaultHopsView} onSort={onSort} />);
    expect(screen.getByRole('columnheader', { name: /^share/ }).getAttribute('aria-sort')).toBe('descending');
    fireEvent.click(screen.getByRole('button', { name: 'share' }));
    fireEvent.click(screen.getByRole('button', { name: 'answered by' }));
    fireEvent.click(screen.getByRole('button', { name: 'certain' }));
    expect(onSort.mock.calls).toEqual([['share', false], ['answered', false], ['certain', true]]);
  });
  it('what no trace says leads to none, and has no share of certain ones', () => {
    const all = hopTotal(502, { requests: 3, parts: [hopPart(SHOP, SHOP, 'backend_own_error', 3, 3), hopPart(UNKNOWN, UNKNOWN, 'undetermined', 0, 3)] });
    render(<MatrixTable rows={matrixRows(all, new Map(), defaultHopsView)} total={all} order={defaultHopsView} onSort={() => {}} />);
    expect([row(2)[3], row(2)[7]]).toEqual(['0', '–not known ']);
    expect(screen.getAllByRole('link')).toHaveLength(1);
  });
  it('requests that nobody counts are not known, and what cannot be told has its row', () => {
    const open = hopTotal(502, { requests: null, parts: [hopPart(UNKNOWN, UNKNOWN, 'undetermined', 2, 3, 0), hopPart(SHOP, SHOP, 'backend_own_error', 1, 3)] });
    render(<MatrixTable rows={matrixRows(open, new Map(), defaultHopsView)} total={open} order={defaultHopsView} onSort={() => {}} />);
    expect(row(1).slice(0, 5)).toEqual(['cannot tell', 'cannot tell', 'not determined', '2', '–not known']);
    expect(row(3).at(-1)).toBe('requests are not counted here');
  });
});

it('counters and verdicts stand side by side, with what a disagreement means', () => {
  render(<AgreementTable rows={agreementRows(hopSample(), 'skipper-ingress', 502)} status={502} none="the counters of edge counted none" />);
  expect(screen.getAllByTestId('agreement').map((one) => one.getAttribute('data-verdict'))).toEqual(['agree', 'disagree', 'cannot-tell']);
  expect(screen.getByText(/trust neither share/)).toBeTruthy();
});

it('a status without a comparison says so before those of the others', () => {
  render(<AgreementTable rows={agreementRows(hopSample(), 'skipper-ingress', 504)} status={504} none="the counters of edge counted none" />);
  expect(screen.getByText(/^For 504 there is nothing to compare/).textContent).toBe('For 504 there is nothing to compare: the counters of edge counted none. Of its other statuses:');
});

it('a status without spans says which ones span metrics hold', () => {
  const cut = hopSample().spanMetrics;
  if (cut.kind !== 'found') throw new Error('the sample has span metrics');
  render(<SpanMetricsTable model={spanMetricsModel(cut, 404)} status={404} />);
  expect(screen.getByText('Span metrics hold no span with 404 in this range; they hold some with 502.')).toBeTruthy();
});

it('a default profile has no figures, and says that it is one', () => {
  render(<ProfileTable profiles={profileViews(hopSample().profiles, 'UTC')} />);
  expect(row(2)).toEqual(['edge', 'proxy', 'envoy', '–not known', '–not known', '0', 'built-in default, nothing learned']);
});

it('what shows up below by next hop stands closed under its emitter', () => {
  const [first, second] = hopSample().profiles;
  const towards = [{ name: 'httproute/shop/cart', by: 'name' as const, pBelow: 0.12, samples: 40 }, { name: '10.0.0.7:80', by: 'address' as const, pBelow: null, samples: 2 }];
  render(<ProfileTable profiles={profileViews([{ ...first!, towards }, second!], 'UTC')} />);
  const [under, ...others] = screen.getAllByTestId('towards');
  expect(others).toEqual([]);
  expect(under!.querySelector('details')!.open).toBe(false);
  expect([...under!.querySelectorAll('li')].map((one) => one.textContent?.replaceAll('\u00A0', ' '))).toEqual(['httproute/shop/cartby its name12 %, 40 samples', '10.0.0.7:80by its addresstoo few: judged by the share of all, 2 samples']);
});

it('a trace that proves it opens at its time, and beside a good one', () => {
  render(<ProofTable zone="UTC" rows={[{ key: 'k', answered: 'skipper-ingress (proxy)', caused: 'shop (backend)', mechanism: 'timeout', traces: [{ traceId: '9f3c00000000000000000000000041d0', at: epochMs(1795995610000), band: 'certain', sure: 'certain' }] }]} />);
  expect(screen.getAllByRole('link').map((one) => [one.getAttribute('aria-label'), one.getAttribute('href')])).toEqual([
    ['Trace 9f3c0000, certain', '/traces/9f3c00000000000000000000000041d0?env=prod&at=1795995610000'],
    ['Side by side: 9f3c0000 and a good trace', '/traces/compare?env=prod&a=9f3c00000000000000000000000041d0&at=1795995610000'],
  ]);
});

it('facts of the search are read by name', () => {
  render(<SearchFacts facts={searchFacts(hopSample())} />);
  expect(screen.getAllByRole('term').map((one) => one.textContent).slice(0, 4)).toEqual(['Searches', 'Left out', 'Failed', 'Time limit']);
});

it('each status is a button that says its count and whether it is shown', () => {
  render(<StatusSwitch pick={pick} />);
  expect(screen.getAllByRole('button').map((one) => [one.textContent, one.getAttribute('aria-pressed')])).toEqual([['404: 26.3k', 'false'], ['502: 1,240', 'true'], ['503: 31', 'false'], ['504: none', 'false']]);
});

it('before the answer there is nothing to switch', () => {
  render(<StatusSwitch pick={null} />);
  expect(screen.getAllByRole<HTMLButtonElement>('button').every(({ disabled }) => disabled)).toBe(true);
});

it.each([
  ['while it loads', null, /^Hops$/], ['nothing seen', { state: 'empty', why: '' } as const, /^No 404, 502, 503 or 504/], ['nothing could be looked at', { state: 'not-checked', why: '', missing: [], mend: '' } as const, /is not known/],
  ['the answer', hopsPanel({ data: hopSample(), failures: [] }, { proxy: null, status: null, by: 'answered' }), /^Of about 1,240 answers with 502/],
])('the head: %s', (_name, panel, title) => {
  render(<HopsHead panel={panel} />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(title);
  expect(screen.getByRole('link', { name: 'Paste a trace' }).getAttribute('href')).toBe('/traces/judge?env=prod');
});
