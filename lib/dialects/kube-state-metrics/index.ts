import type { Dialect, DialectContext, SignalPlan } from '../../domain/dialect';
import type { SignalName } from '../../domain/signals';
import { presence } from './labels';
import { containerRestartsPlan, cordonedPodsPlan, daemonsetStatusPlan, deploymentReasonPlan, podEvictionsPlan, podTerminatingPlan, statefulsetRevisionsPlan } from './rollout-queries';
import { deploymentStrategyPlan, disruptionBudgetsPlan } from './guards';
import { collectorVersionPlan, hintedSharePlan, hpaRangePlan, nodesWithoutZonePlan, oomKillsPlan, podReadyPlan, readyEndpointsPlan, replicasetImagePlan, replicasetPodsPlan, topologyModePlan, zoneCpuPlan } from './queries';

const plans: Readonly<Partial<Record<SignalName, (context: DialectContext) => SignalPlan>>> = {
  'hinted-share': hintedSharePlan,
  'ready-endpoints': readyEndpointsPlan,
  'topology-mode': topologyModePlan,
  'zone-cpu': zoneCpuPlan,
  'nodes-without-zone': nodesWithoutZonePlan,
  'replicaset-pods': replicasetPodsPlan,
  'replicaset-image': replicasetImagePlan,
  'pod-ready': podReadyPlan,
  'pod-terminating': podTerminatingPlan,
  'oom-kills': oomKillsPlan,
  'container-restarts': containerRestartsPlan,
  'pod-evictions': podEvictionsPlan,
  'cordoned-pods': cordonedPodsPlan,
  'deployment-reason': deploymentReasonPlan,
  'statefulset-revisions': statefulsetRevisionsPlan,
  'daemonset-status': daemonsetStatusPlan,
  'hpa-range': hpaRangePlan,
  'collector-version': collectorVersionPlan,
  'disruption-budgets': disruptionBudgetsPlan,
  'deployment-strategy': deploymentStrategyPlan,
};

/** The cluster's own state as kube-state-metrics exports it. */
export const kubeStateMetrics = {
  id: 'kube-state-metrics',
  title: 'kube-state-metrics',
  scope: 'cluster',
  traceService: null,
  metrics: Object.values(presence),
  plan: (signal: SignalName, context: DialectContext) => plans[signal]?.(context) ?? null,
} as const satisfies Dialect;
