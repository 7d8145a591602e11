import { epochMs } from '../../domain/units';
import type { ProposedMoment } from '../../domain/zone-compare';
import type { ZoneDetail, ZoneFleet } from '../../domain/zone-detail';

/** Fewest flips of a pattern that can be said to stop. */
const LEAST_FLIPS = 4;
/** Quiet for this many times the longest pause between its flips. */
const QUIET_TIMES = 3;

/** Moments at which a fleet's flips stop: where a fix may have been made. Nobody exports the change of the field itself. */
export function proposeMoments(detail: ZoneDetail): ProposedMoment[] {
  const last = detail.at.at(-1);
  return last === undefined ? [] : detail.fleets.flatMap((fleet) => proposed(fleet, last, detail.stepMs));
}

function proposed(fleet: ZoneFleet, end: number, stepMs: number): ProposedMoment[] {
  const times = fleet.flips.map(({ at }) => at as number);
  for (let i = times.length - 1; i + 1 >= LEAST_FLIPS; i -= 1) {
    const run = times.slice(Math.max(0, i - 2 * LEAST_FLIPS), i + 1);
    const pause = Math.max(...run.slice(1).map((at, k) => at - run[k]!));
    const quiet = (times[i + 1] ?? end) - times[i]!;
    if (quiet <= QUIET_TIMES * pause) continue;
    const minutes = Math.round(quiet / 60_000);
    const why = `${fleet.proxy} flipped ${i + 1} times, with at most ${Math.round(pause / 1000)} s between flips, then not for ${minutes < 1 ? 'a while' : `${minutes} minutes`}.`;
    return [{ proxy: fleet.proxy, at: epochMs(times[i]! + stepMs), why }];
  }
  return [];
}
