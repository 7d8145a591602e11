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
}

/** How a dialect answers one signal. */
export type SignalPlan =
  | { readonly state: 'available' | 'inferred'; readonly reason: string; readonly mend: string | null; readonly queries: readonly SignalQuery[] }
  | { readonly state: 'not-observable'; readonly reason: string; readonly mend: string | null };

/** How one proxy (or kube-state-metrics) spells the signals it knows. Signals it leaves out are not its business. */
export interface Dialect {
  readonly id: string;
  readonly title: string;
  /** `proxy` signals are asked once per fleet, `cluster` ones once per environment. */
  readonly scope: 'proxy' | 'cluster';
  /** Service name of its spans when the configuration names none; null for non-proxies. */
  readonly traceService: string | null;
  plan(signal: SignalName, context: DialectContext): SignalPlan | null;
}
