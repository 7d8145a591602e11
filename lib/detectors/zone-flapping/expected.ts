import type { Value } from '../../domain/series';
import type { ExpectedBasis } from '../../domain/zone-detail';
import { normalise, type ShareSteps, type ZoneTraffic } from './shares';

export interface ExpectedShare {
  readonly basis: ExpectedBasis;
  /** The service whose endpoints are counted, where they are. */
  readonly service?: string;
  /** By zone, one value per time of the axis. */
  readonly byZone: readonly (readonly Value[])[];
}

/**
 * Share that each zone should get: that of the ready endpoints of the service in front of the fleet, else of its ready pods,
 * else the same for all. The first that is known decides.
 */
export function expectedShare(traffic: ZoneTraffic): ExpectedShare {
  const endpoints = traffic.readyEndpoints;
  if (endpoints && hasAny(endpoints.byZone)) return { basis: 'ready-endpoints', service: endpoints.service, byZone: sharesOf(endpoints.byZone, traffic.length) };
  if (traffic.readyPods && hasAny(traffic.readyPods)) return { basis: 'ready-pods', byZone: sharesOf(traffic.readyPods, traffic.length) };
  const even = 1 / traffic.zones.length;
  return { basis: 'uniform', byZone: traffic.zones.map(() => Array.from({ length: traffic.length }, () => even)) };
}

function hasAny(columns: readonly (readonly Value[])[]): boolean {
  return columns.some((values) => values.some((value) => value !== null && value > 0));
}

function sharesOf(counts: readonly (readonly Value[])[], length: number): Value[][] {
  const columns: Value[][] = counts.map(() => []);
  for (let i = 0; i < length; i += 1) {
    const row = counts.map((values) => values[i] ?? null);
    const shares = row.some((value) => value === null) ? null : normalise(row.map((value) => value!));
    columns.forEach((column, z) => column.push(shares ? shares[z]! : null));
  }
  return columns;
}

/** Mean expected share over the steps `[from, to)` (positions in `steps`); uniform where it is not known. */
export function expectedOver(expected: ExpectedShare, steps: ShareSteps, from: number, to: number): number[] {
  const sums = expected.byZone.map(() => 0);
  for (let i = from; i < to; i += 1) {
    const at = steps.index[i]!;
    if (expected.byZone.some((values) => values[at] === null || values[at] === undefined)) continue;
    expected.byZone.forEach((values, z) => { sums[z]! += values[at]!; });
  }
  return normalise(sums) ?? sums.map(() => 1 / sums.length);
}
