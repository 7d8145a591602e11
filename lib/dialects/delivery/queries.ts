import type { DialectContext, SignalPlan } from '../../domain/dialect';
import { available, has, inferred, notObservable, query, select } from '../shared/promql';
import { ARGO_CD_MEND, ARGO_ROLLOUTS_MEND, FLAGGER_MEND, FLUX_MEND, OWN_NAMESPACE, presence } from './labels';

/** A vector of the metric whose namespace label is that of the object. */
function owned(metric: string, context: DialectContext): string {
  return `label_replace(${select(metric, context)}, "${context.labels.namespace}", "$1", "${OWN_NAMESPACE}", "(.+)")`;
}

export function argoRolloutPlan(context: DialectContext): SignalPlan {
  if (!has(context, presence.argoRollouts)) return notObservable('no Argo Rollout is seen in this range', ARGO_ROLLOUTS_MEND);
  const ns = context.labels.namespace;
  return available('phase of each Argo Rollout', [
    query(`group by (${ns}, name, phase, strategy) (${owned(presence.argoRollouts, context)} == 1)`, { namespace: ns, workload: 'name', phase: 'phase', strategy: 'strategy' }),
  ]);
}

/** An application is no workload and a sync may change nothing: its health and operation only mark the time. */
export function argoAppPlan(context: DialectContext): SignalPlan {
  if (!has(context, presence.argoCd)) return notObservable('no Argo CD application is seen in this range', ARGO_CD_MEND);
  return inferred('health and running operation of each Argo CD application', [
    query(`group by (dest_namespace, name, health_status, operation) (${select(presence.argoCd, context)} == 1)`, { namespace: 'dest_namespace', workload: 'name', phase: 'health_status', operation: 'operation' }),
  ], { mend: ARGO_CD_MEND });
}

export function fluxPlan(context: DialectContext): SignalPlan {
  if (!has(context, presence.flux)) return notObservable('no Flux resource is seen in this range', FLUX_MEND);
  const ns = context.labels.namespace;
  const kinds = `label_replace(${select(presence.flux, context, 'customresource_kind=~"Kustomization|HelmRelease"')}, "${ns}", "$1", "${OWN_NAMESPACE}", "(.+)")`;
  return inferred('revision and readiness of each Kustomization and HelmRelease', [
    query(`group by (${ns}, name, customresource_kind, revision, ready) (${kinds})`, { namespace: ns, workload: 'name', kind: 'customresource_kind', revision: 'revision', ready: 'ready' }),
  ], { mend: FLUX_MEND });
}

/** The value is the status; as a label it is a phase like any other. */
export function flaggerPlan(context: DialectContext): SignalPlan {
  if (!has(context, presence.flagger)) return notObservable('no Flagger canary is seen in this range', FLAGGER_MEND);
  const ns = context.labels.namespace;
  return available('status of each Flagger canary', [
    query(`group by (${ns}, name, phase) (count_values by (${ns}, name) ("phase", max by (${ns}, name) (${owned(presence.flagger, context)})))`, { namespace: ns, workload: 'name', phase: 'phase' }),
  ]);
}
