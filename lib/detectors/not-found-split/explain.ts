import type { DetectorInput } from '@/lib/domain/detector';
import type { Fleet, FleetSet } from './counts';
import { findFleetLosses, type FleetLoss, overlaps } from './fleet-loss';
import { findMissRuns, isShort, type MissRun } from './instance-guard';
import { findLostHosts, type LostHost } from './lost-hosts';
import { findLostPrefixes } from './lost-prefix';
import type { NotFoundParams } from './params';
import { judgeSamples, type JudgedSample } from './sampled';

/** What lost routes explain of one fleet: each fault once. */
export interface Explained {
  readonly fleet: Fleet;
  readonly runs: readonly MissRun[];
  readonly losses: readonly FleetLoss[];
  /** Hosts, and prefixes of hosts. */
  readonly lost: readonly LostHost[];
}

/** The faults of all fleets, and the samples in their light; null where there are no traces. */
export interface Explanation {
  readonly fleets: readonly Explained[];
  readonly judged: readonly JudgedSample[] | null;
}

/**
 * Counters first (instances, hosts), then prefixes from the samples that these leave over, then what only the whole fleet explains.
 * What the loss of a fleet explains is not told again of its instances and hosts, nor the other way round.
 */
export function explain(input: DetectorInput<NotFoundParams>, set: FleetSet): Explanation {
  const counted = set.fleets.map((fleet) => {
    const runs = vetoed(fleet, findMissRuns(fleet, set.stepMs, input.params), set, input);
    return { fleet, runs, lost: findLostHosts(fleet, runs, input.params) };
  });
  const samples = input.traces?.samples ?? null;
  const first = samples && judgeSamples(samples, set, counted.flatMap(({ runs }) => runs), counted.flatMap(({ lost }) => lost));
  const fleets = counted.map(({ fleet, runs, lost }) => settle(fleet, runs, [...lost, ...findLostPrefixes(fleet, first, runs, input.params)], input.params));
  const isNew = fleets.some(({ losses, lost }) => losses.length > 0 || lost.some(({ prefix }) => prefix !== undefined));
  const judged = samples && isNew ? judgeSamples(samples, set, fleets.flatMap(({ runs }) => runs), fleets.flatMap(({ lost, losses }) => [...lost, ...losses.map((loss) => ({ ...loss, host: null }))])) : first;
  return { fleets, judged };
}

function settle(fleet: Fleet, runs: readonly MissRun[], lost: readonly LostHost[], params: NotFoundParams): Explained {
  const losses = findFleetLosses(fleet, lost, runs, params);
  return {
    fleet, losses,
    runs: runs.filter((run) => !losses.some((loss) => loss.instances.includes(run.instance) && overlaps(run, loss))),
    lost: lost.filter((one) => !losses.some((loss) => overlaps(one, loss))),
  };
}

/** A scanner on one kept-open connection hits one pod only: its paths tell, where there are enough of them and the table is not short. */
function vetoed(fleet: Fleet, runs: readonly MissRun[], set: FleetSet, input: DetectorInput<NotFoundParams>): MissRun[] {
  if (!input.traces || runs.length === 0) return [...runs];
  const judged = judgeSamples(input.traces.samples.filter(({ proxy }) => proxy === fleet.proxy), set, [], []);
  return runs.filter((run) => {
    const short = isShort(run, input.params);
    const own = judged.filter((one) => inRun(one, run));
    const hostile = own.filter(({ verdict }) => verdict.class === 'scanner').length;
    return short || own.length < input.params.leastSamples || hostile < 0.7 * own.length;
  });
}

const inRun = ({ sample, step }: JudgedSample, run: MissRun) => sample.instance === run.instance && run.first <= step && step <= run.last;
