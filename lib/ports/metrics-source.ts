import type { Labels } from '../domain/series';
import type { ResolvedRange } from '../domain/time-range';
import type { EpochMs } from '../domain/units';

/** A series as a metrics source returned it: only the points that exist. NaN is dropped, infinities are kept. */
export interface RawSeries {
  readonly labels: Labels;
  readonly points: readonly (readonly [at: EpochMs, value: number])[];
}

export interface RangeResult {
  readonly series: readonly RawSeries[];
  /** Warnings and infos of the engine, as text. */
  readonly warnings: readonly string[];
  /** True when the engine said that the answer is partial. */
  readonly partial: boolean;
  /** The range that was really asked: the step may have been doubled once on "too many samples". */
  readonly range: ResolvedRange;
  /** The engine that the answer shows itself to be from; missing or `unknown` where it does not show. */
  readonly engine?: MetricsEngine;
}

export type MetricsEngine = 'prometheus' | 'victoria-metrics' | 'unknown';

export interface MetricsProbe {
  readonly engine: MetricsEngine;
  readonly version: string | null;
}

/** Any Prometheus HTTP API. All methods throw SourceError. */
export interface MetricsSource {
  readonly type: string;
  range(query: string, range: ResolvedRange, signal?: AbortSignal): Promise<RangeResult>;
  probe(signal?: AbortSignal): Promise<MetricsProbe>;
  /** Scrape interval of the job(s) behind a selector in ms, or null when the source does not tell. */
  scrapeIntervalMs(signal?: AbortSignal): Promise<number | null>;
  /** Link to the source's own UI for a query, or null. Never with credentials. */
  link(query: string, range: ResolvedRange): string | null;
}
