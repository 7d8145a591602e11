import type { HopRef } from '../../domain/verdict';
import type { Attempt, Decision, Reach } from './attempts';
import { brokeMidBody } from './marks';
import { ruleMidBody } from './mid-body-rules';
import { profileOf } from './profile';
import { type Ruling, behind, evidence, hopRef, ruling, bareRef } from './ruling';
import type { RuleContext } from './rules';
import { type SpanNode, isInferredBelow } from './span-node';
import { statementOf } from './statements';

/**
 * A 2xx or 3xx: nothing to blame, whoever answered; a failed try that is left in the trace only shows that a later one was
 * lost. Two things can still have gone wrong: the body broke off, or the client left.
 */
export function ruleHealthy(hop: SpanNode, reach: Reach, decision: Decision | null, context: RuleContext): Ruling {
  const attempt = decision?.decisive ?? null;
  const below = lastWithStatus(attempt?.below ?? reach.transparent, hop.status);
  // A connection that was upgraded ends somehow: websockets are closed by either side, and that is no broken answer.
  if (hop.status === 101) return ruleAnswered(hop, reach, decision, context, evidence('HEALTHY_STATUS', hop, 0.9, 'status 101: the connection was upgraded; how it ended is not judged'));
  const broken = brokeMidBody(hop) ? hop : attempt && (attempt.node.status !== null || attempt.node.family === 'skipper') && brokeMidBody(attempt.node) ? attempt.node : null;
  if (broken) return ruleMidBody(hop, attempt, below, broken, context);
  const left = hop.flags.includes('DC') || hop.flags.includes('DR') ? statementOf(hop, reach) : null;
  if (left) return ruling(hop, { mechanism: 'client_abort', base: left.base, answeredBy: bareRef('nobody'), causedBy: bareRef('client'), evidence: [left.proof] });
  return ruleAnswered(hop, reach, decision, context, evidence('HEALTHY_STATUS', hop, 0.9, `status ${hop.status}`));
}

function ruleAnswered(hop: SpanNode, reach: Reach, decision: Decision | null, context: RuleContext, healthy: Ruling['evidence'][number]): Ruling {
  const attempt = decision?.decisive ?? null;
  const below = lastWithStatus(attempt?.below ?? reach.transparent, hop.status);
  const next = behind(attempt, hop, below);
  if (below && below.status === hop.status) {
    const inner = context.rule(below);
    // A mark that is not understood may be a body that broke off.
    const marked = hop.error || (attempt !== null && attempt.node.error);
    return { ...inner, mechanism: inner.mechanism === 'passthrough' ? 'healthy' : inner.mechanism, base: Math.min(0.95, inner.base), explicit: inner.explicit && !marked, absence: false, inferred: inner.inferred || isInferredBelow(below, hop), hops: [hop, ...inner.hops], evidence: [healthy, ...inner.evidence] };
  }
  const who = attempt ? whoBehind(hop, attempt, below, next) : whoAlone(hop, context);
  return ruling(hop, { mechanism: 'healthy', base: who.base, explicit: who.base >= 0.85, absence: !attempt, answeredBy: who.ref, causedBy: who.ref, evidence: [healthy] });
}

interface Who {
  readonly ref: HopRef;
  readonly base: number;
}

/** A try without a span below: its answer came from the next hop, or the try that answered is missing. */
function whoBehind(hop: SpanNode, attempt: Attempt, below: SpanNode | null, next: HopRef): Who {
  // A proxy that does not say what it answered has rather passed it on.
  if (below && below.role !== 'backend') return { ref: bareRef('unknown'), base: 0.7 };
  return attempt.received === hop.status ? { ref: next, base: 0.84 } : { ref: bareRef('unknown'), base: 0.7 };
}

/** Without any span below, only an Envoy without a cluster surely answered itself; its 3xx may be an internal redirect. With one, rather the cluster did. */
function whoAlone(hop: SpanNode, context: RuleContext): Who {
  if (hop.family === 'envoy' && hop.hasFlags && !Object.hasOwn(hop.span.attributes, 'upstream_cluster')) return { ref: hopRef(hop), base: (hop.status ?? 0) < 300 ? 0.8 : 0.55 };
  const profile = profileOf(hop, context.profiles);
  if (profile.learned && (profile.pAttempt ?? 0) >= 0.95) return { ref: hopRef(hop), base: 0.8 };
  return { ref: isForwarding(hop) ? behind(null, hop, null) : bareRef('unknown'), base: 0.7 };
}

const isForwarding = (hop: SpanNode) => hop.family === 'envoy' && hop.hasFlags && hop.flags.length === 0;

function lastWithStatus(servers: readonly SpanNode[], status: number | null): SpanNode | null {
  return servers.filter((server) => server.status === status).at(-1) ?? servers.at(-1) ?? null;
}
