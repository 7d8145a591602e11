/**
 * What a chart draws, all decided: units, order, colours, regions. Components map it to marks and decide nothing.
 * Times are epoch ms; `null` is a gap, never 0.
 */
export type ChartKind = 'stacked-area' | 'line' | 'stacked-bar' | 'step';

/** Meaning of a colour; components map it to the tokens `--bad`, `--warn`, ... `rollout` and `accent` to their own. */
export type Tone = 'bad' | 'warn' | 'good' | 'info' | 'neutral' | 'accent' | 'rollout';

/** Unit of the values, and with it how a value is written: see `formatValue`. */
export type ChartUnit = 'requests/s' | 'requests' | 'share' | 'seconds' | 'pods' | 'routes' | 'attempts' | 'traces' | 'state';

/** True for units of whole things: their axis has whole ticks. */
export function isCounted(unit: ChartUnit): boolean {
  return unit === 'requests' || unit === 'pods' || unit === 'routes' || unit === 'attempts' || unit === 'traces';
}

export interface ChartSeries {
  /** Stable, for isolating in the legend and for links. */
  readonly key: string;
  /** Text from outside with control marks made visible: draw it as text only. */
  readonly label: string;
  /** CSS variable name such as `--zone-1`. */
  readonly colorVar: string;
  /** One value per time of `at`. */
  readonly values: readonly (number | null)[];
  /** Drawn dashed: an expectation beside what was measured. */
  readonly dashed?: boolean;
}

export interface ChartRegion {
  readonly from: number;
  readonly to: number;
  readonly label: string;
  readonly tone: Tone;
}

export interface ChartMarker {
  readonly at: number;
  readonly label: string;
  readonly tone: Tone;
}

export interface ChartModel {
  readonly id: string;
  readonly title: string;
  readonly unit: ChartUnit;
  readonly kind: ChartKind;
  readonly at: readonly number[];
  readonly series: readonly ChartSeries[];
  readonly regions?: readonly ChartRegion[];
  readonly markers?: readonly ChartMarker[];
  /** Fixed top of the value axis, for example 1 for shares. */
  readonly yMax?: number;
  /** One line under the title: how the values were made. */
  readonly note?: string;
}

/** One stretch of a state strip, coloured by a CSS variable. */
export interface StripSegment {
  readonly from: number;
  readonly to: number;
  readonly label: string;
  readonly colorVar: string;
}

/** One row of states. */
export interface StripRow {
  readonly key: string;
  readonly label: string;
  readonly segments: readonly StripSegment[];
}

/** Rows of states over the same time axis as the charts (mock: "Spread or concentrated"). */
export interface StripModel {
  readonly id: string;
  readonly title: string;
  readonly note?: string;
  /** Ends of the time axis, so that strips line up with charts. */
  readonly from: number;
  readonly to: number;
  readonly rows: readonly StripRow[];
  /** Rows that say little: shown on demand, behind these words. */
  readonly folded?: { readonly label: string; readonly rows: readonly StripRow[] };
  readonly markers?: readonly ChartMarker[];
}
