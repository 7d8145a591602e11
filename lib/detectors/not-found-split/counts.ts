import type { DetectorInput } from '@/lib/domain/detector';
import type { SeriesFrame, Value } from '@/lib/domain/series';
import type { SignalName } from '@/lib/domain/signals';
import type { EpochMs, Millis } from '@/lib/domain/units';
import type { NotFoundParams } from './params';
import { addRows } from './statistics';

/** Who answered a 404, by the counters. `proxy` joins no-route and policy: both are the proxy's own answers. */
export type Responder = 'proxy' | 'backend' | 'unknown';

/** Exact counts of one proxy instance, each aligned to the time axis of the fleet set. */
export interface InstanceCounts {
  readonly proxy: string;
  readonly instance: string;
  readonly zone: string;
  readonly requests: readonly Value[];
  /** Requests without a route. */
  readonly misses: readonly Value[];
  readonly answered: Readonly<Record<Responder, readonly Value[]>>;
  readonly routes: readonly Value[];
  /** Epoch seconds of the last change of the route table. */
  readonly updated: readonly Value[];
}

export interface Fleet {
  readonly proxy: string;
  readonly instances: readonly InstanceCounts[];
  /** 2xx and 3xx answers by host; null when the signal is not there. */
  readonly hosts: ReadonlyMap<string, readonly Value[]> | null;
}

export interface FleetSet {
  readonly at: readonly EpochMs[];
  readonly stepMs: Millis;
  readonly fleets: readonly Fleet[];
}

type Signals = DetectorInput<NotFoundParams>['signals'];

/** Gathers the signals by fleet and instance, sorted by name: the order of series never matters. */
export function gatherFleets(signals: Signals, base: SeriesFrame): FleetSet {
  const read = (name: SignalName) => collect(signals[name], base);
  const notFound = read('not-found');
  const requests = read('instance-requests');
  const misses = read('route-misses');
  const [routes, updated, hosts] = [read('route-table-size'), read('route-table-updated'), read('host-successes')];
  const keys = new Map<string, { proxy: string; instance: string; zone: string }>();
  for (const row of [...notFound, ...requests, ...misses]) {
    const { proxy = '', instance = '', zone = '' } = row.labels;
    keys.set(`${proxy}\n${instance}`, { proxy, instance, zone: keys.get(`${proxy}\n${instance}`)?.zone || zone });
  }
  const instances = [...keys.values()].sort((a, b) => compare(a.proxy, b.proxy) || compare(a.instance, b.instance)).map((key): InstanceCounts => {
    const own = (rows: readonly Row[], responder?: readonly string[]) =>
      add(rows.filter(({ labels }) => labels.proxy === key.proxy && labels.instance === key.instance && (!responder || responder.includes(labels.responder ?? ''))), base.at.length);
    const counted = misses.some(({ labels }) => labels.proxy === key.proxy);
    return {
      ...key,
      requests: own(requests),
      misses: counted ? own(misses) : own(notFound, ['proxy-no-route']),
      answered: { proxy: own(notFound, ['proxy-no-route', 'proxy-policy']), backend: own(notFound, ['backend']), unknown: unnamed(notFound, key, base.at.length) },
      routes: own(routes),
      updated: own(updated),
    };
  });
  const proxies = [...new Set(instances.map(({ proxy }) => proxy))];
  const hostsOf = (proxy: string) => new Map(hosts.filter(({ labels }) => labels.proxy === proxy).map(({ labels, values }) => [labels.host ?? '', values]));
  return {
    at: base.at,
    stepMs: base.stepMs,
    fleets: proxies.map((proxy) => ({ proxy, instances: instances.filter((one) => one.proxy === proxy), hosts: signals['host-successes'] ? hostsOf(proxy) : null })),
  };
}

interface Row {
  readonly labels: Readonly<Record<string, string>>;
  readonly values: readonly Value[];
}

/** Rows of a frame on the base axis; times that the frame lacks are unknown. */
function collect(frame: SeriesFrame | undefined, base: SeriesFrame): readonly Row[] {
  if (!frame) return [];
  if (frame.at.length === base.at.length && frame.at[0] === base.at[0] && frame.stepMs === base.stepMs) return frame.series;
  const place = new Map(frame.at.map((at, index) => [at as number, index]));
  return frame.series.map(({ labels, values }) => ({ labels, values: base.at.map((at) => values[place.get(at) ?? -1] ?? null) }));
}

/** Adds rows step by step; a step without any known value stays unknown. */
function add(rows: readonly Row[], length: number): Value[] {
  return addRows(rows.map(({ values }) => values), length);
}

/** Everything whose responder is not one of the known words counts as unknown, so that no answer is lost. */
function unnamed(rows: readonly Row[], key: { proxy: string; instance: string }, length: number): Value[] {
  const named = ['proxy-no-route', 'proxy-policy', 'backend'];
  return add(rows.filter(({ labels }) => labels.proxy === key.proxy && labels.instance === key.instance && !named.includes(labels.responder ?? '')), length);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
