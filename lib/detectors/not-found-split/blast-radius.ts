import type { BlastRadius } from '@/lib/domain/findings';
import type { Fleet, FleetSet } from './counts';
import { HISTORY_SCRAPES } from './mirror';
import { type JudgedSample, sameHost } from './sampled';
import { median, sumOver } from './statistics';

/** What is asked: a stretch of the axis, the requests that failed in it, and where. */
export interface Hit {
  readonly first: number;
  readonly last: number;
  readonly misses: number;
  /** Samples of the fault. */
  readonly own: readonly JudgedSample[];
  /** Share of the traffic of every host that is expected to fail, 0..1. */
  readonly share: number;
  /** Only this host (its label in the counters); absent: any. */
  readonly host?: string;
}

const MOST_HOSTS = 20;

/** What a fault hit while it lasted: requests, their share of the fleet's traffic, hosts as traces and host counters name them. */
export function blastRadius(set: FleetSet, fleet: Fleet, judged: readonly JudgedSample[] | null, hit: Hit): BlastRadius {
  const traffic = sumOver(fleet.instances.map((one) => sumOver(one.requests, hit.first, hit.last)));
  const traced = topHosts(hit.own);
  const counted = hit.host !== undefined ? [hit.host] : fleet.hosts === null ? [] : fallenHosts(fleet, hit);
  const more = counted.filter((label) => !traced.some((host) => sameHost(label, host)));
  const from = [...(traced.length > 0 ? ['traces' as const] : []), ...(counted.length > 0 ? ['host-counters' as const] : [])];
  return {
    first: set.at[hit.first]!, last: set.at[hit.last]!, requests: Math.round(hit.misses),
    trafficShare: traffic === null || traffic <= 0 ? null : Math.round((1000 * Math.min(1, hit.misses / traffic))) / 1000,
    hosts: judged === null && fleet.hosts === null ? null : [...traced, ...more].slice(0, MOST_HOSTS).map((host) => host.slice(0, 255)),
    hostsFrom: from,
  };
}

/** Hosts of samples, most samples first. */
export function topHosts(samples: readonly JudgedSample[]): string[] {
  const counts = new Map<string, number>();
  for (const { sample } of samples) if (sample.host !== null) counts.set(sample.host, (counts.get(sample.host) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 10).map(([host]) => host.slice(0, 255));
}

/** Hosts whose successes fell by about the expected share, beyond chance; most requests first. */
function fallenHosts(fleet: Fleet, { first, last, share }: Hit): string[] {
  return [...fleet.hosts!].flatMap(([host, values]) => {
    const rate = median(values.slice(Math.max(0, first - HISTORY_SCRAPES), first));
    const known = values.slice(first, last + 1).filter((value) => value !== null);
    if (rate === null || known.length === 0) return [];
    const lost = rate * known.length - (sumOver(known) ?? 0);
    return lost >= Math.max(3 * Math.sqrt(rate * known.length), 0.5 * share * rate * known.length) && lost > 0 ? [{ host, lost }] : [];
  }).sort((a, b) => b.lost - a.lost || (a.host < b.host ? -1 : 1)).map(({ host }) => host);
}
