import type { HopRole } from './verdict';
import type { Value } from './series';
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
