import type { Annotation } from './annotation';
import type { Finding } from './findings';
import type { RequestSample } from './request-sample';
import type { SeriesFrame } from './series';
import type { SignalName } from './signals';
import type { ResolvedRange } from './time-range';
import type { TrustNote } from './trust';
import type { EpochMs } from './units';

/** Traces that were looked at for a detector, and how much they stand for. */
export interface SampleSet {
  readonly samples: readonly RequestSample[];
  /** Share of requests that are traced at all, 0..1; null when not known. */
  readonly samplingRate: number | null;
  /** True when the search hit its limit: there are more traces than were looked at. */
  readonly truncated: boolean;
}

/** Notes that were pinned to the range. */
export interface AnnotationSet {
  readonly annotations: readonly Annotation[];
  /** True when the source has more than it gave. */
  readonly truncated: boolean;
}

/** How a signal was asked, or why it could not be: what a fact needs to name its query or its mend. */
export interface SignalOrigin {
  readonly queries: readonly string[];
  readonly reason: string;
  readonly mend: string | null;
}

export interface DetectorInput<Params> {
  readonly range: ResolvedRange;
  readonly now: EpochMs;
  /** A signal that is absent here could not be had; one with no series was asked and had none. */
  readonly signals: Readonly<Partial<Record<SignalName, SeriesFrame>>>;
  /** Traces, when the detector asked for them and a trace source answered. */
  readonly traces: SampleSet | null;
  /** Notes, when the detector asked for them and a source of them answered; absent or null: not looked at. */
  readonly annotations?: AnnotationSet | null;
  readonly params: Params;
  /** Fleet to the id of its dialect, for the rules that a proxy has of its own; absent: not known. */
  readonly dialects?: Readonly<Record<string, string>>;
  /** Of signals that were asked; absent: not known. */
  readonly origins?: Readonly<Partial<Record<SignalName, SignalOrigin>>>;
}

/** `checked` with an empty list means "looked, found nothing"; `not-checked` means "could not look". */
export type DetectorRun<Detail> =
  | { readonly kind: 'checked'; readonly findings: readonly Finding[]; readonly detail: Detail; readonly trust: readonly TrustNote[] }
  | { readonly kind: 'not-checked'; readonly missing: readonly string[]; readonly why: string; readonly mend: string };

/** Which traces a detector wants beside its signals: answers with one of these codes. */
export interface TraceNeeds {
  readonly statuses: readonly number[];
  readonly limit: number;
}

/** A pure question to signals. One folder and one registry line each. */
export interface Detector<Id extends string, Params, Detail> {
  readonly id: Id;
  readonly title: string;
  readonly needs: { readonly required: readonly SignalName[]; readonly optional: readonly SignalName[]; readonly traces: TraceNeeds | null; readonly annotations?: boolean };
  readonly defaults: Params;
  run(input: DetectorInput<Params>): DetectorRun<Detail>;
}
