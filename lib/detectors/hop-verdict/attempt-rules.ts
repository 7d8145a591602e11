import type { Mechanism } from '../../domain/verdict';
import type { Attempt, Decision, Reach } from './attempts';
import { readFlags } from './envoy-flags';
import { type TextReading, fitsSkipper, readFaultText } from './fault-text';
import { isCanceled } from './marks';
import { profileOf } from './profile';
import { type Ruling, bareRef, behind, evidence, hopRef, ruling } from './ruling';
import { deepCause } from './deep-cause';
import type { RuleContext } from './rules';
import type { SpanNode } from './span-node';
import { proxyStatusOf } from './statements';

/** Rules 6.1 to 6.6 of section 6.4: a try is seen. */
export function ruleAttempt(hop: SpanNode, reach: Reach, decision: Decision, context: RuleContext): Ruling {
  const { decisive } = decision;
  if (decisive.response === 'none') return ruleNoResponse(hop, reach, decisive, context);
  if (decisive.response === 'ambiguous') return ruleAmbiguous(hop, decisive, context);
  if (decisive.received !== hop.status) return ruleRewritten(hop, decisive, context);
  const same = decisive.below.filter((server) => server.status === hop.status).at(-1);
  if (same) return rulePassed(hop, same, context);
  const other = decisive.below.at(-1);
  return other ? ruleUnseenBetween(hop, decisive, other) : ruleNothingBelow(hop, decisive, context);
}

interface Failure {
  readonly mechanism: Mechanism;
  readonly base: number;
  readonly explicit: boolean;
  readonly proof: Ruling['evidence'][number];
}

/** 6.1 and 6.2: no answer came back; whether the request arrived, the span below tells. */
function ruleNoResponse(hop: SpanNode, reach: Reach, attempt: Attempt, context: RuleContext): Ruling {
  const lost = laterTryIsMissing(hop, attempt);
  if (lost) {
    return ruling(hop, { mechanism: 'undetermined', base: 0.4, answeredBy: bareRef('unknown'), causedBy: bareRef('unknown'), explicit: false, evidence: [evidence('ATTEMPT_NO_RESPONSE', attempt.node, 0.2, lost)] });
  }
  const failure = failureOf(hop, attempt);
  const below = attempt.below.at(-1) ?? null;
  const arrived = below ? [evidence('SERVER_SPAN_BELOW', below, 0.2, 'the request arrived there; its span proves no response')] : [];
  const contradiction = below && failure.mechanism === 'connect_failed';
  const cause = deepCause(attempt, hop, [], context);
  // A retry was announced and its try is not in the trace.
  const complete = reach.attempts.length > 1 || !attempt.superseded;
  return ruling(hop, {
    mechanism: failure.mechanism,
    base: contradiction ? Math.min(failure.base, 0.6) : failure.base,
    explicit: failure.explicit && complete && !contradiction && (failure.mechanism === 'local_policy' || failure.mechanism === 'client_abort' || cause.proven),
    answeredBy: failure.mechanism === 'client_abort' ? bareRef('nobody') : hopRef(hop),
    causedBy: failure.mechanism === 'local_policy' ? hopRef(hop) : failure.mechanism === 'client_abort' ? bareRef('client') : cause.ref,
    inferred: below?.edge === 'inferred' || cause.inferred,
    hops: below ? [hop, below] : [hop],
    evidence: [failure.proof, ...(contradiction ? [] : arrived)],
    against: contradiction ? arrived : [],
  });
}

/** Words when the answer of the hop cannot come from this failed try, else null. */
function laterTryIsMissing(hop: SpanNode, attempt: Attempt): string | null {
  if (hop.status !== null && hop.status < 500 && hop.status !== 499 && hop.status !== 408) return `a failed try does not explain status ${hop.status}: a later try is missing`;
  if (hop.family === 'skipper' && !hop.error) return 'the proxy did not mark this answer as its own: a later try is missing';
  if (hop.family === 'envoy' && hop.hasFlags && !(isCanceled(attempt.node) && hop.status === 504)) return 'the proxy span has no flag for this failure: a later try is missing';
  return null;
}

function failureOf(hop: SpanNode, attempt: Attempt): Failure {
  const flagged = readFlags(attempt.node.flags);
  if (flagged) return { mechanism: flagged.reason.mechanism, base: 0.93, explicit: true, proof: evidence('ENVOY_FLAG', attempt.node, 0.9, `Envoy flag ${flagged.flag} on the try`) };
  const words = readFaultText(attempt.node.faultText, hop.status) ?? readFaultText(hop.faultText, hop.status);
  return words ? failureByText(hop, attempt, words) : failureByStatus(hop, attempt);
}

function failureByText(hop: SpanNode, attempt: Attempt, words: TextReading): Failure {
  const proof = evidence(words.code, attempt.node, 0.9, `the try failed: ${words.words}`);
  const fits = hop.family !== 'skipper' || fitsSkipper(words.mechanism, hop.status ?? 0);
  return { mechanism: words.mechanism, base: fits ? 0.93 : 0.6, explicit: fits, proof };
}

const BY_STATUS: Readonly<Record<number, Mechanism>> = { 502: 'connect_failed', 503: 'reset_before_response', 504: 'timeout', 500: 'reset_before_response', 408: 'timeout', 499: 'client_abort' };

function failureByStatus(hop: SpanNode, attempt: Attempt): Failure {
  const mechanism = BY_STATUS[hop.status ?? 0] ?? 'undetermined';
  const synthetic = attempt.node.status !== null;
  const text = synthetic ? 'failed try; the proxy wrote its own status on it' : 'no response came back on this try';
  return { mechanism, base: attempt.node.error || isCanceled(attempt.node) ? 0.8 : 0.6, explicit: false, proof: evidence(synthetic ? 'SYNTHETIC_STATUS_FAMILY' : 'ATTEMPT_NO_RESPONSE', attempt.node, 0.6, text) };
}

/** 6.1 for emitters whose own failures look like answers (Traefik): only a usual span that is missing speaks. */
function ruleAmbiguous(hop: SpanNode, attempt: Attempt, context: RuleContext): Ruling {
  const { pBelow } = profileOf(hop, context.profiles);
  const synthetic = evidence('SYNTHETIC_STATUS_FAMILY', attempt.node, 0.3, 'this emitter writes the same status for its own failures and for answers; captured response headers would tell them apart');
  const words = readFaultText(attempt.node.faultText, hop.status);
  const below = attempt.below.at(-1) ?? null;
  const mechanism = words?.mechanism ?? BY_STATUS[hop.status ?? 0] ?? 'undetermined';
  const cause = { causedBy: deepCause(attempt, hop, [], context).ref, explicit: false, hops: below ? [hop, below] : [hop] };
  if (words) return ruling(hop, { ...cause, mechanism, base: 0.8, evidence: [evidence(words.code, attempt.node, 0.8, `the try failed: ${words.words}`), synthetic] });
  if (below) return ruling(hop, { ...cause, mechanism: hop.status === 504 ? 'timeout' : 'reset_before_response', base: 0.75, inferred: below.edge === 'inferred', evidence: [evidence('SERVER_SPAN_BELOW', below, 0.5, `the application ended with ${below.status ?? 'no status'}`), synthetic] });
  if (pBelow !== null && pBelow >= 0.9) return ruling(hop, { ...cause, mechanism, base: 0.6, absence: true, evidence: [evidence('PROFILE_BELOW', attempt.node, 0.5, `the application shows up below on ${Math.round(pBelow * 100)} % of healthy requests, and not here`), synthetic] });
  return ruling(hop, { mechanism: 'undetermined', base: 0.5, answeredBy: bareRef('unknown'), causedBy: bareRef('unknown'), explicit: false, absence: true, evidence: [synthetic] });
}

/** 6.6: the hop answered another status than it received. A try that was given up for a later one does not count. */
function ruleRewritten(hop: SpanNode, attempt: Attempt, context: RuleContext): Ruling {
  if (attempt.superseded || (hop.family === 'kong' && attempt.received === null)) {
    return ruling(hop, { mechanism: 'undetermined', base: 0.4, answeredBy: bareRef('unknown'), causedBy: bareRef('unknown'), explicit: false, evidence: [evidence('STATUS_MISMATCH_BELOW', attempt.node, 0.2, 'this try was given up for a later one that is missing')] });
  }
  const below = attempt.below.filter((server) => server.status === attempt.received).at(-1) ?? attempt.below.at(-1) ?? null;
  const inner = below && below.status !== null && below.status >= 400 ? context.rule(below) : null;
  // Where the emitter may write the status itself, the span below must show that it was really received.
  const sure = hop.family === 'envoy' || hop.family === 'skipper' || below?.status === attempt.received;
  return ruling(hop, {
    mechanism: 'status_rewritten',
    base: sure ? 0.88 : 0.8,
    explicit: sure && (inner?.explicit ?? true),
    inferred: below?.edge === 'inferred' || (inner?.inferred ?? false),
    causedBy: inner ? inner.causedBy : (attempt.received ?? 0) >= 400 ? behind(attempt, hop, below) : hopRef(hop),
    hops: below ? [hop, ...(inner?.hops ?? [below])] : [hop],
    evidence: [evidence('STATUS_REWRITTEN', attempt.node, 0.85, `received ${attempt.received}, answered ${hop.status}`), ...(inner?.evidence ?? [])],
  });
}

/** 6.3: the same status with a server span below: go on there. */
function rulePassed(hop: SpanNode, below: SpanNode, context: RuleContext): Ruling {
  const inner = context.rule(below);
  const proof = [
    evidence('STATUS_MATCH_BELOW', below, 0.9, `${below.span.service.slice(0, 80)} answered ${below.status} and it was passed on`),
    evidence('SERVER_SPAN_BELOW', below, 0.3, 'its server span lies below the try'),
  ];
  return { ...inner, base: inner.base * 0.98, inferred: inner.inferred || below.edge === 'inferred', hops: [hop, ...inner.hops], evidence: [...proof, ...inner.evidence] };
}

/** 6.4: the proxy received this status, yet the next seen hop sent another one, or none. */
function ruleUnseenBetween(hop: SpanNode, attempt: Attempt, below: SpanNode): Ruling {
  const next = behind(attempt, hop, below);
  if (below.status === null) {
    return ruling(hop, { mechanism: 'passthrough', base: 0.6, answeredBy: next, causedBy: next, explicit: false, hops: [hop, below], evidence: [evidence('SERVER_SPAN_BELOW', below, 0.4, 'its span has no status')] });
  }
  const mismatch = evidence('STATUS_MISMATCH_BELOW', below, 0.6, `the proxy received ${attempt.received}, the application sent ${below.status}: something between answered`);
  return ruling(hop, { mechanism: 'status_rewritten', base: 0.6, answeredBy: bareRef('unseen'), causedBy: next, explicit: false, hops: [hop, below], evidence: [mismatch] });
}

/** 6.5: an answer came back and no span is below: an application without tracing, or spans that are missing. */
function ruleNothingBelow(hop: SpanNode, attempt: Attempt, context: RuleContext): Ruling {
  const { pBelow } = profileOf(hop, context.profiles);
  const next = behind(attempt, hop, null);
  const received = evidence('STATUS_MATCH_BELOW', attempt.node, 0.5, `the try received ${attempt.received}, no span of the next hop`);
  const proof = pBelow === null ? [received] : [received, evidence('PROFILE_BELOW', attempt.node, 0.2, `the next hop shows up on ${Math.round(pBelow * 100)} % of healthy requests`)];
  const upstream = attempt.node.details.startsWith('via_upstream') || hop.details.startsWith('via_upstream')
    || proxyStatusOf(hop)?.at(-1)?.receivedStatus === hop.status;
  if (upstream) proof.push(evidence(hop.details === '' ? 'PROXY_STATUS_RECEIVED' : 'RESPONSE_DETAILS', hop, 0.3, 'the proxy says that the next hop answered'));
  const gateway = hop.status === 502 || hop.status === 503 || hop.status === 504;
  const base = (upstream ? 0.84 : baseByProfile(pBelow)) - (gateway && !upstream ? 0.1 : 0);
  return ruling(hop, { mechanism: 'passthrough', base, answeredBy: next, causedBy: next, explicit: false, absence: (pBelow ?? 0) >= 0.2, evidence: proof });
}

function baseByProfile(pBelow: number | null): number {
  if (pBelow === null || pBelow < 0.2) return 0.75;
  return pBelow >= 0.9 ? 0.5 : 0.6;
}
