import type { HopRole } from './verdict';
import type { Value } from './series';
import type { SignalName } from './signals';
import type { EpochMs, Millis } from './units';

export interface PodPhase {
  readonly pod: string;
  readonly replicaset: string;
  readonly created: EpochMs | null;
  readonly ready: EpochMs | null;
  readonly gone: EpochMs | null;
}

export interface Rollout {
  /** `namespace/name`. */
  readonly workload: string;
  readonly from: EpochMs;
  /** End, or the end of the range while it is still going on. */
  readonly to: EpochMs;
  readonly ongoing: boolean;
  readonly oldReplicaSets: readonly string[];
  readonly newReplicaSet: string;
  readonly image: { readonly before: string | null; readonly after: string | null } | null;
  readonly source: 'replicaset-lifespan' | 'condition-reason' | 'given';
  readonly pods: readonly PodPhase[];
}

export interface Burst {
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly codes: Readonly<Record<string, number>>;
  readonly expected: number;
  readonly p: number;
  readonly rollouts: readonly { readonly workload: string; readonly relation: 'during' | 'just-after' | 'none'; readonly p: number }[];
}

/** Something that decides what helps. `value` null: not observed; `mend` then says how it could be. */
export interface ObservedFact {
  readonly code:
    | 'retries' | 'retries-succeeded' | 'near-misses' | 'ejections' | 'ejection-size' | 'active-checks' | 'direct-responses'
    | 'disruption-budget' | 'max-unavailable' | 'replicas' | 'route-retry';
  readonly text: string;
  readonly value: number | null;
  readonly signal: SignalName | null;
  /** As sent to the source, one a line; null when nothing was asked. */
  readonly query: string | null;
  readonly mend: string | null;
}

/** One change, ready to apply. All text but `yaml` is plain words; names in `yaml` are escaped data. */
export interface Remedy {
  readonly kind:
    | 'deployment-drain' | 'deployment-readiness' | 'deployment-strategy' | 'disruption-budget'
    | 'envoy-gateway-policy' | 'route-retry' | 'skipper-fade-in' | 'skipper-passive-health-check' | 'skipper-dial-timeout';
  readonly title: string;
  /** From what was observed. */
  readonly reason: string;
  readonly effect: string;
  readonly willNot: string;
  /** What must be filled in by hand carries the comment `FILL IN`. */
  readonly yaml: string;
  readonly appliesTo: string;
}

export interface RolloutCount {
  readonly workload: string;
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly failed: number;
  readonly codes: Readonly<Record<string, number>>;
  readonly requests: number | null;
  readonly expectedFailed: number;
  readonly nearMisses: number | null;
  readonly p: number;
  /** Absent where nothing failed and nothing nearly did. */
  readonly observed?: readonly ObservedFact[];
  /** What helps most first; empty when chance explains the errors. Absent as `observed` is. */
  readonly remedies?: readonly Remedy[];
}

export interface WorkloadAssociation {
  readonly workload: string;
  readonly rollouts: number;
  readonly bursts: number;
  readonly inside: number;
  readonly expectedInside: number;
  readonly p: number;
  readonly q: number;
}

export interface RolloutDetail {
  readonly at: readonly EpochMs[];
  readonly stepMs: Millis;
  /** Status text to exact errors per step, over all proxies. */
  readonly errors: Readonly<Record<string, readonly Value[]>>;
  readonly nearMisses: readonly Value[] | null;
  readonly requests: readonly Value[] | null;
  readonly rollouts: readonly Rollout[];
  readonly bursts: readonly Burst[];
  readonly perRollout: readonly RolloutCount[];
  readonly perWorkload: readonly WorkloadAssociation[];
  /** Sampled traces of the errors by answering hop and status; null: no traces could be looked at. */
  readonly hops: readonly { readonly role: HopRole; readonly service: string | null; readonly status: number; readonly samples: number }[] | null;
}
