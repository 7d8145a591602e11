import type { Remedy } from '../../../domain/rollout-detail';
import type { RolloutFacts } from './facts';
import { type YamlNode, commented, fillIn, toYaml } from './yaml';

/** Longer than endpoints take to reach the proxies: Skipper asks every 3 s, Envoy Gateway pushes within seconds. */
const PRE_STOP_SECONDS = 15;
const GRACE_SECONDS = 60;

type Parts = { readonly metadata?: YamlNode; readonly spec: { readonly [key: string]: YamlNode } };

function deployment({ namespace, name }: RolloutFacts, { spec }: Parts, comments: readonly string[] = []): string {
  return toYaml({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { namespace, name }, spec }, [
    'A patch, not the whole Deployment: merge it into the manifest, or kubectl patch deployment NAME --patch-file FILE.', ...comments,
  ]);
}

const container = (more: { readonly [key: string]: YamlNode }): YamlNode => [{ name: fillIn('app', 'name of the container that serves'), ...more }];

/** Old pods go on serving until the proxies have forgotten them. */
export function drainRemedy(facts: RolloutFacts, reason: string): Remedy {
  return {
    kind: 'deployment-drain', title: 'Let old pods finish', reason, appliesTo: 'Deployment (apps/v1)',
    effect: `A pod that must go serves ${PRE_STOP_SECONDS} s more, while the proxies drop it; then it may finish what it has, for ${GRACE_SECONDS - PRE_STOP_SECONDS} s.`,
    willNot: 'It does not help against pods that crash, are killed for memory or lose their node. The application must finish open requests on SIGTERM by itself. Each rollout takes longer.',
    yaml: deployment(facts, { spec: { template: { spec: {
      terminationGracePeriodSeconds: commented(GRACE_SECONDS, 'FILL IN: preStop plus the longest request'),
      containers: container({ lifecycle: { preStop: { sleep: { seconds: commented(PRE_STOP_SECONDS, 'Kubernetes 1.30 or newer; before: exec: {command: [sleep, "15"]}') } } } }),
    } } } }),
  };
}

/** New pods get traffic only when they can serve. */
export function readinessRemedy(facts: RolloutFacts, reason: string): Remedy {
  return {
    kind: 'deployment-readiness', title: 'Take new pods in only when they serve', reason, appliesTo: 'Deployment (apps/v1)',
    effect: 'A new pod gets requests after its probe has passed; the rollout goes on only when it stayed ready for 10 s.',
    willNot: 'It does not help old pods that end, and it cannot see an error that the probed path does not show.',
    yaml: deployment(facts, { spec: {
      minReadySeconds: 10,
      template: { spec: { containers: container({ readinessProbe: {
        httpGet: { path: fillIn('/ready', 'a path that answers 200 only when the pod can serve'), port: fillIn(8080, 'port of the container') },
        periodSeconds: 2, timeoutSeconds: 1, failureThreshold: 2,
      } }) } },
    } }),
  };
}

/** No pod goes before its successor is ready, and there are two at least. */
export function strategyRemedy(facts: RolloutFacts, reason: string): Remedy {
  const single = facts.replicas === 1;
  return {
    kind: 'deployment-strategy', title: single ? 'Two replicas, none taken away early' : 'Take no pod away early', reason, appliesTo: 'Deployment (apps/v1)',
    effect: `A new pod is ready before an old one ends${single ? ', and a failed attempt has another pod to go to' : ''}: the set of endpoints is never smaller than wanted.`,
    willNot: 'It does not keep requests on a pod that ends (that is the drain), and it needs room in the cluster for one more pod.',
    yaml: deployment(facts, { spec: {
      ...(single ? { replicas: commented(2, 'with an autoscaler set its minReplicas instead') } : {}),
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
    } }),
  };
}

export function budgetRemedy(facts: RolloutFacts, reason: string): Remedy {
  const { namespace, name } = facts;
  return {
    kind: 'disruption-budget', title: 'Budget for evictions', reason, appliesTo: 'PodDisruptionBudget (policy/v1)',
    effect: 'A node drain or an autoscaler of nodes evicts one pod of the workload at a time.',
    willNot: 'It guards evictions only. It does nothing in a rollout: Deployments delete their pods without asking for a budget. So it does not mend these errors.',
    yaml: toYaml({
      apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { namespace, name },
      spec: { maxUnavailable: 1, selector: { matchLabels: { app: fillIn(name, 'the labels of the pods, as spec.selector of the Deployment') } } },
    }),
  };
}
