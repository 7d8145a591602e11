import { z } from 'zod';

/**
 * Strict shapes of the documents that remedies give: field names, enums and bounds as in the real types
 * (reference envoy-deploys-dialects 2.5: Envoy Gateway v1.9 api/v1alpha1; policy/v1; apps/v1; gateway.networking.k8s.io/v1;
 * Skipper v0.26 config). Only fields that exist; a field that is not listed is a mistake.
 */

/** Gateway API durations: up to four parts of up to five digits. */
const duration = z.string().regex(/^([0-9]{1,5}(h|m|s|ms)){1,4}$/);
const percent = z.number().int().min(0).max(100);
const count = z.number().int().min(0);
const port = z.number().int().min(1).max(65535);
const status = z.number().int().min(100).max(600);
const name = z.string().min(1).max(253);
const metadata = z.strictObject({ namespace: name, name, annotations: z.record(z.string(), z.string()).optional() });

const triggers = ['5xx', 'gateway-error', 'reset', 'reset-before-request', 'connect-failure', 'retriable-4xx', 'refused-stream', 'retriable-status-codes', 'cancelled', 'deadline-exceeded', 'internal', 'resource-exhausted', 'unavailable'] as const;

const retry = z.strictObject({
  numRetries: count.optional(),
  numAttemptsPerPriority: z.number().int().optional(),
  retryOn: z.strictObject({ triggers: z.array(z.enum(triggers)).optional(), httpStatusCodes: z.array(status).optional() }).optional(),
  perRetry: z.strictObject({ timeout: duration.optional(), backOff: z.strictObject({ baseInterval: duration.optional(), maxInterval: duration.optional() }).optional() }).optional(),
});

const checkSettings = { timeout: duration.optional(), interval: duration.optional(), initialJitter: duration.optional(), unhealthyThreshold: z.number().int().min(1).optional(), healthyThreshold: z.number().int().min(1).optional() };
const active = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('HTTP'), ...checkSettings, http: z.strictObject({
    hostname: z.string().optional(), path: z.string().min(1).max(1024), method: z.string().max(16).optional(),
    expectedStatuses: z.array(status).optional(), retriableStatuses: z.array(status).optional(),
  }) }),
  z.strictObject({ type: z.literal('TCP'), ...checkSettings, tcp: z.strictObject({}) }),
  z.strictObject({ type: z.literal('GRPC'), ...checkSettings, grpc: z.strictObject({ service: z.string().optional() }).optional() }),
]);

const passive = z.strictObject({
  splitExternalLocalOriginErrors: z.boolean().optional(), interval: duration.optional(), consecutiveLocalOriginFailures: count.optional(), consecutiveGatewayErrors: count.optional(),
  consecutive5XxErrors: count.optional(), baseEjectionTime: duration.optional(), maxEjectionPercent: percent.optional(), failurePercentageThreshold: percent.optional(), alwaysEjectOneEndpoint: z.boolean().optional(),
});

export const backendTrafficPolicy = z.strictObject({
  apiVersion: z.literal('gateway.envoyproxy.io/v1alpha1'), kind: z.literal('BackendTrafficPolicy'), metadata,
  spec: z.strictObject({
    targetRefs: z.array(z.strictObject({ group: z.literal('gateway.networking.k8s.io'), kind: z.enum(['HTTPRoute', 'GRPCRoute', 'Gateway']), name, sectionName: name.optional() })).min(1),
    retry: retry.optional(),
    loadBalancer: z.strictObject({ type: z.enum(['ConsistentHash', 'LeastRequest', 'Random', 'RoundRobin']), slowStart: z.strictObject({ window: duration }).optional() })
      .refine(({ type, slowStart }) => !slowStart || type === 'LeastRequest' || type === 'RoundRobin', 'slow start needs LeastRequest or RoundRobin').optional(),
    healthCheck: z.strictObject({ active: active.optional(), passive: passive.optional(), panicThreshold: percent.optional() }).optional(),
  }),
});

export const disruptionBudget = z.strictObject({
  apiVersion: z.literal('policy/v1'), kind: z.literal('PodDisruptionBudget'), metadata,
  spec: z.strictObject({ maxUnavailable: count.optional(), minAvailable: count.optional(), selector: z.strictObject({ matchLabels: z.record(z.string(), z.string()) }) })
    .refine(({ maxUnavailable, minAvailable }) => (maxUnavailable === undefined) !== (minAvailable === undefined), 'one of maxUnavailable and minAvailable'),
});

const probe = z.strictObject({ httpGet: z.strictObject({ path: z.string().min(1), port }), periodSeconds: z.number().int().min(1), timeoutSeconds: z.number().int().min(1), failureThreshold: z.number().int().min(1) });
const container = z.strictObject({ name: z.string().min(1), lifecycle: z.strictObject({ preStop: z.strictObject({ sleep: z.strictObject({ seconds: count }) }) }).optional(), readinessProbe: probe.optional() });

/** A patch: what the API server wants of a whole Deployment is not asked for. */
export const deploymentPatch = z.strictObject({
  apiVersion: z.literal('apps/v1'), kind: z.literal('Deployment'), metadata,
  spec: z.strictObject({
    replicas: count.optional(), minReadySeconds: count.optional(),
    strategy: z.strictObject({ type: z.literal('RollingUpdate'), rollingUpdate: z.strictObject({ maxUnavailable: count, maxSurge: count }) })
      .refine(({ rollingUpdate }) => rollingUpdate.maxUnavailable + rollingUpdate.maxSurge > 0, 'one of both must be above 0').optional(),
    template: z.strictObject({ spec: z.strictObject({ terminationGracePeriodSeconds: count.optional(), containers: z.array(container).min(1) }) }).optional(),
  }),
});

export const httpRoute = z.strictObject({
  apiVersion: z.literal('gateway.networking.k8s.io/v1'), kind: z.literal('HTTPRoute'), metadata,
  spec: z.strictObject({ rules: z.array(z.strictObject({ backendRefs: z.array(z.strictObject({ name, port })).min(1) })).min(1) }),
});

export const ingressPatch = z.strictObject({
  apiVersion: z.literal('networking.k8s.io/v1'), kind: z.literal('Ingress'),
  metadata: z.strictObject({ namespace: name, name, annotations: z.strictObject({ 'zalando.org/skipper-filter': z.string().regex(/^[a-zA-Z]+\([^()]*\)( -> [a-zA-Z]+\([^()]*\))*$/) }) }),
});

const ratio = z.string().regex(/^(0|1|0\.\d+|1\.0)$/);
const goDuration = z.string().regex(/^\d+(ms|s|m|h)$/);
export const skipperConfig = z.strictObject({
  'passive-health-check': z.strictObject({ period: goDuration, 'min-requests': z.string().regex(/^\d+$/), 'min-drop-probability': ratio.optional(), 'max-drop-probability': ratio, 'max-unhealthy-endpoints-ratio': ratio.optional() }).optional(),
  'timeout-backend': goDuration.optional(),
});

/** Kind of a remedy to the shape of its YAML. */
export const remedyDocuments = {
  'deployment-drain': deploymentPatch, 'deployment-readiness': deploymentPatch, 'deployment-strategy': deploymentPatch,
  'disruption-budget': disruptionBudget, 'envoy-gateway-policy': backendTrafficPolicy, 'route-retry': httpRoute,
  'skipper-fade-in': ingressPatch, 'skipper-passive-health-check': skipperConfig, 'skipper-dial-timeout': skipperConfig,
} as const;
