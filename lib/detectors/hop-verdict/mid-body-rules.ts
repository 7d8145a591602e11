import type { Attempt } from './attempts';
import { type Ruling, behind, evidence, ruling } from './ruling';
import type { RuleContext } from './rules';
import type { SpanNode } from './span-node';

/**
 * The response broke off after its status had been sent. `seenAt` is the span that says so. Where the next hop is a proxy that
 * saw the same on its own far side, the cause lies further in; where its far side was whole, it is that proxy.
 */
export function ruleMidBody(hop: SpanNode, attempt: Attempt | null, below: SpanNode | null, seenAt: SpanNode, context: RuleContext): Ruling {
  const proof = evidence('RESET_TEXT', seenAt, 0.9, 'the response broke off after its status had been sent');
  const inferred = below?.edge === 'inferred';
  const inner = below && below.role !== 'backend' ? context.rule(below) : null;
  if (inner?.mechanism === 'reset_mid_response') return { ...inner, inferred: inferred || inner.inferred, hops: [hop, ...inner.hops], evidence: [proof, ...inner.evidence] };
  const next = behind(attempt, hop, below);
  return ruling(hop, {
    mechanism: 'reset_mid_response', base: 0.9, answeredBy: next, causedBy: next, inferred: inferred || (inner?.inferred ?? false), explicit: inner === null || (inner.explicit && !inner.absence),
    hops: below ? [hop, below] : [hop], evidence: [proof],
  });
}
