import type { SignalOrigin } from '../../../domain/detector';
import type { ObservedFact } from '../../../domain/rollout-detail';
import type { SignalName } from '../../../domain/signals';
import { leastEjectionPercent } from './ejection-size';
import type { RolloutFacts } from './facts';

export type Origins = Readonly<Partial<Record<SignalName, SignalOrigin>>>;
type Draft = Pick<ObservedFact, 'code' | 'text' | 'value'> & { readonly signal: SignalName | null; readonly mend?: string };

const times = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** The facts in words, each with its number and query, or "not observed" with the mend. */
export function observedFacts(facts: RolloutFacts, origins: Origins): ObservedFact[] {
  const envoy = facts.proxies.includes('envoy');
  const drafts: readonly (Draft | null)[] = [
    retriesFact(facts, envoy), succeededFact(facts), nearMissesFact(facts),
    envoy ? ejectionsFact(facts) : null, envoy ? sizeFact(facts) : null, envoy ? checksFact(facts) : null, envoy ? directFact(facts) : null,
    facts.proxies.includes('skipper') ? passedByFact(facts) : null,
    routeRetryFact(facts), unavailableFact(facts), replicasFact(facts), budgetFact(facts),
  ];
  return drafts.flatMap((draft) => (draft ? [withOrigin(draft, origins)] : []));
}

function withOrigin({ mend, ...draft }: Draft, origins: Origins): ObservedFact {
  const origin = draft.signal === null ? undefined : origins[draft.signal];
  const query = origin && origin.queries.length > 0 ? origin.queries.join('\n') : null;
  return { ...draft, query, mend: draft.value === null ? (mend ?? origin?.mend ?? `${origin && origin.reason !== '' ? `${origin.reason}; ` : ''}see the capabilities of this environment`) : null };
}

function retriesFact({ retries, proxies, failed }: RolloutFacts, envoy: boolean): Draft | null {
  const base = { code: 'retries' as const, signal: 'retries' as const };
  if (!envoy && proxies.includes('skipper')) return { ...base, value: null, text: 'Not observed: Skipper has no counter of retries. It retries once, only failed dials, only requests without body and only with two or more endpoints.', mend: 'read the near misses, or the traces: a retried request shows two attempts' };
  if (!retries) return { ...base, value: null, text: 'Not observed: whether the proxy retries.' };
  if (retries.tried === 0) return { ...base, value: 0, text: `No request was retried while ${failed} failed. Where a retry policy is configured, it did not act on these failures.` };
  const gaveUp = [retries.exhausted > 0 ? `${retries.exhausted} ran out of tries` : '', retries.refused > 0 ? `${retries.refused} were refused by the retry budget` : ''].filter((text) => text !== '');
  return { ...base, value: retries.tried, text: `${times(retries.tried, 'retry', 'retries')}${gaveUp.length > 0 ? `; ${gaveUp.join(', ')}` : ''}.` };
}

function succeededFact({ retries }: RolloutFacts): Draft | null {
  if (!retries || retries.tried === 0) return null;
  return { code: 'retries-succeeded', signal: 'retries', value: retries.succeeded, text: `${retries.succeeded} of ${times(retries.tried, 'retry', 'retries')} succeeded.` };
}

function nearMissesFact({ nearMisses, retries }: RolloutFacts): Draft {
  if (nearMisses === null) return { code: 'near-misses', signal: 'near-misses', value: null, text: 'Not observed: failed attempts that a retry saved.' };
  if (nearMisses === 0) return { code: 'near-misses', signal: 'near-misses', value: 0, text: retries ? 'No failed attempt was saved by a retry.' : 'No retry that succeeded was counted; whether one was tried is not known.' };
  return { code: 'near-misses', signal: 'near-misses', value: nearMisses, text: `${times(nearMisses, 'failed attempt')} never reached a client, because a retry saved ${nearMisses === 1 ? 'it' : 'them'}.` };
}

function ejectionsFact({ ejections }: RolloutFacts): Draft {
  const base = { code: 'ejections' as const, signal: 'ejections' as const };
  if (!ejections) return { ...base, value: null, text: 'Not observed: whether hosts are ejected.' };
  if (!ejections.configured) return { ...base, value: 0, text: 'Nothing was ejected: no passive check is configured for the cluster, or its statistics are filtered out.' };
  const refused = ejections.refused > 0 ? ` ${times(ejections.refused, 'ejection')} refused, because more hosts may not be ejected at this size.` : '';
  return { ...base, value: ejections.enforced, text: `${times(ejections.enforced, 'host')} ejected; at most ${ejections.activeMost} at a time.${refused}` };
}

function sizeFact({ hosts }: RolloutFacts): Draft {
  const base = { code: 'ejection-size' as const, signal: 'host-health' as const };
  if (!hosts) return { ...base, value: null, text: 'Not observed: the number of hosts, which decides whether one can be ejected.' };
  const percent = leastEjectionPercent(hosts.least);
  const size = hosts.least === hosts.most ? times(hosts.least, 'host') : `${hosts.least} to ${hosts.most} hosts`;
  if (hosts.least === 1) return { ...base, value: percent, text: `${size}: with one host there is nothing to eject to.` };
  return { ...base, value: percent, text: `${size}: one can be ejected only with a maximum of ${percent} % or more (${percent - 1} % ejects nothing).` };
}

function checksFact({ checks }: RolloutFacts): Draft {
  const base = { code: 'active-checks' as const, signal: 'health-checks' as const };
  if (!checks) return { ...base, value: null, text: 'Not observed: whether active health checks run.' };
  if (!checks.configured) return { ...base, value: 0, text: 'No active health check ran: none is configured for the cluster, or its statistics are filtered out.' };
  return { ...base, value: checks.tried, text: `${times(checks.tried, 'active health check')} ran, ${checks.failed} failed.` };
}

function passedByFact({ passedBy }: RolloutFacts): Draft {
  const base = { code: 'ejections' as const, signal: 'ejections' as const };
  if (passedBy === null) return { ...base, value: null, text: 'Not observed: whether Skipper passes by failing pods.' };
  return { ...base, value: passedBy, text: passedBy > 0
    ? `Skipper's passive check kept ${times(passedBy, 'request')} away from failing pods, over all routes.`
    : "Skipper's passive check kept no request away from failing pods: it is off, or saw too few requests." };
}

function directFact({ direct }: RolloutFacts): Draft {
  const base = { code: 'direct-responses' as const, signal: 'direct-responses' as const };
  if (!direct) return { ...base, value: null, text: 'Not observed: answers that the proxy gives itself.' };
  return { ...base, value: direct.count, text: direct.count > 0
    ? `${times(direct.count, 'answer')} given by routes themselves, over all routes; ${direct.expected.toFixed(1)} expected from the rest of the range. Envoy Gateway answers so with 503 while a Service has no ready endpoint, and no cluster counts it.`
    : 'No answer was given by a route itself: Envoy Gateway never saw the Service without ready endpoints.' };
}

/** Retries that are configured but never act look the same as none: the route's own list is the usual reason. */
function routeRetryFact({ route, retries, failed }: RolloutFacts): Draft | null {
  if (!route) return null;
  const idle = retries?.tried === 0 && failed > 0 ? ' No retry was observed here, so this is worth a look.' : '';
  return {
    code: 'route-retry', signal: null, value: null,
    text: `Not observed: whether a rule of the ${route.kind} has a \`retry\` of its own. From Envoy Gateway 1.3 on it replaces the retry of the BackendTrafficPolicy: resets and gateway errors are then not retried.${idle}`,
    mend: 'read spec.rules[].retry of the route in the cluster (kubectl get -o yaml)',
  };
}

function unavailableFact({ maxUnavailable, maxSurge }: RolloutFacts): Draft {
  const base = { code: 'max-unavailable' as const, signal: 'deployment-strategy' as const };
  if (maxUnavailable === null) return { ...base, value: null, text: 'Not observed: how many pods a rollout may take away at once (maxUnavailable).' };
  const surge = maxSurge === null ? '' : `, maxSurge ${maxSurge}`;
  return { ...base, value: maxUnavailable, text: maxUnavailable > 0
    ? `A rollout may take away ${times(maxUnavailable, 'pod')} before new ones are ready (maxUnavailable ${maxUnavailable}${surge}).`
    : `A rollout takes no pod away before a new one is ready (maxUnavailable 0${surge}).` };
}

function replicasFact({ replicas }: RolloutFacts): Draft {
  const base = { code: 'replicas' as const, signal: 'deployment-strategy' as const };
  if (replicas === null) return { ...base, value: null, text: 'Not observed: how many replicas the Deployment wants.' };
  return { ...base, value: replicas, text: replicas === 1 ? 'One replica: while it is replaced, nothing else can take a retry.' : `${times(replicas, 'replica')}.` };
}

function budgetFact({ budgets }: RolloutFacts): Draft {
  const base = { code: 'disruption-budget' as const, signal: 'disruption-budgets' as const };
  const limit = 'A disruption budget guards against evictions (node drains), never against rollouts.';
  if (!budgets) return { ...base, value: null, text: `Not observed: disruption budgets. ${limit}` };
  if (budgets.own.length > 0) return { ...base, value: budgets.own.length, text: `${times(budgets.own.length, 'disruption budget')} by the name of the workload. ${limit}` };
  return { ...base, value: 0, text: budgets.all > 0
    ? `No disruption budget has the name of the workload; ${times(budgets.all, 'other')} in the namespace may cover it. ${limit}`
    : `No disruption budget in the namespace. ${limit}` };
}
