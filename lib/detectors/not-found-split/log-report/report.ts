import type { ClassEvidence, NotFoundClass } from '@/lib/domain/not-found-detail';
import type { DistinctCount } from './distinct';

export type ClassCounts = Readonly<Record<NotFoundClass, number>>;

/** A host with its 404s. `count - errorBound` to `count` requests are certain. */
export interface LogHost {
  readonly host: string | null;
  readonly requests: number;
  readonly errorBound: number;
  /** Good answers (2xx, 304) of this host in the log; null when the table of hosts was full. */
  readonly served: number | null;
  /** Classes of the requests since the host took its place in the table. */
  readonly classes: ClassCounts;
}

export interface LogPath {
  readonly host: string | null;
  /** Ids replaced by `*`, without query. */
  readonly path: string;
  readonly requests: number;
  readonly errorBound: number;
  readonly clients: DistinctCount;
  /** Of one request of this path. */
  readonly evidence: readonly ClassEvidence[];
  /** One path as it was asked for. */
  readonly example: string;
}

export interface LogCampaign {
  readonly family: string;
  readonly requests: number;
  readonly errorBound: number;
  readonly paths: DistinctCount;
  readonly clients: DistinctCount;
  readonly hosts: DistinctCount;
  readonly userAgents: readonly CountedText[];
  readonly topClients: readonly CountedText[];
  readonly examples: readonly CountedText[];
  readonly from: number | null;
  readonly to: number | null;
}

/** Null: the log does not say. */
export interface CountedText {
  readonly text: string | null;
  readonly requests: number;
  readonly errorBound: number;
}

/** What a log says about its 404s. Times are epoch ms. */
export interface LogReport {
  readonly range: { readonly from: number | null; readonly to: number | null };
  readonly requests: number;
  readonly statuses: { readonly ok: number; readonly redirect: number; readonly notFound: number; readonly gone: number; readonly otherClientError: number; readonly serverError: number; readonly other: number };
  readonly notFound: {
    readonly total: number;
    /** Share of all requests; null for a log without requests. */
    readonly shareOfRequests: number | null;
    /** Exact: they add up to `total`. */
    readonly classes: ClassCounts;
    readonly answeredBy: { readonly proxy: number; readonly backend: number; readonly unknown: number };
  };
  readonly hosts: readonly LogHost[];
  readonly paths: Readonly<Record<NotFoundClass, readonly LogPath[]>>;
  readonly campaigns: readonly LogCampaign[];
  /** What bounds the figures, in words with numbers. */
  readonly exact: readonly string[];
  readonly estimates: readonly LogEstimate[];
}

export interface LogEstimate {
  readonly what: string;
  readonly bound: string;
}
