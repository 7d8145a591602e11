// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { safeLink } from '@/components/trace/trace-actions';
import { TraceReport } from '@/components/trace/trace-report';
import { backendName } from '@/components/trace/trace-view';
import { resetTrace, resetVerdict } from '../../../support/samples-traces';

afterEach(cleanup);

const hostile = '<script>alert(1)</script>';
function report(link: string | null = 'http://jaeger:16686/trace/x') {
  const trace = resetTrace();
  const [root, ...rest] = trace.spans;
  const spans = [{ ...root!, attributes: { ...root!.attributes, 'http.target': `/${'x'.repeat(4_096)}`, 'user_agent.original': hostile, 'url.query': '\u202egnp' } }, ...rest];
  return render(<TraceReport answer={{ trace: { ...trace, spans }, verdict: resetVerdict(), link, links: [] }} backend="Jaeger" similar="/traces?status=503" zone="UTC" />);
}

describe('TraceReport', () => {
  it('has the verdict as its heading', () => {
    report();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('envoy-gw answered 503. The backend never replied.');
    expect(screen.getByText('connection reset before a response')).toBeTruthy();
    expect(screen.getByText('certain, 0.95')).toBeTruthy();
  });

  it('shows why with codes and weights, and that nothing speaks against it', () => {
    report();
    const evidence = within(screen.getByRole('complementary', { name: 'Evidence' }));
    expect(evidence.getByText('ENVOY_FLAG')).toBeTruthy();
    expect(evidence.getByText('+0.60')).toBeTruthy();
    expect(evidence.getByText('nothing found')).toBeTruthy();
  });

  it('evidence leads to its span, whose events are then shown', async () => {
    report();
    await userEvent.click(screen.getAllByRole('button', { name: 'show span' })[1]!);
    const detail = within(screen.getByRole('region', { name: 'Selected span' }));
    expect(detail.getByText('router apiserver egress')).toBeTruthy();
    expect(detail.getByText('connection reset')).toBeTruthy();
  });

  it('attributes from outside are text: markup inert, bidi visible, long values clipped and reachable', async () => {
    const { container } = report();
    expect(container.querySelector('script')).toBeNull();
    expect(screen.getByText(hostile)).toBeTruthy();
    expect(screen.getByText('⟨U+202E⟩gnp')).toBeTruthy();
    expect(container.textContent).not.toContain('x'.repeat(300));
    await userEvent.click(screen.getByRole('button', { name: 'all' }));
    expect(container.textContent).toContain('x'.repeat(4_096));
  });

  it('links to the backend, and not at all when it has no address', () => {
    report();
    expect(screen.getByRole('link', { name: /Open in Jaeger/ }).getAttribute('href')).toBe('http://jaeger:16686/trace/x');
    cleanup();
    report(null);
    expect(screen.queryByRole('link', { name: /Open in/ })).toBeNull();
  });
});

it.each([['javascript:alert(1)', null], ['data:text/html,x', null], ['not a url', null], [null, null], ['https://j/trace/1', 'https://j/trace/1']])('safeLink(%s)', (link, expected) => {
  expect(safeLink(link)).toBe(expected);
});

it('the backend is named after the queries that were sent', () => {
  expect([backendName(['jaeger']), backendName(['prometheus', 'tempo']), backendName([])]).toEqual(['Jaeger', 'Tempo', 'the trace backend']);
});
