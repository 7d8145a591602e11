import { epochMs } from '../../domain/units';
import type { ProposedMoment } from '../../domain/zone-compare';
import type { TopologyModeChange, ZoneDetail, ZoneFleet } from '../../domain/zone-detail';

/** Fewest flips of a pattern that can be said to stop. */
const LEAST_FLIPS = 4;
/** Quiet for this many times the longest pause between its flips. */
const QUIET_TIMES = 3;

/**
 * Moments to compare at, of each fleet the surest first: where the annotation of its service was seen to change, then where its
 * flips stop. `trafficDistribution` itself is exported by nobody; the switch to it shows by the annotation that goes.
 */
export function proposeMoments(detail: ZoneDetail): ProposedMoment[] {
  const last = detail.at.at(-1);
  return last === undefined ? [] : detail.fleets.flatMap((fleet) => {
    const switched = switchedAt(fleet, detail.topologyModes?.changes ?? []);
    const stopped = proposed(fleet, last, detail.stepMs);
    // The flips stop because of the switch: one moment, not two.
    return switched ? [switched, ...stopped.filter(({ at, pauseMs }) => Math.abs(at - switched.at) > QUIET_TIMES * pauseMs).map(toMoment)] : stopped.map(toMoment);
  });
}

/** The last change of the service in front of the fleet; where that is not found, of any service. */
function switchedAt(fleet: ZoneFleet, changes: readonly TopologyModeChange[]): ProposedMoment | null {
  const own = fleet.expectedShare.service;
  const found = changes.findLast(({ service }) => own === undefined || service === own);
  if (!found) return null;
  const what = found.to === 'none' ? 'lost' : 'got';
  const doubt = own === undefined ? ` Whether it is the service in front of ${fleet.proxy} is not known.` : '';
  return { proxy: fleet.proxy, at: found.at, why: `Service ${found.service} ${what} the annotation topology-mode: Auto.${doubt}` };
}

interface Stopped extends ProposedMoment { readonly pauseMs: number }

const toMoment = ({ proxy, at, why }: Stopped): ProposedMoment => ({ proxy, at, why });

function proposed(fleet: ZoneFleet, end: number, stepMs: number): Stopped[] {
  const times = fleet.flips.map(({ at }) => at as number);
  for (let i = times.length - 1; i + 1 >= LEAST_FLIPS; i -= 1) {
    const run = times.slice(Math.max(0, i - 2 * LEAST_FLIPS), i + 1);
    const pause = Math.max(...run.slice(1).map((at, k) => at - run[k]!));
    const quiet = (times[i + 1] ?? end) - times[i]!;
    if (quiet <= QUIET_TIMES * pause) continue;
    const minutes = Math.round(quiet / 60_000);
    const why = `${fleet.proxy} flipped ${i + 1} times, with at most ${Math.round(pause / 1000)} s between flips, then not for ${minutes < 1 ? 'a while' : `${minutes} minutes`}.`;
    return [{ proxy: fleet.proxy, at: epochMs(times[i]! + stepMs), why, pauseMs: pause }];
  }
  return [];
}
