import type { Remedy } from '../../../domain/rollout-detail';
import type { RolloutFacts } from './facts';
import { commented, fillIn, toYaml } from './yaml';

/** New endpoints get their share of requests little by little (filter fadeIn, Skipper docs/reference/filters). */
export function fadeInRemedy({ namespace, name }: RolloutFacts, reason: string): Remedy {
  return {
    kind: 'skipper-fade-in', title: 'Skipper: fade new pods in', reason, appliesTo: 'Ingress (networking.k8s.io/v1)',
    effect: 'A new pod gets its full share of requests only after 30 s: caches and connections warm up under little load.',
    willNot: 'It does not keep requests from a pod that cannot serve yet, and it does nothing for pods that end.',
    yaml: toYaml({
      apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { namespace, name: fillIn(name, 'name of the Ingress'), annotations: { 'zalando.org/skipper-filter': commented('fadeIn("30s")', 'filters that stand there already stay: join them with ->') } },
    }, ['A patch: kubectl annotate, or merge it into the manifest. A RouteGroup has the same filter in spec.routes[].filters.']),
  };
}

/** Passive health check of Skipper (docs/operation/operation); a setting of the whole fleet. */
export function passiveCheckRemedy(_facts: RolloutFacts, reason: string): Remedy {
  return {
    kind: 'skipper-passive-health-check', title: 'Skipper: send less to failing pods', reason, appliesTo: 'Skipper, file of -config-file',
    effect: 'A pod whose requests failed in the last second gets fewer of them in the next.',
    willNot: 'It needs ten requests a second to a pod from one Skipper instance before it acts, so it never saves the first failures nor quiet services; it holds for all routes of the fleet.',
    yaml: toYaml({
      'passive-health-check': { period: '1s', 'min-requests': commented('10', 'below this a pod is not judged'), 'min-drop-probability': '0.05', 'max-drop-probability': '0.9', 'max-unhealthy-endpoints-ratio': commented('0.5', 'with more failing pods than this nothing is dropped') },
    }, ['The same as a flag: -passive-health-check=period=1s,min-requests=10,min-drop-probability=0.05,max-drop-probability=0.9,max-unhealthy-endpoints-ratio=0.5']),
  };
}

/** Skipper waits a minute for a connection unless told; a dial that fails early can be retried. */
export function dialTimeoutRemedy(_facts: RolloutFacts, reason: string): Remedy {
  return {
    kind: 'skipper-dial-timeout', title: 'Skipper: give up early on pods that do not answer', reason, appliesTo: 'Skipper, file of -config-file',
    effect: 'A connection to a pod that is gone fails after 2 s instead of 60 s and is tried once on another pod (requests without body, two or more endpoints).',
    willNot: 'It does not bound slow answers of a pod that took the connection (that is the filter backendTimeout, which retries nothing), and it holds for all routes of the fleet.',
    yaml: toYaml({ 'timeout-backend': fillIn('2s', 'well above a normal connect, TLS not included') }, ['The same as a flag: -timeout-backend=2s']),
  };
}
