import type { LabelledSeries, SeriesFrame } from '../../../domain/series';
import type { EpochMs } from '../../../domain/units';
import { aligned } from '../from-frames';
import { matchSubject } from '../match-subject';
import { type GatewayRoute, gatewayRoute } from './gateway-route';

export type FactSignals = Readonly<Partial<Record<
  'retries' | 'host-health' | 'ejections' | 'health-checks' | 'direct-responses' | 'disruption-budgets' | 'deployment-strategy', SeriesFrame>>>;

/** One rollout as the facts need it. `at` and `counted` (indices of it) are those of the error counters. */
export interface RolloutCase {
  readonly workload: string;
  readonly at: readonly EpochMs[];
  readonly counted: readonly number[];
  readonly failed: number;
  readonly codes: Readonly<Record<string, number>>;
  readonly nearMisses: number | null;
  /** Series of the workload's errors and near misses: which proxies and subjects are its own. */
  readonly own: readonly LabelledSeries[];
  /** Fleet to dialect; a fleet that is not in it is not known. */
  readonly dialects: Readonly<Record<string, string>>;
}

/** What was at work in a rollout. Null: the signal could not be had. Counts are exact within the counted steps. */
export interface RolloutFacts {
  readonly namespace: string;
  readonly name: string;
  readonly failed: number;
  readonly codes: Readonly<Record<string, number>>;
  readonly nearMisses: number | null;
  readonly proxies: readonly ProxyKind[];
  /** The HTTPRoute that Envoy Gateway's cluster names tell. */
  readonly route: GatewayRoute | null;
  readonly retries: { readonly tried: number; readonly succeeded: number; readonly exhausted: number; readonly refused: number } | null;
  /** Least and most members of the workload's clusters; null also where no cluster of it is seen. */
  readonly hosts: { readonly least: number; readonly most: number } | null;
  /** `configured`: the counters exist at all. */
  readonly ejections: { readonly configured: boolean; readonly enforced: number; readonly refused: number; readonly activeMost: number } | null;
  readonly checks: { readonly configured: boolean; readonly tried: number; readonly failed: number } | null;
  /** Requests that Skipper's passive check kept away from failing pods, over all routes; 0 where it is off. */
  readonly passedBy: number | null;
  /** Answers of routes themselves, over all routes of the fleets; `expected`: as many steps outside would have had. */
  readonly direct: { readonly count: number; readonly expected: number } | null;
  /** Budgets of the namespace; `own`: those whose name names the workload. */
  readonly budgets: { readonly all: number; readonly own: readonly string[] } | null;
  readonly replicas: number | null;
  readonly maxSurge: number | null;
  readonly maxUnavailable: number | null;
}

export type ProxyKind = 'envoy' | 'skipper';

/** Gathers what is known of one rollout. Pure sums and extremes over the counted steps; nothing is judged here. */
export function gatherFacts(signals: FactSignals, one: RolloutCase): RolloutFacts {
  const slash = one.workload.indexOf('/');
  const [namespace, name] = [one.workload.slice(0, slash), one.workload.slice(slash + 1)];
  const read = (signal: keyof FactSignals) => (signals[signal] ? aligned(signals[signal], one.at) : null);
  const kinds = kindsOf(one);
  const isOwn = ownClusters(one);
  const ofEnvoy = (series: readonly LabelledSeries[] | null) => (series ?? []).filter((each) => kinds.get(each.labels.proxy ?? '') === 'envoy' && isOwn(each));
  const ofSkipper = (series: readonly LabelledSeries[]) => series.filter(({ labels }) => kinds.get(labels.proxy ?? '') === 'skipper');
  const [retries, health, ejections, checks, direct] = [read('retries'), read('host-health'), read('ejections'), read('health-checks'), read('direct-responses')];
  const hasEnvoy = [...kinds.values()].includes('envoy');
  const count = (series: readonly LabelledSeries[] | null, outcome: string) => total(ofEnvoy(series).filter(({ labels }) => labels.outcome === outcome), one.counted);
  const ownHealth = ofEnvoy(health);
  return {
    namespace, name, failed: one.failed, codes: one.codes, nearMisses: one.nearMisses,
    proxies: [...new Set(kinds.values())].sort(),
    route: one.own.flatMap(({ labels }) => gatewayRoute(labels.subject ?? '') ?? [])[0] ?? null,
    retries: ofEnvoy(retries).length > 0 ? { tried: count(retries, 'tried'), succeeded: count(retries, 'succeeded'), exhausted: count(retries, 'exhausted'), refused: count(retries, 'refused') } : null,
    hosts: hostsOf(ownHealth.filter(({ labels }) => labels.state === 'total'), one.counted),
    ejections: ejections && hasEnvoy ? {
      configured: ofEnvoy(ejections).length > 0, enforced: count(ejections, 'enforced'), refused: count(ejections, 'refused'),
      activeMost: most(ownHealth.filter(({ labels }) => labels.state === 'ejected'), one.counted),
    } : null,
    checks: checks && hasEnvoy ? { configured: ofEnvoy(checks).length > 0, tried: count(checks, 'tried'), failed: count(checks, 'failed') } : null,
    passedBy: ejections && [...kinds.values()].includes('skipper') ? total(ofSkipper(ejections), one.counted) : null,
    direct: direct && hasEnvoy ? directOf(direct.filter(({ labels }) => kinds.get(labels.proxy ?? '') === 'envoy'), one) : null,
    budgets: budgetsOf(read('disruption-budgets'), namespace, name),
    ...strategyOf(read('deployment-strategy'), namespace, name, one.counted),
  };
}

/** Fleets that showed errors or near misses of the workload, with their kind: as configured, else by how they name routes. */
function kindsOf({ own, dialects }: RolloutCase): ReadonlyMap<string, ProxyKind> {
  const kinds = new Map<string, ProxyKind>();
  for (const { labels } of own) {
    const kind = dialects[labels.proxy ?? ''] ?? (/^kube_/.test(labels.subject ?? '') ? 'skipper' : gatewayRoute(labels.subject ?? '') ? 'envoy' : null);
    if (kind === 'envoy' || kind === 'skipper') kinds.set(labels.proxy ?? '', kind);
  }
  return kinds;
}

/** Tells series of the workload's own clusters: those that had its errors, and those whose name names it. */
function ownClusters(one: RolloutCase): (series: LabelledSeries) => boolean {
  const key = ({ labels }: LabelledSeries) => JSON.stringify([labels.proxy ?? '', labels.subject ?? '']);
  const known = new Map(one.own.map((series) => [key(series), true]));
  const fleets = new Set(one.own.map(({ labels }) => labels.proxy ?? ''));
  return (series) => {
    const found = known.get(key(series)) ?? (fleets.has(series.labels.proxy ?? '') && matchSubject(series.labels.subject ?? '', [one.workload]).length > 0);
    known.set(key(series), found);
    return found;
  };
}

/** Some routes always answer themselves (health, maintenance): what the other steps had is expected. */
function directOf(series: readonly LabelledSeries[], { at, counted }: RolloutCase): NonNullable<RolloutFacts['direct']> {
  const inside = new Set(counted);
  const outside = at.map((_, i) => i).filter((i) => !inside.has(i));
  const expected = outside.length > 0 ? (total(series, outside) / outside.length) * counted.length : 0;
  return { count: total(series, counted), expected };
}

function total(series: readonly LabelledSeries[], at: readonly number[]): number {
  return series.reduce((sum, { values }) => sum + at.reduce((part, i) => part + (values[i] ?? 0), 0), 0);
}

const known = (series: readonly LabelledSeries[], at: readonly number[]) => series.flatMap(({ values }) => at.flatMap((i) => values[i] ?? []));
const most = (series: readonly LabelledSeries[], at: readonly number[]) => Math.max(0, ...known(series, at));

/** An empty cluster has no host that could be ejected: it does not count as the least. */
function hostsOf(series: readonly LabelledSeries[], at: readonly number[]): RolloutFacts['hosts'] {
  const sizes = known(series, at).filter((size) => size > 0);
  return sizes.length > 0 ? { least: Math.min(...sizes), most: Math.max(...sizes) } : null;
}

function budgetsOf(series: readonly LabelledSeries[] | null, namespace: string, name: string): RolloutFacts['budgets'] {
  if (!series) return null;
  const here = [...new Set(series.filter(({ labels }) => labels.namespace === namespace).map(({ labels }) => labels.budget ?? ''))].sort();
  return { all: here.length, own: here.filter((budget) => budget === name || budget.startsWith(`${name}-`)) };
}

/** The strategy as it stood when the rollout began: the rollout itself may change it. */
function strategyOf(series: readonly LabelledSeries[] | null, namespace: string, name: string, at: readonly number[]): Pick<RolloutFacts, 'replicas' | 'maxSurge' | 'maxUnavailable'> {
  const bound = (wanted: string) => known((series ?? []).filter(({ labels }) => labels.namespace === namespace && labels.workload === name && labels.bound === wanted), at)[0] ?? null;
  return { replicas: bound('replicas'), maxSurge: bound('max-surge'), maxUnavailable: bound('max-unavailable') };
}
