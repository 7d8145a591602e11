import type { Mechanism } from '../../domain/verdict';
import type { Reach } from './attempts';
import { routeMark } from './marks';
import { ruleNginxUpstream } from './nginx-upstream';
import { type UsedBelow, type UsedProfile, belowOf, profileOf } from './profile';
import { type Ruling, bareRef, behind, evidence, hopRef, ruling } from './ruling';
import type { RuleContext } from './rules';
import type { SpanNode } from './span-node';

/** A guess from a missing span: a lost span looks exactly like this, so that it stays below `likely`. */
const GUESS = 0.5;

/**
 * Nothing below the proxy span (rule 6.4 step 5). What that means depends on what this emitter usually shows; only a profile
 * that was learned, in which spans are hardly ever lost, makes it more than `possible`.
 */
export function ruleAbsence(hop: SpanNode, reach: Reach, context: RuleContext): Ruling {
  const profile = profileOf(hop, context.profiles);
  const noAttempt = evidence('NO_ATTEMPT', hop, 0.5, 'no forwarding span below the proxy span');
  const said = ruleNginxUpstream(hop) ?? ruleRefusedBySide(hop);
  if (said) return said;
  if (hop.family === 'envoy') {
    const local = ruleEnvoy(hop, profile);
    if (local) return { ...local, evidence: [...local.evidence, noAttempt] };
  }
  if ((profile.pAttempt ?? 0.5) >= 0.9) return ruleAlwaysForwards(hop, reach, profile);
  if ((profile.pAttempt ?? 0.5) <= 0.1) return ruleNeverShows(hop, belowOf(hop, null, context.profiles));
  return ruling(hop, { mechanism: 'undetermined', base: 0.45, explicit: false, absence: true, evidence: [noAttempt, usualTries(hop, profile)] });
}

/** Answers of Envoy's filters that leave the flags at `-`: JWT, RBAC, buffer, `max_stream_duration` (lab.md section 4). */
const FLAGLESS = new Set([401, 403, 413, 504]);

/** Flags `-` on one Envoy span: without a cluster Envoy answered; with one it may be either, more often the cluster. */
function ruleEnvoy(hop: SpanNode, profile: UsedProfile): Ruling | null {
  if (!hop.hasFlags || (hop.flags.length > 0 && !hop.flags.every((flag) => flag === 'URX' || flag === 'DI'))) return null;
  if (!Object.hasOwn(hop.span.attributes, 'upstream_cluster')) {
    const proof = evidence('NO_UPSTREAM_CLUSTER', hop, 0.95, 'no flag and no upstream cluster: a direct response or redirect');
    // Seen without exception, and yet an attribute that is not there is no explicit proof.
    return ruling(hop, { mechanism: 'local_policy', base: 0.84, explicit: false, evidence: [proof] });
  }
  const upstream = hop.details.startsWith('via_upstream');
  if ((profile.pAttempt ?? 0) >= 0.9 && !upstream) return null;
  const proof = upstream
    ? evidence('RESPONSE_DETAILS', hop, 0.8, 'response code details: via_upstream')
    : evidence('ENVOY_FLAG', hop, 0.6, 'no flag and an upstream cluster: its answer, or a filter that writes no flag (RBAC, Lua, buffer)');
  const next = behind(null, hop, null);
  // Where tries are never shown none is lost; a filter may still have answered, or changed the status (Lua): seen on real traces.
  const noneLost = profile.learned && (profile.pAttempt ?? 1) <= 0.1 && !FLAGLESS.has(hop.status ?? 0);
  return ruling(hop, { mechanism: 'passthrough', base: upstream ? 0.8 : noneLost ? 0.58 : GUESS, answeredBy: next, causedBy: next, explicit: false, absence: true, evidence: [proof] });
}

/** The status of an authorisation or rate limit service, passed on as the answer. */
function ruleRefusedBySide(hop: SpanNode): Ruling | null {
  const side = hop.children.find((child) => child.side && child.status !== null && child.status >= 400 && child.status === hop.status);
  if (!side) return null;
  const proof = evidence('STATUS_MATCH_BELOW', side, 0.6, `the side call ${side.span.name.slice(0, 60)} answered ${side.status} too, and nothing was forwarded`);
  return ruling(hop, { mechanism: 'local_policy', base: 0.8, explicit: false, absence: true, evidence: [proof] });
}

/** Emitters that always make a span when they forward: its absence is a local answer, or a lost span. */
function ruleAlwaysForwards(hop: SpanNode, reach: Reach, profile: UsedProfile): Ruling {
  const mark = routeMark(hop);
  const route = mark === null
    ? evidence('ROUTE_ID_ABSENT', hop, 0.3, 'no route id on the proxy span')
    : evidence('ROUTE_ID_PRESENT', hop, 0.3, `route ${mark.slice(0, 80)} matched`);
  const shared = { absence: true, evidence: [evidence('NO_ATTEMPT', hop, 0.5, 'no forwarding span below the proxy span'), route, usualTries(hop, profile)] };
  const noneLost = profile.learned && (profile.pAttempt ?? 0) >= 0.95;
  if (hop.family === 'skipper' && hop.error) return ruling(hop, { ...shared, ...selfMade(hop, reach, mark) });
  if (hop.status !== null && hop.status < 500) {
    if (hop.status === 404 && mark === null) return ruling(hop, { ...shared, mechanism: 'route_miss', base: !noneLost ? GUESS : hop.family === 'traefik' ? 0.7 : 0.84, explicit: false });
    // Only a catch-all is known to be answered by the proxy itself; for other routes the forwarding span may be lost.
    const catchAll = hop.family === 'skipper' && mark !== null && /catch-?all/i.test(mark);
    if (catchAll) return ruling(hop, { ...shared, mechanism: 'local_policy', base: 0.95, absence: false });
    return ruling(hop, { ...shared, mechanism: 'local_policy', base: noneLost ? 0.84 : GUESS, explicit: false });
  }
  // The shunt that Skipper puts where a backend has no endpoints.
  if (hop.family === 'skipper' && mark !== null) return ruling(hop, { ...shared, mechanism: 'no_endpoint', base: noneLost ? 0.65 : 0.5, explicit: false, causedBy: behind(null, hop, null) });
  // Its own answer, or that of a try whose span is never written; what led to it is not shown.
  return ruling(hop, { ...shared, mechanism: 'undetermined', base: noneLost ? 0.8 : 0.5, explicit: false, causedBy: bareRef('unknown') });
}

/** Skipper marks the answers that it makes itself as errors: it answered, and what made it do so is on the lost span. */
function selfMade(hop: SpanNode, reach: Reach, mark: string | null): Pick<Ruling, 'mechanism' | 'base'> & Partial<Ruling> {
  const status = hop.status ?? 0;
  if (status < 500) return { mechanism: status === 404 && mark === null ? 'route_miss' : 'local_policy', base: 0.84, explicit: false };
  // The only 504 of its own is a timeout of the backend. A failed try inside a loopback is never written.
  if (status === 504 || reach.loopback) return { mechanism: status === 504 ? 'timeout' : 'connect_failed', base: reach.loopback ? 0.65 : 0.72, explicit: false, causedBy: behind(null, hop, null) };
  return { mechanism: 'undetermined', base: 0.7, explicit: false, causedBy: bareRef('unknown') };
}

/** nginx makes one span only: nothing follows, unless the application usually shows up below. */
function ruleNeverShows(hop: SpanNode, { pBelow, towards }: UsedBelow): Ruling {
  const single = evidence('PROFILE_ATTEMPT', hop, 0.1, 'this emitter never shows its tries');
  if ((pBelow ?? 0) < 0.9) {
    return ruling(hop, { mechanism: 'undetermined', base: 0.3, answeredBy: bareRef('unknown'), causedBy: bareRef('unknown'), explicit: false, absence: true, evidence: [single] });
  }
  const gateway = hop.status !== null && hop.status >= 500;
  const mechanism: Mechanism = hop.status === 504 ? 'timeout' : hop.status === 503 ? 'local_policy' : gateway ? 'connect_failed' : hop.status === 404 ? 'route_miss' : 'local_policy';
  const missing = evidence('PROFILE_BELOW', hop, 0.6, `the application shows up below on ${percent(pBelow)} of healthy requests${towards === null ? '' : ` to ${towards.slice(0, 80)}`}, and not here`);
  return ruling(hop, { mechanism, base: 0.6, causedBy: gateway ? behind(null, hop, null) : hopRef(hop), explicit: false, absence: true, evidence: [single, missing] });
}

const usualTries = (hop: SpanNode, { pAttempt, learned }: UsedProfile) =>
  evidence('PROFILE_ATTEMPT', hop, 0.3, learned ? `this emitter shows its tries on ${percent(pAttempt)} of healthy requests` : `emitters of this family show their tries on ${percent(pAttempt)} of requests (assumed, not learned)`);
const percent = (share: number | null) => (share === null ? 'an unknown share' : `${Math.round(share * 100)} %`);
