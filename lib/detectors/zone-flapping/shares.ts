import type { Value } from '../../domain/series';
import { differenceCorrelation, differenceNoise, median } from '../shared/change-points/noise';
import type { ZoneParams } from './params';

/** Traffic of one proxy fleet, as columns over one even time axis. */
export interface ZoneTraffic {
  readonly zones: readonly string[];
  readonly stepMs: number;
  readonly length: number;
  /** Requests a second by zone (same order as `zones`). */
  readonly rps: readonly (readonly Value[])[];
  /** Ready proxy pods by zone, or null when not known. */
  readonly readyPods: readonly (readonly Value[])[] | null;
  /** Ready endpoints by zone of the service in front of the fleet; absent or null: not known. */
  readonly readyEndpoints?: { readonly service: string; readonly byZone: readonly (readonly Value[])[] } | null;
  /** True: counts of exactly one step; false: rates over a window that may be longer than the step. */
  readonly exact: boolean;
}

/** The steps at which the whole distribution is known. All arrays run over these steps. */
export interface ShareSteps {
  /** Index on the time axis. */
  readonly index: readonly number[];
  /** Requests within the step. */
  readonly requests: readonly number[];
  /** Requests within the step by zone. */
  readonly byZone: readonly (readonly number[])[];
  /** Square roots of the shares, one array per zone: the Hellinger scale. */
  readonly roots: readonly Float64Array[];
}

/**
 * A zone without a value makes the whole step unknown (a missed scrape is not a vanished zone), unless its pods are known
 * to be gone or none of them is an endpoint: then it has no traffic. Steps with very few requests say nothing about shares and are left out too.
 */
export function shareSteps(traffic: ZoneTraffic, params: ZoneParams): ShareSteps {
  const seconds = traffic.stepMs / 1000;
  const index: number[] = [];
  const requests: number[] = [];
  const byZone: number[][] = traffic.zones.map(() => []);
  const row = new Float64Array(traffic.zones.length);
  for (let i = 0; i < traffic.length; i += 1) {
    let total = 0;
    for (let z = 0; z < row.length; z += 1) {
      row[z] = zoneValue(traffic, z, i) * seconds;
      total += row[z]!;
    }
    // An unknown zone is NaN and makes the total so: that is not at least anything.
    if (!(total >= params.leastRequestsPerStep)) continue;
    index.push(i);
    requests.push(total);
    for (let z = 0; z < row.length; z += 1) byZone[z]!.push(row[z]!);
  }
  const roots = byZone.map((values) => Float64Array.from(values, (value, i) => Math.sqrt(value / requests[i]!)));
  return { index, requests, byZone, roots };
}

/** NaN: not known. Pods that are scraped but are no endpoints get no requests either: a drained zone, or one that is starting. */
function zoneValue({ rps, readyPods, readyEndpoints }: ZoneTraffic, zone: number, step: number): number {
  const value = rps[zone]![step];
  if (value !== null && value !== undefined && Number.isFinite(value)) return Math.max(0, value);
  return readyPods?.[zone]?.[step] === 0 || readyEndpoints?.byZone[zone]?.[step] === 0 ? 0 : NaN;
}

/** Noise of the shares on the Hellinger scale. */
export interface ShareNoise {
  /** Standard deviation of a root in one step, by zone. */
  readonly byZone: readonly number[];
  /** Weight of each step: busy steps count more than calm ones. */
  readonly weights: Float64Array;
  /** Noise of the Hellinger distance of one step. */
  readonly ofDistance: number;
}

/** No step counts more than this many typical ones: real traffic has noise that more requests do not remove. */
const MOST_WEIGHT = 4;

/**
 * Noise from the first differences, never below what counting alone gives: sqrt(1 / 4N) for N requests a step. Rates over a
 * window of w steps are w times smoother than the requests behind them and their errors stick together; the noise of one
 * independent step is w times what the differences show.
 */
export function shareNoise(steps: ShareSteps, windowSteps: number): ShareNoise {
  const typical = median(steps.requests);
  const floor = 1 / (4 * typical);
  const byZone = steps.roots.map((root) => Math.max(differenceNoise(root) * windowSteps, Math.sqrt(floor)));
  const variance = byZone.reduce((sum, sd) => sum + sd * sd, 0) / byZone.length;
  const weights = Float64Array.from(steps.requests, (n) =>
    Math.min(MOST_WEIGHT, variance / Math.max(variance - floor + 1 / (4 * n), Number.EPSILON)));
  // The roots lie on a sphere: one of the zones' directions is not free.
  const free = (byZone.length - 1) / byZone.length;
  return { byZone, weights, ofDistance: Math.sqrt((variance * byZone.length * free) / 2) };
}

/** Correlation of first differences above which neighbouring steps share requests: independent steps give -0.5. */
const SMOOTHED_ABOVE = -0.2;

/** True when neighbouring steps hold the same requests, as rates over a window longer than the step do. */
export function looksSmoothed(steps: ShareSteps): boolean {
  const known = steps.roots.map(differenceCorrelation).filter((value) => value !== null);
  return known.length > 0 && median(known) > SMOOTHED_ABOVE;
}

/** Hellinger distance between two distributions of the same zones, 0..1. */
export function hellinger(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  a.forEach((value, i) => { sum += (Math.sqrt(value) - Math.sqrt(b[i]!)) ** 2; });
  return Math.min(1, Math.sqrt(sum / 2));
}

/** Shares that add up to 1; null when there is nothing to share. */
export function normalise(values: readonly number[]): number[] | null {
  const total = values.reduce((sum, value) => sum + value, 0);
  return total > 0 ? values.map((value) => value / total) : null;
}

/** Distribution over the steps `[from, to)` (positions in `steps`), all requests together. */
export function shareOf(steps: ShareSteps, from: number, to: number): number[] {
  const sums = steps.byZone.map((values) => {
    let sum = 0;
    for (let i = from; i < to; i += 1) sum += values[i]!;
    return sum;
  });
  return normalise(sums) ?? sums;
}
