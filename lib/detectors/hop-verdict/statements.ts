import type { VerdictEvidence } from '../../domain/verdict';
import { firstText, isTrue } from './attribute-text';
import type { Attempt, Reach } from './attempts';
import { type CauseSide, type Reason, readDetails, readFlags } from './envoy-flags';
import { readFaultText } from './fault-text';
import { upstreamStatuses } from './nginx-upstream';
import { parseProxyStatus, readProxyError } from './proxy-status';
import { evidence } from './ruling';
import type { SpanNode } from './span-node';

/** What a proxy said itself about its answer (rule 6.4 step 4 without 4d). */
export interface Statement extends Reason {
  readonly proof: VerdictEvidence;
  /** False: the statement is something that is not there. */
  readonly explicit?: boolean;
}

const said = (mechanism: Reason['mechanism'], cause: CauseSide, base: number, proof: VerdictEvidence): Statement => ({ mechanism, cause, base, proof });

/** The strongest statement of a hop, or null. Only for answers of 400 and above, or none. */
export function statementOf(hop: SpanNode, reach: Reach): Statement | null {
  return clientGone(hop, reach) ?? byFlags(hop, reach) ?? byDetails(hop) ?? byEvents(hop, reach) ?? byKong(hop, reach) ?? byNginx(hop) ?? byLinkerd(hop, reach) ?? byProxyStatus(hop, reach);
}

function clientGone(hop: SpanNode, reach: Reach): Statement | null {
  const abort = (node: SpanNode, text: string) => said('client_abort', 'client', 0.92, evidence('CLIENT_ABORT', node, 0.92, text));
  if (hop.status === null && hop.flags.includes('DPE')) return abort(hop, 'flag DPE and no answer: the client broke the protocol');
  if (hop.status !== null && hop.status !== 499) return null;
  const marked = [hop, ...reach.attempts.map((attempt) => attempt.node)].find((node) => node.span.attributes['client.request'] === 'canceled' || node.faultText.includes('context canceled'));
  if (marked) return abort(marked, 'the request was cancelled by the client');
  if (hop.status !== 499) return null;
  const appAnswered = reach.attempts.some((attempt) => attempt.below.some((server) => server.role === 'backend' && server.status === 499));
  return appAnswered ? null : abort(hop, 'status 499: the client closed the request');
}

function byFlags(hop: SpanNode, reach: Reach): Statement | null {
  const found = readFlags(hop.flags);
  if (!found) return null;
  const { flag } = found;
  let { reason } = found;
  // An idle client that never finished its request: nothing was sent on.
  if (flag === 'SI' && hop.status !== 504 && reach.attempts.length === 0) reason = { ...reason, cause: 'client' };
  const code = reason.mechanism === 'route_miss' ? 'ROUTE_MISS_MARK' : reason.mechanism === 'client_abort' ? 'CLIENT_ABORT' : 'ENVOY_FLAG';
  return said(reason.mechanism, reason.cause, reason.base, evidence(code, hop, reason.base, `Envoy flag ${flag}${code === 'ENVOY_FLAG' ? '' : ' on the proxy span'}`));
}

function byDetails(hop: SpanNode): Statement | null {
  const reason = hop.details === '' ? null : readDetails(hop.details);
  if (!reason) return null;
  return said(reason.mechanism, reason.cause, reason.base, evidence('RESPONSE_DETAILS', hop, reason.base, `response code details: ${hop.details.slice(0, 80)}`));
}

/** Skipper's own events and tags. */
function byEvents(hop: SpanNode, reach: Reach): Statement | null {
  if (hop.role === 'backend') return null;
  const text = hop.faultText;
  if (text.includes('route lookup failed') || Object.hasOwn(hop.span.attributes, 'route_lookup.error')) {
    return said('route_miss', 'proxy', 0.97, evidence('ROUTE_MISS_MARK', hop, 0.97, 'event: route lookup failed'));
  }
  if (text.includes('circuit_breaker=open') || hop.span.attributes.circuit_breaker === 'open') {
    return said('local_policy', 'proxy', 0.95, evidence('NO_ATTEMPT', hop, 0.95, 'event: circuit breaker open'));
  }
  if (text.includes('fifo error')) return said('local_policy', 'proxy', 0.95, evidence('NO_ATTEMPT', hop, 0.95, 'event: request queue full or timed out'));
  const blocked = reach.attempts.find((attempt) => isTrue(attempt.node.span.attributes, 'blocked'));
  if (blocked && hop.status === 400) return said('local_policy', 'proxy', 0.95, evidence('STATUS_MISMATCH_BELOW', blocked.node, 0.95, 'the proxy blocked the content of the request'));
  return null;
}

function byKong(hop: SpanNode, reach: Reach): Statement | null {
  if (hop.family !== 'kong' || hop.status !== 404 || reach.attempts.length > 0) return null;
  if (firstText(hop.span.attributes, ['http.route']) !== null) return null;
  // Empty where Kong found no route. Stores that drop empty values leave it out, and then it may be lost as well.
  if (Object.hasOwn(hop.span.attributes, 'http.route')) return said('route_miss', 'proxy', 0.95, evidence('ROUTE_MISS_MARK', hop, 0.95, 'an empty route and no balancer span'));
  return { ...said('route_miss', 'proxy', 0.8, evidence('ROUTE_ID_ABSENT', hop, 0.6, 'no route and no balancer span')), explicit: false };
}

/** nginx notes `-` where it asked no upstream at all. */
function byNginx(hop: SpanNode): Statement | null {
  if (upstreamStatuses(hop)?.length !== 0) return null;
  return said(hop.status === 404 ? 'route_miss' : 'local_policy', 'proxy', 0.93, evidence('NO_ATTEMPT', hop, 0.93, 'upstream status "-": no upstream was asked'));
}

const PROXY_STATUS_KEYS = ['http.response.header.proxy-status', 'http.response.header.proxy_status'];

/** Emitters without any support for Proxy-Status: they can only have forwarded the field of a hop below. */
const NEVER_WRITE_IT: ReadonlySet<string> = new Set(['skipper', 'traefik', 'nginx', 'kong', 'linkerd', 'app']);

/** The last member is the one nearest to the client. What a try received belongs to hops below. */
function byProxyStatus(hop: SpanNode, reach: Reach): Statement | null {
  if (NEVER_WRITE_IT.has(hop.family)) return null;
  const last = proxyStatusOf(hop)?.at(-1);
  if (!last?.error || reach.attempts.some((attempt) => receivedSame(attempt, hop))) return null;
  // The next hop did answer, and this one passed it on: the error is about the rest of the message.
  if (last.receivedStatus !== null && last.receivedStatus === hop.status) return null;
  const flagged = hop.family === 'envoy' ? flagsInDetails(last.details) : null;
  const read = flagged ? ([flagged.mechanism, flagged.cause] as const) : readProxyError(last.error);
  if (!read) return null;
  return said(read[0], read[1], 0.93, evidence('PROXY_STATUS_ERROR', hop, 0.93, `Proxy-Status: error=${last.error.slice(0, 80)}`));
}

/** Envoy ends its details with the response flags, which say more than the error: several flags share one. */
function flagsInDetails(details: string | null): Reason | null {
  const flags = /(?:^|;\s*)([A-Z]{2,6}(?:,[A-Z]{2,6})*)$/.exec(details ?? '')?.[1]?.split(',') ?? [];
  return readFlags(flags)?.reason ?? null;
}

const LINKERD_KEYS = ['http.response.header.l5d-proxy-error', 'http.response.header.l5d_proxy_error'];

/** Linkerd names its own failures in a response header, which hops in front of it pass on. */
function byLinkerd(hop: SpanNode, reach: Reach): Statement | null {
  const text = hop.family === 'linkerd' ? firstText(hop.span.attributes, LINKERD_KEYS) : null;
  if (text === null || reach.attempts.some((attempt) => firstText(attempt.node.span.attributes, LINKERD_KEYS) !== null)) return null;
  const words = readFaultText(text.toLowerCase(), hop.status);
  const mechanism = words?.mechanism ?? 'local_policy';
  return said(mechanism, mechanism === 'local_policy' ? 'proxy' : 'backend', 0.93, evidence(words?.code ?? 'NO_ATTEMPT', hop, 0.93, `l5d-proxy-error: ${text.slice(0, 80)}`));
}

/** Members of the Proxy-Status field that was captured on the response of this span, or null. */
export function proxyStatusOf(node: SpanNode) {
  const field = firstText(node.span.attributes, PROXY_STATUS_KEYS);
  return field === null ? null : parseProxyStatus(field);
}

function receivedSame(attempt: Attempt, hop: SpanNode): boolean {
  if (attempt.received === hop.status && attempt.below.some((server) => server.status === hop.status)) return true;
  const field = firstText(attempt.node.span.attributes, PROXY_STATUS_KEYS);
  return field !== null && field === firstText(hop.span.attributes, PROXY_STATUS_KEYS);
}
