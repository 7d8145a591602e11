import type { Trace, TraceLink } from '../domain/traces';
import type { EpochMs } from '../domain/units';

/** One bounded search: traces whose proxy span has this service (and status, instance) in this window. */
export interface TraceSearch {
  readonly service: string;
  readonly from: EpochMs;
  readonly to: EpochMs;
  /** HTTP status of the proxy's answer; null: any. Sources re-check each trace on our side. */
  readonly status: number | null;
  /** More exact attributes of the same span, as text. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly limit: number;
}

export interface TraceSearchResult {
  readonly traces: readonly Trace[];
  /** True when the limit was reached, or the backend left something out: there may be more. */
  readonly truncated: boolean;
  /** The requests that were sent, for "show query". */
  readonly queries: readonly string[];
  /**
   * From here to the end of the window nothing could be found yet: some backends search only what is older than half a minute.
   * Absent or null: the whole window was searched.
   */
  readonly unsearchedFrom?: EpochMs | null;
}

export interface TraceProbe {
  readonly type: string;
  readonly version: string | null;
  readonly detail: string;
  /** Services that the backend knows. */
  readonly services: readonly string[];
}

/** A trace backend. All methods throw SourceError. */
export interface TraceSource {
  readonly type: string;
  search(search: TraceSearch, signal?: AbortSignal): Promise<TraceSearchResult>;
  /** Null when the backend does not have it. `around` narrows the look-up (backends scan all retention without it). */
  get(traceId: string, around: EpochMs | null, signal?: AbortSignal): Promise<Trace | null>;
  probe(signal?: AbortSignal): Promise<TraceProbe>;
  /**
   * Links that open the trace in other programs, focused on a span where they can, the backend's own UI first. `around` is when
   * the trace was: some programs look only at a range of time. Empty when nobody can open it (a recording).
   */
  links(traceId: string, spanId: string | null, around: EpochMs | null): readonly TraceLink[];
}
