import type { DialectContext } from '../../domain/dialect';

type Labels = DialectContext['labels'];

const NODE_ZONE = 'label_topology_kubernetes_io_zone';

/**
 * Pod to zone over the node, from kube-state-metrics (reference skipper-zones 5.2). `last_over_time` keeps the zone of a pod for
 * a while after it is gone, else the zone's requests would dip in every rollout.
 */
export function kubeJoin(labels: Labels, scrapeMs: number): string {
  const { namespace, pod } = labels;
  const window = `${Math.max(180, Math.ceil((4 * scrapeMs) / 1000))}s`;
  const nodes = `max by (node, zone) (label_replace(last_over_time(kube_node_labels{${NODE_ZONE}!=""}[${window}]), "zone", "$1", "${NODE_ZONE}", "(.+)"))`;
  const pods = `max by (namespace, pod, node) (last_over_time(kube_pod_info{node!=""}[${window}]))`;
  return renamed(`max by (namespace, pod, zone) (${pods} * on (node) group_left (zone) ${nodes})`, namespace, pod);
}

/** Pod to zone by a label of the pod that kube-state-metrics exports (Kubernetes 1.35 and newer set it). */
export function podLabel(labels: Labels, label: string, scrapeMs: number): string {
  const { namespace, pod } = labels;
  const window = `${Math.max(180, Math.ceil((4 * scrapeMs) / 1000))}s`;
  const pods = `max by (namespace, pod, zone) (label_replace(last_over_time(kube_pod_labels{${label}!=""}[${window}]), "zone", "$1", "${label}", "(.+)"))`;
  return renamed(pods, namespace, pod);
}

/** The joined vector must call pod and namespace as the proxy's series do. */
function renamed(vector: string, namespace: string, pod: string): string {
  const parts = [
    ...(pod === 'pod' ? [] : [[pod, 'pod'] as const]),
    ...(namespace === 'namespace' ? [] : [[namespace, 'namespace'] as const]),
  ];
  const named = parts.reduce((text, [to, from]) => `label_replace(${text}, "${to}", "$1", "${from}", "(.+)")`, vector);
  return parts.length === 0 ? named : `max by (${namespace}, ${pod}, zone) (${named})`;
}
