import type { HopRef, VerdictEvidence } from '../../domain/verdict';
import { ruleAbsence } from './absence-rules';
import { type Attempt, type Decision, type Reach, attemptsOf, decide } from './attempts';
import { ruleAttempt } from './attempt-rules';
import { MAX_DEPTH, deepCause } from './deep-cause';
import { asGrpcError, grpcErrorAt } from './grpc-rules';
import { ruleHealthy } from './healthy-rules';
import { brokeMidBody, isCanceled, isStatusNoted, retryEvents } from './marks';
import { ruleMidBody } from './mid-body-rules';
import { nextHopOf } from './next-hop';
import type { Profiles } from './profile';
import { type Ruling, bareRef, behind, evidence, hopRef, ruling } from './ruling';
import { seenBelow } from './seen-path';
import { type SpanNode, isProxyRole } from './span-node';
import { type Statement, statementOf } from './statements';
import { ruleTransparent } from './transparent-rules';

/** What the rules need beside the hop. `rule` judges a hop further in (descent). */
export interface RuleContext {
  readonly profiles: Profiles;
  readonly depth: number;
  rule(hop: SpanNode): Ruling;
}

/** Rules on the answer of one proxy hop (reference/traces-apis.md sections 6.4 and 6.4a, lab.md section 4). */
export function ruleProxy(hop: SpanNode, profiles: Profiles, depth = 0): Ruling {
  if (depth > MAX_DEPTH) return undetermined(hop, 0.3, evidence('SERVER_SPAN_BELOW', hop, 0, 'more proxies in a row than are followed'));
  const context: RuleContext = { profiles, depth, rule: (below) => ruleHop(below, profiles, depth + 1) };
  const reach = attemptsOf(hop);
  const result = ruleReach(hop, reach, context);
  return withRetries(hop, reach, result);
}

/** A hop reached by descent: a proxy is judged by its own spans, an application answered itself. */
function ruleHop(hop: SpanNode, profiles: Profiles, depth: number): Ruling {
  return isProxyRole(hop) ? ruleProxy(hop, profiles, depth) : ruleBackend(hop);
}

function ruleReach(hop: SpanNode, reach: Reach, context: RuleContext): Ruling {
  if (isInternalRedirect(hop, reach)) {
    return undetermined(hop, 0.3, evidence('RESPONSE_DETAILS', hop, 0.3, 'internal redirect: its second pass has no span, the client may have seen another status'));
  }
  const decision = decide(reach.attempts, hop.status);
  if (hop.status !== null && hop.status < 400) return ruleGood(hop, reach, decision, context);
  if (decision && hop.status !== null && decision.decisive.received === hop.status && (brokeMidBody(hop) || (!hop.hasFlags && brokeMidBody(decision.decisive.node)))) return ruleMidBody(hop, decision.decisive, decision.decisive.below.at(-1) ?? null, hop, context);
  if (isStatusLost(hop, decision?.decisive ?? null)) return undetermined(hop, 0.4, evidence('ENVOY_FLAG', hop, 0.3, 'a reset, and one status is not noted: it came before or in the middle of the answer'));
  if (!decision && brokeMidBody(hop) && hop.hasFlags && !isOwnResetStatus(hop)) return { ...ruleMidBody(hop, null, null, hop, context), base: 0.75, explicit: false, absence: true };
  const statement = statementOf(hop, reach);
  if (statement) return ruleStatement(hop, reach, statement, context);
  if (hop.status === null) return undetermined(hop, 0.3, evidence('ATTEMPT_NO_RESPONSE', hop, 0.1, 'the proxy span has no status: no answer was sent, or it was not noted'));
  if (decision) return ruleAttempt(hop, reach, decision, context);
  return reach.transparent.length > 0 ? ruleTransparent(hop, reach, context) : ruleAbsence(hop, reach, context);
}

/** A good HTTP status. A gRPC call may have failed all the same: proxies answer it themselves with 200 and a gRPC status, too. */
function ruleGood(hop: SpanNode, reach: Reach, decision: Decision | null, context: RuleContext): Ruling {
  const failed = grpcErrorAt(hop, decision, reach);
  if (!failed) return ruleHealthy(hop, reach, decision, context);
  const statement = statementOf(hop, reach);
  if (!statement) return asGrpcError(ruleHealthy(hop, reach, decision, context), failed);
  // After a reset the status may have been sent before, by whatever is behind.
  const mayBeLate = hop.flags.some((flag) => RESETS.has(flag));
  const said = ruleStatement(hop, reach, statement, context);
  return mayBeLate ? { ...said, base: Math.min(0.58, said.base), explicit: false } : said;
}

/** Envoy's internal redirect: details say so, or a 3xx whose forwarding was cancelled and whose cluster is gone. */
function isInternalRedirect(hop: SpanNode, reach: Reach): boolean {
  if (hop.family !== 'envoy') return false;
  if (hop.details.startsWith('internal_redirect')) return true;
  const redirect = hop.status !== null && hop.status >= 300 && hop.status < 400;
  return redirect && !Object.hasOwn(hop.span.attributes, 'upstream_cluster') && reach.attempts.some((attempt) => isCanceled(attempt.node));
}

function ruleStatement(hop: SpanNode, reach: Reach, statement: Statement, context: RuleContext): Ruling {
  const last = reach.attempts.at(-1) ?? null;
  const against = last?.received === hop.status && last.received !== null
    ? [evidence('STATUS_MATCH_BELOW', last.node, 0.1, 'a try received the same status')] : [];
  const below = statement.cause === 'backend' ? (last?.below.at(-1) ?? reach.transparent.at(-1) ?? null) : null;
  const arrived = below ? [evidence('SERVER_SPAN_BELOW', below, 0.2, 'the request arrived there; its span proves no response')] : [];
  return ruling(hop, {
    mechanism: statement.mechanism,
    base: statement.base,
    explicit: statement.explicit ?? true,
    hops: below ? [hop, below] : [hop],
    reached: seenBelow(below ?? hop),
    answeredBy: statement.mechanism === 'client_abort' ? bareRef('nobody') : hopRef(hop),
    causedBy: causeOf(hop, reach, statement, context),
    evidence: [statement.proof, ...arrived],
    against,
  });
}

function causeOf(hop: SpanNode, reach: Reach, statement: Statement, context: RuleContext): HopRef {
  if (statement.cause === 'proxy') return hopRef(hop);
  if (statement.cause === 'client') return bareRef('client');
  return deepCause(reach.attempts.at(-1) ?? null, hop, reach.transparent, context);
}

/** Envoy notes "0" where there was no status. Where none is noted at all, a reset may have come before or after the answer began. */
function isStatusLost(hop: SpanNode, attempt: Attempt | null): boolean {
  if (hop.family !== 'envoy' || !hop.flags.some((flag) => RESETS.has(flag))) return false;
  if (hop.status === null) return !isStatusNoted(hop) && (attempt === null || attempt.received !== null || !isStatusNoted(attempt.node));
  return attempt !== null && !isOwnResetStatus(hop) && attempt.node.status === null && !isStatusNoted(attempt.node);
}

const RESETS: ReadonlySet<string> = new Set(['UPE', 'UC', 'UR', 'LR']);

/** Envoy answers a reset itself with 502 or 503: with another status the answer of the next hop had been sent already. */
const isOwnResetStatus = (hop: SpanNode) => hop.status === 502 || hop.status === 503;

/** An application answered. A failed call of its own moves the cause to what it called (rule 7). */
export function ruleBackend(hop: SpanNode): Ruling {
  const failed = hop.status !== null && hop.status >= 500 ? failedDependency(hop) : null;
  const causedBy = failed ? behind(failed, hop, failed.below.at(-1) ?? null) : hopRef(hop);
  const proof = failed ? [evidence('ATTEMPT_NO_RESPONSE', failed.node, 0.5, 'a call that the application made for this request failed too')] : [];
  return ruling(hop, {
    mechanism: hop.status !== null && hop.status < 400 ? 'healthy' : 'passthrough', base: 0.97, causedBy,
    hops: failed && failed.below.length > 0 ? [hop, failed.below.at(-1)!] : [hop], evidence: proof,
  });
}

function failedDependency(hop: SpanNode): Attempt | null {
  const calls = attemptsOf(hop).attempts;
  const last = calls.findLastIndex((attempt) => (attempt.node.status ?? 0) >= 500 || (attempt.node.status === null && attempt.node.error));
  if (last < 0) return null;
  const towards = (attempt: Attempt) => JSON.stringify(nextHopOf(attempt.node, hop));
  // A call that was made again and went well then is not why it failed.
  return calls.slice(last + 1).some((attempt) => attempt.node.status !== null && towards(attempt) === towards(calls[last]!)) ? null : calls[last]!;
}

function undetermined(hop: SpanNode, base: number, seen: VerdictEvidence): Ruling {
  return ruling(hop, { mechanism: 'undetermined', base, answeredBy: bareRef('unknown'), causedBy: bareRef('unknown'), explicit: false, evidence: [seen] });
}

/** Near misses: tries before the deciding one, or more retry events than tries that are left in the trace. */
function withRetries(hop: SpanNode, reach: Reach, result: Ruling): Ruling {
  const decision = decide(reach.attempts, hop.status);
  const earlier = Math.max(decision?.earlier ?? 0, retryEvents(hop));
  if (earlier === 0) return result;
  const proof = evidence('RETRY_EARLIER', hop, 0.1, `${earlier} earlier ${earlier === 1 ? 'try' : 'tries'} failed`);
  return { ...result, earlier, evidence: [...result.evidence, proof] };
}
