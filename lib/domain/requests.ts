import type { Finding, TraceStratum } from './findings';
import type { Capability, SourceStatus } from './capability';
import type { HopFilter } from './hop-filter';
import type { StratumTraces } from './trace-groups';
import type { Trace, TraceLink } from './traces';
import type { Verdict } from './verdict';

/** A question about a range as a URL, an API call or the command line puts it: text, not yet believed. */
export interface RangeRequest {
  /** Environment name; null: the first one. */
  readonly env: string | null;
  /** Grafana syntax (`now-6h`), epoch ms or ISO 8601; null: the default (a recording's whole range, else the last hour). */
  readonly from: string | null;
  readonly to: string | null;
  /** Most points of a chart; null: 720. */
  readonly maxPoints: number | null;
}

/** Which traces: those of a finding, or those of one point of a chart. */
export interface TracesRequest extends RangeRequest, HopFilter {
  readonly finding: string | null;
  readonly status: number | null;
  readonly proxy: string | null;
  readonly instance: string | null;
  readonly zone: string | null;
  readonly host: string | null;
}

export interface TracesAnswer {
  /** The finding asked for; null for a point, or when no finding of the range has that id (then `strata` is empty). */
  readonly finding: Finding | null;
  readonly strata: readonly StratumTraces[];
}

export interface TraceAnswer {
  readonly trace: Trace;
  readonly verdict: Verdict;
  /** Link to the backend's own UI, focused on the deciding span; null when it has none (a recording). */
  readonly link: string | null;
  /** Every program that can open this trace, the backend's own UI first. */
  readonly links: readonly TraceLink[];
  /**
   * True when the trace is large and was asked for the page: most spans come without attributes, resource and events, which
   * `GET traces/{traceId}/spans/{spanId}` has. Absent else.
   */
  readonly lean?: true;
}

/** Verdicts of a pasted text: of the traces in it, or of the trace whose id it names. */
export interface PasteAnswer {
  /** `json`: the text held traces; `id`: it named one, read from the trace source. */
  readonly from: 'json' | 'id';
  /** What was recognised, for people: the wire format (`Jaeger JSON`), or what named the trace (`a traceparent`). */
  readonly format: string | null;
  readonly traces: readonly TraceAnswer[];
  /** Traces that were left out over the limit. */
  readonly leftOut: number;
}

export interface CapabilitiesAnswer {
  readonly sources: readonly SourceStatus[];
  readonly capabilities: readonly Capability[];
}

export interface RecordingInfo {
  readonly id: string;
  readonly title: string;
  readonly environment: string;
  readonly from: number;
  readonly to: number;
  readonly madeAt: number;
  readonly appVersion: string;
  readonly bytes: number;
  readonly findings: readonly Finding['kind'][];
  /** Null when it can be opened; else what is wrong with the file. */
  readonly broken: string | null;
}

export type { TraceStratum };
