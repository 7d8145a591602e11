import type { Family } from './families';
import type { SpanNode } from './span-node';

/**
 * What an emitter usually shows on healthy requests (reference/traces-apis.md section 6.3). This tells whether a missing
 * span means anything.
 */
export interface EmitterProfile {
  /** Share of its server spans that have a span for the forwarding attempt, 0..1; null: not known. */
  readonly pAttempt: number | null;
  /** Share of its attempts (of its server spans, where it makes no attempt spans) with a server span below; null: not known. */
  readonly pBelow: number | null;
  /** Share of its outermost spans whose parent is not in the trace (clients that trace elsewhere), 0..1; null: not known. */
  readonly pForeignParent?: number | null;
  /** Healthy requests it was learned from; 0 for a default. */
  readonly samples: number;
}

/** A profile as it is used. */
export interface UsedProfile extends EmitterProfile {
  readonly pForeignParent: number | null;
  /** False: nothing but the default of the family. */
  readonly learned: boolean;
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
export function profileOf(hop: SpanNode, profiles: Profiles): UsedProfile {
  const learned = Object.hasOwn(profiles, hop.span.service) ? profiles[hop.span.service] : undefined;
  const usable = learned && learned.samples >= MIN_SAMPLES ? learned : null;
  return {
    pAttempt: usable?.pAttempt ?? defaultAttempt(hop.family, hop.span.service, hop.span.attributes.node_id),
    pBelow: usable?.pBelow ?? null,
    pForeignParent: usable?.pForeignParent ?? null,
    learned: usable !== null,
    samples: usable?.samples ?? 0,
  };
}

/** What a family shows when nothing was learned; `node` is Envoy's node id where the span has one. */
export function defaultAttempt(family: Family, service: string, node: unknown): number {
  if (family !== 'envoy') return DEFAULT_ATTEMPT[family];
  const gateway = GATEWAY_NAME.test(service.slice(0, 200)) || (typeof node === 'string' && node.startsWith('router~'));
  return gateway ? 1 : DEFAULT_ATTEMPT.envoy;
}
