import type { Estimate, HarmChange } from './zone-detail';
import type { EpochMs } from './units';

/** One side of a comparison: what the traffic of a fleet did before or after a moment. */
export interface CompareSide {
  readonly from: EpochMs;
  readonly to: EpochMs;
  /** Hours in which the shares of all zones are known. */
  readonly knownHours: number;
  /** Flips, those right at the moment left out: the change itself moves traffic. */
  readonly flips: number;
  readonly flipsPerDay: number | null;
  /** Part of the time in the concentrated state; null: not known. */
  readonly concentratedShare: number | null;
  /** Part of the requests that another zone got than the expected shares say. */
  readonly misplaced: Estimate | null;
}

export type CompareVerdict = 'helped' | 'no-difference' | 'worse' | 'cannot-tell';

/** Why a verdict is what it is. */
export type CompareReason =
  | 'fewer-flips' | 'more-flips' | 'same-flips'
  | 'outside-range' | 'before-unknown' | 'after-unknown' | 'no-flips-at-all' | 'after-too-short' | 'too-few-flips';

/** Did it help? Before and after one moment, for one fleet. */
export interface ZoneComparison {
  readonly proxy: string;
  readonly moment: EpochMs;
  readonly before: CompareSide;
  readonly after: CompareSide;
  /** Flips per known hour after over before, with the exact conditional 95 % interval; a null end or value is unbounded. Null: no flips at all. */
  readonly rateRatio: { readonly value: number | null; readonly low: number; readonly high: number | null } | null;
  /** After against before, by zone. */
  readonly harm: readonly HarmChange[];
  readonly verdict: CompareVerdict;
  readonly reason: CompareReason;
  /** The verdict in one or two sentences. */
  readonly text: string;
  /** What a reader must know beside the verdict. */
  readonly caveats: readonly string[];
}

/** A moment worth comparing: a service's way of asking for hints was switched, or a pattern of flips stops. */
export interface ProposedMoment { readonly proxy: string; readonly at: EpochMs; readonly why: string }
