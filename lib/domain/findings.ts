import type { Basis } from './answer';
import type { EpochMs } from './units';
import type { HopRole } from './verdict';

export const severities = ['critical', 'warning', 'info'] as const;
export type Severity = (typeof severities)[number];

export interface Evidence {
  readonly code: string;
  readonly text: string;
}

/** `cannot-tell`: measured, but the interval is too wide; `not-measured`: neither latency nor errors by zone are collected. */
export type HarmVerdict = 'worse' | 'better' | 'no-measurable-harm' | 'cannot-tell' | 'not-measured';

/** Where the traces that prove a finding lie. */
export interface TraceStratum {
  readonly label: string;
  readonly from: EpochMs;
  readonly to: EpochMs;
  /** Status code of the proxy's answer; null: any. */
  readonly status: number | null;
  readonly proxy: string | null;
  readonly instance: string | null;
  readonly zone: string | null;
  readonly host: string | null;
  /** Only answers of this hop; absent or null: of any. */
  readonly answeredBy?: HopRole | null;
}

export interface FlipCause {
  readonly code: 'hints-lost' | 'hints-regained' | 'overload-rule' | 'zone-lost-endpoints' | 'node-without-zone' | 'proxy-threshold' | 'rollout' | 'scaling' | 'client-mix' | 'unknown';
  readonly confidence: number;
  readonly evidence: readonly Evidence[];
  /** What speaks against it or limits it; other explanations that were seen at the same time. */
  readonly against?: readonly Evidence[];
  /** Other explanations that were looked at and not seen. */
  readonly ruledOut?: readonly Evidence[];
}

/** What a fault hit while it lasted. */
export interface BlastRadius {
  /** First and last scrape that show it. */
  readonly first: EpochMs;
  readonly last: EpochMs;
  /** Requests that failed for it. */
  readonly requests: number;
  /** They as a share, 0..1, of all requests of the fleet in the same scrapes; null when those are not counted. */
  readonly trafficShare: number | null;
  /** Hosts that it hit, as far as seen; null when neither traces nor counters name hosts. */
  readonly hosts: readonly string[] | null;
  readonly hostsFrom: readonly ('traces' | 'host-counters')[];
}

/** What each kind of finding carries beside the common fields. */
export interface FindingData {
  /** Traffic moved between spread and concentrated at least twice within an hour. */
  'zone-flapping': {
    readonly returns: number;
    readonly returnsPerHour: number;
    readonly flips: readonly { readonly at: EpochMs; readonly to: 'spread' | 'concentrated'; readonly cause: FlipCause }[];
    readonly hotZone: string;
    readonly spreadShare: number;
    readonly peakShare: number;
    readonly concentratedShareOfTime: number;
    readonly p99SpreadSeconds: number | null;
    readonly p99ConcentratedSeconds: number | null;
    /** What the change of p99 and errors in the hot zone amounts to, its interval considered; absent in older recordings. */
    readonly harm?: HarmVerdict;
  };
  /** One lasting move to a concentrated state. */
  'zone-concentrated': { readonly hotZone: string; readonly spreadShare: number; readonly peakShare: number; readonly cause: FlipCause };
  /** A zone has no traffic while its proxies are known to be gone or drained. */
  'zone-drained': { readonly zone: string };
  'routeless-instance': {
    readonly instance: string;
    readonly zone: string;
    readonly missShare: number;
    readonly fleetMissShare: number;
    readonly trafficShare: number;
    readonly requests: number;
    readonly routes: number | null;
    readonly fleetRoutes: number | null;
    readonly hosts: readonly string[];
    readonly hit?: BlastRadius;
  };
  /** `prefix`: only paths below it are lost; absent: the whole host. */
  'route-lost': { readonly host: string; readonly requests: number; readonly lostSuccesses: number; readonly prefix?: string; readonly hit?: BlastRadius };
  'zone-route-gap': { readonly zone: string; readonly missShare: number; readonly otherMissShare: number; readonly hit?: BlastRadius };
  /** All instances of a fleet (or most of them) lost routes at once, judged by their own past. */
  'fleet-route-loss': {
    readonly instances: number;
    readonly fleetInstances: number;
    readonly missShare: number;
    readonly missShareBefore: number;
    readonly lostSuccesses: number;
    /** Median over the instances; null when not measured. */
    readonly routes: number | null;
    readonly routesBefore: number | null;
    readonly hit: BlastRadius;
  };
  /** `normalFrom`: what `timesNormal` is taken from; absent: the calm part of the range. */
  'scanner-wave': { readonly requests: number; readonly timesNormal: number; readonly topPaths: readonly string[]; readonly clients: number | null; readonly normalFrom?: 'calm-part' | 'share-of-requests' };
  'rollout-errors': {
    readonly workload: string;
    readonly failed: number;
    readonly codes: Readonly<Record<string, number>>;
    readonly expected: number;
    readonly p: number;
    readonly nearMisses: number | null;
    readonly pattern: string | null;
    readonly image: { readonly before: string | null; readonly after: string | null } | null;
    readonly alsoRolling: readonly string[];
  };
  'error-burst': { readonly failed: number; readonly codes: Readonly<Record<string, number>>; readonly expected: number; readonly p: number };
}

export type FindingKind = keyof FindingData;

export interface FindingOf<K extends FindingKind> {
  /** Stable for the same kind, subject and start: safe in a link. */
  readonly id: string;
  readonly kind: K;
  readonly detector: 'zone-flapping' | 'not-found-split' | 'rollout-errors';
  /** Proxy fleet, or null when it is about more than one. */
  readonly proxy: string | null;
  /** Name of what it is about: a zone, an instance, a host, a workload. */
  readonly subject: string;
  readonly from: EpochMs;
  readonly to: EpochMs;
  /** Still going on at the end of the range. */
  readonly ongoing: boolean;
  readonly severity: Severity;
  readonly confidence: number;
  readonly basis: Basis;
  readonly evidence: readonly Evidence[];
  readonly against: readonly Evidence[];
  readonly advice: readonly string[];
  readonly strata: readonly TraceStratum[];
  readonly data: FindingData[K];
}

export type Finding = { [K in FindingKind]: FindingOf<K> }[FindingKind];

/** Lower-case text of kind, subject and start: the id of a finding. */
export function findingId(kind: FindingKind, subject: string, from: number): string {
  const slug = subject.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 60);
  return `${kind}.${slug || 'x'}.${fnv1a(subject)}.${from}`;
}

/** FNV-1a, 32 bit: tells subjects apart that have the same slug. */
function fnv1a(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** The order of all lists of findings: by start, then kind, then subject (contracts.md). */
export function compareFindings(a: Finding, b: Finding): number {
  return a.from - b.from || compareText(a.kind, b.kind) || compareText(a.subject, b.subject);
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
