import type { DialectContext, SignalPlan } from '../../domain/dialect';
import { available, has, inferred, notObservable, query, select } from '../shared/promql';
import { EVICTION_MEND, NODES_MEND, REASON_MEND, RUN_MEND, presence } from './labels';
import { perWorkload } from './queries';

/**
 * The condition Progressing of each Deployment: its reason where kube-state-metrics says one (reference deploys 4.1), and with
 * any version whether it failed (status false) or is paused. Scaling does not change the reason (reference deploys 4.2).
 */
export function deploymentReasonPlan(context: DialectContext): SignalPlan {
  if (!has(context, presence.conditions)) return notObservable('kube_deployment_status_condition is not collected', RUN_MEND);
  const ns = context.labels.namespace;
  const named = { namespace: ns, workload: 'deployment' };
  const progressing = (...more: string[]) => select(presence.conditions, context, 'condition="Progressing"', ...more);
  return available('the condition Progressing of each Deployment', [
    query(`max by (${ns}, deployment, reason) (${progressing('reason!=""', 'reason!="unknown"')}) == 1`, { ...named, reason: 'reason' }),
    query(`max by (${ns}, deployment) (${progressing('status="false"')}) == 1`, named, { fixed: { reason: 'Failed' } }),
    query(`max by (${ns}, deployment) (${select('kube_deployment_spec_paused', context)}) == 1`, named, { fixed: { reason: 'Paused' } }),
  ], { mend: REASON_MEND });
}

export function statefulsetRevisionsPlan(context: DialectContext): SignalPlan {
  if (!has(context, presence.updateRevision)) return notObservable('no StatefulSet is collected', RUN_MEND);
  const ns = context.labels.namespace;
  const role = (name: string, metric: string) =>
    query(`group by (${ns}, statefulset, revision) (${select(metric, context, 'revision!=""')})`, { namespace: ns, workload: 'statefulset', revision: 'revision' }, { fixed: { role: name } });
  return available('current and update revision of each StatefulSet', [role('current', 'kube_statefulset_status_current_revision'), role('update', presence.updateRevision)], { mend: RUN_MEND });
}

export function daemonsetStatusPlan(context: DialectContext): SignalPlan {
  if (!has(context, presence.daemonUpdated)) return notObservable('no DaemonSet is collected', RUN_MEND);
  const ns = context.labels.namespace;
  const part = (name: string, metric: string) => query(`max by (${ns}, daemonset) (${select(metric, context)})`, { namespace: ns, workload: 'daemonset' }, { fixed: { part: name } });
  return inferred('updated and desired pods of each DaemonSet: a rollout is a new generation with pods that are not updated', [
    part('desired', 'kube_daemonset_status_desired_number_scheduled'), part('updated', presence.daemonUpdated), part('generation', 'kube_daemonset_metadata_generation'),
  ], { mend: RUN_MEND });
}

/** The series is there only while a pod is being deleted, so its presence is the answer and its absence is none. */
export function podTerminatingPlan(context: DialectContext): SignalPlan {
  const { namespace: ns, pod } = context.labels;
  const leaving = `group by (${ns}, ${pod}) (${select('kube_pod_deletion_timestamp', context)})`;
  return available('pods with a deletion time', perWorkload(leaving, context, { replicaset: 'replicaset', pod }), { mend: RUN_MEND });
}

export function containerRestartsPlan(context: DialectContext): SignalPlan {
  if (!has(context, presence.restarts)) return notObservable('kube_pod_container_status_restarts_total is not collected', RUN_MEND);
  const { namespace: ns, pod } = context.labels;
  const perPod = `max by (${ns}, ${pod}, container) (${select(presence.restarts, context)})`;
  return available('restart counters of containers', perWorkload(perPod, context, { pod }), { mend: RUN_MEND });
}

/** Two metrics say it: one for the kubelet's evictions, a newer one for all that the disruption condition names. */
export function podEvictionsPlan(context: DialectContext): SignalPlan {
  const { namespace: ns, pod } = context.labels;
  const by = `max by (${ns}, ${pod}, reason)`;
  const kubelet = `(${by} (${select('kube_pod_status_reason', context, 'reason=~"Evicted|Shutdown|NodeLost"')}) == 1)`;
  const disrupted = `(${by} (${select('kube_pod_status_disruption_reason', context)}) == 1)`;
  const labels = { pod, reason: 'reason' };
  return available('evicted and preempted pods', [...perWorkload(kubelet, context, labels), ...perWorkload(disrupted, context, labels)], { mend: EVICTION_MEND });
}

export function cordonedPodsPlan(context: DialectContext): SignalPlan {
  if (!has(context, presence.unschedulable)) return notObservable('kube_node_spec_unschedulable is not collected', NODES_MEND);
  const { namespace: ns, pod } = context.labels;
  const cordoned = `(max by (node) (${select(presence.unschedulable, context)}) == 1)`;
  const onNode = `(group by (${ns}, ${pod}, node) (${select('kube_pod_info', context, 'node!=""')}) * on (node) group_left () ${cordoned})`;
  return available('pods on nodes that take no new pods', perWorkload(onNode, context, { pod, node: 'node' }), { mend: RUN_MEND });
}
