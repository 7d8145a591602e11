import type { Mechanism } from '../../domain/verdict';
import type { Attempt, Decision, Reach } from './attempts';
import { deepCause, innerCause } from './deep-cause';
import { readFlags } from './envoy-flags';
import { type TextReading, fitsSkipper, readFaultText } from './fault-text';
import { isCanceled, isStatusNoted } from './marks';
import { belowOf } from './profile';
import { type Ruling, bareRef, behind, evidence, hopRef, ruling } from './ruling';
import { seenBelow } from './seen-path';
import type { RuleContext } from './rules';
import { type SpanNode, isInferredBelow, isProxyRole, sameInstance } from './span-node';
import { proxyStatusOf } from './statements';

/** Rules 6.1 to 6.6 of section 6.4: a try is seen. */
export function ruleAttempt(hop: SpanNode, reach: Reach, decision: Decision, context: RuleContext): Ruling {
  const { decisive } = decision;
  if (decisive.response === 'none') return ruleNoResponse(hop, reach, decisive, context);
  if (decisive.response === 'ambiguous') return ruleAmbiguous(hop, decisive, context);
  if (decisive.received !== hop.status) return ruleRewritten(hop, decisive, context);
  const same = decisive.below.filter((server) => server.status === hop.status).at(-1);
  // URX: retries ran out, so that there were two tries at least.
  const lost = decisive.superseded || (hop.flags.includes('URX') && reach.attempts.length < 2);
  if (same) return lost ? unsure(rulePassed(hop, same, context)) : rulePassed(hop, same, context);
  const other = decisive.below.at(-1);
  return other ? ruleUnseenBetween(hop, decisive, other) : ruleNothingBelow(hop, reach, decisive, context);
}

/** This try was given up for a later one, which is missing: it brought the same status, maybe from another place. */
const unsure = (result: Ruling): Ruling => ({ ...result, base: Math.min(0.58, result.base), explicit: false });

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
  if (below && below.status === hop.status && !failure.explicit) return ruleStatusLost(hop, below, context);
  const arrived = below ? [evidence('SERVER_SPAN_BELOW', below, 0.2, 'the request arrived there; its span proves no response')] : [];
  const contradiction = below && failure.mechanism === 'connect_failed';
  // A retry was announced and its try is not in the trace.
  const complete = reach.attempts.length > 1 || !attempt.superseded;
  return ruling(hop, {
    mechanism: failure.mechanism,
    base: contradiction ? Math.min(failure.base, 0.58) : failure.base,
    explicit: failure.explicit && complete && !contradiction,
    answeredBy: failure.mechanism === 'client_abort' ? bareRef('nobody') : hopRef(hop),
    causedBy: failure.mechanism === 'local_policy' ? hopRef(hop) : failure.mechanism === 'client_abort' ? bareRef('client') : deepCause(attempt, hop, [], context),
    // Explicit words about the try stand by themselves; the hop below only shows how far the request got.
    inferred: !failure.explicit && below !== null && isInferredBelow(below, hop),
    hops: below ? [hop, below] : [hop],
    reached: below ? seenBelow(below) : [],
    evidence: [failure.proof, ...(contradiction ? [] : arrived)],
    against: contradiction ? arrived : [],
  });
}

/** The try has no status and no words, and the hop below it answered as this one did: passed on, more likely than made twice. */
function ruleStatusLost(hop: SpanNode, below: SpanNode, context: RuleContext): Ruling {
  const inner = context.rule(below);
  const proof = evidence('STATUS_MATCH_BELOW', below, 0.6, `it answered ${below.status} too; the try has no status`);
  return { ...inner, base: Math.min(0.75, inner.base), explicit: false, inferred: inner.inferred || isInferredBelow(below, hop), hops: [hop, ...inner.hops], evidence: [proof, ...inner.evidence] };
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
  // Kong tries again up to five times: the try that got an answer may be lost. Envoy notes "0" where none came.
  const doubtful = hop.family === 'kong' || (hop.family === 'envoy' && !isStatusNoted(attempt.node));
  const marked = (attempt.node.error || isCanceled(attempt.node)) && !doubtful;
  return { mechanism, base: marked ? 0.8 : 0.58, explicit: false, proof: evidence(synthetic ? 'SYNTHETIC_STATUS_FAMILY' : 'ATTEMPT_NO_RESPONSE', attempt.node, 0.6, text) };
}

/** 6.1 for emitters whose own failures look like answers (Traefik): only a usual span that is missing speaks. */
function ruleAmbiguous(hop: SpanNode, attempt: Attempt, context: RuleContext): Ruling {
  const { pBelow, towards } = belowOf(hop, attempt, context.profiles);
  const synthetic = evidence('SYNTHETIC_STATUS_FAMILY', attempt.node, 0.3, 'this emitter writes the same status for its own failures and for answers; captured response headers would tell them apart');
  const words = readFaultText(attempt.node.faultText, hop.status);
  const below = attempt.below.at(-1) ?? null;
  const mechanism = words?.mechanism ?? BY_STATUS[hop.status ?? 0] ?? 'undetermined';
  const cause = { causedBy: deepCause(attempt, hop, [], context), explicit: false, hops: below ? [hop, below] : [hop], reached: below ? seenBelow(below) : [] };
  if (words) return ruling(hop, { ...cause, mechanism, base: 0.8, evidence: [evidence(words.code, attempt.node, 0.8, `the try failed: ${words.words}`), synthetic] });
  if (below) return ruling(hop, { ...cause, mechanism: hop.status === 504 ? 'timeout' : 'reset_before_response', base: below.status === null ? 0.55 : 0.75, inferred: isInferredBelow(below, hop), evidence: [evidence('SERVER_SPAN_BELOW', below, 0.5, `the application ended with ${below.status ?? 'no status'}`), synthetic] });
  if (pBelow !== null && pBelow >= 0.9) return ruling(hop, { ...cause, mechanism, base: 0.6, absence: true, evidence: [evidence('PROFILE_BELOW', attempt.node, 0.5, `the application shows up below on ${shareText(pBelow, towards)}, and not here`), synthetic] });
  return ruling(hop, { mechanism: 'undetermined', base: 0.5, answeredBy: bareRef('unknown'), causedBy: bareRef('unknown'), explicit: false, absence: true, evidence: [synthetic] });
}

/** 6.6: the hop answered another status than it received. A try that was given up for a later one does not count. */
function ruleRewritten(hop: SpanNode, attempt: Attempt, context: RuleContext): Ruling {
  if (attempt.superseded || (hop.family === 'kong' && attempt.received === null)) {
    return ruling(hop, { mechanism: 'undetermined', base: 0.4, answeredBy: bareRef('unknown'), causedBy: bareRef('unknown'), explicit: false, evidence: [evidence('STATUS_MISMATCH_BELOW', attempt.node, 0.2, 'this try was given up for a later one that is missing')] });
  }
  const nearest = attempt.below.filter((server) => server.status === attempt.received).at(-1) ?? attempt.below.at(-1) ?? null;
  // By time only: a hop between may be lost, and the address of the try is what is known.
  const below = nearest && !isInferredBelow(nearest, hop) ? nearest : null;
  // A proxy without a status is asked too: it does not know, and then nobody does.
  const inner = below && (below.status === null ? below.role !== 'backend' : below.status >= 400) ? context.rule(below) : null;
  // Where the emitter may write the status itself, the span below must show that it was really received.
  // A failure below and a better answer: a second try that is lost looks the same.
  const mayBeRetried = (attempt.received ?? 0) >= 500 && (hop.status ?? 0) < 500;
  const sure = !mayBeRetried && (hop.family === 'envoy' || hop.family === 'skipper' || below?.status === attempt.received);
  return ruling(hop, {
    mechanism: 'status_rewritten',
    // A good answer below a bad one may be the fetch of an error page beside a lost try.
    base: sure ? 0.88 : mayBeRetried || (attempt.received ?? 0) < 400 ? 0.55 : 0.8,
    explicit: sure,
    causedBy: inner ? innerCause(inner) : (attempt.received ?? 0) >= 400 ? behind(attempt, hop, below) : hopRef(hop),
    hops: below ? [hop, ...(inner?.hops ?? [below])] : [hop],
    ...(inner?.reached ? { reached: inner.reached } : {}),
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
  return { ...inner, base: inner.base * 0.98, inferred: inner.inferred || isInferredBelow(below, hop), hops: [hop, ...inner.hops], evidence: [...proof, ...inner.evidence] };
}

/** 6.4: the proxy received this status, yet the next seen hop sent another one, or none. */
function ruleUnseenBetween(hop: SpanNode, attempt: Attempt, below: SpanNode): Ruling {
  const next = behind(attempt, hop, below);
  if (below.status === null) {
    return ruling(hop, { mechanism: 'passthrough', base: 0.58, answeredBy: next, causedBy: next, explicit: false, hops: [hop, below], evidence: [evidence('SERVER_SPAN_BELOW', below, 0.4, 'its span has no status')] });
  }
  const mismatch = evidence('STATUS_MISMATCH_BELOW', below, 0.6, `the proxy received ${attempt.received}, the application sent ${below.status}: something between answered`);
  // A proxy that blocks a request looks like this too, with a status that gateways do not make up.
  return ruling(hop, { mechanism: 'status_rewritten', base: isGateway(hop.status) ? 0.6 : 0.55, answeredBy: bareRef('unseen'), causedBy: next, explicit: false, inferred: isInferredBelow(below, hop), hops: [hop, below], evidence: [mismatch] });
}

/** 6.5: an answer came back and no span is below: an application without tracing, or spans that are missing. */
function ruleNothingBelow(hop: SpanNode, reach: Reach, attempt: Attempt, context: RuleContext): Ruling {
  const { pBelow, towards } = belowOf(hop, attempt, context.profiles);
  const next = behind(attempt, hop, null);
  const received = evidence('STATUS_MATCH_BELOW', attempt.node, 0.5, `the try received ${attempt.received}, no span of the next hop`);
  const proof = pBelow === null ? [received] : [received, evidence('PROFILE_BELOW', attempt.node, 0.2, `the next hop shows up on ${shareText(pBelow, towards)}`)];
  const upstream = attempt.node.details.startsWith('via_upstream') || hop.details.startsWith('via_upstream')
    || proxyStatusOf(hop)?.at(-1)?.receivedStatus === hop.status;
  if (upstream) proof.push(evidence(hop.details === '' ? 'PROXY_STATUS_RECEIVED' : 'RESPONSE_DETAILS', hop, 0.3, 'the proxy says that the next hop answered'));
  const gateway = isGateway(hop.status);
  // Skipper writes 503 and 504 on tries that failed; the error marks that tell it may be lost.
  const mayBeOwn = hop.family === 'skipper' && (hop.status === 503 || hop.status === 504) && pBelow === null;
  if (hasLostProxy(attempt.node, hop) || reach.attempts.some((other) => other.below.some(isProxyRole))) {
    return ruling(hop, { mechanism: 'passthrough', base: 0.5, answeredBy: next, causedBy: next, explicit: false, absence: true, evidence: [received, evidence('ORPHAN_EDGE', attempt.node, 0.2, 'the next hop is another proxy, whose span is missing')] });
  }
  const base = (upstream ? 0.84 : baseByProfile(pBelow)) - (gateway && !upstream ? (mayBeOwn ? 0.17 : 0.1) : 0);
  return ruling(hop, { mechanism: 'passthrough', base, answeredBy: next, causedBy: next, explicit: false, absence: pBelow === null || pBelow >= 0.2, evidence: proof });
}

/** A proxy between this hop and whatever is seen further in: its tries are there, its server span is not. */
function hasLostProxy(node: SpanNode, hop: SpanNode): boolean {
  return node.children.some((child) => child.span.kind === 'client' && !child.side && isProxyRole(child) && !sameInstance(child, hop));
}

const shareText = (pBelow: number, towards: string | null) => `${Math.round(pBelow * 100)} % of healthy requests${towards === null ? '' : ` to ${towards.slice(0, 80)}`}`;
const isGateway = (status: number | null) => status === 502 || status === 503 || status === 504;

function baseByProfile(pBelow: number | null): number {
  if (pBelow === null || pBelow < 0.2) return 0.75;
  return pBelow >= 0.9 ? 0.5 : 0.6;
}
