import type { DialectContext, SignalPlan, SignalQuery } from '../../domain/dialect';
import { available, has, inferred, notObservable, query, select } from '../shared/promql';
import { COLLECTOR, HPA_MEND, NODES_MEND, RUN_MEND, SERVICE_LABEL, SLICES_MEND, TOPOLOGY_MODE_LABEL, TOPOLOGY_MODE_MEND, ZONE_LABEL, presence } from './labels';

/**
 * Adds the label `service` to a vector that has namespace and endpointslice. Where kube-state-metrics exports the slice's labels
 * the name is exact; else it is the slice's name without its random end.
 */
function withService(vector: string, context: DialectContext): string {
  const ns = context.labels.namespace;
  if (!context.present?.includes(presence.sliceLabels)) return `label_replace(${vector}, "service", "$1", "endpointslice", "(.+)-[^-]+")`;
  const named = `label_replace(${select(presence.sliceLabels, context, `${SERVICE_LABEL}!=""`)}, "service", "$1", "${SERVICE_LABEL}", "(.+)")`;
  return `${vector} * on (${ns}, endpointslice) group_left (service) max by (${ns}, endpointslice, service) (${named})`;
}

function serviceNote(context: DialectContext): string {
  return context.present?.includes(presence.sliceLabels) ? '' : '; the service name is read off the slice name';
}

/**
 * Share of the ready endpoints of each service that carry a zone hint. A service without any hint is 0, one without ready
 * endpoints is a gap: absence of the hint series is not absence of the service (reference skipper-zones 4.8).
 */
export function hintedSharePlan(context: DialectContext): SignalPlan {
  if (!has(context, presence.endpoints)) return notObservable('kube_endpointslice_endpoints is not collected', SLICES_MEND);
  if (!has(context, presence.hints)) {
    return notObservable('no endpoint carried a zone hint in this range, or kube-state-metrics is older than 2.10', SLICES_MEND);
  }
  const ns = context.labels.namespace;
  const ready = `group by (${ns}, endpointslice, address) (${select(presence.endpoints, context, 'ready="true"')})`;
  const hinted = `${ready} and on (${ns}, endpointslice, address) ${select(presence.hints, context)}`;
  const all = `count by (${ns}, service) (${withService(ready, context)})`;
  const some = `count by (${ns}, service) (${withService(`(${hinted})`, context)})`;
  return available(`ready endpoints with a hint, from kube-state-metrics${serviceNote(context)}`, [query(`((${some}) or 0 * (${all})) / (${all})`, { namespace: ns, service: 'service' })], {
    collector: COLLECTOR,
    mend: SLICES_MEND,
  });
}

export function readyEndpointsPlan(context: DialectContext): SignalPlan {
  if (!has(context, presence.endpoints)) return notObservable('kube_endpointslice_endpoints is not collected', SLICES_MEND);
  const ns = context.labels.namespace;
  const ready = `group by (${ns}, endpointslice, address, endpoint_zone) (${select(presence.endpoints, context, 'ready="true"')})`;
  const promql = `count by (${ns}, service, endpoint_zone) (${withService(ready, context)})`;
  return available(`ready endpoints by zone${serviceNote(context)}`, [query(promql, { namespace: ns, service: 'service', zone: 'endpoint_zone' })], { collector: COLLECTOR, mend: SLICES_MEND });
}

/**
 * Which services ask for hints by topology mode. A service without the annotation is 0 as long as its row is there: losing the
 * annotation is then told apart from a service that is gone and from a scrape that failed.
 */
export function topologyModePlan(context: DialectContext): SignalPlan {
  if (!has(context, presence.serviceAnnotations)) return notObservable('annotations of services are not collected', TOPOLOGY_MODE_MEND);
  const ns = context.labels.namespace;
  const auto = `group by (${ns}, service) (${select(presence.serviceAnnotations, context, `${TOPOLOGY_MODE_LABEL}=~"Auto|auto"`)})`;
  const all = `group by (${ns}, service) (${select(presence.serviceAnnotations, context)})`;
  return available('the annotation topology-mode of each service; 0 everywhere may also mean that this annotation is not on the allow list', [query(`${auto} or 0 * ${all}`, { namespace: ns, service: 'service' })], {
    collector: COLLECTOR,
    mend: TOPOLOGY_MODE_MEND,
  });
}

function readyNodes(context: DialectContext): string {
  return `${select('kube_node_status_condition', context, 'condition="Ready"', 'status="true"')} == 1`;
}

/** CPU of ready nodes that are no control plane: what the hints controller counts (reference skipper-zones 4.2). */
export function zoneCpuPlan(context: DialectContext): SignalPlan {
  if (!has(context, presence.cpu) || !has(context, presence.nodeLabels)) return notObservable('node CPU or node zones are not collected', NODES_MEND);
  const cpu = `max by (node) (${select(presence.cpu, context, 'resource="cpu"')})`;
  const zones = `max by (node, zone) (label_replace(${select(presence.nodeLabels, context, `${ZONE_LABEL}!=""`)}, "zone", "$1", "${ZONE_LABEL}", "(.+)"))`;
  const promql = `sum by (zone) ((${cpu} unless on (node) ${controlPlane(context)} and on (node) ${readyNodes(context)}) * on (node) group_left (zone) ${zones})`;
  return available('allocatable CPU of ready nodes', [query(promql, { zone: 'zone' })], { collector: COLLECTOR, mend: NODES_MEND });
}

export function nodesWithoutZonePlan(context: DialectContext): SignalPlan {
  if (!has(context, presence.nodeLabels)) return notObservable('kube_node_labels is not collected', NODES_MEND);
  const all = `group by (node) (${select(presence.nodeLabels, context)})`;
  const labelled = `group (${select(presence.nodeLabels, context, `${ZONE_LABEL}!=""`)})`;
  const bare = `group by (node) (${select(presence.nodeLabels, context, `${ZONE_LABEL}=""`)} unless on (node) ${controlPlane(context)} and on (node) ${readyNodes(context)})`;
  // Where no node at all has the label, kube-state-metrics was not told to export it: that says nothing about the nodes.
  return available('ready nodes without a zone label', [query(`(count(${bare}) or 0 * count(${all})) and on () ${labelled}`, {})], { collector: COLLECTOR, mend: NODES_MEND });
}

/** The hints controller leaves these out. */
function controlPlane(context: DialectContext): string {
  return select('kube_node_role', context, 'role="control-plane"');
}

/** Least, most and current replicas of each autoscaler of a Deployment; one row each also where kube-state-metrics runs twice. */
export function hpaRangePlan(context: DialectContext): SignalPlan {
  if (!has(context, presence.autoscalers)) return notObservable('no autoscaler is collected', HPA_MEND);
  const ns = context.labels.namespace;
  const key = `${ns}, horizontalpodautoscaler`;
  const target = `max by (${key}, scaletargetref_name) (${select('kube_horizontalpodautoscaler_info', context, 'scaletargetref_kind="Deployment"')})`;
  const bound = (name: string, metric: string) =>
    query(`max by (${key}) (${select(metric, context)}) * on (${key}) group_left (scaletargetref_name) ${target}`, { namespace: ns, workload: 'scaletargetref_name' }, { fixed: { bound: name } });
  return available('autoscalers and the Deployments they scale', [
    bound('min', 'kube_horizontalpodautoscaler_spec_min_replicas'), bound('max', presence.autoscalers), bound('current', 'kube_horizontalpodautoscaler_status_current_replicas'),
  ]);
}

/** Some versions write wrong labels (reference skipper-zones 4.7); the version is seen only where its telemetry port is scraped. */
export function collectorVersionPlan(context: DialectContext): SignalPlan {
  return available('build info of kube-state-metrics', [query(`group by (version) (${select('kube_state_metrics_build_info', context)})`, { version: 'version' })], { mend: 'scrape the telemetry port of kube-state-metrics (:8081)' });
}

/** ReplicaSet to Deployment or Argo Rollout, one row each also where kube-state-metrics runs twice. */
function owners(context: DialectContext): string {
  const ns = context.labels.namespace;
  return `max by (${ns}, replicaset, owner_name) (${select('kube_replicaset_owner', context, 'owner_kind=~"Deployment|Rollout"')})`;
}

export function replicasetPodsPlan(context: DialectContext): SignalPlan {
  const ns = context.labels.namespace;
  const pods = `max by (${ns}, replicaset) (${select(presence.replicas, context)})`;
  const promql = `${pods} * on (${ns}, replicaset) group_left (owner_name) ${owners(context)}`;
  return available('pods of each ReplicaSet and its Deployment', [query(promql, { namespace: ns, workload: 'owner_name', replicaset: 'replicaset' })], { collector: COLLECTOR, mend: RUN_MEND });
}

/** The workload of each pod of a per-pod vector (with `extra` labels of its own): by its ReplicaSet, or its StatefulSet or DaemonSet directly. */
export function perWorkload(vector: string, context: DialectContext, labels: Readonly<Record<string, string>>): SignalQuery[] {
  const { namespace: ns, pod } = context.labels;
  const named = { namespace: ns, workload: 'owner_name', ...labels };
  const direct = `max by (${ns}, ${pod}, owner_name) (${select('kube_pod_owner', context, 'owner_kind=~"StatefulSet|DaemonSet"')})`;
  const withSet = `${vector} * on (${ns}, ${pod}) group_left (replicaset) ${podOwners(context)}`;
  return [
    query(`${withSet} * on (${ns}, replicaset) group_left (owner_name) ${owners(context)}`, named),
    query(`${vector} * on (${ns}, ${pod}) group_left (owner_name) ${direct}`, named),
  ];
}

/** Pods with the ReplicaSet that owns them. */
function podOwners(context: DialectContext): string {
  const { namespace: ns, pod } = context.labels;
  const named = `label_replace(${select('kube_pod_owner', context, 'owner_kind="ReplicaSet"')}, "replicaset", "$1", "owner_name", "(.+)")`;
  return `max by (${ns}, ${pod}, replicaset) (${named})`;
}

export function replicasetImagePlan(context: DialectContext): SignalPlan {
  if (!has(context, presence.containerInfo)) return notObservable('kube_pod_container_info is not collected', RUN_MEND);
  const { namespace: ns, pod } = context.labels;
  const images = `max by (${ns}, ${pod}, container, image) (${select(presence.containerInfo, context)})`;
  const perSet = `max by (${ns}, replicaset, image) (${images} * on (${ns}, ${pod}) group_left (replicaset) ${podOwners(context)})`;
  const promql = `${perSet} * on (${ns}, replicaset) group_left (owner_name) ${owners(context)}`;
  const direct = `max by (${ns}, ${pod}, owner_name) (${select('kube_pod_owner', context, 'owner_kind=~"StatefulSet|DaemonSet"')})`;
  const perOwner = `max by (${ns}, owner_name, image) (${images} * on (${ns}, ${pod}) group_left (owner_name) ${direct})`;
  const named = { namespace: ns, workload: 'owner_name', image: 'image' };
  return available('images of the pods of each ReplicaSet, StatefulSet and DaemonSet', [query(promql, { ...named, replicaset: 'replicaset' }), query(perOwner, named)], { collector: COLLECTOR, mend: RUN_MEND });
}

export function podReadyPlan(context: DialectContext): SignalPlan {
  if (!has(context, presence.podReady)) return notObservable('kube_pod_status_ready is not collected', RUN_MEND);
  const { namespace: ns, pod } = context.labels;
  const ready = `max by (${ns}, ${pod}) (${select(presence.podReady, context, 'condition="true"')})`;
  return available('readiness of each pod', perWorkload(ready, context, { replicaset: 'replicaset', pod }), { collector: COLLECTOR, mend: RUN_MEND });
}

/** Restarts of containers whose last end was an OOM kill. */
export function oomKillsPlan(context: DialectContext): SignalPlan {
  const { namespace: ns, pod } = context.labels;
  const restarts = select('kube_pod_container_status_restarts_total', context);
  const killed = `${select('kube_pod_container_status_last_terminated_reason', context, 'reason="OOMKilled"')} == 1`;
  const perPod = `max by (${ns}, ${pod}, container) (${restarts} and on (${ns}, ${pod}, container) ${killed})`;
  return inferred('restarts of containers whose last end was an OOM kill', perWorkload(perPod, context, { pod }), { mend: RUN_MEND });
}
