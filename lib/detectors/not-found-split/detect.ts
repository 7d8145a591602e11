import type { DetectorInput, DetectorRun } from '@/lib/domain/detector';
import { compareFindings, type Finding } from '@/lib/domain/findings';
import type { MissInstance, NotFoundDetail } from '@/lib/domain/not-found-detail';
import { groupCampaigns } from './campaigns';
import { gatherFleets, type Fleet, type FleetSet } from './counts';
import { lostHostFinding, routelessFinding, waveFinding, zoneGapFinding } from './findings';
import { findMissRuns, findShortTables, splitZoneRuns, type MissRun } from './instance-guard';
import { keepLedger } from './ledger';
import { findLostHosts } from './lost-hosts';
import type { NotFoundParams } from './params';
import { countProbes, judgeSamples, type JudgedSample } from './sampled';
import { median, sumOver } from './statistics';
import { groupTargets } from './targets';
import { trustNotes } from './trust';
import { findWaves } from './wave';

/** Metrics first (instance runs, lost hosts), then samples in their light, then the ledger, then what is left: waves. */
export function splitNotFound(input: DetectorInput<NotFoundParams>): DetectorRun<NotFoundDetail> {
  const base = input.signals['not-found'];
  if (!base) {
    return { kind: 'not-checked', missing: ['not-found'], why: 'No counter of 404 answers by proxy instance could be read.', mend: 'See the capability matrix on the page Sources: it names the switch of this proxy that counts status codes.' };
  }
  const set = gatherFleets(input.signals, base);
  const guarded = set.fleets.map((fleet) => ({ fleet, runs: vetoed(fleet, findMissRuns(fleet, set.stepMs, input.params), set, input) }));
  const runs = guarded.flatMap((one) => one.runs);
  const lost = guarded.flatMap((one) => findLostHosts(one.fleet, one.runs, input.params));
  const judged = input.traces ? judgeSamples(input.traces.samples, set, runs, lost) : null;
  const ledger = keepLedger(set, runs, lost, judged, input.params);
  const findings = guarded.flatMap(({ fleet, runs: own }): Finding[] => {
    const found = { set, fleet, judged };
    const { zones, single } = splitZoneRuns(fleet, own);
    const short = findShortTables(fleet, own, input.params);
    const waves = findWaves(fleet, ledger.background.get(fleet.proxy) ?? [], judged, set.stepMs, input.params);
    return [
      ...[...single, ...short].map((run) => routelessFinding(found, run)),
      ...zones.map((zone) => zoneGapFinding(found, zone)),
      ...lost.filter(({ proxy }) => proxy === fleet.proxy).map((one) => lostHostFinding(found, one)),
      ...waves.map((wave) => waveFinding(found, wave)),
    ];
  }).sort(compareFindings);
  const detail: NotFoundDetail = {
    at: set.at, stepMs: set.stepMs, total: ledger.total, classes: ledger.classes, parts: ledger.parts, requests: ledger.requests,
    instances: set.fleets.flatMap((fleet) => fleet.instances.map((_, which) => toInstance(fleet, which, set))),
    targets: judged === null ? null : groupTargets(judged, set),
    sampled: judged?.length ?? 0, applicationProbes: judged === null ? null : countProbes(judged),
    campaigns: judged === null ? null : groupCampaigns(judged, ledger.classes.scanner, ledger.requests),
  };
  return { kind: 'checked', findings, detail, trust: trustNotes(input, set, ledger, judged) };
}

/** A scanner on one kept-open connection hits one pod only: its paths tell, where there are enough of them and the table is not short. */
function vetoed(fleet: Fleet, runs: readonly MissRun[], set: FleetSet, input: DetectorInput<NotFoundParams>): MissRun[] {
  if (!input.traces) return [...runs];
  const judged = judgeSamples(input.traces.samples.filter(({ proxy }) => proxy === fleet.proxy), set, [], []);
  return runs.filter((run) => {
    const short = run.routes !== null && run.fleetRoutes !== null && run.routes < input.params.shortTable * run.fleetRoutes;
    const own = judged.filter((one) => inRun(one, run));
    const hostile = own.filter(({ verdict }) => verdict.class === 'scanner').length;
    return short || own.length < input.params.leastSamples || hostile < 0.7 * own.length;
  });
}

const inRun = ({ sample, step }: JudgedSample, run: MissRun) => sample.instance === run.instance && run.first <= step && step <= run.last;

function toInstance(fleet: Fleet, which: number, set: FleetSet): MissInstance {
  const own = fleet.instances[which]!;
  const others = fleet.instances.filter((other) => other !== own);
  const [requests, misses] = [sumOver(own.requests) ?? 0, sumOver(own.misses) ?? 0];
  const fleetTotal = sumOver(fleet.instances.map((one) => sumOver(one.requests))) ?? 0;
  const lastKnown = (values: readonly (number | null)[]) => values.findLast((value) => value !== null) ?? null;
  const [updated, end] = [lastKnown(own.updated), set.at.at(-1)];
  const shareOf = (one: Fleet['instances'][number]) => {
    const [hits, tries] = [sumOver(one.misses), sumOver(one.requests)];
    return hits === null || tries === null || tries === 0 ? null : hits / tries;
  };
  return {
    proxy: own.proxy, instance: own.instance, zone: own.zone, requests, misses,
    missShare: shareOf(own), fleetMissShare: median(others.map(shareOf)), trafficShare: fleetTotal > 0 ? requests / fleetTotal : null,
    routes: lastKnown(own.routes), fleetRoutes: median(fleet.instances.map((one) => lastKnown(one.routes))),
    tableAgeSeconds: updated === null || end === undefined ? null : Math.max(0, Math.round(end / 1000 - updated)),
    perStep: own.misses, routesPerStep: own.routes,
  };
}
