import { findingId, type Evidence, type Finding } from '@/lib/domain/findings';
import { routelessAdvice, staleTableAdvice, zoneGapAdvice } from './advice';
import { blastRadius, topHosts } from './blast-radius';
import type { Fleet } from './counts';
import { clamp, type Found, percent, round, stratum, windowOf } from './finding-parts';
import type { MissRun, ZoneRun } from './instance-guard';
import type { JudgedSample } from './sampled';
import { sumOver } from './statistics';

/** One instance missed what its siblings served. Confidence falls where only one sibling, a young pod or an equal table speaks. */
export function routelessFinding(found: Found, run: MissRun): Finding {
  const { set, fleet } = found;
  const share = run.requests > 0 ? run.misses / run.requests : 0;
  const traffic = fleetRequests(fleet, run);
  const own = samplesOf(found, run);
  const short = run.routes !== null && run.fleetRoutes !== null && run.routes < 0.5 * run.fleetRoutes;
  const equal = run.routes !== null && run.fleetRoutes !== null && !short && run.routes >= 0.95 * run.fleetRoutes;
  const old = run.by === 'table-age';
  const confidence = 0.75 + (short ? 0.18 : 0) + (share >= 0.9 ? 0.06 : 0) - (run.peers < 2 ? 0.15 : 0) - (run.young ? 0.1 : 0) - (equal ? 0.2 : 0) - (run.misses < 30 ? 0.1 : 0);
  const subject = run.instance;
  // A table alone is no harm yet: what it holds of noise is not its doing.
  const failed = run.by === undefined ? Math.max(0, run.misses - run.peerShare * run.requests) : 0;
  return {
    id: findingId('routeless-instance', `${fleet.proxy}/${subject}`, set.at[run.first]!), kind: 'routeless-instance', detector: 'not-found-split', proxy: fleet.proxy, subject,
    ...windowOf(set, run),
    severity: old ? 'info' : run.by === undefined && share >= 0.5 ? 'critical' : 'warning', confidence: clamp(old ? 0.5 : confidence), basis: old ? 'inferred' : 'measured',
    evidence: [...missEvidence(run, share), ...tableEvidence(run, short), ...sampleEvidence(own)],
    against: againstRun(run, equal),
    advice: old ? staleTableAdvice : routelessAdvice,
    strata: [
      stratum(set, run, `404 of ${run.instance}`, { proxy: fleet.proxy, instance: run.instance, zone: run.zone || null }),
      ...topHosts(own).slice(0, 3).map((host) => stratum(set, run, `404 of ${run.instance} for ${host}`, { proxy: fleet.proxy, instance: run.instance, host })),
    ],
    data: {
      instance: run.instance, zone: run.zone, missShare: round(share), fleetMissShare: round(run.peerShare),
      trafficShare: round(traffic > 0 ? run.requests / traffic : 0), requests: run.by === undefined ? run.misses : 0, routes: run.routes, fleetRoutes: run.fleetRoutes, hosts: topHosts(own),
      hit: runRadius(found, run, failed),
    },
  };
}

/** What one run hit. Every host loses about the traffic share of the instance; when no harm is shown, none. */
function runRadius(found: Found, run: MissRun, failed: number) {
  const traffic = fleetRequests(found.fleet, run);
  const own = run.by === undefined ? samplesOf(found, run).filter(({ verdict }) => verdict.class === 'route-miss') : [];
  const radius = blastRadius(found.set, found.fleet, found.judged, { first: run.first, last: run.last, misses: failed, own, share: traffic > 0 ? failed / traffic : 0 });
  return run.by === undefined ? radius : { ...radius, hosts: [], hostsFrom: [] };
}

const fleetRequests = (fleet: Fleet, run: { first: number; last: number }) =>
  fleet.instances.reduce((sum, one) => sum + (sumOver(one.requests, run.first, run.last) ?? 0), 0);

function samplesOf(found: Found, run: MissRun): JudgedSample[] {
  return (found.judged ?? []).filter(({ sample, step }) => sample.proxy === run.proxy && sample.instance === run.instance && run.first <= step && step <= run.last);
}

function missEvidence(run: MissRun, share: number): Evidence[] {
  if (run.misses === 0) return [];
  return [{ code: 'instance-step', text: `${run.misses} of ${run.requests} requests (${percent(share)}) found no route here, ${percent(run.peerShare)} on the ${run.peers} other ${run.peers === 1 ? 'instance' : 'instances'} of the fleet.` }];
}

function tableEvidence(run: MissRun, short: boolean): Evidence[] {
  const found: Evidence[] = [];
  if (short) found.push({ code: 'route-table-short', text: `Its table has ${run.routes} routes, the median of the others ${run.fleetRoutes}.` });
  if (run.tableLag !== null && run.tableLag > 120) found.push({ code: 'route-table-stale', text: `Its table last changed ${run.tableLag} s before the median of the others.` });
  return found;
}

function sampleEvidence(samples: readonly JudgedSample[]): Evidence[] {
  const misses = samples.filter(({ sample }) => sample.mechanism === 'route_miss').length;
  return misses === 0 ? [] : [{ code: 'traces-end-at-proxy', text: `${misses} of ${samples.length} traces of its 404s end at the proxy without a route.` }];
}

function againstRun(run: MissRun, equal: boolean): Evidence[] {
  const found: Evidence[] = [];
  if (run.peers < 2) found.push({ code: 'small-fleet', text: 'Only one other instance to compare with: which of the two is off is less certain.' });
  if (run.young) found.push({ code: 'young-instance', text: 'It started less than a minute before: its table may still have been loading.' });
  if (equal) found.push({ code: 'route-table-equal', text: `Its table is as large as the others' (${run.routes} routes): the routes may be right and the requests odd.` });
  if (run.routes === null) found.push({ code: 'route-table-unknown', text: 'The size of its route table is not measured; the miss counters alone speak.' });
  return found;
}

/** Every instance of one zone missed, none elsewhere. */
export function zoneGapFinding(found: Found, { zone, runs }: ZoneRun): Finding {
  const { set, fleet } = found;
  const run = { first: Math.min(...runs.map(({ first }) => first)), last: Math.max(...runs.map(({ last }) => last)) };
  const [misses, requests] = [runs.reduce((sum, one) => sum + one.misses, 0), runs.reduce((sum, one) => sum + one.requests, 0)];
  const others = fleet.instances.filter((one) => one.zone !== zone);
  const [otherMisses, otherRequests] = [others.reduce((sum, one) => sum + (sumOver(one.misses, run.first, run.last) ?? 0), 0), others.reduce((sum, one) => sum + (sumOver(one.requests, run.first, run.last) ?? 0), 0)];
  const failed = runs.reduce((sum, one) => sum + Math.max(0, one.misses - one.peerShare * one.requests), 0);
  const own = runs.flatMap((one) => samplesOf(found, one)).filter(({ verdict }) => verdict.class === 'route-miss');
  const [missShare, otherMissShare] = [misses / requests, otherRequests > 0 ? otherMisses / otherRequests : 0];
  return {
    id: findingId('zone-route-gap', `${fleet.proxy}/${zone}`, set.at[run.first]!), kind: 'zone-route-gap', detector: 'not-found-split', proxy: fleet.proxy, subject: zone,
    ...windowOf(set, run), severity: 'critical', confidence: 0.9, basis: 'measured',
    evidence: [{ code: 'zone-step', text: `All ${new Set(runs.map(({ instance }) => instance)).size} instances of zone ${zone} missed ${percent(missShare)} of their requests, the other zones ${percent(otherMissShare)}.` }],
    against: [], advice: zoneGapAdvice,
    strata: [stratum(set, run, `404 in zone ${zone}`, { proxy: fleet.proxy, zone }), ...runs.slice(0, 3).map((one) => stratum(set, one, `404 of ${one.instance}`, { proxy: fleet.proxy, instance: one.instance }))],
    data: {
      zone, missShare: round(missShare), otherMissShare: round(otherMissShare),
      hit: blastRadius(set, fleet, found.judged, { ...run, misses: failed, own, share: failed / Math.max(1, fleetRequests(fleet, run)) }),
    },
  };
}
