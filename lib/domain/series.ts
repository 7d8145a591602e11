import type { EpochMs, Millis } from './units';

/** Not known is `null`. It is never 0. */
export type Value = number | null;

export type Labels = Readonly<Record<string, string>>;

/** One line of a frame: its labels and one value for each time of the frame. */
export interface LabelledSeries {
  readonly labels: Labels;
  readonly values: readonly Value[];
}

/** Several series over one shared, evenly spaced time axis. `values[i]` belongs to `at[i]`. */
export interface SeriesFrame {
  readonly at: readonly EpochMs[];
  readonly stepMs: Millis;
  readonly series: readonly LabelledSeries[];
}
