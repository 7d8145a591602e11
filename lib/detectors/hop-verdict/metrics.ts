import type { EndpointsFact, LoadBalancerFact, MetricFact, ProxyAnswersFact, ProxyReasonFact } from '../../domain/hop-metrics';
import type { Mechanism, VerdictEvidence } from '../../domain/verdict';
import { type Ruling, evidence } from './ruling';

/** Agreement of any number of counters is worth this much, once. */
const AGREE = 0.05;
const CONTRADICT = 0.15;
/** Agreement never raises above this. */
const MOST = 0.97;

type Opinion = 'agrees' | 'contradicts' | null;

export interface Corroborated {
  readonly confidence: number;
  readonly evidence: readonly VerdictEvidence[];
  readonly against: readonly VerdictEvidence[];
}

/** What counters of the same moment say about a ruling (rule 6.4 step 10). They never replace the evidence of the trace. */
export function corroborate(result: Ruling, status: number | null, facts: readonly MetricFact[], confidence: number): Corroborated {
  const agreeing: VerdictEvidence[] = [];
  const against: VerdictEvidence[] = [];
  for (const fact of facts) {
    const opinion = opinionOf(fact, result, status);
    if (opinion === 'agrees') agreeing.push(evidence('METRIC_AGREES', null, AGREE, textOf(fact)));
    if (opinion === 'contradicts') against.push(evidence('METRIC_CONTRADICTS', null, CONTRADICT, textOf(fact)));
  }
  const raised = agreeing.length > 0 && against.length === 0 ? Math.max(confidence, Math.min(MOST, confidence + AGREE)) : confidence;
  return { confidence: against.length > 0 ? confidence - CONTRADICT : raised, evidence: agreeing, against };
}

function opinionOf(fact: MetricFact, result: Ruling, status: number | null): Opinion {
  switch (fact.kind) {
    case 'load-balancer': return fact.status === status ? aboutLoadBalancer(fact, result) : null;
    case 'proxy-answers': return fact.status === status ? aboutProxy(fact, result) : null;
    case 'proxy-reason': return aboutReason(fact, result);
    case 'endpoints': return aboutEndpoints(fact, result);
  }
}

/** The split of one hop against the claim that this hop, or one behind it, answered. */
function bySplit(fact: LoadBalancerFact | ProxyAnswersFact, isOwn: boolean): Opinion {
  const [claimed, other] = isOwn ? [fact.own, fact.passed] : [fact.passed, fact.own];
  if (claimed === 0 && (isOwn || (other ?? 0) > 0)) return 'contradicts';
  return (claimed ?? 0) > 0 && other === 0 ? 'agrees' : null;
}

function aboutLoadBalancer(fact: LoadBalancerFact, { answeredBy }: Ruling): Opinion {
  if (answeredBy.role === 'load-balancer') return bySplit(fact, true);
  return answeredBy.role === 'proxy' || answeredBy.role === 'backend' ? bySplit(fact, false) : null;
}

function aboutProxy(fact: ProxyAnswersFact, { answeredBy, hops }: Ruling): Opinion {
  const counted = hops.findIndex((hop) => hop.role === 'proxy' && isNamed(fact.service, hop.span.service));
  if (counted < 0) return null;
  if (answeredBy.role === 'proxy') {
    if (answeredBy.spanId === hops[counted]!.span.spanId) return bySplit(fact, true);
    // An answer of a proxy in front of the counted one says nothing about what that one sent.
    return hops.slice(counted).some((hop) => hop.span.spanId === answeredBy.spanId) ? bySplit(fact, false) : null;
  }
  return answeredBy.role === 'backend' || answeredBy.role === 'unseen' ? bySplit(fact, false) : null;
}

function aboutReason(fact: ProxyReasonFact, { answeredBy, mechanism }: Ruling): Opinion {
  if (answeredBy.role !== 'proxy' || mechanism !== fact.mechanism || !isNamed(fact.service, answeredBy.service)) return null;
  if (fact.count === 0) return 'contradicts';
  return fact.count === null ? null : 'agrees';
}

const OF_ENDPOINTS: ReadonlySet<Mechanism> = new Set(['connect_failed', 'reset_before_response', 'reset_mid_response', 'no_endpoint']);

/** An endpoint may also die without any change: only "no endpoint" can be contradicted. */
function aboutEndpoints(fact: EndpointsFact, { causedBy, mechanism }: Ruling): Opinion {
  if (causedBy.role !== 'backend' || !OF_ENDPOINTS.has(mechanism) || !isNamed(fact.service, causedBy.service)) return null;
  if (mechanism === 'no_endpoint' && fact.ready !== null && fact.ready > 0 && fact.changes === 0) return 'contradicts';
  return (fact.changes ?? 0) > 0 || (mechanism === 'no_endpoint' && fact.ready === 0) ? 'agrees' : null;
}

const isNamed = (wanted: string | null, name: string | null) => wanted === null || wanted === name;
const count = (value: number | null) => (value === null ? 'an unknown number' : String(value));

function textOf(fact: MetricFact): string {
  const source = fact.source.slice(0, 160);
  switch (fact.kind) {
    case 'load-balancer': return `${source}: ${count(fact.own)} answers with ${fact.status} by the load balancer itself, ${count(fact.passed)} by its targets`;
    case 'proxy-answers': return `${source}: ${count(fact.own)} answers with ${fact.status} by the proxy itself, ${count(fact.passed)} passed on`;
    case 'proxy-reason': return `${source}: ${count(fact.count)} of this reason`;
    case 'endpoints': return `${source}: ${count(fact.changes)} changes of endpoints, at least ${count(fact.ready)} ready`;
  }
}
