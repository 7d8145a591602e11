// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { InstanceTable } from '@/components/not-found-page/instance-table';
import { PartsTable } from '@/components/not-found-page/parts-table';
import { TargetTable } from '@/components/not-found-page/target-table';
import { notFoundModels } from '@/lib/present/not-found';
import { notFoundSample } from '../../../support/samples-details';

const address = { search: 'env=prod&from=now-1h&to=now' };
vi.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams(address.search), usePathname: () => '/not-found' }));
afterEach(() => { cleanup(); address.search = 'env=prod&from=now-1h&to=now'; });

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
  expect(screen.getByText('<script>alert(1)</script>', { selector: 'bdi' })).toBeTruthy();
  expect(screen.getAllByRole('link', { name: /Example trace/ }).map((link) => link.getAttribute('href')?.split('?')[0])).toContain('/traces/aaaa0000000000000000000000000001');
});

it.each([
  ['class=scanner', ['scanner'], '1 of 3 rows'],
  ['campaigns=hidden', ['route-miss', 'unknown'], '2 of 3 rows'],
  ['host=SHOP.example.org', ['route-miss', 'scanner'], '2 of 3 rows'],
  ['class=benign', [], '0 of 3 rows'],
  ['class=nonsense', ['route-miss', 'scanner', 'unknown'], '3 rows'],
])('the address %s chooses the rows', (search, classes, status) => {
  address.search = search;
  render(<TargetTable rows={models.targets ?? []} />);
  expect(screen.queryAllByTestId('target').map((row) => row.dataset.class)).toEqual(classes);
  expect(screen.getByRole('status').textContent).toContain(status);
});

it('evidence is a bar with its sum, and each part in words with its sign', () => {
  render(<TargetTable rows={(models.targets ?? []).slice(0, 1)} />);
  expect(screen.getByRole('img', { name: 'Evidence −3.7' })).toBeTruthy();
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['was served before −2.5', 'one instance misses what its siblings serve −1.2']);
});

it('the blast radius says requests, share, time and hosts; an instance without a finding has none', () => {
  const [canary, sibling] = models.instances;
  const blast = { first: Date.UTC(2026, 10, 29, 13, 41, 5), last: Date.UTC(2026, 10, 29, 13, 47), requests: 9_600, trafficShare: 0.048, hosts: ['a.example.org', 'b.example.org', '<b>c</b>'].map((host) => ({ text: host, full: host, clipped: false })) };
  render(<InstanceTable rows={[{ ...canary!, blast }, sibling!]} />);
  expect(screen.getByTestId('blast').textContent).toBe('9,600 requests, 4.8\u00a0% of the fleet\'s13:41:05 to 13:47:00a.example.org, b.example.org and 1 more');
  expect(screen.getAllByTitle('No finding names this instance')).toHaveLength(1);
});
