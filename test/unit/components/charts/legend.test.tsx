// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { withNuqsTestingAdapter } from 'nuqs/adapters/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { useHiddenSeries } from '@/components/charts/hidden-series';
import { Legend } from '@/components/charts/legend';
import type { ChartModel } from '@/lib/present/chart-model';

afterEach(cleanup);

const model: ChartModel = {
  id: 'rps', title: 'RPS', unit: 'requests', kind: 'stacked-bar', at: [0, 1],
  series: ['a', '', '<script>'].map((key) => ({ key, label: key === '' ? 'zone not known' : key, colorVar: '--zone-1', values: [2, null] })),
};

function Wired() {
  const { hidden, click } = useHiddenSeries(model.id, model.series.map(({ key }) => key).join('\n'));
  return <Legend model={model} hidden={hidden} onClick={click} />;
}

const pressed = () => screen.getAllByRole('button').map((button) => button.getAttribute('aria-pressed') === 'true');

describe('Legend', () => {
  it('isolates by click, toggles by ctrl and click, and keeps it in the URL', () => {
    const urls: string[] = [];
    render(<Wired />, { wrapper: withNuqsTestingAdapter({ hasMemory: true, onUrlUpdate: ({ queryString }) => urls.push(queryString) }) });
    expect(pressed()).toEqual([true, true, true]);
    fireEvent.click(screen.getByRole('button', { name: /zone not known/ }));
    expect(pressed()).toEqual([false, true, false]);
    fireEvent.click(screen.getByRole('button', { name: /zone not known/ }));
    expect(pressed()).toEqual([true, true, true]);
    fireEvent.click(screen.getByRole('button', { name: /^a/ }), { ctrlKey: true });
    expect(pressed()).toEqual([false, true, true]);
  });

  it('reads the URL, and nonsense in it hides nothing', () => {
    render(<Wired />, { wrapper: withNuqsTestingAdapter({ searchParams: '?hide.rps=nope,(none)' }) });
    expect(pressed()).toEqual([true, false, true]);
  });

  it('adds up counts, and shows names from outside as text', () => {
    render(<Wired />, { wrapper: withNuqsTestingAdapter() });
    expect(screen.getByRole('button', { name: '<script> 2' })).toBeTruthy();
    expect(document.querySelector('script')).toBeNull();
  });
});
