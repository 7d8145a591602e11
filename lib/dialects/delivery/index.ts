import type { Dialect, DialectContext, SignalPlan } from '../../domain/dialect';
import type { SignalName } from '../../domain/signals';
import { presence } from './labels';
import { argoAppPlan, argoRolloutPlan, flaggerPlan, fluxPlan } from './queries';

const plans: Readonly<Partial<Record<SignalName, (context: DialectContext) => SignalPlan>>> = {
  'argo-rollout-phase': argoRolloutPlan,
  'argo-app-phase': argoAppPlan,
  'flux-revision': fluxPlan,
  'flagger-phase': flaggerPlan,
};

/** Tools that bring new versions into the cluster, as their own metrics tell (reference deploys 4.3). */
export const delivery = {
  id: 'delivery',
  title: 'Delivery tools',
  scope: 'cluster',
  traceService: null,
  metrics: Object.values(presence),
  plan: (signal: SignalName, context: DialectContext) => plans[signal]?.(context) ?? null,
} as const satisfies Dialect;
