import type { StoredSeries } from './small-prometheus';

/** Seconds of the modelled stretch. */
export const length = 1200;

type Labels = Readonly<Record<string, string>>;
type Values = StoredSeries['valueAt'];

const always = (value: number): Values => () => value;
const growing = (perSecond: number, from = 0): Values => (second) => perSecond * Math.max(0, second - from);
const within = (from: number, to: number, values: Values): Values => (second) => (second >= from && second <= to ? values(second) : null);

/** Series of the traps of `traps.lab.test.ts`; each trap has a job or a namespace of its own. */
export function trapSeries(): StoredSeries[] {
  return [...threeRows('by-az', 'az', 'zone'), ...threeRows('by-zone', 'zone', 'exported_zone'), ...startLabel(), ...routeTables(), ...unknownHost(), ...rolledPods(), ...unmappedPod(), ...movedPod(), ...renamedLabels(), ...podLabels(), ...exportedLabels(), ...services(), ...nodes(), ...balancers()];
}

/** A pod of a Skipper fleet with requests from some second to another. */
function skipper(job: string, pod: string, labels: Labels, perSecond: number, from = 0, to = length): StoredSeries[] {
  const target = { job, namespace: job, pod, ...labels };
  return [
    { name: 'up', labels: target, valueAt: within(from, to, always(1)) },
    { name: 'skipper_proxy_total_duration_seconds_count', labels: target, valueAt: within(from, to, growing(perSecond, from)) },
  ];
}

/** A request is in the row of its route, in that of its host and in that of its endpoint's zone. */
function threeRows(job: string, podZone: string, endpointZone: string): StoredSeries[] {
  const rows = (pod: string, zone: string, byZone: Labels[], rates: number[]): StoredSeries[] => {
    const target = { job, namespace: job, pod, [podZone]: zone };
    const row = (labels: Labels, rate: number): StoredSeries => ({ name: 'skipper_backend_duration_seconds_count', labels: { ...target, ...labels }, valueAt: growing(rate) });
    const all = rates.reduce((sum, rate) => sum + rate, 0);
    return [...skipper(job, pod, { [podZone]: zone }, all), row({ route: 'kube_shop' }, all), row({ host: 'shop_example_org' }, all), ...byZone.map((labels, i) => row(labels, rates[i]!))];
  };
  return [...rows('p-a', 'a', [{ [endpointZone]: 'a' }, { [endpointZone]: 'b' }], [7, 3]), ...rows('p-b', 'b', [{ [endpointZone]: 'b' }], [5])];
}

/** The label `start` is on counters alone. */
function startLabel(): StoredSeries[] {
  const pod = (name: string, misses: number | null): StoredSeries[] => {
    const target = { job: 'started', namespace: 'started', pod: name, az: 'a' };
    const missed: StoredSeries[] = misses === null ? [] : [{ name: 'skipper_route_error_total', labels: { ...target, start: '1764450000000000000' }, valueAt: growing(misses) }];
    return [...skipper('started', name, { az: 'a' }, 10), { name: 'skipper_route_lookup_duration_seconds_count', labels: target, valueAt: growing(10) }, ...missed];
  };
  return [...pod('missing-1', 2), ...pod('fine-1', null)];
}

function routeTables(): StoredSeries[] {
  const gauge = (metric: string, pod: string, az: string, routes: number): StoredSeries => ({ name: metric, labels: { job: 'tables', namespace: 'tables', pod, az, key: 'routes.total' }, valueAt: always(routes) });
  return [
    ...skipper('tables', 'full-1', { az: 'a' }, 5), ...skipper('tables', 'short-1', { az: 'c' }, 5), ...skipper('tables', 'young-1', { az: 'b' }, 0),
    gauge('skipper_custom_gauges', 'full-1', 'a', 100), gauge('skipper_custom_gauges', 'short-1', 'c', 60), gauge('routesrv_custom_gauges', 'routesrv-1', 'a', 100),
  ];
}

/** A route without a Host predicate is served under the unknown host, as a route miss is. */
function unknownHost(): StoredSeries[] {
  const target = { job: 'hosts', namespace: 'hosts', pod: 'p-1', az: 'a' };
  const served = (metric: string, labels: Labels, rate: number): StoredSeries => ({ name: metric, labels: { ...target, code: '404', method: 'GET', ...labels }, valueAt: growing(rate) });
  return [
    ...skipper('hosts', 'p-1', { az: 'a' }, 10),
    served('skipper_serve_route_count', { route: '_unknownroute_' }, 1), served('skipper_serve_route_count', { route: 'kube_any__any_host' }, 3),
    served('skipper_serve_host_count', { host: '_unknownhost_' }, 4),
  ];
}

/** Two collectors see the same. */
function collected(name: string, labels: Labels, valueAt: Values): StoredSeries[] {
  return ['ksm-0', 'ksm-1'].map((instance) => ({ name, labels: { job: 'kube-state-metrics', instance, ...labels }, valueAt }));
}

const podInfo = (namespace: string, pod: string, node: string, from = 0, to = length) => collected('kube_pod_info', { namespace, pod, uid: `${pod}-${node}`, node }, within(from, to, always(1)));

/** The object of the old pod is gone half a minute before its process. */
function rolledPods(): StoredSeries[] {
  return [
    ...skipper('rolled', 'old-1', {}, 10, 0, 600), ...podInfo('rolled', 'old-1', 'n-a', 0, 570),
    ...skipper('rolled', 'new-1', {}, 10, 600), ...podInfo('rolled', 'new-1', 'n-b', 590),
    ...skipper('rolled', 'other-1', {}, 10), ...podInfo('rolled', 'other-1', 'n-b'),
  ];
}

function unmappedPod(): StoredSeries[] {
  return [...skipper('unmapped', 'known-1', {}, 8), ...podInfo('unmapped', 'known-1', 'n-a'), ...skipper('unmapped', 'bare-1', {}, 4), ...podInfo('unmapped', 'bare-1', 'n-bare')];
}

/** A pod of a StatefulSet keeps its name. */
function movedPod(): StoredSeries[] {
  const counters = (from: number, to: number) => within(from, to, growing(6, from));
  const both = (first: Values, second: Values): Values => (at) => first(at) ?? second(at);
  const target = { job: 'moved', namespace: 'moved', pod: 'web-0' };
  return [
    { name: 'up', labels: target, valueAt: both(within(0, 600, always(1)), within(630, length, always(1))) },
    { name: 'skipper_proxy_total_duration_seconds_count', labels: target, valueAt: both(counters(0, 600), counters(630, length)) },
    ...podInfo('moved', 'web-0', 'n-a', 0, 600), ...podInfo('moved', 'web-0', 'n-b', 625),
  ];
}

/** Label names of another scrape configuration than the usual. */
function renamedLabels(): StoredSeries[] {
  const pod = (name: string, node: string, rate: number): StoredSeries[] => {
    const target = { job: 'renamed', kubernetes_namespace: 'renamed', pod_name: name };
    return [
      { name: 'up', labels: target, valueAt: always(1) }, { name: 'skipper_proxy_total_duration_seconds_count', labels: target, valueAt: growing(rate) },
      ...podInfo('renamed', name, node),
    ];
  };
  return [...pod('r-1', 'n-a', 3), ...pod('r-2', 'n-b', 4)];
}

/** The zone is a label of the pod itself; the same name comes back in another zone. */
function podLabels(): StoredSeries[] {
  const label = (zone: string, from: number, to: number) => collected('kube_pod_labels', { namespace: 'labelled', pod: 'web-0', label_topology_kubernetes_io_zone: zone }, within(from, to, always(1)));
  return [...skipper('labelled', 'web-0', {}, 7), ...label('a', 0, 600), ...label('c', 605, length)];
}

/** A collector that is scraped without honor_labels: its own pod takes the names, those of its objects become exported ones. */
function exportedLabels(): StoredSeries[] {
  const own = { job: 'kube-state-metrics-2', namespace: 'monitoring', pod: 'ksm-2' };
  const object = (pod: string) => ({ ...own, exported_namespace: 'exported', exported_pod: pod });
  const node = (name: string, zone: string): StoredSeries => ({ name: 'kube_node_labels', labels: { ...own, node: name, label_topology_kubernetes_io_zone: zone }, valueAt: always(1) });
  const slice = { ...own, exported_namespace: 'exported', endpointslice: 'exported-k9m4c' };
  return [
    ...skipper('exported', 'e-1', {}, 5), ...skipper('exported', 'e-2', {}, 2),
    { name: 'kube_pod_info', labels: { ...object('e-1'), node: 'n-a' }, valueAt: always(1) },
    { name: 'kube_pod_info', labels: { ...object('e-2'), node: 'n-b' }, valueAt: always(1) },
    node('n-a', 'a'), node('n-b', 'b'),
    { name: 'kube_endpointslice_endpoints', labels: { ...slice, address: '10.0.1.1', ready: 'true', endpoint_zone: 'a' }, valueAt: always(1) },
    { name: 'kube_endpointslice_endpoints', labels: { ...slice, address: '10.0.1.2', ready: 'true', endpoint_zone: 'b' }, valueAt: always(1) },
    { name: 'kube_endpointslice_labels', labels: { ...slice, label_kubernetes_io_service_name: 'exported' }, valueAt: always(1) },
  ];
}

/** `shop` loses its hints in the middle, `web` never had any. The collector is one whose `serving` and `terminating` are wrong. */
function services(): StoredSeries[] {
  const endpoint = (service: string, address: string, zone: string, hinted: boolean): StoredSeries[] => {
    const at = { namespace: 'shop', endpointslice: `${service}-x7k2p`, address };
    const hint = hinted ? collected('kube_endpointslice_endpoints_hints', { ...at, for_zone: zone }, within(0, 600, always(1))) : [];
    return [...collected('kube_endpointslice_endpoints', { ...at, ready: 'true', serving: 'false', terminating: '', endpoint_zone: zone, targetref_name: `${service}-${address}` }, always(1)), ...hint];
  };
  const slices = ['shop', 'web'].flatMap((service) => collected('kube_endpointslice_labels', { namespace: 'shop', endpointslice: `${service}-x7k2p`, label_kubernetes_io_service_name: service }, always(1)));
  const set = { namespace: 'shop', replicaset: 'shop-5d9c' };
  return [
    ...endpoint('shop', '10.0.0.1', 'a', true), ...endpoint('shop', '10.0.0.2', 'b', true), ...endpoint('shop', '10.0.0.3', 'c', true),
    ...endpoint('web', '10.0.0.4', 'a', false), ...endpoint('web', '10.0.0.5', 'a', false), ...slices,
    ...collected('kube_replicaset_status_replicas', set, always(3)), ...collected('kube_replicaset_owner', { ...set, owner_kind: 'Deployment', owner_name: 'shop', owner_is_controller: 'true' }, always(1)),
    ...skipper('cluster', 'proxy-1', {}, 5), ...podInfo('cluster', 'proxy-1', 'n-a'),
  ];
}

function nodes(): StoredSeries[] {
  const node = (name: string, cpu: number, zone: string | null): StoredSeries[] => [
    ...collected('kube_node_labels', { node: name, ...(zone === null ? {} : { label_topology_kubernetes_io_zone: zone }) }, always(1)),
    ...collected('kube_node_status_allocatable', { node: name, resource: 'cpu', unit: 'core' }, always(cpu)),
    ...collected('kube_node_status_condition', { node: name, condition: 'Ready', status: 'true' }, always(1)),
  ];
  return [...node('n-a', 16, 'a'), ...node('n-b', 8, 'b'), ...node('n-c', 8, 'c'), ...node('n-bare', 8, null)];
}

/** The dimensions of a row of CloudWatch: zone, load balancer, target group; empty: not one of the row's. */
type Dimensions = readonly [zone: string, loadBalancer: string, targetGroup: string];

/**
 * A network load balancer `net/x/1` with 20 and 10 new flows a second in two zones, `net/y/2` with 1, in periods of 60 s, as
 * each CloudWatch exporter shows them: by all sets of dimensions at once. cloudwatch_exporter is ten minutes late.
 */
function balancers(): StoredSeries[] {
  const rows: readonly (readonly [Dimensions, number])[] = [
    [['a', 'net/x/1', ''], 1200], [['b', 'net/x/1', ''], 600], [['', 'net/x/1', ''], 1800], [['a', 'net/x/1', 'targetgroup/t/1'], 1200], [['a', '', ''], 1260], [['b', '', ''], 600],
    [['a', 'net/y/2', ''], 60], [['', 'net/y/2', ''], 60],
  ];
  const exporter = (job: string, instance: string, names: Dimensions, last: number): StoredSeries[] => rows.map(([dimensions, flows]) => ({
    name: 'aws_networkelb_new_flow_count_sum',
    labels: { job, instance, ...Object.fromEntries(names.flatMap((name, i) => (dimensions[i] === '' ? [] : [[name, dimensions[i]!]]))) },
    valueAt: within(0, last, always(flows)),
  }));
  const camel: Dimensions = ['dimension_AvailabilityZone', 'dimension_LoadBalancer', 'dimension_TargetGroup'];
  return [
    ...exporter('cw-yace', 'yace-0', camel, length), ...exporter('cw-yace', 'yace-1', camel, length),
    ...exporter('cw-snake', 'yace-0', ['dimension_availability_zone', 'dimension_load_balancer', 'dimension_target_group'], length),
    ...exporter('cw-exporter', 'cw-0', ['availability_zone', 'load_balancer', 'target_group'], length - 600),
  ];
}
