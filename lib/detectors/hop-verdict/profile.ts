import type { Trace } from '../../domain/traces';
import { attemptsOf } from './attempts';
import type { Family, RoleRule } from './families';
import { buildForest } from './forest';
import { toNodes } from './normalise';
import { type SpanNode, isHop } from './span-node';

/**
 * What an emitter usually shows on healthy requests (reference/traces-apis.md section 6.3). This tells whether a missing
 * span means anything.
 */
export interface EmitterProfile {
  /** Share of its server spans that have a span for the forwarding attempt, 0..1; null: not known. */
  readonly pAttempt: number | null;
  /** Share of its attempts (of its server spans, where it makes no attempt spans) with a server span below; null: not known. */
  readonly pBelow: number | null;
  /** Healthy requests it was learned from; 0 for a default. */
  readonly samples: number;
}

/** By service name. */
export type Profiles = Readonly<Record<string, EmitterProfile>>;

/** Fewer healthy requests than this do not override a default. */
export const MIN_SAMPLES = 20;

const DEFAULT_ATTEMPT: Readonly<Record<Family, number>> = {
  skipper: 1, traefik: 1, kong: 1, linkerd: 1, envoy: 0.3, nginx: 0, haproxy: 0.5, 'other-proxy': 0.5, app: 0.5,
};

/** Envoy as a gateway always makes upstream spans; a plain Envoy or a sidecar only when told to. */
const GATEWAY_NAME = /gateway|contour|(^|[-_.])eg-/i;

/** The profile that holds for a hop: learned when there were enough samples, else the default of its family. */
export function profileOf(hop: SpanNode, profiles: Profiles): EmitterProfile {
  const learned = Object.hasOwn(profiles, hop.span.service) ? profiles[hop.span.service] : undefined;
  const usable = learned && learned.samples >= MIN_SAMPLES ? learned : null;
  return {
    pAttempt: usable?.pAttempt ?? defaultAttempt(hop),
    pBelow: usable?.pBelow ?? null,
    samples: usable?.samples ?? 0,
  };
}

function defaultAttempt(hop: SpanNode): number {
  if (hop.family !== 'envoy') return DEFAULT_ATTEMPT[hop.family];
  const node = hop.span.attributes.node_id;
  const gateway = GATEWAY_NAME.test(hop.span.service.slice(0, 200)) || (typeof node === 'string' && node.startsWith('router~'));
  return gateway ? 1 : DEFAULT_ATTEMPT.envoy;
}

/** Learns profiles from any traces: only their healthy (2xx, 3xx) requests count. */
export function learnProfiles(traces: readonly Trace[], roles: readonly RoleRule[] = []): Profiles {
  const counts = new Map<string, { hops: number; withAttempt: number; reached: number; below: number }>();
  for (const trace of traces) {
    const forest = buildForest(toNodes(trace.spans, roles));
    for (const node of forest.nodes) {
      if (!isHop(node) || node.role === 'backend' || node.status === null || node.status < 200 || node.status >= 400) continue;
      if (node.parent && isHop(node.parent) && node.parent.span.service === node.span.service) continue;
      const reach = attemptsOf(node);
      if (reach.attempts.length === 0 && isLocalAnswer(node)) continue;
      let count = counts.get(node.span.service);
      if (!count) counts.set(node.span.service, (count = { hops: 0, withAttempt: 0, reached: 0, below: 0 }));
      count.hops += 1;
      if (reach.attempts.length > 0) count.withAttempt += 1;
      const last = reach.attempts.at(-1);
      count.reached += 1;
      if (last ? last.below.length > 0 : reach.transparent.length > 0) count.below += 1;
    }
  }
  return Object.fromEntries(
    [...counts].map(([service, count]) => [service, { pAttempt: count.withAttempt / count.hops, pBelow: count.below / count.reached, samples: count.hops }]),
  );
}

/** Redirects and direct responses were never meant to be forwarded: Envoy shows it by the absent cluster. */
function isLocalAnswer(node: SpanNode): boolean {
  if (node.family === 'envoy') return !Object.hasOwn(node.span.attributes, 'upstream_cluster');
  return node.status !== null && node.status >= 300;
}
