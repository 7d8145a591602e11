import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gathered, gatherRollouts, rolloutSignals } from '../../lib/detectors/rollout-errors/sources/gather-rollouts';
import { findDialect } from '../../lib/dialects';
import type { SeriesFrame } from '../../lib/domain/series';
import type { SignalName } from '../../lib/domain/signals';
import { epochMs, millis } from '../../lib/domain/units';
import { makePrometheusSource } from '../../lib/adapters/prometheus';
import { type Fleet, makeLiveSignals } from '../../lib/server/signals/live';
import { makeQueryRunner } from '../../lib/server/signals/runner';
import { type SmallStore, startSmallPrometheus, type StoredSeries } from './small-prometheus';
import { startSmallVictoria } from './small-victoria';

/** Every source of rollouts and every other event once, with the queries that Weir really asks, on a real Prometheus and a real VictoriaMetrics. Two collectors export the same. */

const LENGTH = 600;
/** Seen from `from` until before `to`: the engine shows a last sample for one more scrape. */
const between = (from: number, to: number, value = 1) => (second: number) => (second >= from && second < to - 5 ? value : null);
const steps = (...marks: readonly (readonly [number, number])[]) => (second: number) => marks.findLast(([from]) => second >= from)?.[1] ?? null;
const ns = { namespace: 'default' };

function collected(name: string, labels: Readonly<Record<string, string>>, valueAt: StoredSeries['valueAt']): StoredSeries[] {
  return ['ksm-0', 'ksm-1'].map((instance) => ({ name, labels: { job: 'ksm', instance, ...labels }, valueAt }));
}

function ownedPod(pod: string, kind: string, owner: string, life: StoredSeries['valueAt'], node = 'n2'): StoredSeries[] {
  return [
    ...collected('kube_pod_owner', { ...ns, pod, owner_kind: kind, owner_name: owner }, life),
    ...collected('kube_pod_status_ready', { ...ns, pod, condition: 'true' }, life),
    ...collected('kube_pod_info', { ...ns, pod, node }, life),
  ];
}

/** A Deployment `shop` from shop-a to shop-b at 120 to 180 s. */
const deployment: readonly StoredSeries[] = [
  ...['a', 'b'].flatMap((id) => collected('kube_replicaset_owner', { ...ns, replicaset: `shop-${id}`, owner_kind: 'Deployment', owner_name: 'shop' }, () => 1)),
  ...collected('kube_replicaset_status_replicas', { ...ns, replicaset: 'shop-a' }, steps([0, 2], [150, 1], [180, 0])),
  ...collected('kube_replicaset_status_replicas', { ...ns, replicaset: 'shop-b' }, steps([0, 0], [120, 1], [150, 2])),
  ...collected('kube_deployment_status_condition', { ...ns, deployment: 'shop', condition: 'Progressing', status: 'true', reason: 'NewReplicaSetAvailable' }, steps([0, 1], [120, 0], [180, 1])),
  ...collected('kube_deployment_status_condition', { ...ns, deployment: 'shop', condition: 'Progressing', status: 'true', reason: 'ReplicaSetUpdated' }, steps([0, 0], [120, 1], [180, 0])),
  ...collected('kube_deployment_status_condition', { ...ns, deployment: 'shop', condition: 'Progressing', status: 'false', reason: '' }, () => 0),
  ...ownedPod('shop-a-1', 'ReplicaSet', 'shop-a', between(0, 160)),
  ...ownedPod('shop-b-1', 'ReplicaSet', 'shop-b', between(120, 999)),
  ...collected('kube_pod_deletion_timestamp', { ...ns, pod: 'shop-a-1' }, between(145, 160, 1e9)),
  ...collected('kube_pod_container_info', { ...ns, pod: 'shop-a-1', container: 'c', image: 'shop:1' }, between(0, 160)),
  ...collected('kube_pod_container_info', { ...ns, pod: 'shop-b-1', container: 'c', image: 'shop:2' }, between(120, 999)),
];

const others: readonly StoredSeries[] = [
  ...collected('kube_statefulset_status_current_revision', { ...ns, statefulset: 'db', revision: 'db-1' }, between(0, 300)),
  ...collected('kube_statefulset_status_current_revision', { ...ns, statefulset: 'db', revision: 'db-2' }, between(300, 999)),
  ...collected('kube_statefulset_status_update_revision', { ...ns, statefulset: 'db', revision: 'db-1' }, between(0, 240)),
  ...collected('kube_statefulset_status_update_revision', { ...ns, statefulset: 'db', revision: 'db-2' }, between(240, 999)),
  ...ownedPod('db-0', 'StatefulSet', 'db', () => 1),
  ...collected('kube_daemonset_metadata_generation', { ...ns, daemonset: 'agent' }, steps([0, 4], [300, 5])),
  ...collected('kube_daemonset_status_desired_number_scheduled', { ...ns, daemonset: 'agent' }, () => 3),
  ...collected('kube_daemonset_status_updated_number_scheduled', { ...ns, daemonset: 'agent' }, steps([0, 3], [300, 0], [330, 2], [360, 3])),
  ...collected('kube_pod_container_status_restarts_total', { ...ns, pod: 'db-0', container: 'c' }, steps([0, 4], [420, 5])),
  ...collected('kube_pod_container_status_restarts_total', { ...ns, pod: 'shop-b-1', container: 'c' }, (second) => (second < 120 ? null : second < 480 ? 0 : 1)),
  ...collected('kube_pod_container_status_last_terminated_reason', { ...ns, pod: 'shop-b-1', container: 'c', reason: 'OOMKilled' }, between(480, 999)),
  ...ownedPod('web-1', 'DaemonSet', 'web', () => 1),
  ...collected('kube_pod_status_reason', { ...ns, pod: 'web-1', reason: 'Evicted' }, steps([0, 0], [500, 1])),
  ...collected('kube_node_spec_unschedulable', { node: 'n1' }, steps([0, 0], [400, 1])),
  ...collected('kube_node_spec_unschedulable', { node: 'n2' }, () => 0),
  ...collected('kube_replicaset_owner', { ...ns, replicaset: 'cart-a', owner_kind: 'Deployment', owner_name: 'cart' }, () => 1),
  ...collected('kube_replicaset_status_replicas', { ...ns, replicaset: 'cart-a' }, steps([0, 3], [300, 6], [330, 9])),
  ...ownedPod('cart-a-1', 'ReplicaSet', 'cart-a', between(0, 450), 'n1'),
];

function busyOr(phase: string, from: number, to: number): StoredSeries['valueAt'] {
  return phase === 'Progressing' ? between(from, to) : (second) => between(0, from)(second) ?? between(to, 999)(second);
}

const tools: readonly StoredSeries[] = [
  ...['Healthy', 'Progressing'].map((phase) => ({ name: 'rollout_info', labels: { job: 'argo-rollouts', namespace: 'argo', exported_namespace: 'default', name: 'pay', phase, strategy: 'canary' }, valueAt: busyOr(phase, 200, 260) })),
  ...['Healthy', 'Progressing'].map((health_status) => ({ name: 'argocd_app_info', labels: { job: 'argocd', namespace: 'argocd', name: 'everything', dest_namespace: 'default', health_status, operation: '' }, valueAt: busyOr(health_status, 115, 185) })),
  ...['main@1', 'main@2'].map((revision, i) => ({ name: 'gotk_resource_info', labels: { job: 'ksm-flux', namespace: 'monitoring', exported_namespace: 'flux-system', name: 'shop', customresource_kind: 'Kustomization', revision, ready: 'True' }, valueAt: i === 0 ? between(0, 115) : between(115, 999) })),
  { name: 'flagger_canary_status', labels: { job: 'flagger', namespace: 'default', name: 'shop' }, valueAt: steps([0, 1], [120, 0], [185, 1]) },
];

const engines = ['prometheus', 'victoria'] as const;
type Engine = (typeof engines)[number];

const stores: Partial<Record<Engine, SmallStore>> = {};
const read: Partial<Record<Engine, EngineAnswer>> = {};

beforeAll(async () => {
  const folder = path.resolve('.lab/rollout-sources');
  const series = [...deployment, ...others, ...tools];
  stores.prometheus = await startSmallPrometheus(path.join(folder, 'prometheus'), LENGTH, series);
  stores.victoria = await startSmallVictoria(path.join(folder, 'victoria'), stores.prometheus, series);
  for (const engine of engines) read[engine] = await readAll(stores[engine]!);
}, 120_000);

afterAll(async () => {
  for (const store of Object.values(stores)) await store.stop();
});

interface EngineAnswer {
  readonly frames: Readonly<Partial<Record<SignalName, SeriesFrame>>>;
  readonly trust: readonly string[];
  readonly found: Gathered;
}

/** All that the detector asks for, through Weir's own adapter. */
async function readAll({ url, from, to }: SmallStore): Promise<EngineAnswer> {
  const now = () => Date.now();
  const metrics = makePrometheusSource({ url }, { now });
  const fleets: Fleet[] = ['kube-state-metrics', 'delivery'].map((id) => ({
    name: null, dialect: findDialect(id)!, context: { selector: id === 'delivery' ? '' : 'job="ksm"', labels: { pod: 'pod', namespace: 'namespace', zone: null } },
  }));
  const signals = makeLiveSignals({ metrics, runner: makeQueryRunner(metrics, now, () => undefined), fleets, scrapeMs: async () => 5_000, now });
  const frames: Partial<Record<SignalName, SeriesFrame>> = {};
  const trust: string[] = [];
  for (const signal of rolloutSignals) {
    const answer = await signals.load(signal, { from: epochMs(from), to: epochMs(to), stepMs: millis(5_000) });
    if (answer.frame) frames[signal] = answer.frame;
    trust.push(...answer.trust.map(({ code, about }) => `${signal} ${code} ${about ?? ''}`));
  }
  return { frames, trust, found: gatherRollouts({ signals: frames, annotations: null }) };
}

const second = (at: number) => (at - stores.prometheus!.from) / 1000;

describe.each(engines)('every source, on %s, collected twice', (engine) => {
  it('each change is one rollout with all that saw it', () => {
    expect(read[engine]!.found.rollouts.map(({ workload, from, to, state, sources }) => [workload, second(from), second(to), state, sources?.join(' ')])).toEqual([
      ['default/shop', 120, 180, 'complete', 'replicaset-lifespan flagger condition-reason argo-cd flux'],
      ['default/pay', 200, 260, 'complete', 'argo-rollouts'],
      ['default/db', 240, 300, 'complete', 'statefulset-revision'],
      ['default/agent', 300, 360, 'complete', 'daemonset-status'],
    ]);
  });

  it('images and phases', () => {
    expect(read[engine]!.found.rollouts[0]).toMatchObject({ image: { before: 'shop:1', after: 'shop:2' }, strategy: 'rolling' });
    expect(read[engine]!.found.rollouts[0]!.pods.map(({ pod, created, terminating, gone }) => [pod, created && second(created), terminating && second(terminating), gone && second(gone)])).toEqual([
      ['shop-a-1', null, 145, 160], ['shop-b-1', 120, null, null],
    ]);
  });

  it('what is no rollout', () => {
    expect(read[engine]!.found.events.map(({ kind, workload, pod, at, text }) => [kind, workload, pod, second(at), text])).toEqual([
      ['scaling', 'default/cart', null, 300, '3 to 9 pods'],
      ['restart', 'default/db', 'db-0', 420, '1 restart'],
      ['drain', 'default/cart', 'cart-a-1', 450, 'left node n1'],
      ['oom-kill', 'default/shop', 'shop-b-1', 480, '1 OOM kill'],
      ['eviction', 'default/web', 'web-1', 500, 'Evicted'],
    ]);
  });
});

describe('both engines', () => {
  it('answer each signal with the same series, value by value', () => {
    expect(Object.keys(read.prometheus!.frames)).toEqual([...rolloutSignals]);
    expect(read.victoria!.frames).toEqual(read.prometheus!.frames);
  });

  it('need no note of their own: none of these signals is worked out by rate()', () => expect(read.victoria!.trust).toEqual(read.prometheus!.trust));
});
