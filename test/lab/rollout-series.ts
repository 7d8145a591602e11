import type { StoredSeries } from './small-prometheus';

/** Seconds of the modelled stretch. */
export const controlLength = 3_000;

type Labels = Readonly<Record<string, string>>;
type Values = StoredSeries['valueAt'];

/** Events of a counter: at a second, so many. */
type Events = readonly (readonly [second: number, count: number])[];

/** A pod of a ReplicaSet. Its object is there in [from, to); it is ready two scrapes after it came. */
interface ModelPod {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

interface ModelSet {
  readonly hash: string;
  readonly image: string;
  readonly pods: readonly ModelPod[];
}

const always = Infinity;

/** Replicas that are replaced one after another, each one's successor 20 s before its end. */
export function replaced(name: string, count: number, from: number, seconds: number): { readonly old: ModelPod[]; readonly next: ModelPod[] } {
  const each = seconds / count;
  const numbers = Array.from({ length: count }, (_, index) => index);
  return {
    old: numbers.map((i) => ({ name: `${name}-a-${i}`, from: 0, to: from + Math.round((each * (i + 1)) / 5) * 5 })),
    next: numbers.map((i) => ({ name: `${name}-b-${i}`, from: from + Math.round((each * i) / 5) * 5, to: always })),
  };
}

/** Failed and saved requests of each control, by second; the tests know what must come out. */
export const controls = {
  overlap: { shop: [[1_250, 4], [1_270, 2]], cart: [[1_300, 5]], saved: [[1_255, 3]] },
  oom: [[1_255, 6]],
  rollback: [[1_245, 5], [1_960, 4]],
  burst: [[2_200, 8], [2_210, 4]],
  gap: [[1_250, 3], [1_265, 2]],
} as const satisfies Record<string, Events | { readonly shop: Events; readonly cart: Events; readonly saved: Events }>;

/** All controls, each in a job, a namespace and a collector of its own. */
export function controlSeries(): StoredSeries[] {
  return [...overlap(), ...oom(), ...scaling(), ...rollback(), ...burst(), ...gap()];
}

/** Two workloads roll at the same time, and both fail on routes of their own. */
function overlap(): StoredSeries[] {
  const [shop, cart] = [replaced('shop', 3, 1_200, 120), replaced('cart', 3, 1_260, 120)];
  return [
    ...proxy('overlap', { shop: controls.overlap.shop, cart: controls.overlap.cart }, { shop: controls.overlap.saved }),
    ...workload('overlap', 'shop', [{ hash: 'a1', image: 'shop:1', pods: shop.old }, { hash: 'b2', image: 'shop:2', pods: shop.next }]),
    ...workload('overlap', 'cart', [{ hash: 'a1', image: 'cart:1', pods: cart.old }, { hash: 'b2', image: 'cart:2', pods: cart.next }]),
  ];
}

/** The OOM killer ends a container of a pod of another workload while one is rolling. */
function oom(): StoredSeries[] {
  const shop = replaced('shop', 3, 1_200, 120);
  const victim = { namespace: 'oom', pod: 'db-a-0', container: 'db' };
  return [
    ...proxy('oom', { shop: controls.oom }),
    ...workload('oom', 'shop', [{ hash: 'a1', image: 'shop:1', pods: shop.old }, { hash: 'b2', image: 'shop:2', pods: shop.next }]),
    ...workload('oom', 'db', [{ hash: 'a1', image: 'db:1', pods: [{ name: 'db-a-0', from: 0, to: always }] }]),
    ...collected('oom', 'kube_pod_container_status_restarts_total', victim, (second) => (second < 1_250 ? 0 : 1)),
    ...collected('oom', 'kube_pod_container_status_last_terminated_reason', { ...victim, reason: 'OOMKilled' }, (second) => (second < 1_250 ? null : 1)),
  ];
}

/** From 3 to 9 pods of one ReplicaSet, and back to 4. */
function scaling(): StoredSeries[] {
  const pods = Array.from({ length: 9 }, (_, i): ModelPod => ({ name: `shop-a-${i}`, from: i < 3 ? 0 : 1_500, to: i < 4 ? always : 2_200 }));
  return [...proxy('scaling', { shop: [] }), ...workload('scaling', 'shop', [{ hash: 'a1', image: 'shop:1', pods }])];
}

/** A rollout, and twelve minutes later the old ReplicaSet comes back. */
function rollback(): StoredSeries[] {
  const [forth, back] = [replaced('shop', 3, 1_200, 120), replaced('shop', 3, 1_920, 120)];
  const second = forth.next.map((pod, i) => ({ ...pod, to: back.old[i]!.to }));
  const again = back.next.map((pod) => ({ ...pod, name: pod.name.replace('-b-', '-c-') }));
  return [
    ...proxy('rollback', { shop: controls.rollback }),
    ...workload('rollback', 'shop', [{ hash: 'a1', image: 'shop:1', pods: [...forth.old, ...again] }, { hash: 'b2', image: 'shop:2', pods: second }]),
  ];
}

/** A clean rollout, and a burst of errors long after it. */
function burst(): StoredSeries[] {
  const shop = replaced('shop', 3, 600, 120);
  return [...proxy('burst', { shop: controls.burst }), ...workload('burst', 'shop', [{ hash: 'a1', image: 'shop:1', pods: shop.old }, { hash: 'b2', image: 'shop:2', pods: shop.next }])];
}

/** Two scrapes of the proxies fail just when the errors happen. */
function gap(): StoredSeries[] {
  const shop = replaced('shop', 3, 1_200, 120);
  const lost = (second: number) => second === 1_255 || second === 1_260;
  const proxies = proxy('gap', { shop: controls.gap }).map((series) => ({ ...series, valueAt: (second: number) => (lost(second) ? null : series.valueAt(second)) }));
  return [...proxies, ...workload('gap', 'shop', [{ hash: 'a1', image: 'shop:1', pods: shop.old }, { hash: 'b2', image: 'shop:2', pods: shop.next }])];
}

const sumUntil = (events: Events, second: number) => events.reduce((sum, [at, count]) => sum + (at <= second ? count : 0), 0);
/** A counter that is born with its first event. */
const counted = (events: Events): Values => (second) => sumUntil(events, second) || null;

/** Two Skippers with one route an application. The first one meets all failed and saved requests. */
function proxy(job: string, failed: Readonly<Record<string, Events>>, saved: Readonly<Record<string, Events>> = {}): StoredSeries[] {
  return ['p-1', 'p-2'].flatMap((pod) => {
    const target = { job, namespace: job, pod, az: 'a' };
    const row = (name: string, labels: Labels, valueAt: Values): StoredSeries => ({ name, labels: { ...target, ...labels }, valueAt });
    const routes = Object.entries(failed).flatMap(([app, events]) => {
      const route = `kube_${job}__${app}__${app}_example_org____${app}`;
      const bad = pod === 'p-1' ? events : [];
      const attempts = [...bad, ...(pod === 'p-1' ? (saved[app] ?? []) : [])];
      const good = (second: number) => 10 * second;
      return [
        row('skipper_serve_route_count', { route, code: '200', method: 'GET' }, good),
        row('skipper_response_duration_seconds_count', { route, code: '200', method: 'GET' }, good),
        ...(bad.length > 0 ? [row('skipper_serve_route_count', { route, code: '502', method: 'GET' }, counted(bad))] : []),
        ...(attempts.length > 0 ? [row('skipper_backend_error_total', { route }, counted(attempts))] : []),
      ];
    });
    const latency = (['0.1', '+Inf'] as const).map((le, i) => row('skipper_backend_combined_duration_seconds_bucket', { le }, (second) => (9 + i) * second));
    return [row('up', {}, () => 1), ...latency, row('skipper_proxy_total_duration_seconds_count', {}, (second) => 10 * second * Object.keys(failed).length), ...routes];
  });
}

/** Two collectors see the same. */
function collected(env: string, name: string, labels: Labels, valueAt: Values): StoredSeries[] {
  return ['ksm-0', 'ksm-1'].map((instance) => ({ name, labels: { job: `ksm-${env}`, instance, ...labels }, valueAt }));
}

/** A Deployment with its ReplicaSets and pods, as kube-state-metrics shows them. */
function workload(env: string, name: string, sets: readonly ModelSet[]): StoredSeries[] {
  return sets.flatMap(({ hash, image, pods }) => {
    const set = { namespace: env, replicaset: `${name}-${hash}` };
    const there = (pod: ModelPod, second: number) => second >= pod.from && second < pod.to;
    return [
      ...collected(env, 'kube_replicaset_status_replicas', set, (second) => pods.filter((pod) => there(pod, second)).length),
      ...collected(env, 'kube_replicaset_owner', { ...set, owner_kind: 'Deployment', owner_name: name, owner_is_controller: 'true' }, () => 1),
      ...pods.flatMap((pod) => {
        const labels = { namespace: env, pod: pod.name, uid: pod.name };
        const while1 = (value: (second: number) => number): Values => (second) => (there(pod, second) ? value(second) : null);
        return [
          ...collected(env, 'kube_pod_owner', { ...labels, owner_kind: 'ReplicaSet', owner_name: set.replicaset, owner_is_controller: 'true' }, while1(() => 1)),
          ...collected(env, 'kube_pod_container_info', { ...labels, container: name, image }, while1(() => 1)),
          ...collected(env, 'kube_pod_status_ready', { ...labels, condition: 'true' }, while1((second) => (second >= pod.from + 10 ? 1 : 0))),
        ];
      }),
    ];
  });
}
