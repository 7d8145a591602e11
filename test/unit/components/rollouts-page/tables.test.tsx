// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { BurstTable } from '@/components/rollouts-page/burst-table';
import { HopTable } from '@/components/rollouts-page/hop-table';
import { PodTimeline } from '@/components/rollouts-page/pod-timeline';
import { RolloutTable } from '@/components/rollouts-page/rollout-table';
import { WorkloadTable } from '@/components/rollouts-page/workload-table';
import { rolloutModels } from '@/lib/present/rollouts';
import { rolloutSample } from '../../../support/samples-details';

vi.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams(''), usePathname: () => '/rollouts' }));
afterEach(cleanup);

const models = rolloutModels(rolloutSample());
const row = (i: number) => [...screen.getAllByRole('row')[i]!.querySelectorAll('th, td')].map((cell) => cell.textContent);

it('a rollout shows failed against expected, with its chance and its traces by code', () => {
  render(<RolloutTable rows={models.perRollout} />);
  expect(row(1)).toEqual(['milo/apiserverv0.24.1 → v0.24.2', '13:16:157\u00A0min', '17', '16\u00A0×\u00A0503, 1\u00A0×\u00A0502', '0.2', 'p\u00A0<\u00A00.001', '4', '25,200', '502503']);
  const { from, to } = rolloutSample().rollouts[0]!;
  expect(screen.getByRole('link', { name: 'Traces of 503 in this rollout' }).getAttribute('href')).toBe(`/traces?from=${from}&to=${to}&status=503`);
});

it('a rollout without errors says none, and near misses that are not counted are not 0', () => {
  render(<RolloutTable rows={models.perRollout} />);
  expect(row(2)[2]).toBe('0');
  expect(row(2)[3]).toBe('none');
  expect(row(2)[6]).toContain('not known');
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

it('the pods of a rollout are told in words too; pods that are not known are said to be', () => {
  render(<PodTimeline model={models.timelines[0]!} zone="UTC" />);
  expect(screen.getByRole('img').getAttribute('aria-label')).toContain('new pod apiserver-74d-x2k, created 13:16:15, ready 13:17:30');
  cleanup();
  render(<PodTimeline model={models.timelines[1]!} zone="UTC" />);
  expect(screen.getByText(/pods are not known/)).toBeTruthy();
});
