import type { EpochMs } from '../../domain/units';
import type { CompareSide } from '../../domain/zone-compare';
import type { Estimate, Flip, ZoneDetail, ZoneFleet } from '../../domain/zone-detail';
import { meanInterval } from '../shared/statistics/intervals';
import { rounded } from './detect';
import { independentSteps, roundedEstimate } from './harm-change';

interface Window { readonly from: EpochMs; readonly to: EpochMs }

/** Flips in `[from, to)`. */
export function flipsOf(fleet: ZoneFleet, from: number, to: number): Flip[] {
  return fleet.flips.filter(({ at }) => at >= from && at < to);
}

/** Steps of a window at which every zone has a number, a zone without ready pods included. */
export function knownSteps(detail: ZoneDetail, fleet: ZoneFleet, window: Window): number[] {
  return detail.at.flatMap((at, i) => {
    if (at < window.from || at >= window.to) return [];
    return fleet.zones.every((zone) => (fleet.rps[zone]?.[i] ?? null) !== null || fleet.readyPods?.[zone]?.[i] === 0) ? [i] : [];
  });
}

export function compareSide(detail: ZoneDetail, fleet: ZoneFleet, window: Window, flips: readonly Flip[]): CompareSide {
  const steps = knownSteps(detail, fleet, window);
  const knownHours = (steps.length * detail.stepMs) / 3_600_000;
  return {
    ...window, knownHours: rounded(knownHours), flips: flips.length,
    flipsPerDay: knownHours > 0 ? rounded((flips.length / knownHours) * 24) : null,
    concentratedShare: concentratedShare(fleet, window), misplaced: misplaced(fleet, steps),
  };
}

function concentratedShare(fleet: ZoneFleet, window: Window): number | null {
  let [concentrated, all] = [0, 0];
  for (const regime of fleet.regimes) {
    const inside = Math.max(0, Math.min(regime.to, window.to) - Math.max(regime.from, window.from));
    all += inside;
    if (regime.state === 'concentrated') concentrated += inside;
  }
  return all > 0 ? rounded(concentrated / all) : null;
}

/** Half the sum of absolute differences between shares and expected shares, as a mean over the steps. */
function misplaced(fleet: ZoneFleet, steps: readonly number[]): Estimate | null {
  const parts = steps.flatMap((i) => {
    const rps = fleet.zones.map((zone) => fleet.rps[zone]?.[i] ?? 0);
    const expected = fleet.zones.map((zone) => fleet.expectedShare.byZone[zone]?.[i] ?? null);
    const total = rps.reduce((sum, value) => sum + value, 0);
    if (!(total > 0) || expected.some((value) => value === null)) return [];
    return [rps.reduce((sum, value, z) => sum + Math.abs(value / total - expected[z]!), 0) / 2];
  });
  const estimate = meanInterval(parts, independentSteps(parts.length));
  return roundedEstimate(estimate && { ...estimate, low: Math.max(0, estimate.low), high: Math.min(1, estimate.high) });
}
