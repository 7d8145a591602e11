// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { StratumPanel } from '@/components/traces/stratum-panel';
import { epochMs } from '@/lib/domain/units';
import { stratumViews } from '@/lib/present/traces-list';
import { T0, sampleGroup, sampleRequest } from '../../../support/samples-traces';

vi.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams('env=prod'), usePathname: () => '/traces', useRouter: () => ({ push: () => {} }) }));
afterEach(cleanup);

const stratum = { label: '503', from: epochMs(T0), to: epochMs(T0 + 60_000), status: 503, proxy: null, instance: null, zone: null, host: null };
const backend = { answeredBy: 'backend', service: 'apiserver', mechanism: 'backend_own_error' } as const;
const groups = [
  sampleGroup([sampleRequest('a'.repeat(32), { host: '<script>alert(1)</script>', path: `/\u202e${'x'.repeat(4_096)}` })], { share: 0.5, count: 3 }),
  sampleGroup([sampleRequest('b'.repeat(32), { path: '/own' })], { ...backend, share: 0.5 }),
];
const show = (truncated = true) => render(<StratumPanel zone="UTC" view={stratumViews([{ stratum, lookedAt: 4, about: 17, truncated, groups }], 'UTC')[0]!} />);
const samples = () => within(screen.getByRole('table', { name: 'Traces' })).getAllByRole('row').slice(1);

describe('StratumPanel', () => {
  it('says n of about N, that there are more, and that few traces say little', () => {
    show();
    expect(screen.getByText('4 traces of about 17 requests')).toBeTruthy();
    expect(screen.getByText(/hit its limit/)).toBeTruthy();
    expect(screen.getByText(/shares say little/)).toBeTruthy();
    expect(screen.getByText('2 of the 4 traces are listed, spread over the time.')).toBeTruthy();
  });

  it('says nothing of a limit that was not hit', () => {
    show(false);
    expect(screen.queryByText(/hit its limit/)).toBeNull();
  });

  it('a recording holds no fair sample over all statuses: counts, no shares, and the reason', () => {
    render(<StratumPanel zone="UTC" view={stratumViews([{ stratum: { ...stratum, status: null }, lookedAt: 4, about: 17, truncated: false, groups }], 'UTC', true)[0]!} />);
    expect(screen.queryByRole('columnheader', { name: 'share' })).toBeNull();
    expect(screen.getByText(/keeps traces of errors and only a few others/)).toBeTruthy();
  });

  it('within one status a recording is fair, and live traces are sampled by chance', () => {
    const biased = (status: number | null, recorded: boolean) => stratumViews([{ stratum: { ...stratum, status }, lookedAt: 4, about: 17, truncated: false, groups }], 'UTC', recorded)[0]!.biased;
    expect([biased(503, true), biased(null, false), biased(null, true)]).toEqual([false, false, true]);
  });

  it('each row links to its trace with the time to look at and the fleet it belongs to', () => {
    show();
    expect(within(samples()[0]!).getByRole('link').getAttribute('href')).toBe(`/traces/${'a'.repeat(32)}?env=prod&proxy=envoy&at=${T0}`);
  });

  it('a group narrows the list to itself, and gives it back', async () => {
    show();
    const group = screen.getByRole('button', { name: 'backend, apiserver' });
    await userEvent.click(group);
    expect(group.getAttribute('aria-pressed')).toBe('true');
    expect(samples().map((row) => row.textContent)).toEqual([expect.stringContaining('/own')]);
    await userEvent.click(group);
    expect(samples()).toHaveLength(2);
  });

  it('hosts and paths of scanners are inert: no markup, nothing hidden, long ones open on demand', async () => {
    const { container } = show();
    expect(container.querySelector('script')).toBeNull();
    expect(screen.getByText('<script>alert(1)</script>')).toBeTruthy();
    expect(container.textContent).toContain('⟨U+202E⟩');
    expect(container.textContent).not.toMatch(/\u202e/);
    expect(container.textContent).not.toContain('x'.repeat(4_096));
    await userEvent.click(screen.getByRole('button', { name: 'all' }));
    expect(container.textContent).toContain('x'.repeat(4_096));
  });
});
