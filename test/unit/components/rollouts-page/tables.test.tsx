// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BurstTable } from '@/components/rollouts-page/burst-table';
import { HopTable } from '@/components/rollouts-page/hop-table';
import { CopyBlock } from '@/components/rollouts-page/copy-block';
import { ObservedTable } from '@/components/rollouts-page/observed-table';
import { RemedyList } from '@/components/rollouts-page/remedy-list';
import { RolloutTimeline } from '@/components/rollouts-page/rollout-timeline';
import { SuspectTable } from '@/components/rollouts-page/suspect-table';
import { TrendChart } from '@/components/rollouts-page/trend-panel';
import { RolloutTable } from '@/components/rollouts-page/rollout-table';
import { WorkloadTable } from '@/components/rollouts-page/workload-table';
import { rolloutRows } from '@/lib/present/rollout-list';
import { rolloutPage } from '@/lib/present/rollout-page';
import { trendOf } from '@/lib/present/rollout-trend';
import { rolloutModels } from '@/lib/present/rollouts';
import { defaultRolloutsView } from '@/lib/url/rollouts-url';
import { rolloutSample } from '../../../support/samples-details';

vi.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams(''), usePathname: () => '/rollouts' }));
afterEach(cleanup);

const models = rolloutModels(rolloutSample());
const row = (i: number) => [...screen.getAllByRole('row')[i]!.querySelectorAll('th, td')].map((cell) => cell.textContent);

const rows = rolloutRows(rolloutSample());
const { from } = rolloutSample().rollouts[0]!;

it('a rollout shows failed against expected, with its chance, and leads to its page', () => {
  render(<RolloutTable rows={rows} view={defaultRolloutsView} onSort={() => {}} />);
  expect(row(1)).toEqual(['2026-11-29 13:16:157\u00A0min', 'milo/apiserverv0.24.1 → v0.24.2', 'not checked', '1716\u00A0×\u00A0503, 1\u00A0×\u00A0502', '4', '0.2', 'p\u00A0<\u00A00.001', 'more than chance explains', 'not checked']);
  expect(screen.getByRole('link', { name: /^Rollout of milo\/apiserver at/ }).getAttribute('href')).toBe(`/rollouts/one?workload=milo%2Fapiserver&at=${from}`);
});

it('a rollout without errors says none, and near misses that are not counted are not 0', () => {
  render(<RolloutTable rows={rows} view={defaultRolloutsView} onSort={() => {}} />);
  expect([row(2)[3], row(2)[8]]).toEqual(['0none', '–nothing failed']);
  expect(row(2)[4]).toContain('not known');
});

it('a heading sorts, a second press turns around, and says so', () => {
  const onSort = vi.fn();
  render(<RolloutTable rows={rows} view={{ sort: 'failed', descending: true }} onSort={onSort} />);
  expect(screen.getByRole('columnheader', { name: 'failed' }).getAttribute('aria-sort')).toBe('descending');
  fireEvent.click(screen.getByRole('button', { name: 'failed' }));
  fireEvent.click(screen.getByRole('button', { name: 'chance' }));
  expect(onSort.mock.calls).toEqual([['failed', false], ['p', false]]);
});

it('a burst leads to the traces of its most frequent code', () => {
  render(<BurstTable rows={models.bursts} />);
  expect(screen.getByRole('link').getAttribute('href')).toContain('status=503');
});

it('with too few bursts a workload has no p, and the table says why', () => {
  render(<WorkloadTable rows={models.workloads} few />);
  expect(row(1).slice(-2)).toEqual(['–too few bursts to tell', '–too few bursts to tell']);
  expect(screen.getByText(/^Too few bursts in this range/)).toBeTruthy();
  cleanup();
  render(<WorkloadTable rows={models.workloads} few={false} />);
  expect(row(1).slice(-2)).toEqual(['p\u00A0<\u00A00.001', 'q\u00A0<\u00A00.001']);
});

it('hops by status, zero where a hop never gave it', () => {
  render(<HopTable rows={models.hops ?? []} statuses={models.hopStatuses} />);
  expect([row(0), row(1), row(2)]).toEqual([['hop', '502', '503', 'traces'], ['proxy, envoy-gw', '1', '12', '13'], ['backend, apiserver', '0', '2', '2']]);
});

const detail = rolloutSample();
const page = (extra: object = {}, more: object = {}) => rolloutPage({ ...detail, ...more, perRollout: detail.perRollout.map((count) => ({ ...count, ...extra })) }, [], 'milo/apiserver', from)!;

it('errors and pods are told in words too; pods that are not known are said to be', () => {
  render(<RolloutTimeline model={page()} zone="UTC" />);
  expect(screen.getByRole('img').getAttribute('aria-label')).toContain('new pod apiserver-74d-x2k, created 13:16:15, ready 13:17:30');
  expect(screen.getByText(/OOM kills, evictions and drains were not checked/)).toBeTruthy();
  cleanup();
  render(<RolloutTimeline model={rolloutPage(detail, [], 'shop/cart', detail.rollouts[1]!.from)!} zone="UTC" />);
  expect(screen.getByText(/pods are not known/)).toBeTruthy();
});

it('suspects with their p; none looked for and none found are two things', () => {
  render(<SuspectTable model={page({ suspects: [{ label: 'shop/cart-1', kind: 'oom-kill', relation: 'during', p: 0.04 }] })} />);
  expect(row(2)).toEqual(['shop/cart-1', 'oom kill', 'during', 'p\u00A0=\u00A00.04']);
  cleanup();
  render(<SuspectTable model={page()} />);
  expect(screen.getByText(/were not checked/)).toBeTruthy();
  cleanup();
  render(<SuspectTable model={page({ suspects: [] })} />);
  expect(screen.getByText(/none lies near the errors/)).toBeTruthy();
});

it('a fact carries its value and its query; what was not seen says so', () => {
  render(<ObservedTable facts={[{ code: 'retries', text: 'retries that succeeded', value: 4, query: 'sum(x)' }, { code: 'ejections', text: 'hosts ejected', value: null, query: null }]} />);
  expect(row(1).slice(0, 2)).toEqual(['retries that succeeded', '4']);
  expect(row(2)).toEqual(['hosts ejected', 'not observed', 'none']);
  expect(screen.getByText('sum(x)')).toBeTruthy();
});

describe('remedies', () => {
  const remedy = { kind: 'pre-stop', title: 'Let old pods finish', reason: 'errors lie at the end of pods', willNot: 'help against a crash', yaml: 'kind: Deployment\n' };
  it('each says why, what it will not do, and has its text to copy', () => {
    render(<RemedyList model={page({ remedies: [remedy] })} />);
    expect(screen.getByRole('heading', { level: 3 }).textContent).toContain('Let old pods finish');
    expect([...document.querySelectorAll('dd')].map((one) => one.textContent)).toEqual([remedy.reason, remedy.willNot]);
    expect(screen.getByRole('region').textContent).toBe(remedy.yaml);
  });
  it('absent is not checked, empty is nothing to change', () => {
    render(<RemedyList model={page()} />);
    expect(screen.getByText(/not checked/)).toBeTruthy();
    cleanup();
    render(<RemedyList model={page({ remedies: [] })} />);
    expect(screen.getByText(/Nothing to change/)).toBeTruthy();
  });
});

describe('text to copy', () => {
  const withClipboard = (writeText: (text: string) => Promise<void>) => Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  it('copies the text itself and announces it', async () => {
    const written = vi.fn(() => Promise.resolve());
    withClipboard(written);
    render(<CopyBlock label="YAML" text={'a: "\u202e"\nb: 1\n'} />);
    fireEvent.click(screen.getByRole('button', { name: 'Copy YAML' }));
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('copied'));
    expect(written).toHaveBeenCalledWith('a: "\u202e"\nb: 1\n');
    expect(screen.getByRole('region').textContent).toBe('a: "⟨U+202E⟩"\nb: 1\n');
  });
  it('says when the browser does not allow it', async () => {
    withClipboard(() => Promise.reject(new Error('no')));
    render(<CopyBlock label="YAML" text="a" />);
    fireEvent.click(screen.getByRole('button', { name: 'Copy YAML' }));
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toContain('did not allow'));
  });
});

it('the trend has one mark per rollout that says its numbers and leads to its page', () => {
  render(<TrendChart model={trendOf(rows, 'milo/apiserver', { from: detail.at[0]!, to: detail.at.at(-1)! })!} workload="milo/apiserver" moment={null} />);
  const mark = screen.getByRole('link', { name: /17 failed requests, 4 near misses/ });
  expect(mark.getAttribute('href')).toContain(`at=${from}`);
});
