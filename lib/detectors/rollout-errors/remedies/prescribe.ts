import type { Remedy } from '../../../domain/rollout-detail';
import type { RolloutPattern } from '../pattern';
import { type PolicyParts, policyRemedy, routeRetryRemedy } from './envoy-gateway';
import type { RolloutFacts } from './facts';
import { budgetRemedy, drainRemedy, readinessRemedy, strategyRemedy } from './kubernetes';
import { dialTimeoutRemedy, fadeInRemedy, passiveCheckRemedy } from './skipper';

/** What a pattern asks for: which remedies can act on such failures at all, what helps most first. */
type Need = 'drain' | 'readiness' | 'strategy' | 'retry' | 'checks' | 'warm-up' | 'dial-timeout' | 'budget';

/** An answer that has begun cannot be retried; an empty set of endpoints has nothing to retry on; Envoy never retries its own timeout. */
const NEEDS: Partial<Record<RolloutPattern, readonly Need[]>> = {
  'pod-end': ['drain', 'retry', 'checks', 'strategy', 'budget'],
  connect_failed: ['drain', 'retry', 'checks', 'strategy', 'budget'],
  reset_before_response: ['drain', 'retry', 'checks', 'strategy', 'budget'],
  reset_mid_response: ['drain', 'strategy', 'budget'],
  protocol_error: ['drain', 'checks', 'budget'],
  'pod-start': ['readiness', 'warm-up', 'retry', 'checks', 'strategy', 'budget'],
  no_endpoint: ['strategy', 'readiness', 'drain', 'budget'],
  timeout: ['readiness', 'warm-up', 'dial-timeout', 'checks', 'budget'],
  backend_own_error: ['readiness', 'checks', 'budget'],
  passthrough: ['readiness', 'checks', 'budget'],
};
const UNKNOWN: readonly Need[] = ['drain', 'retry', 'readiness', 'strategy', 'budget'];

/** Remedies for the pattern, in the order of what helps; nothing that was observed as working. */
export function prescribe(facts: RolloutFacts, pattern: RolloutPattern | null): Remedy[] {
  // More answers of routes themselves than usual are the one sign of an empty set of endpoints that no cluster counts.
  const seen = pattern === null && hasSurplus(facts.direct) ? 'no_endpoint' : pattern;
  const needs = (seen === null ? undefined : NEEDS[seen]) ?? UNKNOWN;
  const why = failedText(facts, seen);
  return needs.flatMap((need) => remediesFor(need, needs, facts, why));
}

/** Three standard deviations of a count above what is expected. */
const hasSurplus = (direct: RolloutFacts['direct']) => direct !== null && direct.count > direct.expected + 3 * Math.sqrt(direct.expected);

function remediesFor(need: Need, needs: readonly Need[], facts: RolloutFacts, why: string): Remedy[] {
  switch (need) {
    case 'drain':
      return [drainRemedy(facts, `${why} Metrics do not show whether pods wait before they end.`)];
    case 'readiness':
      return [readinessRemedy(facts, `${why} Metrics do not show what the readiness probe asks.`)];
    case 'strategy':
      return strategy(facts, needs[0] === 'strategy', why);
    case 'budget':
      return budget(facts);
    case 'dial-timeout':
      return facts.proxies.includes('skipper') ? [dialTimeoutRemedy(facts, `${why} Skipper waits 60 s for a connection by default.`)] : [];
    // One policy holds all of Envoy's parts, so the first of them to come brings it.
    default:
      return [...envoy(need, needs, facts, why), ...skipper(need, facts, why)];
  }
}

function envoy(need: Need, needs: readonly Need[], facts: RolloutFacts, why: string): Remedy[] {
  const asked = needs.filter((one) => one === 'retry' || one === 'checks' || one === 'warm-up');
  if (!facts.proxies.includes('envoy') || asked[0] !== need) return [];
  const parts = missingParts(facts, asked);
  const policy = Object.values(parts).includes(true) ? [policyRemedy(facts, parts, [why, ...partReasons(facts, parts)].join(' '))] : [];
  const idle = parts.retry && facts.retries?.tried === 0 && facts.route?.kind === 'HTTPRoute';
  return idle ? [...policy, routeRetryRemedy(facts, `No request was retried while ${facts.failed} failed. If a policy with a retry exists already, the route's own retry replaces it.`)] : policy;
}

/** Without the counters of retries the near misses tell: Envoy's are retries that succeeded. */
function retriesWork({ retries, nearMisses, proxies }: RolloutFacts): boolean {
  if (!retries) return (nearMisses ?? 0) > 0 && !proxies.includes('skipper');
  return retries.succeeded > 0 && retries.exhausted === 0 && retries.refused === 0;
}

function missingParts(facts: RolloutFacts, asked: readonly Need[]): PolicyParts {
  const { checks, ejections, hosts, codes } = facts;
  const retry = asked.includes('retry') && !retriesWork(facts);
  const check = asked.includes('checks');
  return {
    retry, retryAnswers: retry && ((codes['502'] ?? 0) > 0 || (codes['503'] ?? 0) > 0),
    active: check && !((checks?.tried ?? 0) > 0),
    // One host alone cannot be left out; refused ejections want a higher maximum, enforced ones work.
    passive: check && hosts?.most !== 1 && !((ejections?.enforced ?? 0) > 0 && ejections?.refused === 0),
    slowStart: asked.includes('warm-up'),
  };
}

function partReasons({ retries, checks, ejections, hosts }: RolloutFacts, parts: PolicyParts): string[] {
  const reasons: string[] = [];
  if (parts.retry) reasons.push(!retries ? 'Retries are not observed.' : retries.tried === 0 ? 'No retry was seen.' : `Of ${retries.tried} retries ${retries.succeeded} succeeded, ${retries.exhausted} requests ran out of tries.`);
  if (parts.active) reasons.push(checks ? 'No active check ran.' : 'Active checks are not observed.');
  if (parts.passive) reasons.push((ejections?.refused ?? 0) > 0 ? `${ejections!.refused} ejections were refused at this size${hosts ? ` (${hosts.least} hosts)` : ''}.` : ejections ? 'Nothing was ejected.' : 'Ejections are not observed.');
  return reasons;
}

function skipper(need: Need, facts: RolloutFacts, why: string): Remedy[] {
  if (!facts.proxies.includes('skipper')) return [];
  if (need === 'warm-up') return [fadeInRemedy(facts, why)];
  if (need === 'checks' && facts.replicas !== 1 && !((facts.passedBy ?? 0) > 0)) return [passiveCheckRemedy(facts, `${why} Skipper retries failed dials once by itself; resets and closed connections it does not retry.`)];
  return [];
}

/** Where the endpoints were empty the strategy is in question even if its numbers are not known. */
function strategy(facts: RolloutFacts, first: boolean, why: string): Remedy[] {
  const { replicas, maxUnavailable } = facts;
  const seen = [replicas === 1 ? 'The Deployment has one replica.' : '', maxUnavailable !== null && maxUnavailable > 0 ? `maxUnavailable is ${maxUnavailable}.` : ''].filter((text) => text !== '');
  if (seen.length > 0) return [strategyRemedy(facts, `${why} ${seen.join(' ')}`)];
  return first && maxUnavailable === null ? [strategyRemedy(facts, `${why} The update strategy is not observed.`)] : [];
}

/** With one replica a budget would only block drains. */
function budget(facts: RolloutFacts): Remedy[] {
  if (facts.replicas === 1 || (facts.budgets?.own.length ?? 0) > 0) return [];
  const others = facts.budgets && facts.budgets.all > 0 ? ' Another budget in the namespace may cover it: look at its selector first.' : '';
  return [budgetRemedy(facts, `${facts.budgets ? 'No disruption budget by the name of the workload was seen.' : 'Disruption budgets are not observed.'}${others} It would not have prevented these errors.`)];
}

const WORDS: Partial<Record<RolloutPattern, string>> = {
  'pod-end': 'when old pods went away', 'pod-start': 'when new pods came up', connect_failed: 'because no connection to a pod could be made',
  reset_before_response: 'because a pod closed the connection before it answered', reset_mid_response: 'because a pod closed the connection in the middle of an answer',
  protocol_error: 'because an answer broke the protocol', no_endpoint: 'because there was no ready endpoint', timeout: 'because a pod did not answer in time',
  backend_own_error: 'with errors of the application itself', passthrough: 'with an answer from behind the proxy',
};

function failedText({ failed }: RolloutFacts, pattern: RolloutPattern | null): string {
  const how = pattern === null ? undefined : WORDS[pattern];
  return `${failed} ${failed === 1 ? 'request' : 'requests'} failed${how ? ` ${how}` : ''}.`;
}
