import { select } from '../../dialects/shared/promql';
import type { DialectContext } from '../../domain/dialect';

type Labels = DialectContext['labels'];

const NODE_ZONE = 'label_topology_kubernetes_io_zone';

/** Where the join reads: the collector's own matchers, and what it calls pod and namespace of its objects. */
export interface Collector {
  readonly selector: string;
  readonly labels: { readonly pod: string; readonly namespace: string };
}

const usual: Collector = { selector: '', labels: { pod: 'pod', namespace: 'namespace' } };

/**
 * Pod to zone over the node, from kube-state-metrics (reference skipper-zones 5.2). `last_over_time` keeps the zone of a pod for
 * a while after it is gone, else the zone's requests would dip in every rollout.
 */
export function kubeJoin(labels: Labels, scrapeMs: number, collector = usual): string {
  const window = windowOf(scrapeMs);
  const nodes = newest('node', 'zone', select('kube_node_labels', collector, `${NODE_ZONE}!=""`), window, NODE_ZONE);
  const key = keyOf(collector);
  const pods = newest(key, 'node', select('kube_pod_info', collector, 'node!=""'), window);
  return renamed(`max by (${key}, zone) (${pods} * on (node) group_left (zone) ${nodes})`, collector, labels);
}

/** Pod to zone by a label of the pod that kube-state-metrics exports (Kubernetes 1.35 and newer set it). */
export function podLabel(labels: Labels, label: string, scrapeMs: number, collector = usual): string {
  return renamed(newest(keyOf(collector), 'zone', select('kube_pod_labels', collector, `${label}!=""`), windowOf(scrapeMs), label), collector, labels);
}

const keyOf = ({ labels }: Collector) => `${labels.namespace}, ${labels.pod}`;
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
function renamed(vector: string, { labels: from }: Collector, to: Labels): string {
  const parts = ([[to.pod, from.pod], [to.namespace, from.namespace]] as const).filter(([there, here]) => there !== here);
  const named = parts.reduce((text, [there, here]) => `label_replace(${text}, "${there}", "$1", "${here}", "(.+)")`, vector);
  return parts.length === 0 ? named : `max by (${to.namespace}, ${to.pod}, zone) (${named})`;
}
