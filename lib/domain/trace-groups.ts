import type { RequestSample } from './request-sample';
import type { TraceStratum } from './findings';
import type { HopRole, Mechanism } from './verdict';

/** Traces of one stratum that have the same answering hop and mechanism. */
export interface TraceGroup {
  readonly answeredBy: HopRole;
  readonly service: string | null;
  readonly mechanism: Mechanism;
  readonly count: number;
  /** Share of the looked-at traces, with its Wilson interval. */
  readonly share: number;
  readonly low: number;
  readonly high: number;
  readonly samples: readonly RequestSample[];
}

/** What a bounded search found for one stratum: n of about N. */
export interface StratumTraces {
  readonly stratum: TraceStratum;
  readonly lookedAt: number;
  /** Requests by the counters; null when no counter knows. */
  readonly about: number | null;
  readonly truncated: boolean;
  readonly groups: readonly TraceGroup[];
}
