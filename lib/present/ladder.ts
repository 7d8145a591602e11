import type { ChainHop, HopRef, HopRole, Mechanism, Verdict } from '../domain/verdict';
import { clipText } from './hostile-text';
import { mechanismWords, roleWords } from './words';

/** One rung: a hop on the way from the client to the backend. */
export interface LadderHop {
  readonly key: string;
  /** `proxy, answered`. */
  readonly label: string;
  readonly name: string;
  readonly detail: string;
  /** Status it gave; `–` when it gave none; null when the question does not arise. */
  readonly status: string | null;
  readonly answered: boolean;
  readonly caused: boolean;
  /** `seen` has a span; `unseen` must exist but has none; `not-reached` was never asked. */
  readonly state: 'seen' | 'unseen' | 'not-reached';
  /** The edge to the next hop broke. */
  readonly cut: boolean;
  readonly spanId: string | null;
}

/** Mechanisms in which the proxy never turned to a backend. */
const NEVER_ASKED: ReadonlySet<Mechanism> = new Set<Mechanism>(['route_miss', 'local_policy', 'config', 'no_endpoint']);
/** Mechanisms in which the edge from the answering hop to the next one broke. */
const BROKEN_EDGE: ReadonlySet<Mechanism> = new Set<Mechanism>(['connect_failed', 'reset_before_response', 'reset_mid_response', 'timeout', 'protocol_error', 'no_endpoint']);

/**
 * The way of the request: what stands before the first span, the hops that have spans, and the backend when it has none.
 *   load balancer (no spans) -> proxy, answered -x- backend, caused it
 */
export function ladderOf(verdict: Verdict): LadderHop[] {
  const seen = markedChain(verdict);
  const front = seen.some((hop) => hop.role === 'load-balancer') ? [] : [frontHop(verdict)];
  const hops = seen.map((hop, i) => seenHop(hop, verdict, i === 0));
  return [...front, ...hops, ...missingBackend(verdict, seen)];
}

interface Marked extends ChainHop {
  readonly answered: boolean;
  readonly caused: boolean;
}

/** Marks by span where the verdict names one, else the last hop of that role and service. One mark each. */
function markedChain({ chain, answeredBy, causedBy, mechanism }: Verdict): Marked[] {
  const answered = placeOf(chain, answeredBy);
  const caused = mechanism === 'healthy' ? -1 : placeOf(chain, causedBy);
  return chain.map((hop, i) => ({ ...hop, answered: i === answered, caused: i === caused }));
}

function placeOf(chain: readonly ChainHop[], hop: HopRef): number {
  const bySpan = chain.findIndex((one) => one.spanId === hop.spanId);
  if (hop.spanId !== null && bySpan >= 0) return bySpan;
  return chain.findLastIndex((one) => one.role === hop.role && (hop.service === null || one.service === hop.service));
}

function frontHop(verdict: Verdict): LadderHop {
  const answered = verdict.answeredBy.role === 'load-balancer' || verdict.answeredBy.role === 'client';
  const caused = verdict.mechanism !== 'healthy' && (verdict.causedBy.role === 'load-balancer' || verdict.causedBy.role === 'client');
  const role: HopRole = verdict.causedBy.role === 'client' ? 'client' : 'load-balancer';
  return {
    key: 'front', label: answered || caused ? label(role, answered, caused) : 'before the first proxy', name: role === 'client' ? 'client' : 'client or load balancer',
    detail: 'has no spans here', status: answered ? statusText(verdict.status) : null, answered, caused,
    state: 'unseen', cut: verdict.mechanism === 'client_abort' || verdict.mechanism === 'before_first_span', spanId: null,
  };
}

function seenHop(hop: Marked, verdict: Verdict, outermost: boolean): LadderHop {
  const cut = hop.answered && BROKEN_EDGE.has(verdict.mechanism);
  const where = [hop.instance, hop.zone && `zone ${hop.zone}`].filter((part): part is string => Boolean(part));
  const tag = hop.answered && verdict.mechanism !== 'healthy' ? [mechanismWords[verdict.mechanism]] : [];
  return {
    key: hop.spanId, label: label(hop.role, hop.answered, hop.caused), name: clipText(hop.service, 48).text,
    detail: [...where.map((part) => clipText(part, 48).text), ...tag].join(' · '),
    status: statusText(hop.status ?? (outermost ? verdict.status : null)), answered: hop.answered, caused: hop.caused, state: 'seen', cut, spanId: hop.spanId,
  };
}

/** The backend when no span shows it: never reached, or reached without a trace. */
function missingBackend(verdict: Verdict, seen: readonly Marked[]): LadderHop[] {
  if (seen.some((hop) => hop.role === 'backend')) return [];
  const { answeredBy, causedBy, mechanism } = verdict;
  const answered = (answeredBy.role === 'backend' || answeredBy.role === 'unseen') && !seen.some((hop) => hop.answered);
  const caused = (causedBy.role === 'backend' || causedBy.role === 'unseen') && mechanism !== 'healthy' && !seen.some((hop) => hop.caused);
  const known = causedBy.role === 'backend' ? causedBy : answeredBy.role === 'backend' ? answeredBy : null;
  const role: HopRole = answeredBy.role === 'unseen' || causedBy.role === 'unseen' ? 'unseen' : 'backend';
  const asked = !NEVER_ASKED.has(mechanism) && mechanism !== 'before_first_span';
  const where = known === null ? [] : [known.instance, known.zone && `zone ${known.zone}`].filter((part): part is string => Boolean(part));
  return [{
    key: 'backend', label: label(role, answered, caused), name: clipText(known?.service ?? 'backend', 48).text,
    detail: [...where.map((part) => clipText(part, 48).text), asked ? 'no span of its own' : 'not reached'].join(' · '),
    status: answered ? statusText(verdict.status) : asked && caused ? '–' : null, answered, caused,
    state: asked ? 'unseen' : 'not-reached', cut: false, spanId: null,
  }];
}

function label(role: HopRole, answered: boolean, caused: boolean): string {
  const word = role === 'unseen' ? 'hop without spans' : roleWords[role];
  if (answered && caused) return `${word}, answered and caused it`;
  return answered ? `${word}, answered` : caused ? `${word}, caused it` : word;
}

const statusText = (status: number | null) => (status === null ? '–' : String(status));
