import type { FlipCause } from './findings';
import type { Value } from './series';
import type { EpochMs, Millis } from './units';

export interface Regime {
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly state: 'spread' | 'concentrated';
  readonly shares: Readonly<Record<string, number>>;
}

export interface Flip {
  readonly at: EpochMs;
  readonly from: 'spread' | 'concentrated';
  readonly to: 'spread' | 'concentrated';
  /** Hellinger distance between the two distributions, 0..1. */
  readonly distance: number;
  readonly gaining: readonly string[];
  readonly losing: readonly string[];
  readonly cause: FlipCause;
}

/** Harm in one state and zone: medians over the steps of that state. */
export interface RegimeHarm {
  readonly state: 'spread' | 'concentrated';
  readonly zone: string;
  readonly p50Seconds: number | null;
  readonly p99Seconds: number | null;
  readonly errorShare: number | null;
}

/** Everything the zones page draws for one proxy fleet. Columns have one value per time of `at`. */
export interface ZoneFleet {
  readonly proxy: string;
  readonly zones: readonly string[];
  readonly rps: Readonly<Record<string, readonly Value[]>>;
  readonly expectedShare: { readonly basis: 'ready-pods' | 'uniform'; readonly byZone: Readonly<Record<string, readonly Value[]>> };
  readonly readyPods: Readonly<Record<string, readonly Value[]>> | null;
  readonly latency: { readonly p50: Readonly<Record<string, readonly Value[]>>; readonly p99: Readonly<Record<string, readonly Value[]>> } | null;
  /** Requests a second whose zone is not known; null when all are known. */
  readonly unknownRps: readonly Value[] | null;
  readonly regimes: readonly Regime[];
  readonly flips: readonly Flip[];
  readonly harm: readonly RegimeHarm[];
}

/** Next replica counts at which the controller withdraws hints (reference/skipper-zones.md 4.2). */
export interface HintForecast {
  readonly service: string;
  readonly ready: number;
  readonly unsafe: readonly number[];
  readonly safeNow: boolean;
}

export interface ZoneDetail {
  readonly at: readonly EpochMs[];
  readonly stepMs: Millis;
  readonly fleets: readonly ZoneFleet[];
  /** `namespace/service` to the share of its ready endpoints that carry a hint. Null: not collected. */
  readonly hintedShare: Readonly<Record<string, readonly Value[]>> | null;
  readonly forecast: readonly HintForecast[];
}
