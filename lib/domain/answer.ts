import type { TrustNote } from './trust';
import type { ResolvedRange } from './time-range';

/** A query as it was sent, so that a reader can repeat it. */
export interface QueryRecord {
  /** `metrics` or `traces`, with the environment's source type, for example `prometheus`. */
  readonly source: string;
  /** The signal or question that it answers. */
  readonly purpose: string;
  readonly query: string;
  readonly range: ResolvedRange;
  /** Link to the source's own UI, or null when there is none. */
  readonly link: string | null;
}

export type Basis = 'measured' | 'inferred';

/** The envelope of every answer: API, pages and CLI share it (contracts.md section 4). */
export interface Answer<T> {
  readonly data: T;
  readonly range: ResolvedRange;
  readonly basis: Basis | null;
  readonly queries: readonly QueryRecord[];
  readonly trust: readonly TrustNote[];
  /** Sources that failed while answering; the rest of the answer stands. */
  readonly failures: readonly SourceFailure[];
}

/** A source that could not answer, in words for people. `kind` is that of SourceError. */
export interface SourceFailure {
  readonly source: string;
  readonly kind: string;
  readonly message: string;
  /** Which signals or questions are missing because of it. */
  readonly affects: readonly string[];
}
