import type { DialectContext, SignalPlan } from '../../domain/dialect';
import { available, has, notObservable, query, select } from '../shared/promql';
import { BUDGETS_MEND, COLLECTOR, RUN_MEND, presence } from './labels';

/** Budgets of the cluster, one row each also where kube-state-metrics runs twice. No series: there is none, or they are not collected. */
export function disruptionBudgetsPlan(context: DialectContext): SignalPlan {
  const ns = context.labels.namespace;
  const bound = (name: string, metric: string) =>
    query(`max by (${ns}, poddisruptionbudget) (${select(`kube_poddisruptionbudget_status_${metric}`, context)})`, { namespace: ns, budget: 'poddisruptionbudget' }, { fixed: { bound: name } });
  return available('disruption budgets; their selector is not exported, so that only names tell whom they guard', [
    bound('expected', 'expected_pods'), bound('healthy', 'current_healthy'), bound('desired', 'desired_healthy'), bound('allowed', 'pod_disruptions_allowed'),
  ], { mend: BUDGETS_MEND });
}

export function deploymentStrategyPlan(context: DialectContext): SignalPlan {
  if (!has(context, presence.maxUnavailable)) return notObservable('the update strategy of Deployments is not collected', RUN_MEND);
  const ns = context.labels.namespace;
  const bound = (name: string, metric: string) =>
    query(`max by (${ns}, deployment) (${select(metric, context)})`, { namespace: ns, workload: 'deployment' }, { fixed: { bound: name } });
  return available('replicas and rolling update limits of Deployments', [
    bound('replicas', 'kube_deployment_spec_replicas'), bound('max-surge', 'kube_deployment_spec_strategy_rollingupdate_max_surge'), bound('max-unavailable', presence.maxUnavailable),
  ], { collector: COLLECTOR, mend: RUN_MEND });
}
