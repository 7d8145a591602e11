import { describe, expect, it } from 'vitest';
import { toSeriesView } from '@/components/charts/series-view';
import type { ChartModel } from '@/lib/present/chart-model';

const model = (kind: ChartModel['kind'], ...values: (number | null)[][]): ChartModel => ({
  id: 'm', title: 'm', unit: 'requests', kind, at: [0, 10, 20, 30], series: values.map((column, i) => ({ key: `k.${i}`, label: 'x', colorVar: '--zone-1', values: column })),
});

describe('toSeriesView', () => {
  it('rows have keys of our own, never names from outside', () => {
    expect(toSeriesView(model('line', [1, 2, null, 4]), new Set(), 500).rows[0]).toEqual({ at: 0, s0: 1 });
  });

  it('hidden series are not drawn and do not count', () => {
    const view = toSeriesView(model('stacked-area', [1, 1, 1, 1], [9, 9, 9, 9]), new Set(['k.1']), 500);
    expect(view.drawn.map(({ series }) => series.key)).toEqual(['k.0']);
    expect(view.highest).toBe(1);
  });

  it('a bar after a gap reaches back to the step before', () => {
    const { rows } = toSeriesView(model('stacked-bar', [5, null, 7, 7]), new Set(), 500);
    expect(rows).toEqual([{ at: -10, s0: 5 }, { at: 0, s0: 5 }, { at: 10, s0: null }, { at: 10, s0: 7 }, { at: 20, s0: 7 }, { at: 30, s0: 7 }]);
  });
});
