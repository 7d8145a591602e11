import type { Mechanism } from '../../domain/verdict';
import type { Reach } from './attempts';
import { type Ruling, bareRef, behind, evidence, hopRef, ruling } from './ruling';
import { deepCause } from './deep-cause';
import type { RuleContext } from './rules';
import { seenBelow } from './seen-path';
import { type SpanNode, isInferredBelow } from './span-node';

/** The next hop is seen, the try is not (rule 6.7): emitters without upstream spans, or a lost one. */
export function ruleTransparent(hop: SpanNode, reach: Reach, context: RuleContext): Ruling {
  const same = reach.transparent.filter((server) => server.status === hop.status).at(-1);
  const below = same ?? reach.transparent.at(-1)!;
  const inferred = isInferredBelow(below, hop);
  const seen = evidence('SERVER_SPAN_BELOW', below, 0.3, `the request arrived at ${below.span.service.slice(0, 80)}`);
  if (same) {
    const inner = context.rule(below);
    const clean = hop.family === 'envoy' && hop.hasFlags && hop.flags.length === 0;
    const proof = evidence('STATUS_MATCH_BELOW', below, 0.6, `it answered ${below.status} too`);
    // After retries without spans of their own it is open which of the tries was the last one, and whether all are here.
    const retried = hop.flags.includes('URX');
    return { ...inner, base: Math.min(retried ? (reach.transparent.length > 1 ? 0.84 : 0.58) : clean ? 0.9 : 0.86, inner.base), explicit: inner.explicit && !retried && (hop.family !== 'envoy' || hop.hasFlags), inferred: inferred || inner.inferred, hops: [hop, ...inner.hops], evidence: [proof, seen, ...inner.evidence] };
  }
  if (below.status === null) {
    const next = behind(null, hop, below);
    return ruling(hop, { mechanism: 'passthrough', base: 0.58, answeredBy: next, causedBy: next, explicit: false, inferred, hops: [hop, below], evidence: [seen] });
  }
  if (hop.family === 'skipper' && !hop.error && below.status < 400) {
    // Skipper marks its own answers as errors: this one came from between.
    return ruling(hop, { mechanism: 'status_rewritten', base: 0.6, answeredBy: bareRef('unseen'), causedBy: behind(null, hop, below), explicit: false, inferred, hops: [hop, below], evidence: [seen] });
  }
  const inner = below.status >= 400 ? context.rule(below) : null;
  if (inner?.mechanism === 'client_abort') {
    // The hop below saw its caller leave: that is this hop, which gave up.
    return ruling(hop, { mechanism: hop.status === 504 ? 'timeout' : 'undetermined', base: inferred ? 0.7 : 0.75, causedBy: deepCause(null, hop, [below], context), explicit: false, inferred, hops: [hop, below], reached: seenBelow(below), evidence: [...inner.evidence, seen] });
  }
  const mismatch = evidence('STATUS_MISMATCH_BELOW', below, 0.5, `it answered ${below.status}, the proxy ${hop.status}`);
  const mechanism = mismatchMechanism(hop, below);
  // A failure that was tried again: the try that made the answer may be lost.
  const mayBeRetried = below.status >= 500 && (hop.status ?? 0) < 500;
  // nginx asks the next upstream after 502, 503 or 504: what is seen may be a try before the one that failed.
  const triedOn = hop.family === 'nginx' && below.status >= 500 && (hop.status ?? 0) >= 500;
  const own = mechanism === 'local_policy';
  return ruling(hop, {
    mechanism, base: mayBeRetried || triedOn ? 0.55 : inferred ? 0.7 : 0.75, explicit: false, inferred, hops: [hop, below], ...(mechanism === 'timeout' ? { reached: seenBelow(below) } : {}), evidence: [mismatch, seen],
    causedBy: own ? hopRef(hop) : inner ? inner.causedBy : behind(null, hop, below),
  });
}

/** A server that finished well below a failed proxy: its response did not get through. */
function mismatchMechanism(hop: SpanNode, below: SpanNode): Mechanism {
  if ((below.status ?? 0) >= 400) return 'status_rewritten';
  if (hop.status === 504) return 'timeout';
  if (hop.status !== null && hop.status >= 500) return 'reset_mid_response';
  return 'local_policy';
}
