import type { Mechanism } from '../../domain/verdict';
import type { Reach } from './attempts';
import { routeMark } from './marks';
import { profileOf } from './profile';
import { type Ruling, bareRef, behind, evidence, hopRef, ruling } from './ruling';
import type { RuleContext } from './rules';
import type { SpanNode } from './span-node';

/** Nothing below the proxy span (rule 6.4 step 5). What that means depends on what this emitter usually shows. */
export function ruleAbsence(hop: SpanNode, reach: Reach, context: RuleContext): Ruling {
  const profile = profileOf(hop, context.profiles);
  const noAttempt = evidence('NO_ATTEMPT', hop, 0.5, 'no forwarding span below the proxy span');
  if (hop.family === 'envoy') {
    const local = ruleEnvoy(hop, profile.pAttempt ?? 0);
    if (local) return { ...local, evidence: [...local.evidence, noAttempt] };
  }
  if ((profile.pAttempt ?? 0.5) >= 0.9) return ruleAlwaysForwards(hop, reach, profile.pAttempt!);
  if ((profile.pAttempt ?? 0.5) <= 0.1) return ruleNeverShows(hop, profile.pBelow);
  return ruling(hop, {
    mechanism: 'undetermined', base: 0.45, explicit: false, absence: true,
    evidence: [noAttempt, evidence('PROFILE_ATTEMPT', hop, 0.2, `this emitter shows its tries on ${percent(profile.pAttempt)} of healthy requests`)],
  });
}

/** Flags `-` on one Envoy span: without a cluster Envoy answered; with one it may be either, more often the cluster. */
function ruleEnvoy(hop: SpanNode, pAttempt: number): Ruling | null {
  if (!hop.hasFlags || (hop.flags.length > 0 && !hop.flags.every((flag) => flag === 'URX' || flag === 'DI'))) return null;
  if (!Object.hasOwn(hop.span.attributes, 'upstream_cluster')) {
    const proof = evidence('NO_UPSTREAM_CLUSTER', hop, 0.95, 'no flag and no upstream cluster: a direct response or redirect');
    return ruling(hop, { mechanism: 'local_policy', base: 0.95, evidence: [proof] });
  }
  if (pAttempt >= 0.9) return null;
  const upstream = hop.details.startsWith('via_upstream');
  const proof = upstream
    ? evidence('RESPONSE_DETAILS', hop, 0.8, 'response code details: via_upstream')
    : evidence('ENVOY_FLAG', hop, 0.6, 'no flag and an upstream cluster: its answer, or a filter that writes no flag (RBAC, Lua, buffer)');
  const next = behind(null, hop, null);
  return ruling(hop, { mechanism: 'passthrough', base: upstream ? 0.8 : 0.58, answeredBy: next, causedBy: next, explicit: false, absence: true, evidence: [proof] });
}

/** Emitters that always make a span when they forward: its absence is a local answer, or a lost span. */
function ruleAlwaysForwards(hop: SpanNode, reach: Reach, pAttempt: number): Ruling {
  const mark = routeMark(hop);
  const route = mark === null
    ? evidence('ROUTE_ID_ABSENT', hop, 0.3, 'no route id on the proxy span')
    : evidence('ROUTE_ID_PRESENT', hop, 0.3, `route ${mark.slice(0, 80)} matched`);
  const shared = { absence: true, evidence: [evidence('NO_ATTEMPT', hop, 0.5, 'no forwarding span below the proxy span'), route, evidence('PROFILE_ATTEMPT', hop, 0.3, `this emitter shows its tries on ${percent(pAttempt)} of healthy requests`)] };
  if (hop.status !== null && hop.status < 500) {
    if (hop.status === 404 && mark === null) return ruling(hop, { ...shared, mechanism: 'route_miss', base: hop.family === 'traefik' ? 0.7 : 0.84, explicit: false });
    // Only a catch-all is known to be answered by the proxy itself; for other routes the forwarding span may be lost.
    const catchAll = hop.family === 'skipper' && !hop.error && mark !== null && /catch-?all/i.test(mark);
    return ruling(hop, { ...shared, mechanism: 'local_policy', base: catchAll ? 0.95 : 0.84, explicit: catchAll, absence: !catchAll });
  }
  const guess = gatewayGuess(hop, reach);
  return ruling(hop, { ...shared, mechanism: guess.mechanism, base: guess.base, explicit: false, causedBy: guess.backend ? behind(null, hop, null) : hopRef(hop) });
}

function gatewayGuess(hop: SpanNode, reach: Reach): { mechanism: Mechanism; base: number; backend: boolean } {
  // A failed try inside a loopback is never written by Skipper.
  if (reach.loopback && hop.error) return { mechanism: hop.status === 504 ? 'timeout' : 'connect_failed', base: 0.65, backend: true };
  if (hop.family === 'skipper' && !hop.error && routeMark(hop) !== null) return { mechanism: 'no_endpoint', base: 0.65, backend: true };
  return { mechanism: 'local_policy', base: hop.error ? 0.7 : 0.8, backend: false };
}

/** nginx makes one span only: nothing follows, unless the application usually shows up below. */
function ruleNeverShows(hop: SpanNode, pBelow: number | null): Ruling {
  const single = evidence('PROFILE_ATTEMPT', hop, 0.1, 'this emitter never shows its tries');
  if ((pBelow ?? 0) < 0.9) {
    return ruling(hop, { mechanism: 'undetermined', base: 0.3, answeredBy: bareRef('unknown'), causedBy: bareRef('unknown'), explicit: false, absence: true, evidence: [single] });
  }
  const gateway = hop.status !== null && hop.status >= 500;
  const mechanism: Mechanism = hop.status === 504 ? 'timeout' : hop.status === 503 ? 'local_policy' : gateway ? 'connect_failed' : hop.status === 404 ? 'route_miss' : 'local_policy';
  const missing = evidence('PROFILE_BELOW', hop, 0.6, `the application shows up below on ${percent(pBelow)} of healthy requests, and not here`);
  return ruling(hop, { mechanism, base: 0.6, causedBy: gateway ? behind(null, hop, null) : hopRef(hop), explicit: false, absence: true, evidence: [single, missing] });
}

const percent = (share: number | null) => (share === null ? 'an unknown share' : `${Math.round(share * 100)} %`);
