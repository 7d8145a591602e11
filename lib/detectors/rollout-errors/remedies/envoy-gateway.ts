import type { Remedy } from '../../../domain/rollout-detail';
import { leastEjectionPercent } from './ejection-size';
import type { RolloutFacts } from './facts';
import { type YamlNode, commented, fillIn, toYaml } from './yaml';

/** What of a BackendTrafficPolicy is missing for the observed failures. */
export interface PolicyParts {
  readonly retry: boolean;
  /** Also retry answers 502, 503 and 504 that came from the backend. */
  readonly retryAnswers: boolean;
  readonly active: boolean;
  readonly passive: boolean;
  readonly slowStart: boolean;
}

const TITLES = { slowStart: 'slow start', retry: 'retry on another pod', active: 'active health checks', passive: 'passive checks that can eject' } as const;

/** One policy for all that is missing: of two policies on one route Envoy Gateway takes the older and ignores the other. */
export function policyRemedy(facts: RolloutFacts, parts: PolicyParts, reason: string): Remedy {
  const chosen = (['slowStart', 'retry', 'active', 'passive'] as const).filter((part) => parts[part]);
  const { route } = facts;
  return {
    kind: 'envoy-gateway-policy', title: `Envoy Gateway: ${chosen.map((part) => TITLES[part]).join(', ')}`, reason, appliesTo: 'BackendTrafficPolicy (gateway.envoyproxy.io/v1alpha1)',
    effect: chosen.map((part) => effectOf(part, facts)).join(' '), willNot: chosen.map((part) => LIMITS[part]).join(' '),
    yaml: toYaml({
      apiVersion: 'gateway.envoyproxy.io/v1alpha1', kind: 'BackendTrafficPolicy',
      metadata: { namespace: route?.namespace ?? facts.namespace, name: `${facts.name.slice(0, 240)}-rollouts` },
      spec: {
        targetRefs: [{ group: 'gateway.networking.k8s.io', kind: route?.kind ?? 'HTTPRoute', name: route ? route.name : fillIn(facts.name, 'name of the HTTPRoute in this namespace') }],
        ...(parts.retry ? { retry: retry(parts.retryAnswers) } : {}),
        ...(parts.slowStart ? { loadBalancer: { type: commented('LeastRequest', 'LeastRequest or RoundRobin'), slowStart: { window: '30s' } } } : {}),
        ...(parts.active || parts.passive ? { healthCheck: healthCheck(facts, parts) } : {}),
      },
    }, ['If a BackendTrafficPolicy targets this route already, merge spec into it: of two, the older wins and the other is ignored.', 'Envoy without Envoy Gateway has the same fields in retry_policy, health_checks and outlier_detection.']),
  };
}

function effectOf(part: keyof typeof TITLES, { hosts }: RolloutFacts): string {
  if (part === 'slowStart') return 'A new pod gets its full share of requests only after 30 s.';
  if (part === 'retry') return 'A failed attempt is tried again, up to twice, on another pod: the client sees no error and Weir counts a near miss.';
  if (part === 'active') return 'Envoy stops sending to a pod within about two seconds of its check failing, without waiting for the endpoints to change.';
  return `A pod that fails twice in a row is left out for 10 s; with ${hosts?.least ?? 'few'} hosts one can really be ejected.`;
}

const LIMITS: Readonly<Record<keyof typeof TITLES, string>> = {
  slowStart: 'Slow start does not keep requests from a pod that cannot serve yet.',
  retry: 'A retry cannot mend an answer that has begun, a timeout of the whole request, or a moment without any other pod; it repeats requests, so what must not run twice needs care.',
  active: 'A check sees a pod only every second, so the first failures still happen; it adds requests to every pod from every proxy.',
  passive: 'Ejection needs failures first: it never saves the first request, and one error in a rollout does not trigger it.',
};

/** Triggers: what reached no pod (connect-failure, refused-stream), what a dying pod cut off (reset), and what a hop behind answered. */
function retry(answers: boolean): YamlNode {
  return {
    numRetries: 2,
    retryOn: { triggers: ['connect-failure', 'refused-stream', 'reset', ...(answers ? ['gateway-error'] : [])] },
    perRetry: { backOff: { baseInterval: '25ms', maxInterval: '250ms' }, timeout: fillIn('10s', 'above the slowest good answer: it also cuts the first try') },
  };
}

function healthCheck({ hosts }: RolloutFacts, parts: PolicyParts): YamlNode {
  return {
    ...(parts.active ? { active: {
      type: commented('HTTP', 'HTTP, TCP or GRPC; there is no HTTPS: TLS comes from the backend'), interval: '1s', timeout: '1s', unhealthyThreshold: 2, healthyThreshold: 1,
      http: { path: fillIn('/ready', 'a path that answers 200 only when the pod can serve'), retriableStatuses: [commented(503, 'counts towards the threshold; other bad answers act at once')] },
    } } : {}),
    ...(parts.passive ? { passive: {
      consecutiveGatewayErrors: 2, splitExternalLocalOriginErrors: true, consecutiveLocalOriginFailures: 2, interval: '1s', baseEjectionTime: '10s',
      maxEjectionPercent: hosts ? commented(Math.max(10, leastEjectionPercent(hosts.least)), 'enough to eject one host at the size seen') : fillIn(50, '100 divided by the number of pods, rounded up'),
      alwaysEjectOneEndpoint: true,
    } } : {}),
    panicThreshold: commented(50, 'the default: with fewer healthy pods than this all get traffic again'),
  };
}

/** The rule without a retry of its own, so that the policy's retry acts. */
export function routeRetryRemedy({ route, namespace, name }: RolloutFacts, reason: string): Remedy {
  const which = route?.rule === null || route?.rule === undefined ? 'each rule' : `rule ${route.rule} (counted from 0)`;
  return {
    kind: 'route-retry', title: 'Let the retry of the policy act', reason, appliesTo: 'HTTPRoute (gateway.networking.k8s.io/v1)',
    effect: 'Without a retry in the rule the retry of the BackendTrafficPolicy counts, with its triggers for resets and gateway errors.',
    willNot: 'By itself it retries nothing: the policy must have the retry. Where the rule has no retry, nothing changes.',
    yaml: toYaml({
      apiVersion: 'gateway.networking.k8s.io/v1', kind: 'HTTPRoute',
      metadata: { namespace: route?.namespace ?? namespace, name: route?.name ?? name },
      spec: { rules: [{ backendRefs: [{ name: fillIn(name, 'the Service; keep matches, filters and timeouts of the rule as they are'), port: fillIn(80, 'port of the Service') }] }] },
    }, [`Look for retry: in ${which} and take it out; a list of rules is replaced as a whole, so edit the manifest.`, 'Codes that it named (such as 429) go to spec.retry.retryOn.httpStatusCodes of the policy, with the trigger retriable-status-codes.']),
  };
}
