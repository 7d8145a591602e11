import type { ChartModel, ChartSeries } from '@/lib/present/chart-model';
import { type Column, highestValue, reduceColumns } from './reduce';

/** Most rows that Recharts gets (reference/performance.md section 7): above it nothing is gained on a screen. */
const MOST_ROWS = 540;

export type Row = { readonly at: number } & Readonly<Record<string, number | null>>;

export interface DrawnSeries {
  /** `s0`, `s1`: names from outside never become data keys, which Recharts reads as paths. */
  readonly dataKey: string;
  readonly series: ChartSeries;
  readonly column: Column;
}

export interface SeriesView {
  readonly at: readonly number[];
  readonly rows: readonly Row[];
  readonly drawn: readonly DrawnSeries[];
  readonly highest: number;
}

/** The shown series of a model, cut to what `pixels` can show. */
export function toSeriesView(model: ChartModel, hidden: ReadonlySet<string>, pixels: number): SeriesView {
  const shown = model.series.filter((one) => !hidden.has(one.key));
  const mode = model.kind === 'stacked-bar' || model.kind === 'step' ? 'peaks' : 'extremes';
  const most = Math.min(MOST_ROWS, Math.max(2, Math.floor(pixels)));
  const reduced = reduceColumns(model.at, shown.map((one) => one.values), most, mode);
  const drawn = shown.map((series, i) => ({ dataKey: `s${i}`, series, column: reduced.columns[i]! }));
  const rows = reduced.at.flatMap((at, i) => {
    const row = rowAt(at, drawn, i);
    const opening = model.kind === 'stacked-bar' ? openingRow(reduced.at, drawn, i) : null;
    return opening ? [opening, row] : [row];
  });
  return { at: reduced.at, rows, drawn, highest: highestValue(drawn.map(({ column }) => column), isStacked(model)) };
}

function rowAt(at: number, drawn: readonly DrawnSeries[], i: number): Row {
  return Object.fromEntries([['at', at], ...drawn.map(({ dataKey, column }) => [dataKey, column[i] ?? null])]) as Row;
}

/**
 * A count belongs to the step that ends at its time, so its bar reaches back to the step before. After a gap there is
 * nothing to reach back to: this row opens the bar.
 */
function openingRow(at: readonly number[], drawn: readonly DrawnSeries[], i: number): Row | null {
  const opens = drawn.some(({ column }) => (column[i] ?? null) !== null && (column[i - 1] ?? null) === null);
  if (!opens) return null;
  const before = at[i - 1] ?? at[i]! - ((at[i + 1] ?? at[i]!) - at[i]!);
  return rowAt(before, drawn, i);
}

/** True when values of a model add up. */
export function isStacked(model: Pick<ChartModel, 'kind'>): boolean {
  return model.kind === 'stacked-area' || model.kind === 'stacked-bar';
}
