import type { EpochMs } from '../domain/units';
import type { HopRole } from '../domain/verdict';
import type { PodPhase, Rollout, RolloutCount, RolloutDetail } from '../domain/rollout-detail';

/*
 * What a rollout may be told with beside its counts. Each is absent where it was not looked at (an older recording, a source
 * that is not there): absent is "not checked", an empty list is "looked, found nothing".
 */

/** Something that happened to pods and is no rollout. */
export interface PodEvent { readonly kind: string; readonly workload: string; readonly pod: string | null; readonly at: EpochMs; readonly text?: string }

/** Something else that may be behind the errors. */
export interface Suspect { readonly label: string; readonly kind: string; readonly relation: string; readonly p: number | null; readonly workload?: string | null }

/** One fact about how errors are dealt with here, with the query that shows it. */
export interface Observed { readonly code: string; readonly text: string; readonly value: number | string | boolean | null; readonly query: string | null; readonly mend?: string | null }

/** One thing to change, ready to apply. */
export interface Remedy { readonly kind: string; readonly title: string; readonly reason: string; readonly willNot: string; readonly yaml: string | null; readonly effect?: string }

/** What a delivery tool or a person noted about the time. Its text is theirs. */
export interface NoteMarker { readonly source: string; readonly from: EpochMs; readonly to: EpochMs; readonly text: string; readonly tags: readonly string[]; readonly workloads: readonly string[] }

export interface RolloutHop { readonly role: HopRole; readonly service: string | null; readonly status: number; readonly samples: number }

export interface CompareSide { readonly rollouts: number; readonly failed: number; readonly requests: number | null; readonly nearMisses?: number | null }

/** Rollouts of a workload before a moment against those after it. */
export interface RolloutComparison {
  readonly workload: string;
  readonly before: CompareSide;
  readonly after: CompareSide;
  /** Failed requests per rollout, after over before, with its 95 % interval; null: cannot be had. `high` null: unbounded. */
  readonly ratio: { readonly value: number | null; readonly low: number | null; readonly high: number | null } | null;
  readonly verdict: 'better' | 'worse' | 'no-difference' | 'cannot-tell';
  /** Further rollouts needed to tell; null: enough, or cannot be said. */
  readonly needed: number | null;
  readonly text: string;
  /** What a reader must know beside the verdict. */
  readonly caveats?: readonly string[];
}

export type SeenPod = PodPhase & { readonly terminating?: EpochMs | null };
export type SeenRollout = Omit<Rollout, 'pods'> & { readonly pods: readonly SeenPod[]; readonly state?: string; readonly sources?: readonly string[]; readonly paused?: boolean; readonly strategy?: string | null };
export type SeenCount = RolloutCount & {
  readonly suspects?: readonly Suspect[];
  readonly observed?: readonly Observed[];
  readonly remedies?: readonly Remedy[];
  readonly pattern?: string | null;
  readonly hops?: readonly RolloutHop[];
  /** Of `failed`: those that another rollout may own as well. */
  readonly contested?: number;
};
export type SeenDetail = Omit<RolloutDetail, 'rollouts' | 'perRollout'> & {
  readonly rollouts: readonly SeenRollout[];
  readonly perRollout: readonly SeenCount[];
  readonly events?: readonly PodEvent[];
  readonly markers?: readonly NoteMarker[];
  readonly comparison?: readonly RolloutComparison[];
};
