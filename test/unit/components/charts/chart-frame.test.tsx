// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ChartFrame } from '@/components/charts/chart-frame';
import type { FrameState } from '@/components/charts/frame-state';
import { answerOf } from '../../../support/samples';

afterEach(cleanup);

const draw = (state: FrameState<string>, onRetry?: () => void) => render(
  <ChartFrame title="RPS" state={state} height={100} zone="UTC" queries={answerOf(0).queries.slice(0, 1)} onRetry={onRetry} table={() => <table><caption>twin</caption></table>}>
    {(model) => <p>drawn {model}</p>}
  </ChartFrame>,
);
const failure = { source: 'jaeger', kind: 'unreachable', message: 'connection refused', affects: ['traces'] };

describe('ChartFrame', () => {
  it('keeps room while it loads', () => {
    draw({ kind: 'loading' });
    expect(screen.getByText('Loading')).toBeTruthy();
    expect(screen.getByTestId('chart-frame').getAttribute('aria-busy')).toBe('true');
  });

  it('draws, and offers table and query', async () => {
    draw({ kind: 'ready', model: 'x', failures: [], stale: false });
    expect(screen.getByText('drawn x')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'table' }));
    expect(screen.getByText('twin')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'show query' }));
    expect(screen.queryByText('twin')).toBeNull();
    expect(screen.getByText(/sum by \(zone\)/)).toBeTruthy();
    expect(screen.getByRole('link', { name: /Open in prometheus/ }).getAttribute('href')).toMatch(/^http:\/\/prometheus/);
  });

  it('partial: says which source is missing and draws the rest', () => {
    draw({ kind: 'ready', model: 'x', failures: [failure], stale: false });
    expect(screen.getByText(/Partial: jaeger did not answer \(connection refused\); missing: traces/)).toBeTruthy();
    expect(screen.getByText('drawn x')).toBeTruthy();
  });

  it('failed: says why, what to do, and tries again', async () => {
    const again = vi.fn();
    draw({ kind: 'failed', message: 'Source failed', next: 'check that it is up' }, again);
    expect(screen.getByRole('alert').textContent).toContain('Check that it is up.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(again).toHaveBeenCalledOnce();
  });

  it('not checked: says what is missing and the mend', () => {
    draw({ kind: 'not-checked', why: 'no endpoint slices', missing: ['hinted-share'], mend: 'collect endpointslices' });
    expect(screen.getByText('Not checked')).toBeTruthy();
    expect(screen.getByText(/No endpoint slices\. Missing: hinted-share\./)).toBeTruthy();
    expect(screen.getByText('Collect endpointslices.')).toBeTruthy();
  });

  it('empty is not "not checked"', () => {
    draw({ kind: 'empty', why: 'no 404 in this range', failures: [] });
    expect(screen.getByText('No 404 in this range.')).toBeTruthy();
    expect(screen.queryByText('Not checked')).toBeNull();
  });

  it('a script address in a crafted recording is no link', async () => {
    const query = { ...answerOf(0).queries[0]!, link: 'javascript:alert(1)' };
    render(<ChartFrame title="Q" state={{ kind: 'ready', model: 'x', failures: [], stale: false }} height={10} zone="UTC" queries={[query]}>{() => null}</ChartFrame>);
    await userEvent.click(screen.getByRole('button', { name: 'show query' }));
    expect(screen.queryByRole('link')).toBeNull();
  });
});
