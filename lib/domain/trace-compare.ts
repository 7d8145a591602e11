import type { TraceAnswer } from './requests';
import type { EpochMs } from './units';

/** What is alike of the two requests, most telling first: the good trace was chosen by it. */
export type LikenessKind = 'same-path' | 'same-route' | 'path-shape' | 'same-host';

/** One window that was searched for a good trace of the same route. */
export interface GoodWindow {
  readonly from: EpochMs;
  readonly to: EpochMs;
  /** Traces that were looked at. */
  readonly lookedAt: number;
  /** Of those, healthy ones. */
  readonly healthy: number;
  readonly truncated: boolean;
}

/** How a good trace was looked for. */
export interface GoodSearch {
  readonly proxy: string;
  readonly host: string | null;
  /** Path as a shape, ids as `*`; null: no span says. */
  readonly pathShape: string | null;
  readonly route: string | null;
  readonly windows: readonly GoodWindow[];
  /** Null: none was found. */
  readonly likeness: LikenessKind | null;
  /** Why there was no search, or none to the end; null: it was done. */
  readonly why: string | null;
}

/** A failed trace beside a good one of the same route (GET /api/v1/traces/compare). */
export interface TraceCompareAnswer {
  readonly a: TraceAnswer;
  /** Null: no good one was found; `search` says what was looked at. */
  readonly b: TraceAnswer | null;
  /** Null when `b` was named. */
  readonly search: GoodSearch | null;
}
