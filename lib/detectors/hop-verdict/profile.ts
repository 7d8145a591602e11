import type { Attempt } from './attempts';
import type { Family } from './families';
import { type NextHop, nextHopOf, nextHopOfAttempt } from './next-hop';
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
  /** `pBelow` by next hop, where it was learned from enough requests: an emitter may serve traced and untraced applications. */
  readonly towards?: readonly TowardsProfile[];
}

/** What is seen below the requests of an emitter to one next hop. */
export interface TowardsProfile {
  readonly name: string;
  readonly by: 'name' | 'address';
  readonly pBelow: number;
  readonly samples: number;
}

/** `pBelow` as it is used. */
export interface UsedBelow {
  /** Null: not known. */
  readonly pBelow: number | null;
  /** The next hop whose share it is; null: the share of all requests of the emitter. */
  readonly towards: string | null;
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

/**
 * Share of the healthy requests to the next hop of this try (of this hop, where it shows no tries) with a server span below:
 * that of the next hop by name, else by address, each with enough samples; else that of all requests of the emitter.
 */
export function belowOf(hop: SpanNode, attempt: Attempt | null, profiles: Profiles): UsedBelow {
  const all = { pBelow: profileOf(hop, profiles).pBelow, towards: null };
  const known = knownTowards(hop, profiles);
  return known.length === 0 ? all : (find(known, nextHopOfAttempt(attempt, hop)) ?? all);
}

/**
 * The same for a call of an application. It may call what is behind a proxy and what is not: where next hops are told apart, the
 * share of all its calls says nothing of one that was not seen often enough.
 */
export function callBelowOf(call: SpanNode, profiles: Profiles): UsedBelow {
  const learned = Object.hasOwn(profiles, call.span.service) ? profiles[call.span.service]! : null;
  const known = knownTowards(call, profiles);
  const found = find(known, nextHopOf(call, call));
  if (found || known.length > 0) return found ?? UNKNOWN_BELOW;
  return learned && learned.samples >= MIN_SAMPLES ? { pBelow: learned.pBelow, towards: null } : UNKNOWN_BELOW;
}

const UNKNOWN_BELOW: UsedBelow = { pBelow: null, towards: null };

const knownTowards = (node: SpanNode, profiles: Profiles) => (Object.hasOwn(profiles, node.span.service) ? (profiles[node.span.service]!.towards ?? []) : []);

function find(known: readonly TowardsProfile[], { name, address }: NextHop): UsedBelow | null {
  const found = known.find((one) => one.by === 'name' && one.name === name) ?? known.find((one) => one.by === 'address' && one.name === address);
  return found && found.samples >= MIN_SAMPLES ? { pBelow: found.pBelow, towards: found.name } : null;
}
