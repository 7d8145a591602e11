// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FindingCard } from '@/components/findings/finding-card';
import { hopsOf } from '@/components/findings/hop-chain';
import type { Finding } from '@/lib/domain/findings';
import { describeFinding } from '@/lib/present/finding';
import { findings } from '../../../support/samples';

vi.mock('next/navigation', () => ({ usePathname: () => '/', useSearchParams: () => new URLSearchParams('env=lab&from=now-1h&to=now') }));
afterEach(cleanup);
const draw = (finding: Finding) => render(<FindingCard finding={finding} view={describeFinding(finding)} />);
const canary = findings.find(({ kind }) => kind === 'routeless-instance')!;

describe('FindingCard', () => {
  it.each(findings.map((finding) => [finding.kind, finding] as const))('%s leads to its page in the same view', (_kind, finding) => {
    draw(finding);
    expect(screen.getByRole('link', { name: /: details of/ }).getAttribute('href')).toContain(`env=lab&from=now-1h&to=now&proxy=skipper-ingress&finding=${finding.id}`);
  });

  it('leads to its traces, where it has some', () => {
    draw(canary);
    expect(screen.getByRole('link', { name: /^Traces of/ }).getAttribute('href')).toBe(`/traces?env=lab&from=now-1h&to=now&finding=${canary.id}`);
    cleanup();
    draw({ ...canary, strata: [] });
    expect(screen.queryByRole('link', { name: /^Traces of/ })).toBeNull();
  });

  it.each([
    ['rollout-errors', /^\/hops\?env=lab&from=\d+&to=\d+&proxy=skipper-ingress&status=50[234]$/],
    ['routeless-instance', /^\/hops\?env=lab&from=\d+&to=\d+&proxy=skipper-ingress&status=404$/],
  ])('%s leads to its hops: its status, fleet and time', (kind, href) => {
    draw(findings.find((finding) => finding.kind === kind)!);
    expect(screen.getByRole('link', { name: /^Hops: / }).getAttribute('href')).toMatch(href);
  });

  it('a finding without a status has no way to the hops', () => {
    draw(findings.find(({ detector }) => detector === 'zone-flapping')!);
    expect(screen.queryByRole('link', { name: /^Hops: / })).toBeNull();
  });

  it('asks for traces in the range of the answer, not in a moving one', () => {
    render(<FindingCard finding={canary} view={describeFinding(canary)} range={{ from: 1795957500000, to: 1795961100000 }} />);
    expect(screen.getByRole('link', { name: /^Traces of/ }).getAttribute('href')).toContain('from=1795957500000&to=1795961100000');
  });

  it('says first what speaks against it, where something does', () => {
    draw({ ...canary, against: [{ code: 'young-instance', text: 'It started less than a minute before.' }, { code: 'b', text: 'second' }] });
    expect(screen.getByTestId('finding-against').textContent).toBe('Against: It started less than a minute before.');
    cleanup();
    draw({ ...canary, against: [] });
    expect(screen.queryByTestId('finding-against')).toBeNull();
  });

  it('names from outside are text', () => {
    const hostile = { ...canary, data: { ...canary.data, instance: '<img src=x onerror=alert(1)>' }, advice: ['<script>alert(1)</script>'] } as Finding;
    draw(hostile);
    expect(document.querySelector('img, script')).toBeNull();
    expect(screen.getByText('<script>alert(1)</script>')).toBeTruthy();
  });

  it('draws the hops only where the finding knows them', () => {
    expect(hopsOf(canary)?.map(({ state }) => state)).toEqual(['passed', 'answered', 'not-reached']);
    expect(hopsOf(findings.find(({ kind }) => kind === 'rollout-errors')!)).toBeNull();
  });
});
