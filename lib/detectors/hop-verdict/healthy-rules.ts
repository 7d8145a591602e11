import type { Decision, Reach } from './attempts';
import { brokeMidBody } from './marks';
import { type Ruling, behind, evidence, hopRef, ruling, bareRef } from './ruling';
import type { RuleContext } from './rules';
import type { SpanNode } from './span-node';
import { statementOf } from './statements';

/**
 * A 2xx or 3xx: nothing to blame, whoever answered; a failed try that is left in the trace only shows that a later one was
 * lost. Two things can still have gone wrong: the body broke off, or the client left.
 */
export function ruleHealthy(hop: SpanNode, reach: Reach, decision: Decision | null, context: RuleContext): Ruling {
  const attempt = decision?.decisive ?? null;
  const below = lastWithStatus(attempt?.below ?? reach.transparent, hop.status);
  const next = behind(attempt, hop, below);
  const broken = brokeMidBody(hop) ? hop : attempt && attempt.node.status !== null && brokeMidBody(attempt.node) ? attempt.node : null;
  if (broken) {
    const proof = evidence('RESET_TEXT', broken, 0.9, 'the response broke off after its status had been sent');
    return ruling(hop, { mechanism: 'reset_mid_response', base: 0.9, answeredBy: next, causedBy: next, hops: below ? [hop, below] : [hop], evidence: [proof] });
  }
  const left = hop.flags.includes('DC') || hop.flags.includes('DR') ? statementOf(hop, reach) : null;
  if (left) return ruling(hop, { mechanism: 'client_abort', base: left.base, answeredBy: bareRef('nobody'), causedBy: bareRef('client'), evidence: [left.proof] });
  const healthy = evidence('HEALTHY_STATUS', hop, 0.9, `status ${hop.status}`);
  if (below && below.status === hop.status) {
    const inner = context.rule(below);
    return { ...inner, mechanism: inner.mechanism === 'passthrough' ? 'healthy' : inner.mechanism, base: 0.95, explicit: true, absence: false, inferred: below.edge === 'inferred', hops: [hop, ...inner.hops], evidence: [healthy, ...inner.evidence] };
  }
  if (attempt) {
    const answered = attempt.received === hop.status ? next : bareRef('unknown');
    return ruling(hop, { mechanism: 'healthy', base: 0.9, answeredBy: answered, causedBy: answered, evidence: [healthy] });
  }
  return ruling(hop, { mechanism: 'healthy', base: 0.9, answeredBy: localOrUnknown(hop, context), causedBy: localOrUnknown(hop, context), evidence: [healthy] });
}

function lastWithStatus(servers: readonly SpanNode[], status: number | null): SpanNode | null {
  return servers.filter((server) => server.status === status).at(-1) ?? servers.at(-1) ?? null;
}

/** Without any span below, only an Envoy without a cluster surely answered itself. */
function localOrUnknown(hop: SpanNode, context: RuleContext) {
  const local = hop.family === 'envoy' && hop.hasFlags && !Object.hasOwn(hop.span.attributes, 'upstream_cluster');
  return local || context.profiles[hop.span.service]?.pAttempt === 1 ? hopRef(hop) : bareRef('unknown');
}
