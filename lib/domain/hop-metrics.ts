import type { Mechanism } from './verdict';

/** Common to all facts: the words that a reader sees, for example `skipper_route_error_total, 10:00:00 to 10:00:30`. */
interface Sourced {
  readonly source: string;
}

/** Answers with one status, split by who made them. Null: no counter knows; 0: the counter did not move. */
interface Split {
  readonly status: number;
  /** Answers that the counted hop made itself. */
  readonly own: number | null;
  /** Answers that it received from the next hop and passed on. */
  readonly passed: number | null;
}

/** A load balancer's own answers against those of its targets (ALB: `HTTPCode_ELB_502_Count`, `HTTPCode_Target_5XX_Count`). */
export interface LoadBalancerFact extends Sourced, Split {
  readonly kind: 'load-balancer';
}

/** A proxy's own answers against those that it passed on. `service` is the name in traces; null: whichever proxy is in the trace. */
export interface ProxyAnswersFact extends Sourced, Split {
  readonly kind: 'proxy-answers';
  readonly service: string | null;
}

/** How often a proxy counted one reason for an answer of its own: route misses, a response flag, a failed connection. */
export interface ProxyReasonFact extends Sourced {
  readonly kind: 'proxy-reason';
  readonly service: string | null;
  readonly mechanism: Mechanism;
  /** Null: not counted. */
  readonly count: number | null;
}

/** What happened to the endpoints of a backend. `service` is its name in verdicts; null: the one that this trace is about. */
export interface EndpointsFact extends Sourced {
  readonly kind: 'endpoints';
  readonly service: string | null;
  /** Endpoints that came, went or changed their readiness; null: not known. */
  readonly changes: number | null;
  /** Fewest ready endpoints of the stretch; null: not known. */
  readonly ready: number | null;
}

/**
 * What counters say about the stretch of time that holds one request (reference/traces-apis.md section 6.4 step 10). The
 * stretch is as short as the scrapes allow; a fact about a longer one proves less and should be left out.
 */
export type MetricFact = LoadBalancerFact | ProxyAnswersFact | ProxyReasonFact | EndpointsFact;
