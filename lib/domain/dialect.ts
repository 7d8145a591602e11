import type { SignalName } from './signals';

/** What the configuration says about one proxy fleet (or the cluster), ready for PromQL. */
export interface DialectContext {
  /** Label matchers without braces, values already quoted, for example `application="skipper-ingress"`. May be `''`. */
  readonly selector: string;
  /** Names of the target labels that hold pod, namespace and zone. `zone` is null when zones are not target labels. */
  readonly labels: { readonly pod: string; readonly namespace: string; readonly zone: string | null };
  /** Range for rate() as PromQL text, at least four scrapes, for example `20s`. */
  readonly rateWindow: string;
  readonly scrapeMs: number;
  /** Length of the period that each value of a gauge sums up, for sources that export sums by period; absent: the usual one. */
  readonly periodSeconds?: number;
  /**
   * Where zones are no target label but known to kube-state-metrics: a PromQL vector of ones with the labels
   * `namespace`, `pod` (named as in `labels`) and `zone`.
   */
  readonly zoneJoin?: string;
  /** Of the dialect's `metrics`, those that the source has in the range; absent or null: not asked, all are assumed. */
  readonly present?: readonly string[] | null;
}

/** One PromQL expression of a plan and how its labels become those of the signal. */
export interface SignalQuery {
  /**
   * For `count` signals: an expression of RAW counters, summed no further than one process (so that resets stay visible);
   * the increments are taken on our side, exactly. For the other kinds: the value itself.
   */
  readonly promql: string;
  /** Signal label to source label. */
  readonly labels: Readonly<Record<string, string>>;
  /** Signal labels with a constant value. */
  readonly fixed: Readonly<Record<string, string>>;
  /** -1: subtract this query's increments from those with the same signal labels. */
  readonly sign: 1 | -1;
  /** For `rate` signals given as raw counters: our side takes exact increments and divides by the step, without the lag of a rate window. */
  readonly raw?: boolean;
}

/**
 * How a dialect answers one signal. `collector` names what is missing when no series come at all: an empty answer then
 * means "not collected", not "none happened".
 */
export type SignalPlan =
  | { readonly state: 'available' | 'inferred'; readonly reason: string; readonly mend: string | null; readonly queries: readonly SignalQuery[]; readonly collector?: string }
  | { readonly state: 'not-observable'; readonly reason: string; readonly mend: string | null };

/** How one proxy (or kube-state-metrics) spells the signals it knows. Signals it leaves out are not its business. */
export interface Dialect {
  readonly id: string;
  readonly title: string;
  /** `proxy` signals are asked once per fleet, `cluster` ones once per environment. */
  readonly scope: 'proxy' | 'cluster';
  /** Service name of its spans when the configuration names none; null for non-proxies. */
  readonly traceService: string | null;
  /** Metrics whose presence decides how (or whether) a signal can be asked. Only such that exist without any event. */
  readonly metrics?: readonly string[];
  /** A metric that every fleet of this proxy exports under traffic: by it a quick start finds the fleets. */
  readonly hallmark?: string;
  plan(signal: SignalName, context: DialectContext): SignalPlan | null;
}
