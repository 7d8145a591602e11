/*
 * A modelled fleet, written as exposition text with timestamps: Skipper pods in three zones and the cluster around them. Traffic
 * flips to zone b now and then, a Deployment is rolled out once with a few 502s, one pod misses routes for a while: all
 * pages have something to draw. The store is real, the traffic is not.
 */
export const STEP_SECONDS = 15;
const zones = ['a', 'b', 'c'] as const;
const PODS_PER_ZONE = 6;
const ROUTES = 12;
const BUCKETS = ['0.005', '0.025', '0.1', '0.25', '0.5', '1', '2.5', '+Inf'] as const;
/** Share of the requests that are done within each bucket. */
const DONE = [0.3, 0.62, 0.85, 0.95, 0.985, 0.995, 0.999, 1] as const;

export interface Pod {
  readonly name: string;
  readonly zone: (typeof zones)[number];
  readonly index: number;
}

export interface ModelRange {
  /** Epoch seconds, both ends multiples of the step. */
  readonly from: number;
  readonly to: number;
}

export const pods: readonly Pod[] = zones.flatMap((zone, z) => Array.from({ length: PODS_PER_ZONE }, (_, i) => ({ name: `skipper-ingress-${zone}${i}`, zone, index: z * PODS_PER_ZONE + i })));

/** Share of a zone's traffic at step `i`: a third, or most of it in b for a quarter of an hour each hour. */
export function zoneShare(zone: Pod['zone'], i: number): number {
  const concentrated = i % 240 >= 150 && i % 240 < 210;
  const inB = concentrated ? 0.86 : 1 / 3;
  return zone === 'b' ? inB : (1 - inB) / 2;
}

/** Requests a second of one pod at step `i`; the same for each run. */
export function podRps(pod: Pod, i: number): number {
  const day = 900 + 120 * Math.sin(i / 60) + 25 * Math.sin(i * 1.7 + pod.index);
  return (day * zoneShare(pod.zone, i)) / PODS_PER_ZONE;
}

interface Series {
  readonly metric: string;
  readonly labels: string;
  /** Increment (counters) or value (gauges) at step `i`; null: no sample. */
  at(i: number): number | null;
}

type Family = { readonly name: string; readonly type: 'counter' | 'gauge' | 'histogram'; readonly series: readonly Series[] };

const labelText = (labels: Readonly<Record<string, string>>) => `{${Object.entries(labels).map(([key, value]) => `${key}="${value}"`).join(',')}}`;

function podLabels(pod: Pod): Record<string, string> {
  return { job: 'skipper', namespace: 'kube-system', pod: pod.name, az: pod.zone, instance: `10.0.${pod.index}.1:9911` };
}

function eachPod(metric: string, at: (pod: Pod, i: number) => number): Series[] {
  return pods.map((pod) => ({ metric, labels: labelText(podLabels(pod)), at: (i: number) => at(pod, i) }));
}

function perRoute(metric: string, code: string, at: (pod: Pod, i: number, route: number) => number): Series[] {
  return pods.flatMap((pod) => Array.from({ length: ROUTES }, (_, route) => ({ metric, labels: labelText({ ...podLabels(pod), code, method: 'GET', route: `kube_shop__r${route}__r${route}_example_org____svc${route}` }), at: (i: number) => at(pod, i, route) })));
}

/** The roll-out: 20 steps at the end of the second hour. */
const rolling = (i: number) => i >= 460 && i < 480;
const missing = (pod: Pod, i: number) => pod.index === 7 && i >= 500 && i < 540;
const requests = (pod: Pod, i: number) => Math.round(podRps(pod, i) * STEP_SECONDS);
const servedOk = (pod: Pod, i: number, route: number) => Math.round(requests(pod, i) / (ROUTES + route / 4));
const badGateway = (pod: Pod, i: number, route: number) => (rolling(i) && route === 3 && (i + pod.index) % 4 === 0 ? 2 : 0);
const misses = (pod: Pod, i: number) => (missing(pod, i) ? 400 : (i + pod.index) % 3);

function families(): Family[] {
  const serve = 'skipper_serve_route_count';
  const histogram = 'skipper_serve_route_duration_seconds';
  return [
    { name: 'up', type: 'gauge', series: [...eachPod('up', () => 1), { metric: 'up', labels: '{job="kube-state-metrics",instance="10.1.0.1:8080"}', at: () => 1 }] },
    { name: 'skipper_proxy_total_duration_seconds_count', type: 'counter', series: eachPod('skipper_proxy_total_duration_seconds_count', requests) },
    { name: 'skipper_route_error_total', type: 'counter', series: eachPod('skipper_route_error_total', misses) },
    { name: 'skipper_route_lookup_duration_seconds_count', type: 'counter', series: eachPod('skipper_route_lookup_duration_seconds_count', requests) },
    { name: 'skipper_backend_error_total', type: 'counter', series: pods.map((pod) => ({ metric: 'skipper_backend_error_total', labels: labelText({ ...podLabels(pod), route: 'kube_shop__r3__r3_example_org____svc3' }), at: (i: number) => badGateway(pod, i, 3) })) },
    { name: serve, type: 'counter', series: [
      ...perRoute(serve, '200', servedOk), ...perRoute(serve, '502', badGateway), ...perRoute(serve, '404', (pod, i, route) => ((i + route + pod.index) % 11 === 0 ? 1 : 0)),
      ...pods.map((pod) => ({ metric: serve, labels: labelText({ ...podLabels(pod), code: '404', method: 'GET', route: '_unknownroute_' }), at: (i: number) => misses(pod, i) })),
    ] },
    { name: 'skipper_serve_host_count', type: 'counter', series: perRoute('skipper_serve_host_count', '200', servedOk).map((series) => ({ ...series, labels: series.labels.replace(/route="kube_shop__(r\d+)__[^"]*"/, 'host="$1_example_org"') })) },
    { name: 'skipper_response_duration_seconds_count', type: 'counter', series: perRoute('skipper_response_duration_seconds_count', '500', () => 0) },
    { name: `${histogram}_bucket`, type: 'counter', series: pods.flatMap((pod) => BUCKETS.map((le, b) => ({ metric: `${histogram}_bucket`, labels: labelText({ ...podLabels(pod), code: '200', method: 'GET', route: 'kube_shop__r0__r0_example_org____svc0', le }), at: (i: number) => Math.round(servedOk(pod, i, 0) * DONE[b]!) }))) },
    { name: `${histogram}_count`, type: 'counter', series: pods.map((pod) => ({ metric: `${histogram}_count`, labels: labelText({ ...podLabels(pod), code: '200', method: 'GET', route: 'kube_shop__r0__r0_example_org____svc0' }), at: (i: number) => servedOk(pod, i, 0) })) },
    { name: 'skipper_custom_gauges', type: 'gauge', series: pods.map((pod) => ({ metric: 'skipper_custom_gauges', labels: labelText({ ...podLabels(pod), key: 'routes.total' }), at: (i: number) => (missing(pod, i) ? ROUTES - 4 : ROUTES) })) },
    ...cluster(),
  ];
}

/** kube-state-metrics of one Deployment of four pods that is replaced while `rolling`. */
function cluster(): Family[] {
  const job = { job: 'kube-state-metrics', namespace: 'shop' };
  const share = (i: number) => Math.min(1, Math.max(0, (i - 460) / 20));
  const counts: readonly (readonly [string, (i: number) => number])[] = [['svc3-old', (i) => Math.round(4 * (1 - share(i)))], ['svc3-new', (i) => Math.round(4 * share(i))]];
  const sets = counts.map(([name, count]) => ({ name, count, pods: [0, 1, 2, 3].map((k) => ({ name: `${name}-${k}`, there: (i: number) => (count(i) > k ? 1 : null) })) }));
  const gauge = (name: string, series: readonly Omit<Series, 'metric'>[]): Family => ({ name, type: 'gauge', series: series.map((one) => ({ ...one, metric: name })) });
  return [
    gauge('kube_replicaset_owner', sets.map(({ name }) => ({ labels: labelText({ ...job, replicaset: name, owner_kind: 'Deployment', owner_name: 'svc3' }), at: () => 1 }))),
    gauge('kube_replicaset_status_replicas', sets.map(({ name, count }) => ({ labels: labelText({ ...job, replicaset: name }), at: count }))),
    gauge('kube_pod_owner', sets.flatMap((set) => set.pods.map((pod) => ({ labels: labelText({ ...job, pod: pod.name, owner_kind: 'ReplicaSet', owner_name: set.name }), at: pod.there })))),
    gauge('kube_pod_status_ready', sets.flatMap((set) => set.pods.map((pod) => ({ labels: labelText({ ...job, pod: pod.name, condition: 'true' }), at: pod.there })))),
    gauge('kube_pod_container_info', sets.flatMap((set) => set.pods.map((pod) => ({ labels: labelText({ ...job, pod: pod.name, container: 'app', image: `registry.example/${set.name}` }), at: pod.there })))),
  ];
}

export interface Written {
  readonly series: number;
  readonly samples: number;
}

/**
 * The model as text, one family a piece. `seconds`: OpenMetrics for promtool (times in seconds, ends with `# EOF`); `millis`: the
 * Prometheus text format that VictoriaMetrics imports.
 */
export function* modelText({ from, to }: ModelRange, unit: 'seconds' | 'millis', written: { series: number; samples: number }): Generator<string> {
  const steps = Math.round((to - from) / STEP_SECONDS);
  for (const family of families()) {
    // Declared types other than unknown make promtool check suffixes; queries do not need them.
    const lines: string[] = unit === 'seconds' ? [`# TYPE ${family.name} unknown`] : [];
    for (const series of family.series) {
      let total = 0;
      written.series += 1;
      for (let i = 0; i <= steps; i += 1) {
        const value = series.at(i);
        if (value === null) continue;
        total = family.type === 'gauge' ? value : total + value;
        const at = from + i * STEP_SECONDS;
        lines.push(`${series.metric}${series.labels} ${total} ${unit === 'seconds' ? at : at * 1000}`);
        written.samples += 1;
      }
    }
    yield `${lines.join('\n')}\n`;
  }
  if (unit === 'seconds') yield '# EOF\n';
}
