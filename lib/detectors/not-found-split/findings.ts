import { findingId, type Evidence, type Finding, type TraceStratum } from '@/lib/domain/findings';
import { type EpochMs, epochMs } from '@/lib/domain/units';
import { lostHostAdvice, routelessAdvice, waveAdvice, zoneGapAdvice } from './advice';
import type { Fleet, FleetSet } from './counts';
import type { MissRun, ZoneRun } from './instance-guard';
import type { LostHost } from './lost-hosts';
import type { JudgedSample } from './sampled';
import { sumOver } from './statistics';
import type { Wave } from './wave';

interface Found {
  readonly set: FleetSet;
  readonly fleet: Fleet;
  readonly judged: readonly JudgedSample[] | null;
}

const percent = (share: number) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
const round = (value: number) => Math.round(value * 1000) / 1000;
const clamp = (value: number) => Math.round(Math.max(0.3, Math.min(0.99, value)) * 100) / 100;

function windowOf(set: FleetSet, run: { first: number; last: number }): { from: EpochMs; to: EpochMs; ongoing: boolean } {
  return { from: set.at[run.first]!, to: set.at[run.last]!, ongoing: run.last >= set.at.length - 2 };
}

function stratum(set: FleetSet, run: { first: number; last: number }, label: string, at: Partial<TraceStratum>): TraceStratum {
  const from = epochMs(set.at[run.first]! - set.stepMs);
  return { label, from, to: set.at[run.last]!, status: 404, proxy: null, instance: null, zone: null, host: null, ...at };
}

/** One instance missed what its siblings served. Confidence falls where only one sibling, a young pod or an equal table speaks. */
export function routelessFinding(found: Found, run: MissRun): Finding {
  const { set, fleet } = found;
  const share = run.requests > 0 ? run.misses / run.requests : 0;
  const traffic = fleetRequests(fleet, run);
  const own = samplesOf(found, run);
  const short = run.routes !== null && run.fleetRoutes !== null && run.routes < 0.5 * run.fleetRoutes;
  const equal = run.routes !== null && run.fleetRoutes !== null && !short && run.routes >= 0.95 * run.fleetRoutes;
  const confidence = 0.75 + (short ? 0.18 : 0) + (share >= 0.9 ? 0.06 : 0) - (run.peers < 2 ? 0.15 : 0) - (run.young ? 0.1 : 0) - (equal ? 0.2 : 0) - (run.misses < 30 ? 0.1 : 0);
  const subject = run.instance;
  return {
    id: findingId('routeless-instance', `${fleet.proxy}/${subject}`, set.at[run.first]!), kind: 'routeless-instance', detector: 'not-found-split', proxy: fleet.proxy, subject,
    ...windowOf(set, run),
    severity: share >= 0.5 ? 'critical' : 'warning', confidence: clamp(confidence), basis: 'measured',
    evidence: [...missEvidence(run, share), ...tableEvidence(run, short), ...sampleEvidence(own)],
    against: againstRun(run, equal),
    advice: routelessAdvice,
    strata: [
      stratum(set, run, `404 of ${run.instance}`, { proxy: fleet.proxy, instance: run.instance, zone: run.zone || null }),
      ...topHosts(own).slice(0, 3).map((host) => stratum(set, run, `404 of ${run.instance} for ${host}`, { proxy: fleet.proxy, instance: run.instance, host })),
    ],
    data: {
      instance: run.instance, zone: run.zone, missShare: round(share), fleetMissShare: round(run.peerShare),
      trafficShare: round(traffic > 0 ? run.requests / traffic : 0), requests: run.misses, routes: run.routes, fleetRoutes: run.fleetRoutes, hosts: topHosts(own),
    },
  };
}

const fleetRequests = (fleet: Fleet, run: { first: number; last: number }) =>
  fleet.instances.reduce((sum, one) => sum + (sumOver(one.requests, run.first, run.last) ?? 0), 0);

function samplesOf(found: Found, run: MissRun): JudgedSample[] {
  return (found.judged ?? []).filter(({ sample, step }) => sample.proxy === run.proxy && sample.instance === run.instance && run.first <= step && step <= run.last);
}

function topHosts(samples: readonly JudgedSample[]): string[] {
  const counts = new Map<string, number>();
  for (const { sample } of samples) if (sample.host !== null) counts.set(sample.host, (counts.get(sample.host) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 10).map(([host]) => host.slice(0, 255));
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
export function zoneGapFinding({ set, fleet }: Found, { zone, runs }: ZoneRun): Finding {
  const run = { first: Math.min(...runs.map(({ first }) => first)), last: Math.max(...runs.map(({ last }) => last)) };
  const [misses, requests] = [runs.reduce((sum, one) => sum + one.misses, 0), runs.reduce((sum, one) => sum + one.requests, 0)];
  const others = fleet.instances.filter((one) => one.zone !== zone);
  const [otherMisses, otherRequests] = [others.reduce((sum, one) => sum + (sumOver(one.misses, run.first, run.last) ?? 0), 0), others.reduce((sum, one) => sum + (sumOver(one.requests, run.first, run.last) ?? 0), 0)];
  const [missShare, otherMissShare] = [misses / requests, otherRequests > 0 ? otherMisses / otherRequests : 0];
  return {
    id: findingId('zone-route-gap', `${fleet.proxy}/${zone}`, set.at[run.first]!), kind: 'zone-route-gap', detector: 'not-found-split', proxy: fleet.proxy, subject: zone,
    ...windowOf(set, run), severity: 'critical', confidence: 0.9, basis: 'measured',
    evidence: [{ code: 'zone-step', text: `All ${new Set(runs.map(({ instance }) => instance)).size} instances of zone ${zone} missed ${percent(missShare)} of their requests, the other zones ${percent(otherMissShare)}.` }],
    against: [], advice: zoneGapAdvice,
    strata: [stratum(set, run, `404 in zone ${zone}`, { proxy: fleet.proxy, zone }), ...runs.slice(0, 3).map((one) => stratum(set, one, `404 of ${one.instance}`, { proxy: fleet.proxy, instance: one.instance }))],
    data: { zone, missShare: round(missShare), otherMissShare: round(otherMissShare) },
  };
}

/** A host that was served is missed on all instances. */
export function lostHostFinding({ set, fleet, judged }: Found, lost: LostHost): Finding {
  const requests = Math.round(lost.misses.reduce((sum, value) => sum + value, 0));
  const seen = (judged ?? []).filter(({ sample, step, explained }) => explained && sample.proxy === fleet.proxy && lost.first <= step && step <= lost.last);
  const host = seen.find(({ verdict, sample }) => sample.host !== null && verdict.evidence.some(({ code }) => code === 'host-lost') && sample.host.replace(/[^a-z0-9]+/gi, '_').startsWith(lost.host.replace(/[^a-z0-9]+/gi, '_')))?.sample.host ?? null;
  return {
    id: findingId('route-lost', `${fleet.proxy}/${lost.host}`, set.at[lost.first]!), kind: 'route-lost', detector: 'not-found-split', proxy: fleet.proxy, subject: lost.host,
    ...windowOf(set, lost), severity: 'critical', confidence: clamp(host === null ? 0.8 : 0.93), basis: 'measured',
    evidence: [
      { code: 'successes-ended', text: `Its 2xx and 3xx answers fell to nothing: about ${lost.lostSuccesses} fewer than at the rate before.` },
      { code: 'mirror-loss', text: `Requests without a route rose by ${requests} in the same scrapes, on most instances alike.` },
      ...(host === null ? [] : [{ code: 'traces-name-host', text: 'Traces of these 404s name the host and end at the proxy.' }]),
    ],
    against: host === null ? [{ code: 'host-not-traced', text: 'Route misses carry no host in the counters and no trace names it: the link is by time and size.' }] : [],
    advice: lostHostAdvice,
    strata: [stratum(set, lost, `404 for ${lost.host}`, { proxy: fleet.proxy, host: host ?? lost.host }), stratum(set, lost, '404 of the fleet', { proxy: fleet.proxy })],
    data: { host: lost.host, requests, lostSuccesses: lost.lostSuccesses },
  };
}

/** Scanner noise far above normal: informational, never pages. */
export function waveFinding({ set, fleet, judged }: Found, wave: Wave): Finding {
  const sampled = judged !== null && wave.samples > 0;
  return {
    id: findingId('scanner-wave', fleet.proxy, set.at[wave.first]!), kind: 'scanner-wave', detector: 'not-found-split', proxy: fleet.proxy, subject: fleet.proxy,
    ...windowOf(set, wave), severity: 'info', confidence: sampled ? 0.9 : 0.6, basis: sampled ? 'measured' : 'inferred',
    evidence: [
      { code: 'miss-rate', text: `${wave.requests} requests without a route, ${wave.timesNormal} times the normal rate, on most instances alike.` },
      ...(sampled ? [{ code: 'paths-hostile', text: `${wave.hostile} of ${wave.samples} sampled paths are scanner paths.` }] : []),
    ],
    against: sampled ? [] : [{ code: 'no-paths', text: 'No trace shows the paths: that these are scanners follows from the even spread alone.' }],
    advice: waveAdvice, strata: [stratum(set, wave, '404s that the fleet answered itself', { proxy: fleet.proxy, answeredBy: 'proxy' })],
    data: { requests: wave.requests, timesNormal: wave.timesNormal, topPaths: wave.topPaths, clients: wave.clients },
  };
}
