import type { DetectorInput, DetectorRun } from '@/lib/domain/detector';
import { compareFindings, type Finding } from '@/lib/domain/findings';
import type { MissInstance, NotFoundDetail } from '@/lib/domain/not-found-detail';
import { groupCampaigns } from './campaigns';
import { gatherFleets, type Fleet, type FleetSet } from './counts';
import { explain } from './explain';
import { overlaps } from './fleet-loss';
import { routelessFinding, zoneGapFinding } from './findings';
import { fleetLossFinding, lostHostFinding, waveFinding } from './fleet-findings';
import { splitZoneRuns } from './instance-guard';
import { keepLedger } from './ledger';
import type { NotFoundParams } from './params';
import { countProbes } from './sampled';
import { median, sumOver } from './statistics';
import { findShortTables, findStaleTables } from './table-checks';
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
  const { fleets, judged } = explain(input, set);
  const [runs, lost] = [fleets.flatMap((one) => one.runs), fleets.flatMap((one) => one.lost)];
  const ledger = keepLedger(set, runs, [...fleets.flatMap((one) => one.losses), ...lost], judged, input.params);
  const findings = fleets.flatMap(({ fleet, runs: own, losses }): Finding[] => {
    const found = { set, fleet, judged };
    const { zones, single } = splitZoneRuns(fleet, own);
    const short = findShortTables(fleet, own, set.stepMs, input.params).filter((run) => !losses.some((loss) => overlaps(run, loss)));
    const stale = findStaleTables(fleet, [...own, ...short]);
    const waves = findWaves(fleet, ledger.background.get(fleet.proxy) ?? [], judged, set.stepMs, input.params);
    return [
      ...[...single, ...short, ...stale].map((run) => routelessFinding(found, run)),
      ...zones.map((zone) => zoneGapFinding(found, zone)),
      ...losses.map((loss) => fleetLossFinding(found, loss)),
      ...lost.filter(({ proxy }) => proxy === fleet.proxy).map((one) => lostHostFinding(found, one)),
      ...waves.map((wave) => waveFinding(found, wave)),
    ];
  }).sort(compareFindings);
  const detail: NotFoundDetail = {
    at: set.at, stepMs: set.stepMs, total: ledger.total, classes: ledger.classes, parts: ledger.parts, requests: ledger.requests,
    ...(Object.keys(ledger.intervals).length > 0 ? { intervals: ledger.intervals } : {}),
    instances: set.fleets.flatMap((fleet) => toInstances(fleet, set).map((one) => withHit(one, findings))),
    targets: judged === null ? null : groupTargets(judged, set),
    sampled: judged?.length ?? 0, ...(judged === null ? {} : { sampling: { looked: judged.length, of: Math.round(ledger.requests), rate: input.traces?.samplingRate ?? null } }),
    applicationProbes: judged === null ? null : countProbes(judged),
    campaigns: judged === null ? null : groupCampaigns(judged, ledger.classes.scanner, ledger.requests),
  };
  return { kind: 'checked', findings, detail, trust: trustNotes(input, set, ledger, judged) };
}

/** The instance with what its own finding says that it hit; of several the one with most requests. */
function withHit(instance: MissInstance, findings: readonly Finding[]): MissInstance {
  const own = findings.flatMap((one) => (one.kind === 'routeless-instance' && one.proxy === instance.proxy && one.data.instance === instance.instance && one.data.hit && one.data.requests > 0 ? [one.data.hit] : []));
  const most = [...own].sort((a, b) => b.requests - a.requests)[0];
  return most ? { ...instance, hit: most } : instance;
}

/** All instances of a fleet; what they are compared with is summed once. */
function toInstances(fleet: Fleet, set: FleetSet): MissInstance[] {
  const lastKnown = (values: readonly (number | null)[]) => values.findLast((value) => value !== null) ?? null;
  const totals = fleet.instances.map((one) => ({ requests: sumOver(one.requests), misses: sumOver(one.misses) }));
  const shares = totals.map(({ requests, misses }) => (misses === null || requests === null || requests === 0 ? null : misses / requests));
  const fleetTotal = sumOver(totals.map(({ requests }) => requests)) ?? 0;
  const fleetRoutes = median(fleet.instances.map((one) => lastKnown(one.routes)));
  return fleet.instances.map((own, which) => {
    const [updated, end] = [lastKnown(own.updated), set.at.at(-1)];
    const requests = totals[which]!.requests ?? 0;
    return {
      proxy: own.proxy, instance: own.instance, zone: own.zone, requests, misses: totals[which]!.misses ?? 0,
      missShare: shares[which]!, fleetMissShare: median(shares.filter((_, other) => other !== which)), trafficShare: fleetTotal > 0 ? requests / fleetTotal : null,
      routes: lastKnown(own.routes), fleetRoutes,
      tableAgeSeconds: updated === null || end === undefined ? null : Math.max(0, Math.round(end / 1000 - updated)),
      perStep: own.misses, routesPerStep: own.routes,
    };
  });
}
