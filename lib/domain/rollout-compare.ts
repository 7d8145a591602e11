import type { EpochMs } from './units';

/** Rollouts of a workload on one side of a moment. */
export interface RolloutSide {
  readonly rollouts: number;
  readonly failed: number;
  /** Failed requests that the rate outside of rollouts explains. */
  readonly expected: number;
  readonly nearMisses: number | null;
  readonly requests: number | null;
}

/** Did a fix help? Failed requests per rollout before and after a moment. */
export interface RolloutComparison {
  /** `namespace/name`. */
  readonly workload: string;
  readonly moment: EpochMs;
  readonly before: RolloutSide;
  readonly after: RolloutSide;
  /** Failed requests per rollout, after over before, with its 95 % interval; a null end or value is unbounded. Null: none failed, or a side has no rollout. */
  readonly ratio: { readonly value: number | null; readonly low: number; readonly high: number | null } | null;
  /** How much more rollouts of a side differ than single errors by chance would (1: no more); the interval is widened by it. */
  readonly dispersion: number;
  readonly verdict: 'better' | 'worse' | 'no-difference' | 'cannot-tell';
  /** More rollouts after the moment until it can be told (power 0.8): `zero` if none fails any more, `half` if half as many do. Null: no number of them suffices. */
  readonly neededFor: { readonly zero: number | null; readonly half: number | null } | null;
  /** The one of `neededFor` that fits what was seen after; null: told already, or no number suffices. */
  readonly needed: number | null;
  readonly text: string;
  /** What a reader must know beside the verdict. */
  readonly caveats: readonly string[];
}
