import type { EvidenceCode, HopRef, HopRole, Mechanism, VerdictEvidence } from '../../domain/verdict';
import { firstText } from './attribute-text';
import type { Attempt } from './attempts';
import { peerOf } from './marks';
import type { SpanNode } from './span-node';

/** A verdict in the making, about one hop and what lies below it. */
export interface Ruling {
  readonly answeredBy: HopRef;
  readonly causedBy: HopRef;
  readonly mechanism: Mechanism;
  /** Confidence before completeness is looked at. */
  readonly base: number;
  /** At least one explicit proof: flag, event, received status, server span below. Without one the band is never `certain`. */
  readonly explicit: boolean;
  /** Rests on a span that is not there: a young or broken trace weakens it. */
  readonly absence: boolean;
  /** An inferred edge lies on the deciding path. */
  readonly inferred: boolean;
  /** Hops from the ruled one inwards. */
  readonly hops: readonly SpanNode[];
  /** Hops behind the last of `hops` that the request was seen to reach; the ruling does not rest on them. */
  readonly reached?: readonly SpanNode[];
  readonly earlier: number;
  readonly evidence: readonly VerdictEvidence[];
  readonly against: readonly VerdictEvidence[];
}

export function evidence(code: EvidenceCode, node: SpanNode | null, weight: number, text: string): VerdictEvidence {
  return { code, spanId: node?.span.spanId ?? null, weight, text };
}

export function hopRef(node: SpanNode): HopRef {
  return { role: node.role, service: node.span.service, instance: node.instance, zone: node.zone, spanId: node.span.spanId };
}

export function bareRef(role: HopRole): HopRef {
  return { role, service: null, instance: null, zone: null, spanId: null };
}

/** The next hop of a try: its span where there is one, else the address and the cluster that the proxy chose. */
export function behind(attempt: Attempt | null, hop: SpanNode, below: SpanNode | null): HopRef {
  if (below) return { ...hopRef(below), role: below.role === 'client' ? 'backend' : below.role };
  const source = attempt?.node ?? hop;
  const service = firstText(source.span.attributes, ['upstream_cluster.name', 'upstream_cluster', 'service.peer.name', 'peer.service', 'traefik.service.name']);
  return { role: 'backend', service, instance: attempt ? peerOf(attempt.node) : null, zone: null, spanId: null };
}

/** A ruling with the usual defaults: explicit, nothing absent, one hop. */
export function ruling(hop: SpanNode, parts: Partial<Ruling> & Pick<Ruling, 'mechanism' | 'base'>): Ruling {
  return {
    answeredBy: hopRef(hop), causedBy: hopRef(hop), explicit: true, absence: false, inferred: false,
    hops: [hop], earlier: 0, evidence: [], against: [], ...parts,
  };
}
