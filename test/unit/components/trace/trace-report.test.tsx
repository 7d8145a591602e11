// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { ComponentProps } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { safeLink } from '@/lib/present/trace-links';
import { makeQueryClient } from '@/lib/client/query-client';
import { TraceReport } from '@/components/trace/trace-report';
import { useOwnPlace } from '@/components/trace/use-trace-place';
import type { TraceLink } from '@/lib/domain/traces';
import { resetTrace, resetVerdict } from '../../../support/samples-traces';

afterEach(cleanup);

const hostile = '<script>alert(1)</script>';
const jaeger: TraceLink = { kind: 'jaeger-ui', label: 'Jaeger UI', url: 'http://jaeger:16686/trace/x?uiFind=a1', focused: true };
const links = { similar: '/traces?status=503', compare: '/traces/compare?a=x', page: null };
const Judged = (props: Omit<ComponentProps<typeof TraceReport>, 'place'>) => <TraceReport {...props} place={useOwnPlace()} />;
function report(opens: readonly TraceLink[] = [jaeger]) {
  const trace = resetTrace();
  const [root, ...rest] = trace.spans;
  const spans = [{ ...root!, attributes: { ...root!.attributes, 'http.target': `/${'x'.repeat(4_096)}`, 'user_agent.original': hostile, 'url.query': '\u202egnp' } }, ...rest];
  return render(
    <QueryClientProvider client={makeQueryClient()}>
      <Judged answer={{ trace: { ...trace, spans }, verdict: resetVerdict(), link: null, links: opens }} origin={null} links={links} zone="UTC" />
    </QueryClientProvider>,
  );
}

describe('TraceReport', () => {
  it('has the verdict as its heading', () => {
    report();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('envoy-gw answered 503. The backend never replied.');
    expect(screen.getAllByText('connection reset before a response').length).toBeGreaterThan(0);
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

  it('opens in every program that has a safe address, and in none without one', () => {
    const grafana = 'https://grafana.example/explore?schemaVersion=1&panes=%7B%22a%22%3A%7B%7D%7D';
    report([jaeger, { kind: 'grafana-explore', label: 'Grafana Explore', url: grafana, focused: true }, { kind: 'zipkin-ui', label: 'Zipkin', url: 'javascript:alert(1)', focused: false }]);
    expect(screen.getAllByRole('link', { name: /Open in/ }).map((link) => [link.textContent, link.getAttribute('href')])).toEqual([['Open in Jaeger UI', jaeger.url], ['Open in Grafana Explore', grafana]]);
    cleanup();
    report([]);
    expect(screen.queryByRole('link', { name: /Open in/ })).toBeNull();
  });

  it('a selected span marks what it proves, and its row shows code and weight', async () => {
    const { container } = report();
    await userEvent.click(screen.getByRole('option', { name: /router apiserver egress/ }));
    expect(within(screen.getByRole('complementary', { name: 'Evidence' })).getByText('ATTEMPT_NO_RESPONSE').closest('li')?.dataset.here).toBe('true');
    expect([...container.querySelectorAll('[data-mark]')].map((mark) => mark.textContent)).toEqual(['ENVOY_FLAG +0.60', 'ATTEMPT_NO_RESPONSE +0.25']);
  });

  it('evidence finds its span although a filter hides it', async () => {
    report();
    await userEvent.type(screen.getByLabelText('Find in spans'), 'ext_authz');
    expect(screen.queryByRole('option', { name: /router apiserver egress/ })).toBeNull();
    await userEvent.click(screen.getAllByRole('button', { name: 'show span' })[1]!);
    expect(screen.getByRole('option', { name: /router apiserver egress/ }).getAttribute('aria-selected')).toBe('true');
  });

  it('a search looks into attributes and says how many fit', async () => {
    report();
    await userEvent.type(screen.getByLabelText('Find in spans'), '/api/orders');
    expect(screen.getAllByRole('option')).toHaveLength(1);
    expect(screen.getByText('1 of 4 fit')).toBeTruthy();
  });
});

it.each([['javascript:alert(1)', null], ['data:text/html,x', null], ['not a url', null], [null, null], ['https://j/trace/1', 'https://j/trace/1']])('safeLink(%s)', (link, expected) => {
  expect(safeLink(link)).toBe(expected);
});
