import type { BlastRadius } from './findings';
import type { Value } from './series';
import type { ScannerCampaign } from './not-found-campaign';
import type { EpochMs, Millis } from './units';

export const notFoundClasses = ['route-miss', 'scanner', 'application', 'benign', 'unknown'] as const;
export type NotFoundClass = (typeof notFoundClasses)[number];

/**
 * How a part of the ledger was told from the rest: a counter of its own, the step of one instance against its fleet, the difference to the rate before,
 * the proxy's own mark on sampled answers (`flag`), shares of sampled traces, their paths.
 */
export type LedgerMethod = 'counter' | 'instance-step' | 'difference' | 'flag' | 'trace-sample' | 'path-evidence' | 'none';

/** Sum of one class over the range with its 95 % interval, in requests. */
export interface LedgerPart {
  readonly class: NotFoundClass;
  readonly requests: number;
  readonly low: number;
  readonly high: number;
  readonly methods: readonly LedgerMethod[];
  /** Samples that this part rests on, and the counted requests that they were drawn from; absent where no sample was needed. */
  readonly sampled?: { readonly looked: number; readonly of: number };
}

/** 95 % interval of one class at each step, in requests; null where the total is not known. */
export interface StepIntervals {
  readonly low: readonly Value[];
  readonly high: readonly Value[];
}

export interface MissInstance {
  readonly proxy: string;
  readonly instance: string;
  readonly zone: string;
  readonly requests: number;
  readonly misses: number;
  readonly missShare: number | null;
  readonly fleetMissShare: number | null;
  readonly trafficShare: number | null;
  readonly routes: number | null;
  readonly fleetRoutes: number | null;
  readonly tableAgeSeconds: number | null;
  /** Misses per step, for the small chart. */
  readonly perStep: readonly Value[];
  readonly routesPerStep: readonly Value[];
  /** What its lack of routes hit; absent: no finding names it. */
  readonly hit?: BlastRadius;
}

export interface ClassEvidence {
  readonly code: string;
  readonly weight: number;
}

/** A missed host and path as the traces show it. Text is hostile: draw it as text only. */
export interface MissedTarget {
  readonly host: string | null;
  readonly path: string;
  readonly samples: number;
  /** Estimated requests in the range (samples scaled to the counter); null without a counter. */
  readonly requests: number | null;
  readonly clients: number;
  readonly class: NotFoundClass;
  readonly logOdds: number;
  readonly evidence: readonly ClassEvidence[];
  readonly traceIds: readonly string[];
}

export interface NotFoundDetail {
  readonly at: readonly EpochMs[];
  readonly stepMs: Millis;
  /** 404 answers per step, exact. */
  readonly total: readonly Value[];
  /** Parts per step; they add up to `total` wherever it is known. */
  readonly classes: Readonly<Record<NotFoundClass, readonly Value[]>>;
  readonly parts: readonly LedgerPart[];
  /** Intervals per step of the classes that rest on samples or differences; absent: every part is counted. */
  readonly intervals?: Readonly<Partial<Record<NotFoundClass, StepIntervals>>>;
  readonly requests: number;
  readonly instances: readonly MissInstance[];
  /** Null: no traces could be looked at. */
  readonly targets: readonly MissedTarget[] | null;
  readonly sampled: number;
  /** Looked-at samples of about so many counted 404s; `rate` is the share of requests that are traced at all, null when not known. Absent: no traces. */
  readonly sampling?: { readonly looked: number; readonly of: number; readonly rate: number | null };
  /** Of the looked-at samples that an application answered, how many ask for paths as scanners do. Null: no traces could be looked at. */
  readonly applicationProbes?: { readonly samples: number; readonly hostile: number } | null;
  /** Scanner requests by campaign, largest first; their requests add up to the scanner part of the ledger. Null: no traces could be looked at. */
  readonly campaigns?: readonly ScannerCampaign[] | null;
}
