import type { TraceStratum } from './findings';
import type { EpochMs } from './units';
import type { Band, HopRole, Mechanism } from './verdict';

/** Statuses of the hop question: gateway errors and 404. */
export const hopStatuses = [404, 502, 503, 504] as const;
export type HopStatus = (typeof hopStatuses)[number];

/** A hop by what can be added up over many traces: its role and its service. */
export interface HopName {
  readonly role: HopRole;
  /** Null where no span names it. */
  readonly service: string | null;
}

/** A trace to open. `at`: when the request reached the proxy. */
export interface HopExample {
  readonly traceId: string;
  readonly at: EpochMs;
  readonly band: Band;
}

/** Looked-at traces with the same answering hop, causing hop and mechanism. Parts of a cell add up to its `lookedAt`. */
export interface HopPart {
  readonly answeredBy: HopName;
  readonly causedBy: HopName;
  readonly mechanism: Mechanism;
  readonly count: number;
  /** Of those, verdicts of band `certain`. */
  readonly certain: number;
  /** Share of the looked-at traces, 0..1, with its Wilson interval of 95 %. */
  readonly share: number;
  readonly low: number;
  readonly high: number;
  /** Up to three of them, the surest first, spread in time. Only in the parts of totals. */
  readonly examples?: readonly HopExample[];
}

/** All parts of one answering hop together; the interval is that of their sum, not the sum of theirs. */
export interface HopShare extends Pick<HopPart, 'count' | 'share' | 'low' | 'high'> {
  readonly hop: HopName;
}

/**
 * How much of a stretch was looked at. `searched`: a search was sent and answered; `skipped`: the budget or the plan left it
 * out; `failed`: the source could not answer; `quiet`: the counters say that there were no such requests.
 */
export type SearchState = 'searched' | 'skipped' | 'failed' | 'quiet';

/** One status of one proxy in one stretch of time. */
export interface HopCell {
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly proxy: string;
  readonly status: HopStatus;
  /** Requests by the proxy's counters; null where no counter knows. */
  readonly requests: number | null;
  readonly lookedAt: number;
  readonly search: SearchState;
  /** The search stopped at its limit: there were more traces. */
  readonly truncated: boolean;
  /** It ended less than a minute before the answer: spans may still arrive. Absent: it did not. */
  readonly young?: boolean;
  readonly parts: readonly HopPart[];
}

/** All stretches of one status of one proxy together. */
export interface HopTotal {
  readonly proxy: string;
  /** Name of the proxy's spans, by which they are searched; null: none is known, so nothing of it can be searched. */
  readonly service: string | null;
  readonly status: HopStatus;
  readonly requests: number | null;
  readonly lookedAt: number;
  /** Traces that the proxy's sampling should have kept of `requests`; null where the sampling rate is not known. */
  readonly expectedTraces: number | null;
  readonly truncated: boolean;
  /**
   * Largest first; `unknown` is one of them, never left out, also with a count of 0. Empty when nothing was looked at. Shares are
   * weighted by the counters where those are known, so they need not go with `count`; counts add up to `lookedAt`.
   */
  readonly parts: readonly HopPart[];
  /** The same by answering hop alone, largest first; without hops that answered none. */
  readonly answered: readonly HopShare[];
  readonly stratum: TraceStratum;
}

/** The same question put to two witnesses that do not know each other. */
export interface HopAgreement {
  readonly proxy: string;
  readonly status: HopStatus;
  /** What is compared, for example `answered by the proxy itself`. */
  readonly what: string;
  /** Share by the proxy's own counters, 0..1, and the requests it is taken from. */
  readonly counted: number;
  readonly requests: number;
  /** Share by the verdicts, with its interval of 95 %, and the traces it is taken from. */
  readonly judged: number;
  readonly low: number;
  readonly high: number;
  readonly traces: number;
  /** `cannot-tell`: fewer than 20 traces, or an interval too wide to contradict anything. */
  readonly verdict: 'agree' | 'disagree' | 'cannot-tell';
}

/** The cut by hop in span metrics: server and client spans with this status by service. */
export interface SpanMetricsRow {
  readonly service: string;
  readonly kind: 'server' | 'client';
  readonly status: HopStatus;
  readonly requests: number;
}

/** `not-found`: the metrics source has no span metrics; `no-status`: they have no label of the HTTP status. */
export type SpanMetricsCut =
  | { readonly kind: 'found'; readonly flavour: string; readonly rows: readonly SpanMetricsRow[]; readonly sampled: 'before' | 'unknown' }
  | { readonly kind: 'not-found' | 'no-status' | 'failed'; readonly why: string; readonly mend: string };

/** What an emitter usually shows, as the verdicts of this answer used it. */
export interface ProfileRow {
  readonly service: string;
  readonly family: string;
  readonly role: HopRole;
  /** Share of its healthy requests that show a forwarding span; null: not known. */
  readonly pAttempt: number | null;
  /** Share of its attempts with a server span below; null: not known. */
  readonly pBelow: number | null;
  readonly samples: number;
  readonly source: 'learned' | 'default';
  /** When the traces were looked at that it was learned from; null for a default. */
  readonly learnedAt: EpochMs | null;
  /** By next hop, the most asked first. Requests to one with a share of its own are judged by that. */
  readonly towards?: readonly ProfileTowards[];
}

/** What an emitter shows of its requests to one next hop. */
export interface ProfileTowards {
  readonly name: string;
  /** `name`: a cluster, service or route; `address`: an endpoint, where the emitter writes no names. */
  readonly by: 'name' | 'address';
  /** Share of the requests to it with a server span below; null: too few samples, so that the share of all requests is used. */
  readonly pBelow: number | null;
  readonly samples: number;
}

/** How the traces were searched. */
export interface SearchReport {
  /** False: the environment has no trace source, so nothing was searched. */
  readonly traced: boolean;
  /** True: the traces are those that a recording keeps, at most some of each search; absent: a live source. */
  readonly recorded?: boolean;
  /** Searches that were sent, those for healthy requests among them. */
  readonly searches: number;
  /** Stretches that were not searched: out of time, out of number, or not among the worst proxies and statuses. */
  readonly skipped: number;
  readonly failed: number;
  readonly budgetMs: number;
  /** True when some stretch is younger than a minute: spans may still arrive. */
  readonly young: boolean;
  /** Traces that were read again since they were young at first. */
  readonly reread: number;
  /** Share of requests that are traced, by proxy, from healthy requests of the same window; null: not known. */
  readonly sampling: readonly { readonly proxy: string; readonly rate: number | null; readonly traces: number; readonly requests: number | null }[];
}

/** Which hop answered and which caused 404, 502, 503 and 504, over a range (GET /api/v1/hops). */
export interface HopDetail {
  /** Edges of the stretches, oldest first; cells lie between two of them. */
  readonly edges: readonly EpochMs[];
  readonly cells: readonly HopCell[];
  readonly totals: readonly HopTotal[];
  readonly agreement: readonly HopAgreement[];
  readonly spanMetrics: SpanMetricsCut;
  readonly profiles: readonly ProfileRow[];
  readonly search: SearchReport;
}
