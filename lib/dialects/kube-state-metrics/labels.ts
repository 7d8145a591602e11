export const ZONE_LABEL = 'label_topology_kubernetes_io_zone';
/** Of `service.kubernetes.io/topology-mode`, where kube-state-metrics is told to export it. */
export const TOPOLOGY_MODE_LABEL = 'annotation_service_kubernetes_io_topology_mode';
export const SERVICE_LABEL = 'label_kubernetes_io_service_name';

/** Metrics whose presence decides how the cluster can be asked. */
export const presence = {
  endpoints: 'kube_endpointslice_endpoints',
  hints: 'kube_endpointslice_endpoints_hints',
  sliceLabels: 'kube_endpointslice_labels',
  serviceAnnotations: 'kube_service_annotations',
  nodeLabels: 'kube_node_labels',
  cpu: 'kube_node_status_allocatable',
  replicas: 'kube_replicaset_status_replicas',
  containerInfo: 'kube_pod_container_info',
  podReady: 'kube_pod_status_ready',
  maxUnavailable: 'kube_deployment_spec_strategy_rollingupdate_max_unavailable',
  autoscalers: 'kube_horizontalpodautoscaler_spec_max_replicas',
  conditions: 'kube_deployment_status_condition',
  updateRevision: 'kube_statefulset_status_update_revision',
  daemonUpdated: 'kube_daemonset_status_updated_number_scheduled',
  restarts: 'kube_pod_container_status_restarts_total',
  unschedulable: 'kube_node_spec_unschedulable',
} as const;

export const COLLECTOR = 'kube-state-metrics';
export const SLICES_MEND = 'run kube-state-metrics 2.10 or newer with --resources including endpointslices (the default since 2.18)';
export const TOPOLOGY_MODE_MEND = 'run kube-state-metrics with --metric-annotations-allowlist=services=[service.kubernetes.io/topology-mode]';
export const NODES_MEND = 'run kube-state-metrics with --metric-labels-allowlist=nodes=[topology.kubernetes.io/zone]';
export const HPA_MEND = 'run kube-state-metrics with --resources including horizontalpodautoscalers';
export const RUN_MEND = 'run kube-state-metrics and let this source scrape it';
export const REASON_MEND = 'run kube-state-metrics 2.17 or newer: before it the condition has no reason, only failed and paused rollouts are told';
export const EVICTION_MEND = 'run kube-state-metrics 2.20 or newer for evictions through the API; older ones show only pods that the kubelet evicted';
export const BUDGETS_MEND = 'run kube-state-metrics with --resources including poddisruptionbudgets (the default)';
