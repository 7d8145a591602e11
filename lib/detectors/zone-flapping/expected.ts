import type { Value } from '../../domain/series';
import { normalise, type ShareSteps, type ZoneTraffic } from './shares';

export interface ExpectedShare {
  readonly basis: 'ready-pods' | 'uniform';
  /** By zone, one value per time of the axis. */
  readonly byZone: readonly (readonly Value[])[];
}

/** Share that each zone should get: that of its ready proxy pods; the same for all where pods are not known. */
export function expectedShare(traffic: ZoneTraffic): ExpectedShare {
  const pods = traffic.readyPods;
  const known = pods?.some((values) => values.some((value) => value !== null && value > 0)) ?? false;
  if (!pods || !known) {
    const even = 1 / traffic.zones.length;
    return { basis: 'uniform', byZone: traffic.zones.map(() => Array.from({ length: traffic.length }, () => even)) };
  }
  const columns: Value[][] = traffic.zones.map(() => []);
  for (let i = 0; i < traffic.length; i += 1) {
    const row = pods.map((values) => values[i] ?? null);
    const shares = row.some((value) => value === null) ? null : normalise(row.map((value) => value!));
    traffic.zones.forEach((_, z) => columns[z]!.push(shares ? shares[z]! : null));
  }
  return { basis: 'ready-pods', byZone: columns };
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
