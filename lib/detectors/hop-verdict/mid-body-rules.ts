import type { Attempt } from './attempts';
import { type Ruling, behind, evidence, ruling } from './ruling';
import type { RuleContext } from './rules';
import { type SpanNode, isInferredBelow } from './span-node';

/**
 * The response broke off after its status had been sent. `seenAt` is the span that says so. Where the next hop is a proxy that
 * saw the same on its own far side, the cause lies further in; where its far side was whole, it is that proxy; where that does not
 * show, whatever is at the address of the try. A span that hangs there by time only is not asked.
 */
export function ruleMidBody(hop: SpanNode, attempt: Attempt | null, nearest: SpanNode | null, seenAt: SpanNode, context: RuleContext): Ruling {
  const proof = evidence('RESET_TEXT', seenAt, 0.9, 'the response broke off after its status had been sent');
  const below = nearest && !isInferredBelow(nearest, hop) ? nearest : null;
  const inner = below && below.role !== 'backend' ? context.rule(below) : null;
  if (inner?.mechanism === 'reset_mid_response') return { ...inner, hops: [hop, ...inner.hops], evidence: [proof, ...inner.evidence] };
  const whole = inner === null || (inner.explicit && !inner.absence && !inner.inferred);
  const next = behind(attempt, hop, whole ? below : null);
  return ruling(hop, { mechanism: 'reset_mid_response', base: 0.9, answeredBy: next, causedBy: next, hops: below ? [hop, below] : [hop], evidence: [proof] });
}
