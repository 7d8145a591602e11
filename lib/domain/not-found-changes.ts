import type { NotFoundClass } from './not-found-detail';
import type { ScannerCampaign } from './not-found-campaign';
import type { ResolvedRange } from './time-range';
import type { Millis } from './units';

/** How many times as much: `null` bounds are unbounded (nothing before). */
export interface ChangeRatio {
  readonly value: number | null;
  readonly low: number;
  readonly high: number | null;
}

/** Requests of one kind in both windows. The ratio is that of the rates over the known time, with its 95 % interval. */
export interface CountChange {
  readonly before: number;
  readonly after: number;
  /** Null: nothing in either window. */
  readonly ratio: ChangeRatio | null;
  /** True when the change is larger than chance and the unrest of the window explain, and large enough to matter. */
  readonly beyondChance: boolean;
}

export type TargetChangeKind = 'new' | 'gone' | 'grew';

/** A host, or a path of a host, that is new, gone or grew. Text is hostile. */
export interface TargetChange {
  readonly kind: TargetChangeKind;
  readonly host: string | null;
  /** Null: the host as a whole. */
  readonly path: string | null;
  readonly class: NotFoundClass;
  readonly samplesBefore: number;
  readonly samplesAfter: number;
  /** What the samples stand for; null without a counter. */
  readonly requestsBefore: number | null;
  readonly requestsAfter: number | null;
  readonly ratio: ChangeRatio | null;
}

/** An instance that joined, left, or now misses more (or less) than before against its own fleet. */
export interface InstanceChange {
  readonly kind: 'joined' | 'left' | 'misses-more' | 'misses-less';
  readonly proxy: string;
  readonly instance: string;
  readonly zone: string;
  readonly missShareBefore: number | null;
  readonly missShareAfter: number | null;
}

/** Miss share of a whole fleet in both windows. */
export interface FleetChange {
  readonly proxy: string;
  readonly requestsBefore: number;
  readonly requestsAfter: number;
  readonly missShareBefore: number | null;
  readonly missShareAfter: number | null;
}

/** What was looked at in one window. */
export interface ComparedWindow {
  readonly range: ResolvedRange;
  /** Time for which the 404 counter is known. */
  readonly knownMs: Millis;
  /** Null: no traces could be looked at. */
  readonly sampled: number | null;
}

export type ChangesVerdict = 'changed' | 'nothing-beyond-chance' | 'no-data-before' | 'too-short';

/** The 404s of a window against those of an earlier one of the same length. */
export interface NotFoundChanges {
  readonly verdict: ChangesVerdict;
  readonly before: ComparedWindow;
  readonly after: ComparedWindow;
  readonly total: CountChange;
  readonly classes: readonly (CountChange & { readonly class: NotFoundClass })[];
  readonly fleets: readonly FleetChange[];
  readonly instances: readonly InstanceChange[];
  /** Null: one of the windows has no traces. Paths of scanners are told by `campaigns`, not here. */
  readonly targets: readonly TargetChange[] | null;
  readonly campaigns: { readonly new: readonly ScannerCampaign[]; readonly gone: readonly ScannerCampaign[] } | null;
  /** What limits the comparison, in sentences. */
  readonly caveats: readonly string[];
}

/** The comparison, or why there is none. */
export type NotFoundChangesRun =
  | { readonly kind: 'checked'; readonly changes: NotFoundChanges }
  | { readonly kind: 'not-checked'; readonly missing: readonly string[]; readonly why: string; readonly mend: string };
