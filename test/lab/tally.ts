import type { NotFoundClass } from '../../lib/domain/not-found-detail';
import type { Outcome } from './load';
import type { ProxyCount, RoutelessTruth, Truth, TruthEvent } from './truth';

type ClassCounts = Record<NotFoundClass, number>;

/**
 * What a fair reader would call a 404. What an application answered is its own. Of what the proxy answered, scanners are
 * scanners and icons are benign wherever they land; a request for a real application that had no route is a route miss.
 */
export function classOf(outcome: Outcome): NotFoundClass {
  if (outcome.servedBy !== null) return 'application';
  return outcome.kind === 'scanner' || outcome.kind === 'benign' ? outcome.kind : 'route-miss';
}

const noClasses = (): ClassCounts => ({ 'route-miss': 0, scanner: 0, application: 0, benign: 0, unknown: 0 });

/** 404s by class. */
export function countNotFound(outcomes: readonly Outcome[]): ClassCounts {
  const counts = noClasses();
  for (const outcome of outcomes) if (outcome.status === 404) counts[classOf(outcome)] += 1;
  return counts;
}

/** Outcomes that ended in a stretch of time, both ends included. */
export function between(outcomes: readonly Outcome[], from: number, to: number): Outcome[] {
  return outcomes.filter((outcome) => outcome.at >= from && outcome.at <= to);
}

/** Number of outcomes by some key, keys sorted. */
export function countBy(outcomes: readonly Outcome[], key: (outcome: Outcome) => string): Record<string, number> {
  const counts = new Map<string, number>();
  for (const outcome of outcomes) counts.set(key(outcome), (counts.get(key(outcome)) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** All counts of a run. */
export function tally(outcomes: readonly Outcome[]): Pick<Truth, 'notFound' | 'requests'> {
  const proxies = [...new Set(outcomes.map((outcome) => outcome.proxy))].sort();
  const of = (proxy: string) => outcomes.filter((outcome) => outcome.proxy === proxy);
  return {
    notFound: {
      total: outcomes.filter((outcome) => outcome.status === 404).length,
      byClass: countNotFound(outcomes),
      byAsk: countByAsk(outcomes),
      byProxy: Object.fromEntries(proxies.map((proxy) => [proxy, countNotFound(of(proxy))])),
    },
    requests: { total: outcomes.length, byProxy: Object.fromEntries(proxies.map((proxy) => [proxy, proxyCount(of(proxy))])) },
  };
}

function countByAsk(outcomes: readonly Outcome[]): Truth['notFound']['byAsk'] {
  const missed = outcomes.filter((outcome) => outcome.status === 404);
  const application = countBy(missed.filter((outcome) => outcome.servedBy !== null), (outcome) => outcome.kind);
  const proxy = countBy(missed.filter((outcome) => outcome.servedBy === null), (outcome) => outcome.kind);
  const kinds = [...new Set([...Object.keys(application), ...Object.keys(proxy)])].sort();
  return Object.fromEntries(kinds.map((kind) => [kind, { proxy: proxy[kind] ?? 0, application: application[kind] ?? 0 }]));
}

function proxyCount(outcomes: readonly Outcome[]): ProxyCount {
  return { total: outcomes.length, byStatus: countBy(outcomes, (outcome) => String(outcome.status)), byInstance: countBy(outcomes, (outcome) => outcome.instance) };
}

/** Share of each zone in the requests of a fleet. */
export function zoneShares(outcomes: readonly Outcome[], zones: readonly string[]): Record<string, number> {
  return Object.fromEntries(zones.map((zone) => [zone, round(outcomes.filter((outcome) => outcome.zone === zone).length / Math.max(1, outcomes.length))]));
}

/** The regimes between the flips of a run. A run without flips has none. */
export function regimes(outcomes: readonly Outcome[], events: readonly TruthEvent[], from: number, to: number, zones: readonly string[]): TruthEvent[] {
  const flips = events.filter((event) => event.kind === 'flip');
  const first = flips[0];
  if (first === undefined) return [];
  const edges = [{ at: from, state: first.from }, ...flips.map((flip) => ({ at: flip.at, state: flip.to }))];
  const fleet = outcomes.filter((outcome) => outcome.proxy === first.proxy);
  return edges.map((edge, index) => {
    const end = edges[index + 1]?.at ?? to;
    const inside = between(fleet, edge.at, end);
    return { kind: 'regime', from: edge.at, to: end, proxy: first.proxy, state: edge.state, requests: inside.length, shares: zoneShares(inside, zones) };
  });
}

/** What one instance without routes did between two times. */
export function routelessTruth(outcomes: readonly Outcome[], instance: { readonly pod: string; readonly zone: string; readonly proxy: string }, from: number, to: number): RoutelessTruth {
  const fleet = between(outcomes.filter((outcome) => outcome.proxy === instance.proxy), from, to);
  const own = fleet.filter((outcome) => outcome.instance === instance.pod);
  return { kind: 'routeless-instance', from, to, proxy: instance.proxy, instance: instance.pod, zone: instance.zone, requests: own.length, notFound: countNotFound(own), trafficShare: round(own.length / Math.max(1, fleet.length)) };
}

const round = (share: number) => Math.round(share * 10_000) / 10_000;
