import http from 'node:http';
import type { Cluster, Deployment, Pod, ReplicaSet } from './cluster';

type Row = readonly [labels: Readonly<Record<string, string>>, value: number];

/** Serves the cluster as kube-state-metrics v2.20 would (metric and label names of its docs), on a loopback port. */
export async function serveClusterMetrics(cluster: Cluster): Promise<{ readonly address: string; close(): Promise<void> }> {
  const server = http.createServer((request, response) => {
    response.writeHead(request.url === '/metrics' ? 200 : 404, { 'content-type': 'text/plain; version=0.0.4' });
    response.end(request.url === '/metrics' ? clusterMetrics(cluster) : '');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const listening = server.address();
  if (listening === null || typeof listening === 'string') throw new Error('no port was given');
  const close = () => new Promise<void>((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });
  return { address: `127.0.0.1:${listening.port}`, close };
}

/** The exposition text of the whole cluster. */
export function clusterMetrics(cluster: Cluster): string {
  const pods = [...cluster.pods.values()];
  const sets = [...cluster.replicaSets.values()];
  const deployments = [...cluster.deployments.values()];
  const families: Record<string, Row[]> = {
    ...nodeFamilies(cluster),
    ...podFamilies(cluster, pods),
    ...replicaSetFamilies(cluster, sets),
    ...deploymentFamilies(cluster, deployments),
    ...endpointFamilies(cluster),
    ...serviceFamilies(cluster),
    ...autoscalerFamilies(cluster),
  };
  return Object.entries(families).map(([name, rows]) => familyText(name, rows)).join('');
}

function familyText(name: string, rows: readonly Row[]): string {
  const quote = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
  const line = ([labels, value]: Row) => `${name}{${Object.entries(labels).map(([key, text]) => `${key}="${quote(text)}"`).join(',')}} ${value}\n`;
  return `# TYPE ${name} gauge\n${rows.map(line).join('')}`;
}

const seconds = (ms: number) => Math.floor(ms / 1000);
const flag = (on: boolean) => (on ? 1 : 0);
/** One row per condition status, the true one with 1, as kube-state-metrics writes conditions. */
const statuses = (labels: Record<string, string>, key: string, on: boolean): Row[] => [
  [{ ...labels, [key]: 'true' }, flag(on)],
  [{ ...labels, [key]: 'false' }, flag(!on)],
  [{ ...labels, [key]: 'unknown' }, 0],
];

function nodeFamilies(cluster: Cluster): Record<string, Row[]> {
  return {
    kube_node_labels: cluster.nodes.map((node) => [{ node: node.name, ...(node.labelled ? { label_topology_kubernetes_io_zone: node.zone } : {}) }, 1]),
    kube_node_status_allocatable: cluster.nodes.map((node) => [{ node: node.name, resource: 'cpu', unit: 'core' }, node.cpu]),
    kube_node_status_condition: cluster.nodes.flatMap((node) => statuses({ node: node.name, condition: 'Ready' }, 'status', true)),
    kube_node_spec_unschedulable: cluster.nodes.map((node) => [{ node: node.name }, 0]),
  };
}

function podFamilies(cluster: Cluster, pods: readonly Pod[]): Record<string, Row[]> {
  const of = (pod: Pod) => ({ namespace: pod.namespace, pod: pod.name, uid: pod.uid });
  const containerOf = (pod: Pod) => [...cluster.deployments.values()].find((deployment) => deployment.namespace === pod.namespace && pod.replicaSet.startsWith(`${deployment.name}-`))?.container ?? 'app';
  return {
    kube_pod_info: pods.map((pod) => [{ ...of(pod), host_ip: pod.ip, pod_ip: pod.ip, node: pod.node, created_by_kind: 'ReplicaSet', created_by_name: pod.replicaSet, priority_class: '', host_network: 'false' }, 1]),
    kube_pod_owner: pods.map((pod) => [{ ...of(pod), owner_kind: 'ReplicaSet', owner_name: pod.replicaSet, owner_is_controller: 'true' }, 1]),
    kube_pod_created: pods.map((pod) => [of(pod), seconds(pod.created)]),
    kube_pod_status_ready: pods.flatMap((pod) => statuses(of(pod), 'condition', pod.ready)),
    kube_pod_deletion_timestamp: pods.flatMap((pod): Row[] => (pod.deletion === null ? [] : [[of(pod), seconds(pod.deletion) + 30]])),
    kube_pod_container_info: pods.map((pod) => [{ ...of(pod), container: containerOf(pod), image_spec: pod.image, image: pod.image, image_id: '', container_id: '' }, 1]),
    kube_pod_container_status_restarts_total: pods.map((pod) => [{ ...of(pod), container: containerOf(pod) }, 0]),
    kube_pod_container_status_last_terminated_reason: [],
  };
}

function replicaSetFamilies(cluster: Cluster, sets: readonly ReplicaSet[]): Record<string, Row[]> {
  const of = (set: ReplicaSet) => ({ namespace: set.namespace, replicaset: set.name });
  return {
    kube_replicaset_created: sets.map((set) => [of(set), seconds(set.created)]),
    kube_replicaset_owner: sets.map((set) => [{ ...of(set), owner_kind: 'Deployment', owner_name: set.workload, owner_is_controller: 'true' }, 1]),
    kube_replicaset_spec_replicas: sets.map((set) => [of(set), set.replicas]),
    // A terminating pod no longer counts as a replica of its set.
    kube_replicaset_status_replicas: sets.map((set) => [of(set), cluster.podsOf(set).filter((pod) => pod.deletion === null).length]),
    kube_replicaset_status_ready_replicas: sets.map((set) => [of(set), readyOf(cluster, set)]),
  };
}

const readyOf = (cluster: Cluster, set: ReplicaSet) => cluster.podsOf(set).filter((pod) => pod.ready && pod.deletion === null).length;

function deploymentFamilies(cluster: Cluster, deployments: readonly Deployment[]): Record<string, Row[]> {
  const of = (deployment: Deployment) => ({ namespace: deployment.namespace, deployment: deployment.name });
  const live = (deployment: Deployment) => cluster.setsOf(deployment).flatMap((set) => cluster.podsOf(set)).filter((pod) => pod.deletion === null);
  const ready = (deployment: Deployment) => live(deployment).filter((pod) => pod.ready).length;
  const updated = (deployment: Deployment) => live(deployment).filter((pod) => pod.replicaSet === deployment.current).length;
  return {
    kube_deployment_created: deployments.map((deployment) => [of(deployment), seconds(deployment.created)]),
    kube_deployment_metadata_generation: deployments.map((deployment) => [of(deployment), deployment.generation]),
    kube_deployment_status_observed_generation: deployments.map((deployment) => [of(deployment), deployment.generation]),
    kube_deployment_spec_replicas: deployments.map((deployment) => [of(deployment), deployment.replicas]),
    kube_deployment_status_replicas: deployments.map((deployment) => [of(deployment), live(deployment).length]),
    kube_deployment_status_replicas_updated: deployments.map((deployment) => [of(deployment), updated(deployment)]),
    kube_deployment_status_replicas_ready: deployments.map((deployment) => [of(deployment), ready(deployment)]),
    kube_deployment_status_replicas_available: deployments.map((deployment) => [of(deployment), ready(deployment)]),
    kube_deployment_status_replicas_unavailable: deployments.map((deployment) => [of(deployment), Math.max(0, deployment.replicas - ready(deployment))]),
    kube_deployment_status_condition: deployments.flatMap((deployment) => [
      ...statuses({ ...of(deployment), condition: 'Progressing', reason: deployment.reason }, 'status', true),
      ...statuses({ ...of(deployment), condition: 'Available', reason: 'MinimumReplicasAvailable' }, 'status', true),
    ]),
  };
}

function endpointFamilies(cluster: Cluster): Record<string, Row[]> {
  const endpoints: Row[] = [];
  const hints: Row[] = [];
  const labels: Row[] = [];
  const bare = new Set(cluster.nodes.filter((node) => !node.labelled).map((node) => node.name));
  for (const service of cluster.services) {
    const slice = { namespace: service.namespace, endpointslice: `${service.name}-x7k2p` };
    labels.push([{ ...slice, label_kubernetes_io_service_name: service.name }, 1]);
    for (const pod of cluster.podsBehind(service)) {
      const serving = String(pod.ready);
      const at = { ...slice, address: pod.ip };
      endpoints.push([{ ...at, ready: String(pod.ready && pod.deletion === null), serving, terminating: String(pod.deletion !== null), hostname: '', targetref_kind: 'Pod', targetref_name: pod.name, targetref_namespace: pod.namespace, endpoint_nodename: pod.node, endpoint_zone: bare.has(pod.node) ? '' : pod.zone }, 1]);
      if (service.hints && pod.ready) hints.push([{ ...at, for_zone: pod.zone }, 1]);
    }
  }
  return { kube_endpointslice_labels: labels, kube_endpointslice_endpoints: endpoints, kube_endpointslice_endpoints_hints: hints };
}

/** As with --metric-annotations-allowlist for the topology mode. trafficDistribution is a field that nothing exports. */
function serviceFamilies(cluster: Cluster): Record<string, Row[]> {
  return {
    kube_service_annotations: cluster.services.map((service) => [{
      namespace: service.namespace, service: service.name,
      ...(service.routing === 'auto' ? { annotation_service_kubernetes_io_topology_mode: 'Auto' } : {}),
    }, 1]),
  };
}

function autoscalerFamilies(cluster: Cluster): Record<string, Row[]> {
  const of = (name: string, namespace: string) => ({ namespace, horizontalpodautoscaler: name });
  const current = (namespace: string, name: string) => cluster.deployments.get(`${namespace}/${name}`)?.replicas ?? 0;
  const rows = (value: (scaler: Cluster['autoscalers'][number]) => number): Row[] => cluster.autoscalers.map((scaler) => [of(scaler.name, scaler.namespace), value(scaler)]);
  return {
    kube_horizontalpodautoscaler_info: cluster.autoscalers.map((scaler) => [{ ...of(scaler.name, scaler.namespace), scaletargetref_kind: 'Deployment', scaletargetref_name: scaler.deployment }, 1]),
    kube_horizontalpodautoscaler_spec_min_replicas: rows((scaler) => scaler.min),
    kube_horizontalpodautoscaler_spec_max_replicas: rows((scaler) => scaler.max),
    kube_horizontalpodautoscaler_status_current_replicas: rows((scaler) => current(scaler.namespace, scaler.deployment)),
    kube_horizontalpodautoscaler_status_desired_replicas: rows((scaler) => current(scaler.namespace, scaler.deployment)),
  };
}
