// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { InstanceTable } from '@/components/not-found-page/instance-table';
import { PartsTable } from '@/components/not-found-page/parts-table';
import { TargetTable } from '@/components/not-found-page/target-table';
import { notFoundModels } from '@/lib/present/not-found';
import { notFoundSample } from '../../../support/samples-details';

vi.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams('env=prod&from=now-1h&to=now'), usePathname: () => '/not-found' }));
afterEach(cleanup);

const models = notFoundModels(notFoundSample());
const cells = (row: HTMLElement) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent);

it('parts end with the counter that they add up to', () => {
  render(<PartsTable parts={models.parts} total={models.total} />);
  const rows = screen.getAllByRole('row');
  expect(cells(rows[1]!)).toEqual(['route miss', '9,600', '36\u00A0%', '9,588 to 9,612', 'Counted by the proxy; step of one instance against its fleet']);
  expect(cells(rows.at(-1)!).slice(0, 2)).toEqual(['all 404', '26,330']);
});

it('the instance that differs is first, in words; a table age that is not known is no 0', () => {
  render(<InstanceTable rows={models.instances} />);
  const first = within(screen.getAllByRole('row')[1]!);
  expect(first.getByText('differs')).toBeTruthy();
  expect(first.getByText('100 %')).toBeTruthy();
  expect(first.getByTitle('not known')).toBeTruthy();
  expect(screen.getAllByText('differs')).toHaveLength(1);
});

it('an instance leads to its own 404 traces', () => {
  render(<InstanceTable rows={models.instances} />);
  const href = screen.getByRole('link', { name: 'Traces of 404 at skipper-ingress-canary-7f9' }).getAttribute('href');
  expect(new URLSearchParams(href?.split('?')[1])).toEqual(new URLSearchParams('env=prod&from=now-1h&to=now&status=404&proxy=skipper&instance=skipper-ingress-canary-7f9'));
});

it('targets of scanners are text, with example traces one click away', () => {
  const { container } = render(<TargetTable rows={models.targets ?? []} />);
  expect(container.querySelector('script')).toBeNull();
  expect(screen.getByText('<script>alert(1)</script>')).toBeTruthy();
  expect(screen.getAllByRole('link', { name: /Example trace/ }).map((link) => link.getAttribute('href')?.split('?')[0])).toContain('/traces/aaaa0000000000000000000000000001');
});
