import type { RolloutComparison } from './rollout-compare';
import type { HopRole } from './verdict';
import type { Value } from './series';
import type { SignalName } from './signals';
import type { EpochMs, Millis } from './units';

export interface PodPhase {
  readonly pod: string;
  readonly replicaset: string;
  readonly created: EpochMs | null;
  readonly ready: EpochMs | null;
  /** When its deletion began; null: not within the range, absent: not observed here. */
  readonly terminating?: EpochMs | null;
  readonly gone: EpochMs | null;
}

/** Who says that there was a rollout. */
export const rolloutSources = [
  'replicaset-lifespan', 'condition-reason', 'statefulset-revision', 'daemonset-status', 'argo-rollouts', 'argo-cd', 'flux', 'flagger', 'grafana', 'given',
] as const;

export type RolloutSource = (typeof rolloutSources)[number];

/**
 * `complete`: only the new pods are left. `stuck`: its controller gave up waiting, or nothing moved for ten minutes. `aborted`:
 * the new set went back to nothing before it had all its pods. `superseded`: another rollout of the workload began before it was
 * complete. `rolled-back`: it brought back a set that ran before.
 */
export const rolloutStates = ['complete', 'ongoing', 'stuck', 'aborted', 'superseded', 'rolled-back'] as const;

export type RolloutState = (typeof rolloutStates)[number];

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
  /** The source whose times are shown. */
  readonly source: RolloutSource;
  /** All that saw it, the first is `source`. */
  readonly sources?: readonly RolloutSource[];
  readonly state?: RolloutState;
  /** True while somebody halted it. */
  readonly paused?: boolean;
  /** `rolling`, `recreate`, or the controller's own word; null: cannot be told. */
  readonly strategy?: string | null;
  readonly pods: readonly PodPhase[];
}

/** Something in the cluster that is no rollout and can cost requests too. */
export interface ClusterEvent {
  readonly kind: 'oom-kill' | 'restart' | 'eviction' | 'drain' | 'scaling';
  /** `namespace/name`. */
  readonly workload: string;
  /** Null: it concerns the workload as a whole. */
  readonly pod: string | null;
  readonly at: EpochMs;
  /** For example `3 to 9 pods`; text from the cluster. */
  readonly text: string;
}

/** What may have caused errors: a rollout or anything else that fell on the same time. */
export interface Suspect {
  readonly kind: 'rollout' | ClusterEvent['kind'] | 'load-peak' | 'upstream-timeouts';
  /** Names in it come from the cluster: hostile until drawn as text. */
  readonly label: string;
  /** `namespace/name`; null: it is not about one workload. */
  readonly workload: string | null;
  /** Where the errors lie: while it went on, or shortly after it. */
  readonly relation: 'during' | 'just-after';
  /** Chance that errors at a time like this (same hours of the day or week) fall so near to one of its kind. */
  readonly p: number;
}

/** What a delivery tool or a person noted about the time, whether or not a rollout was seen then. */
export interface RolloutMarker {
  readonly source: RolloutSource;
  readonly from: EpochMs;
  readonly to: EpochMs;
  /** Text of the source: hostile until drawn as text. */
  readonly text: string;
  readonly tags: readonly string[];
  /** Workloads that it names or whose rollout began meanwhile; empty: none. */
  readonly workloads: readonly string[];
}

export interface Burst {
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly codes: Readonly<Record<string, number>>;
  readonly expected: number;
  readonly p: number;
  readonly rollouts: readonly { readonly workload: string; readonly relation: 'during' | 'just-after' | 'none'; readonly p: number }[];
  /** All that fell on the burst, smallest p first; absent in older recordings. */
  readonly suspects?: readonly Suspect[];
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
  /** False: no scrape of its time was seen, so that none failed is not known. Absent in older recordings. */
  readonly known?: boolean;
  /** What its errors have in common; null: nothing failed, or nothing tells. Absent in older recordings. */
  readonly pattern?: string | null;
  /** Sampled traces of its own errors by answering hop; absent: none failed, or no traces could be looked at. */
  readonly hops?: NonNullable<RolloutDetail['hops']>;
  /** Of `failed`: those that another rollout may own as well. */
  readonly contested?: number;
  /** `failed` with each contested error split evenly between its rollouts: these add up without counting an error twice. */
  readonly fairFailed?: number;
  /** All that fell on these errors, smallest p first; absent: not looked at. */
  readonly suspects?: readonly Suspect[];
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
  /** Check without a model: rollouts moved to the same clock time of other days, 999 draws. Null: too few days. Absent in older recordings. */
  readonly placementP?: number | null;
  /** Rollouts of it with at least one error, as many as chance expects, and the exact p: how single errors add up. */
  readonly hit?: { readonly rollouts: number; readonly expected: number; readonly p: number; readonly q: number };
}

export interface RolloutDetail {
  readonly at: readonly EpochMs[];
  readonly stepMs: Millis;
  /** Status text to exact errors per step, over all proxies. */
  readonly errors: Readonly<Record<string, readonly Value[]>>;
  readonly nearMisses: readonly Value[] | null;
  readonly requests: readonly Value[] | null;
  readonly rollouts: readonly Rollout[];
  /** Oldest first; absent: not looked for. */
  readonly events?: readonly ClusterEvent[];
  readonly markers?: readonly RolloutMarker[];
  readonly bursts: readonly Burst[];
  readonly perRollout: readonly RolloutCount[];
  readonly perWorkload: readonly WorkloadAssociation[];
  /** Before and after a moment that was asked for, by workload. */
  readonly comparison?: readonly RolloutComparison[];
  /** Sampled traces of the errors by answering hop and status; null: no traces could be looked at. */
  readonly hops: readonly { readonly role: HopRole; readonly service: string | null; readonly status: number; readonly samples: number }[] | null;
}
