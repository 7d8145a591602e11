import type { DetectorInput } from '../../domain/detector';
import type { LabelledSeries, SeriesFrame, Value } from '../../domain/series';
import type { SignalName } from '../../domain/signals';
import type { EpochMs } from '../../domain/units';
import type { ClusterView } from './cluster-view';
import { fillCounts, sumColumns } from './counts';
import type { ZoneParams } from './params';
import type { ZoneTraffic } from './shares';

type Input = DetectorInput<ZoneParams>;

/** Columns of one proxy fleet, by zone. All columns have one value per time of `at`. */
export interface FleetFrame {
  readonly proxy: string;
  readonly at: readonly EpochMs[];
  readonly traffic: ZoneTraffic;
  /** Requests a second as they are drawn: gaps stay gaps. */
  readonly rps: ReadonlyMap<string, readonly Value[]>;
  readonly readyPods: ReadonlyMap<string, readonly Value[]>;
  readonly latency: ReadonlyMap<'p50' | 'p99', ReadonlyMap<string, readonly Value[]>>;
  readonly errors: ReadonlyMap<string, readonly Value[]>;
  /** Requests a second without a zone; null when all have one. */
  readonly unknownRps: readonly Value[] | null;
}

/** The fleets that `zone-requests` knows, by name. */
export function fleetFrames(input: Input, frame: SeriesFrame): FleetFrame[] {
  const proxies = [...new Set(frame.series.map((series) => series.labels.proxy ?? ''))].sort();
  return proxies.map((proxy) => fleetFrame(proxy, input, frame));
}

function fleetFrame(proxy: string, input: Input, frame: SeriesFrame): FleetFrame {
  const columns = (name: SignalName) => byLabel(ofProxy(input.signals[name], proxy, frame), 'zone', frame.at.length);
  const rps = columns('zone-requests');
  const unknown = rps.get('') ?? null;
  rps.delete('');
  const readyPods = columns('zone-ready-pods');
  const zones = [...rps.keys()].filter((zone) => rps.get(zone)!.some((value) => value !== null)).sort();
  const counts = exactRps(proxy, zones, input, frame);
  const latencyOf = (quantile: number) => byLabel(
    ofProxy(input.signals['zone-latency'], proxy, frame).filter((series) => Number(series.labels.quantile) === quantile), 'zone', frame.at.length);
  return {
    proxy, at: frame.at, rps, readyPods, errors: columns('zone-errors'),
    unknownRps: unknown?.some((value) => value !== null && value > 0) ? unknown : null,
    latency: new Map([['p50', latencyOf(0.5)], ['p99', latencyOf(0.99)]]),
    traffic: {
      zones, stepMs: frame.stepMs, length: frame.at.length, exact: counts !== null,
      rps: counts ?? zones.map((zone) => rps.get(zone)!),
      readyPods: readyPods.size > 0 ? zones.map((zone) => readyPods.get(zone) ?? frame.at.map(() => null)) : null,
    },
  };
}

/** Exact requests a second by zone from counts by instance; null when a zone has none of them. */
function exactRps(proxy: string, zones: readonly string[], input: Input, frame: SeriesFrame): Value[][] | null {
  const counts = ofProxy(input.signals['instance-requests'], proxy, frame);
  const up = new Map<string | undefined, readonly Value[]>();
  for (const { labels, values } of ofProxy(input.signals['scrape-up'], proxy, frame)) if (!up.has(labels.instance)) up.set(labels.instance, values);
  const seconds = frame.stepMs / 1000;
  const columns = zones.map((zone) => counts.filter((series) => series.labels.zone === zone).map((series) =>
    fillCounts(series.values, up.get(series.labels.instance) ?? null)));
  if (columns.some((list) => list.length === 0)) return null;
  return columns.map((list) => sumColumns(list, frame.at.length).map((value) => (value === null ? null : value / seconds)));
}

/** What the cluster's signals say, for the causes of flips. */
export function clusterView(input: Input, frame: SeriesFrame, fleet: FleetFrame | null): ClusterView {
  const length = frame.at.length;
  const ofFleet = (name: SignalName) => (fleet ? ofProxy(input.signals[name], fleet.proxy, frame) : []);
  const nodes = aligned(input.signals['nodes-without-zone'], frame);
  return {
    stepMs: frame.stepMs, readyPods: fleet?.readyPods ?? new Map(), ...(fleet ? { fleet: fleet.proxy, requests: fleet.rps, ...dialectOf(input, fleet.proxy) } : {}),
    ...balancersOf(input, frame),
    readyEndpoints: grouped(aligned(input.signals['ready-endpoints'], frame), serviceOf, 'zone'),
    replicaSets: grouped(aligned(input.signals['replicaset-pods'], frame), (series) => `${series.labels.namespace ?? ''}/${series.labels.workload ?? ''}`, 'replicaset'),
    matrix: grouped(ofFleet('zone-matrix'), (series) => series.labels.zone ?? '', 'backendZone'),
    routing: byLabel(ofFleet('zone-routing'), 'mode', length),
    connections: byLabel(ofFleet('zone-connections').filter((series) => (series.labels.zone ?? '') !== ''), 'zone', length),
    hintedShare: new Map(aligned(input.signals['hinted-share'], frame).map((series) => [serviceOf(series), series.values])),
    topologyMode: new Map(aligned(input.signals['topology-mode'], frame).map((series) => [serviceOf(series), series.values])),
    cpuByZone: byLabel(aligned(input.signals['zone-cpu'], frame).filter((series) => series.labels.zone !== ''), 'zone', length),
    nodesWithoutZone: nodes.length > 0 ? addKnown(nodes.map((series) => series.values), length) : null,
  };
}

/** A fleet's name comes from outside: `constructor` is none of the record's own. */
function dialectOf(input: Input, proxy: string): Pick<ClusterView, 'dialect'> {
  return input.dialects && Object.hasOwn(input.dialects, proxy) ? { dialect: input.dialects[proxy]! } : {};
}

function balancersOf(input: Input, frame: SeriesFrame): Pick<ClusterView, 'balancers'> {
  const read = (name: SignalName) => aligned(input.signals[name], frame).filter((series) => (series.labels.zone ?? '') !== '');
  const names = (list: readonly LabelledSeries[]) => [...new Set(list.map((series) => series.labels.loadBalancer ?? ''))].sort();
  const [flows, requests] = [read('lb-zone-flows'), read('lb-zone-requests')];
  if (flows.length + requests.length === 0) return {};
  const columns = (list: readonly LabelledSeries[]) => byLabel(list, 'zone', frame.at.length);
  return { balancers: { flows: columns(flows), flowNames: names(flows), requests: columns(requests), requestNames: names(requests) } };
}

/** Columns by a first key, then by one label. */
function grouped(list: readonly LabelledSeries[], keyOf: (series: LabelledSeries) => string, label: string): Map<string, Map<string, readonly Value[]>> {
  const groups = new Map<string, Map<string, readonly Value[]>>();
  for (const series of list) {
    const columns = groups.get(keyOf(series)) ?? new Map<string, readonly Value[]>();
    groups.set(keyOf(series), columns.set(series.labels[label] ?? '', series.values));
  }
  return groups;
}

function serviceOf(series: LabelledSeries): string {
  return `${series.labels.namespace ?? ''}/${series.labels.service ?? ''}`;
}

/** Series of a frame on the main frame's time axis. A frame with another axis is read at the main one's times. */
function aligned(frame: SeriesFrame | undefined, main: SeriesFrame): LabelledSeries[] {
  if (!frame) return [];
  const same = frame.at.length === main.at.length && frame.at.every((at, i) => at === main.at[i]);
  if (same) return [...frame.series];
  const position = new Map(frame.at.map((at, i) => [at as number, i]));
  return frame.series.map((series) => ({
    labels: series.labels,
    values: main.at.map((at) => { const i = position.get(at); return i === undefined ? null : (series.values[i] ?? null); }),
  }));
}

function ofProxy(frame: SeriesFrame | undefined, proxy: string, main: SeriesFrame): LabelledSeries[] {
  return aligned(frame, main).filter((series) => (series.labels.proxy ?? '') === proxy);
}

/** Columns by one label; series that share its value are added up. */
function byLabel(series: readonly LabelledSeries[], label: string, length: number): Map<string, readonly Value[]> {
  const groups = new Map<string, (readonly Value[])[]>();
  for (const one of series) {
    const key = one.labels[label] ?? '';
    const group = groups.get(key);
    if (group) group.push(one.values);
    else groups.set(key, [one.values]);
  }
  return new Map([...groups].map(([key, list]) => [key, list.length === 1 ? list[0]! : addKnown(list, length)]));
}

/** Sum of the values that are known; null where none is. */
function addKnown(columns: readonly (readonly Value[])[], length: number): Value[] {
  return Array.from({ length }, (_, i) => {
    const known = columns.map((column) => column[i] ?? null).filter((value) => value !== null);
    return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : null;
  });
}
