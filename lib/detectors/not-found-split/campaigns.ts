import { type Counted, type PathFamily, type ScannerCampaign, pathFamilies } from '@/lib/domain/not-found-campaign';
import type { RequestSample } from '@/lib/domain/request-sample';
import type { Value } from '@/lib/domain/series';
import { epochMs } from '@/lib/domain/units';
import { pathTemplate } from '../shared/path-evidence';
import { pathFamily } from './path-family';
import type { JudgedSample } from './sampled';

/** Clients of one signature from here on are one scan from many places, whatever each of them asks for. */
const DISTRIBUTED_CLIENTS = 12;
/** A client with more samples than this has a profile of its own. */
const LIGHT_SAMPLES = 8;
/** A client of which no family holds this share walks through many kinds of paths. */
const MAIN_SHARE = 0.6;
/** Requests of a client that must name a user agent before it counts, where others of its requests name none. */
const LEAST_NAMED = 3;
const UNNAMED = 'none';
const MOST_CAMPAIGNS = 30;
const MOST_NAMES = 8;
const MOST_TRACES = 5;
const LONGEST_AGENT = 400;

interface Probe {
  readonly sample: RequestSample;
  readonly step: number;
  readonly family: PathFamily;
  readonly agent: string | null;
  readonly method: string;
  /** Requests that this sample stands for. */
  weight: number;
}

/**
 * Groups the samples that were called scanner, so that a reader can pass over them:
 *   one user agent, method and host from many addresses  -> one campaign (distributed)
 *   clients alike in user agent, method and main family  -> one campaign
 * `scanner` is the scanner part of the ledger per step: each step's count goes to the samples nearest in time, so the requests of all
 * campaigns add up to it. `total`: all 404s of the range. What is beyond the largest is put together in a last row.
 */
export function groupCampaigns(judged: readonly JudgedSample[], scanner: readonly Value[], total: number): ScannerCampaign[] {
  const probes = judged.filter(({ verdict }) => verdict.class === 'scanner').map(toProbe);
  shareOut(probes, scanner);
  const groups = groupBy(keyed(probes), ({ key }) => key);
  const found = [...groups].map(([key, own]) => toCampaign(key, own.map(({ probe }) => probe), total)).sort(bySize);
  if (found.length <= MOST_CAMPAIGNS) return wholeRequests(found, total);
  const rest = found.slice(MOST_CAMPAIGNS - 1);
  const folded = toCampaign('folded', rest.flatMap(({ key }) => groups.get(key)!.map(({ probe }) => probe)), total);
  return wholeRequests([...found.slice(0, MOST_CAMPAIGNS - 1), { ...folded, distributed: false, folded: rest.length }], total);
}

const bySize = (a: ScannerCampaign, b: ScannerCampaign) => b.requests - a.requests || b.samples - a.samples || compare(a.key, b.key);

/** Whole requests that add up to the rounded sum: what one row rounds away the next one gets. */
function wholeRequests(campaigns: readonly ScannerCampaign[], total: number): ScannerCampaign[] {
  let exact = 0;
  let told = 0;
  return campaigns.map((campaign) => {
    exact += campaign.requests;
    const requests = Math.round(exact) - told;
    told += requests;
    return { ...campaign, requests, share: total > 0 ? requests / total : null };
  });
}

function toProbe({ sample, step }: JudgedSample): Probe {
  const agent = sample.userAgent === null ? null : sample.userAgent.slice(0, LONGEST_AGENT).trim();
  return { sample, step, family: pathFamily(sample.path ?? ''), agent, method: (sample.method ?? '').slice(0, 12).toUpperCase(), weight: 0 };
}

/** Gives each step's count to the probes of the step nearest in time that has any, in equal parts. Without a known count a probe stands for itself. */
function shareOut(probes: readonly Probe[], counts: readonly Value[]): void {
  const byStep = groupBy(probes, ({ step }) => step);
  const steps = [...byStep.keys()].sort((a, b) => a - b);
  if (steps.length === 0 || counts.every((count) => count === null)) {
    for (const probe of probes) probe.weight = 1;
    return;
  }
  let near = 0;
  counts.forEach((count, at) => {
    while (near + 1 < steps.length && Math.abs(steps[near + 1]! - at) < Math.abs(steps[near]! - at)) near += 1;
    const own = byStep.get(steps[near]!)!;
    for (const probe of own) probe.weight += (count ?? 0) / own.length;
  });
}

/** Each probe with the key of its campaign: that of its client's profile, or its own where clients are not known. */
function keyed(probes: readonly Probe[]): { readonly key: string; readonly probe: Probe }[] {
  const clients = groupBy(probes, ({ sample }) => sample.client ?? sample);
  const profiles = [...clients.values()].map((own) => ({ own, profile: profileOf(own) }));
  const spread = new Map<string, number>();
  for (const { own, profile } of profiles) {
    if (profile.worn !== UNNAMED && own[0]!.sample.client !== null && own.length <= LIGHT_SAMPLES) spread.set(profile.signature, (spread.get(profile.signature) ?? 0) + 1);
  }
  return profiles.flatMap(({ own, profile }) => {
    const key = (spread.get(profile.signature) ?? 0) >= DISTRIBUTED_CLIENTS ? `many\n${profile.signature}` : profile.alike;
    return own.map((probe) => ({ key, probe }));
  });
}

interface Profile {
  readonly worn: string;
  /** User agent, method and host. */
  readonly signature: string;
  /** User agent, method and main family. */
  readonly alike: string;
}

function profileOf(own: readonly Probe[]): Profile {
  const main = <T>(pick: (probe: Probe) => T) => largest(countBy(own, pick))[0]!;
  const [method] = main(({ method: name }) => name);
  const [host] = main(({ sample }) => (sample.host ?? '').toLowerCase());
  const [family, count] = main(({ family: name }) => name);
  const worn = wornBy(own);
  return { worn, signature: `${worn}\n${method}\n${host}`, alike: `alike\n${worn}\n${method}\n${count >= MAIN_SHARE * own.length ? family : 'mixed'}` };
}

/**
 * The user agent of a client. Not every proxy writes it into its spans: a few that do stand for all. A client of which no name holds the main
 * share puts on another one for each request, and has none.
 */
function wornBy(own: readonly Probe[]): string {
  const named = own.filter(({ agent }) => agent !== null);
  const [most] = largest(countBy(named, ({ agent }) => agent));
  if (most === undefined || (named.length < LEAST_NAMED && named.length < own.length)) return UNNAMED;
  return most[1] >= MAIN_SHARE * named.length ? `=${most[0]}` : 'changing';
}

function toCampaign(key: string, own: readonly Probe[], total: number): ScannerCampaign {
  const requests = own.reduce((sum, { weight }) => sum + weight, 0);
  const families = countBy(own, ({ family }) => family);
  const named = own.filter(({ sample }) => sample.client !== null);
  const clients = countBy(named, ({ sample }) => sample.client!);
  const paths = countBy(own, ({ sample }) => pathTemplate(sample.path ?? ''));
  const hosts = countBy(own.filter(({ sample }) => sample.host !== null), ({ sample }) => sample.host!);
  const agents = countBy(own.filter(({ agent }) => agent !== null), ({ agent }) => agent!);
  const times = own.map(({ sample }) => sample.at as number);
  return {
    key, samples: own.length, requests, share: total > 0 ? requests / total : null,
    families: largest(families).sort((a, b) => b[1] - a[1] || pathFamilies.indexOf(a[0]) - pathFamilies.indexOf(b[0])).map(([family, samples]) => ({ family, samples })),
    pathCount: paths.size, paths: top(paths), hostCount: hosts.size, hosts: top(hosts),
    clientCount: named.length === 0 ? null : clients.size, clients: top(clients), agentCount: agents.size, agents: top(agents),
    methods: largest(countBy(own.filter(({ method }) => method !== ''), ({ method }) => method)).slice(0, 4).map(([name]) => name),
    distributed: clients.size >= DISTRIBUTED_CLIENTS && own.length <= LIGHT_SAMPLES * clients.size,
    first: epochMs(least(times)), last: epochMs(-least(times.map((at) => -at))),
    traceIds: own.slice(0, MOST_TRACES).map(({ sample }) => sample.traceId), folded: 0,
  };
}

function groupBy<T, Key>(list: readonly T[], pick: (one: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const one of list) {
    const key = pick(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

function countBy<T, Name>(list: readonly T[], pick: (one: T) => Name): Map<Name, number> {
  const counts = new Map<Name, number>();
  for (const one of list) counts.set(pick(one), (counts.get(pick(one)) ?? 0) + 1);
  return counts;
}

function largest<Name>(counts: ReadonlyMap<Name, number>): [Name, number][] {
  return [...counts].sort((a, b) => b[1] - a[1] || compare(String(a[0]), String(b[0])));
}

const top = (counts: ReadonlyMap<string, number>): Counted[] => largest(counts).slice(0, MOST_NAMES).map(([name, samples]) => ({ name, samples }));
const least = (values: readonly number[]) => values.reduce((low, value) => Math.min(low, value), Infinity);

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
