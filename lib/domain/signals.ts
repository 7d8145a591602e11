/**
 * The catalogue of signals: named, typed questions to metrics. Detectors see signals, never PromQL.
 *
 * kind: `rate` per second; `gauge` a level at the step; `count` exact increments within the step that ENDS at the
 * time shown (raw counter differences with resets handled; a gap is null and the step after it holds what the gap hid).
 * Every proxy signal also carries the label `proxy` (the fleet's name in the configuration).
 * `instance` is the pod (or process) of the proxy; `zone` is `''` where the zone is not known.
 */
export interface SignalMeta {
  readonly title: string;
  readonly unit: 'requests/s' | 'requests' | 'seconds' | 'pods' | 'share' | 'routes' | 'cores' | 'endpoints' | 'epoch-seconds' | 'nodes' | 'attempts' | 'kills' | 'restarts' | 'flag' | 'connections/s' | 'flows/s' | 'flows' | 'decisions/s';
  readonly kind: 'rate' | 'gauge' | 'count';
  readonly labels: readonly string[];
}

export const signalCatalog = {
  'zone-requests': { title: 'Requests a second by zone', unit: 'requests/s', kind: 'rate', labels: ['proxy', 'zone'] },
  'zone-errors': { title: 'Gateway errors a second by zone', unit: 'requests/s', kind: 'rate', labels: ['proxy', 'zone'] },
  'zone-latency': { title: 'Latency by zone', unit: 'seconds', kind: 'gauge', labels: ['proxy', 'zone', 'quantile'] },
  'zone-ready-pods': { title: 'Ready proxy pods by zone', unit: 'pods', kind: 'gauge', labels: ['proxy', 'zone'] },
  'hinted-share': { title: 'Share of ready endpoints with a zone hint', unit: 'share', kind: 'gauge', labels: ['namespace', 'service'] },
  'ready-endpoints': { title: 'Ready endpoints by zone', unit: 'endpoints', kind: 'gauge', labels: ['namespace', 'service', 'zone'] },
  /** 1 while the service carries the annotation `topology-mode: Auto`, 0 while it does not, null where it is not seen. `trafficDistribution` is exported by nobody. */
  'topology-mode': { title: 'Services with topology mode Auto', unit: 'flag', kind: 'gauge', labels: ['namespace', 'service'] },
  'zone-cpu': { title: 'Allocatable CPU of ready nodes by zone', unit: 'cores', kind: 'gauge', labels: ['zone'] },
  'nodes-without-zone': { title: 'Ready nodes without a zone label', unit: 'nodes', kind: 'gauge', labels: [] },
  /** `bound`: `min`, `max`, `current`. `workload` is the Deployment that the autoscaler scales. */
  'hpa-range': { title: 'Replica range of each autoscaler', unit: 'pods', kind: 'gauge', labels: ['namespace', 'workload', 'bound'] },
  /** 1 for each version of the cluster's collector that is scraped. */
  'collector-version': { title: 'Version of the cluster metrics collector', unit: 'flag', kind: 'gauge', labels: ['version'] },
  'zone-connections': { title: 'New connections a second by zone', unit: 'connections/s', kind: 'rate', labels: ['proxy', 'zone'] },
  /** `zone`: of the proxy; `backendZone`: of the endpoint that answered. Only requests whose endpoint has a zone. */
  'zone-matrix': { title: 'Requests a second from proxy zone to backend zone', unit: 'requests/s', kind: 'rate', labels: ['proxy', 'zone', 'backendZone'] },
  /** `mode`: the proxy's own word for how it chose between zones (`routing_…`, by request) or why it did not (by update of its endpoints). */
  'zone-routing': { title: 'Zone routing decisions of the proxy', unit: 'decisions/s', kind: 'rate', labels: ['proxy', 'mode'] },
  /** Of network load balancers; `zone` is that of the balancer's node. A gap: no traffic, or not known. */
  'lb-zone-flows': { title: 'New flows a second by load balancer and zone', unit: 'flows/s', kind: 'rate', labels: ['loadBalancer', 'zone'] },
  /** Of application load balancers. */
  'lb-zone-requests': { title: 'Requests a second by load balancer and zone', unit: 'requests/s', kind: 'rate', labels: ['loadBalancer', 'zone'] },
  'instance-requests': { title: 'Requests by proxy instance', unit: 'requests', kind: 'count', labels: ['proxy', 'instance', 'zone'] },
  'route-misses': { title: 'Requests without a route by proxy instance', unit: 'requests', kind: 'count', labels: ['proxy', 'instance', 'zone'] },
  /** `responder`: `proxy-no-route`, `proxy-policy` (a route answered 404 itself), `backend`, `unknown`. Parts add up to all 404s. */
  'not-found': { title: '404 answers by proxy instance and responder', unit: 'requests', kind: 'count', labels: ['proxy', 'instance', 'zone', 'responder'] },
  'route-table-size': { title: 'Routes in the table of each proxy instance', unit: 'routes', kind: 'gauge', labels: ['proxy', 'instance', 'zone'] },
  'route-table-updated': { title: 'Time of the last change of the route table', unit: 'epoch-seconds', kind: 'gauge', labels: ['proxy', 'instance', 'zone'] },
  'host-successes': { title: '2xx and 3xx answers by host', unit: 'requests', kind: 'count', labels: ['proxy', 'host'] },
  /** `code`: exact status text such as `502`. `subject`: route (skipper) or cluster (envoy) of the proxy. */
  'gateway-errors': { title: 'Gateway errors by code', unit: 'requests', kind: 'count', labels: ['proxy', 'instance', 'zone', 'code', 'subject'] },
  /**
   * Who made them, where counters tell: `responder` is `proxy` (no answer of a backend came, the proxy made one) or `passed` (an answer
   * was there and was passed on: of the backend, or one that a route was told to give).
   */
  'gateway-responders': { title: 'Gateway errors by who made them', unit: 'requests', kind: 'count', labels: ['proxy', 'instance', 'zone', 'code', 'responder'] },
  'near-misses': { title: 'Failed attempts that a retry saved', unit: 'attempts', kind: 'count', labels: ['proxy', 'instance', 'zone', 'subject'] },
  'scrape-up': { title: 'Scrape success', unit: 'flag', kind: 'gauge', labels: ['proxy', 'instance', 'zone'] },
  'replicaset-pods': { title: 'Pods by ReplicaSet', unit: 'pods', kind: 'gauge', labels: ['namespace', 'workload', 'replicaset'] },
  'replicaset-image': { title: 'Image by ReplicaSet', unit: 'flag', kind: 'gauge', labels: ['namespace', 'workload', 'replicaset', 'image'] },
  /** 1 ready, 0 not ready, null gone. */
  'pod-ready': { title: 'Readiness of each pod', unit: 'flag', kind: 'gauge', labels: ['namespace', 'workload', 'replicaset', 'pod'] },
  /** 1 while the pod is being deleted, null else. */
  'pod-terminating': { title: 'Pods that are being deleted', unit: 'flag', kind: 'gauge', labels: ['namespace', 'workload', 'replicaset', 'pod'] },
  /** `outcome`: `tried` again, `succeeded`, `exhausted` (no more tries allowed), `refused` (retry budget or breaker). */
  'retries': { title: 'Retries of the proxy by outcome', unit: 'attempts', kind: 'count', labels: ['proxy', 'instance', 'zone', 'subject', 'outcome'] },
  /** `state`: `total`, `healthy`, `ejected` hosts of a cluster as one proxy instance sees them. */
  'host-health': { title: 'Hosts of each cluster by health', unit: 'endpoints', kind: 'gauge', labels: ['proxy', 'instance', 'zone', 'subject', 'state'] },
  /** `outcome`: `enforced`, or `refused` because more hosts may not be ejected at this size. No series: passive checks are not configured. */
  'ejections': { title: 'Hosts ejected by passive health checks', unit: 'endpoints', kind: 'count', labels: ['proxy', 'instance', 'zone', 'subject', 'outcome'] },
  /** `outcome`: `tried` or `failed`. No series: active checks are not configured. */
  'health-checks': { title: 'Active health checks of the proxy', unit: 'attempts', kind: 'count', labels: ['proxy', 'instance', 'zone', 'subject', 'outcome'] },
  'direct-responses': { title: 'Answers that the proxy was configured to give itself', unit: 'requests', kind: 'count', labels: ['proxy', 'instance', 'zone'] },
  /** `bound`: `expected`, `healthy`, `desired` pods and `allowed` disruptions of each PodDisruptionBudget. */
  'disruption-budgets': { title: 'Disruption budgets', unit: 'pods', kind: 'gauge', labels: ['namespace', 'budget', 'bound'] },
  /** `bound`: `replicas`, `max-surge`, `max-unavailable`; percentages come resolved to pods. */
  'deployment-strategy': { title: 'Replicas and rolling update limits of each Deployment', unit: 'pods', kind: 'gauge', labels: ['namespace', 'workload', 'bound'] },
  'oom-kills': { title: 'Containers ended by the OOM killer', unit: 'kills', kind: 'count', labels: ['namespace', 'workload', 'pod'] },
  'container-restarts': { title: 'Container restarts', unit: 'restarts', kind: 'count', labels: ['namespace', 'workload', 'pod'] },
  /** 1 while the pod carries the reason, for example `Evicted`. */
  'pod-evictions': { title: 'Evicted and preempted pods', unit: 'flag', kind: 'gauge', labels: ['namespace', 'workload', 'pod', 'reason'] },
  /** 1 while the pod is on a node that takes no new pods. A drain is told by pods that then leave it. */
  'cordoned-pods': { title: 'Pods on cordoned nodes', unit: 'flag', kind: 'gauge', labels: ['namespace', 'workload', 'pod', 'node'] },
  /** 1 while the Deployment's condition Progressing has the reason (its own word), or `Failed`, `Paused`. */
  'deployment-reason': { title: 'Progress reason of Deployments', unit: 'flag', kind: 'gauge', labels: ['namespace', 'workload', 'reason'] },
  /** `role`: `current` (the pods come from it) or `update` (they go to it). Both the same: nothing rolls. */
  'statefulset-revisions': { title: 'Revisions of StatefulSets', unit: 'flag', kind: 'gauge', labels: ['namespace', 'workload', 'revision', 'role'] },
  /** `part`: `desired`, `updated` (pods of the newest template), `generation` (of the spec). */
  'daemonset-status': { title: 'Pods of DaemonSets by template', unit: 'pods', kind: 'gauge', labels: ['namespace', 'workload', 'part'] },
  /** `phase` and `strategy`: the controller's own words. 1 while it is in the phase. */
  'argo-rollout-phase': { title: 'Phase of Argo Rollouts', unit: 'flag', kind: 'gauge', labels: ['namespace', 'workload', 'phase', 'strategy'] },
  /** `namespace`: where the application goes to; `workload`: the application's name. `phase`: its health; `operation`: what runs on it. */
  'argo-app-phase': { title: 'Health of Argo CD applications', unit: 'flag', kind: 'gauge', labels: ['namespace', 'workload', 'phase', 'operation'] },
  /** `workload`: the name of the Kustomization or HelmRelease. `ready`: `True`, `False`, `Unknown`. */
  'flux-revision': { title: 'Revision of Flux resources', unit: 'flag', kind: 'gauge', labels: ['namespace', 'workload', 'kind', 'revision', 'ready'] },
  /** Spans with 404, 502, 503 or 504 as a pipeline counts them. `kind`: `SPAN_KIND_SERVER` or `SPAN_KIND_CLIENT`; `code`: the HTTP status; `metric`: whose words they are. */
  'span-requests': { title: 'Failed requests in span metrics', unit: 'requests', kind: 'count', labels: ['service', 'kind', 'code', 'metric'] },
  /** 1 while any series of span metrics has a label of the HTTP status. */
  'span-status': { title: 'Span metrics with an HTTP status', unit: 'flag', kind: 'gauge', labels: ['metric'] },
  /** `phase`: 0 analysis runs, 1 succeeded, 2 failed, as Flagger counts them. */
  'flagger-phase': { title: 'Status of Flagger canaries', unit: 'flag', kind: 'gauge', labels: ['namespace', 'workload', 'phase'] },
} as const satisfies Record<string, SignalMeta>;

export type SignalName = keyof typeof signalCatalog;

export const signalNames = Object.keys(signalCatalog) as SignalName[];

/** True when text from outside names a signal. */
export function isSignalName(text: string): text is SignalName {
  return Object.hasOwn(signalCatalog, text);
}
