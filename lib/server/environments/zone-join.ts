import type { DialectContext } from '../../domain/dialect';

type Labels = DialectContext['labels'];

const NODE_ZONE = 'label_topology_kubernetes_io_zone';

/**
 * Pod to zone over the node, from kube-state-metrics (reference skipper-zones 5.2). `last_over_time` keeps the zone of a pod for
 * a while after it is gone, else the zone's requests would dip in every rollout.
 */
export function kubeJoin(labels: Labels, scrapeMs: number): string {
  const { namespace, pod } = labels;
  const window = windowOf(scrapeMs);
  const nodes = newest('node', 'zone', `kube_node_labels{${NODE_ZONE}!=""}`, window, NODE_ZONE);
  const pods = newest('namespace, pod', 'node', 'kube_pod_info{node!=""}', window);
  return renamed(`max by (namespace, pod, zone) (${pods} * on (node) group_left (zone) ${nodes})`, namespace, pod);
}

/** Pod to zone by a label of the pod that kube-state-metrics exports (Kubernetes 1.35 and newer set it). */
export function podLabel(labels: Labels, label: string, scrapeMs: number): string {
  const { namespace, pod } = labels;
  return renamed(newest('namespace, pod', 'zone', `kube_pod_labels{${label}!=""}`, windowOf(scrapeMs), label), namespace, pod);
}

const windowOf = (scrapeMs: number) => `${Math.max(180, Math.ceil((4 * scrapeMs) / 1000))}s`;

/**
 * One row for each `key`, with the label `value` (read from `source` where that has another name): what is there now, else
 * what was there last. Without `topk` a pod that moved under its name, or two collectors that disagree for a scrape, would be
 * two rows of one key, and the engine refuses the whole join.
 */
function newest(key: string, value: string, selector: string, window: string, source?: string): string {
  const named = (vector: string) => (source === undefined ? vector : `label_replace(${vector}, "${value}", "$1", "${source}", "(.+)")`);
  const rows = (vector: string) => `max by (${key}, ${value}) (${named(vector)})`;
  return `topk by (${key}) (1, ${rows(selector)} or on (${key}) ${rows(`last_over_time(${selector}[${window}])`)})`;
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
