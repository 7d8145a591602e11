import type { MetricFact } from '../../domain/hop-metrics';
import type { Span, Trace } from '../../domain/traces';
import type { EpochMs } from '../../domain/units';
import type { ChainHop, Verdict } from '../../domain/verdict';
import { judge } from './confidence';
import type { RoleRule } from './families';
import { type Forest, buildForest } from './forest';
import { countForests, toProfiles } from './learn';
import { outermost, ruleOnlyBackend, ruleOnlyCaller } from './no-proxy-rules';
import { toNodes } from './normalise';
import type { Profiles } from './profile';
import { type Ruling, bareRef, evidence } from './ruling';
import { ruleProxy } from './rules';
import { signatureOfHop } from './signature';
import { type SpanNode, isProxyRole } from './span-node';
import { type SubjectMatch, chooseSubject, countSubjects } from './subject';

export interface AttributeOptions {
  /** With it, traces younger than a minute are trusted less where something is missing. */
  readonly now?: EpochMs;
  /** What emitters usually show, from `learnProfiles`; without it the defaults of each family hold. */
  readonly profiles?: Profiles;
  /** Roles by service name, from the configuration. */
  readonly roles?: readonly RoleRule[];
  /** Which request of the trace is meant; default: the outermost proxy span with the worst status. */
  readonly match?: SubjectMatch;
  /** False: proxies never send spans to this backend, so that their absence means nothing. Default true. */
  readonly proxiesTraced?: boolean;
  /** What counters say about the moment of this request (rule 6.4 step 10). */
  readonly metrics?: readonly MetricFact[];
}

/** A verdict with what is asked of it to be compared with others of its stratum. */
export interface Attributed {
  readonly verdict: Verdict;
  /** It rests on explicit proof in a whole trace. */
  readonly explicit: boolean;
  /** The shape of the request, equal for traces of one incident. */
  readonly signature: string;
}

/**
 * Which hop answered a traced request and which one caused the answer, with the evidence for and against
 * (reference/traces-apis.md section 6; lab.md section 4 wins). Pure; the order of the spans does not matter. Never throws:
 * what cannot be told is `unknown`, and `certain` needs explicit evidence.
 */
export function attribute(trace: Trace, options: AttributeOptions = {}): Verdict {
  const forest = buildForest(toNodes(trace.spans, options.roles ?? []));
  return verdictOf(trace, forest, ruleTrace(forest, options), options).verdict;
}

/** Verdicts on traces that teach each other what their emitters usually show: `attribute` with what `learnProfiles` says of all of them, each trace put together once. */
export function attributePeers(traces: readonly Trace[], options: Omit<AttributeOptions, 'profiles' | 'match'> = {}): Verdict[] {
  const forests = traces.map((trace) => buildForest(toNodes(trace.spans, options.roles ?? [])));
  const informed = { ...options, profiles: toProfiles(countForests(forests)) };
  return traces.map((trace, i) => verdictOf(trace, forests[i]!, ruleTrace(forests[i]!, informed), informed).verdict);
}

/** As `attribute`, with what a comparison of many verdicts needs beside. */
export function attributeTrace(trace: Trace, options: AttributeOptions = {}): Attributed {
  const forest = buildForest(toNodes(trace.spans, options.roles ?? []));
  const ruled = ruleTrace(forest, options);
  return { ...verdictOf(trace, forest, ruled, options), signature: signatureOfHop(ruled.subject) };
}

function verdictOf(trace: Trace, forest: Forest, { subject, result }: Ruled, options: AttributeOptions): Omit<Attributed, 'signature'> {
  const judged = judge(trace, forest, subject, result, { now: options.now ?? null, metrics: options.metrics ?? [], profiles: options.profiles ?? {}, asked: options.match !== undefined, others: Math.max(0, countSubjects(forest.tops, options.match ?? {}) - 1) });
  const verdict: Verdict = {
    traceId: trace.traceId,
    answeredBy: result.answeredBy,
    causedBy: result.causedBy,
    mechanism: result.mechanism,
    status: subject?.status ?? null,
    confidence: judged.confidence,
    band: judged.band,
    evidence: [...result.evidence, ...judged.evidence],
    against: [...result.against, ...judged.against],
    chain: [...result.hops, ...(result.reached ?? [])].map(toChainHop),
    earlierAttempts: result.earlier,
  };
  return { verdict, explicit: judged.explicit };
}

/** The span whose answer `attribute` judges, or null when the trace has none. */
export function subjectSpan(trace: Trace, options: AttributeOptions = {}): Span | null {
  return findSubject(trace, options)?.span ?? null;
}

/** The same as a node, with what is below it. */
function findSubject(trace: Trace, options: AttributeOptions): SpanNode | null {
  const forest = buildForest(toNodes(trace.spans, options.roles ?? []));
  return chooseSubject(forest.tops, options.match ?? {}) ?? fallbackSubject(forest);
}

/** The shape of a request without its verdict; empty when the trace has no hop. */
export function signatureOf(trace: Trace, options: AttributeOptions = {}): string {
  return signatureOfHop(findSubject(trace, options));
}

interface Ruled {
  readonly subject: SpanNode | null;
  readonly result: Ruling;
}

function ruleTrace(forest: Forest, options: AttributeOptions): Ruled {
  const profiles = options.profiles ?? {};
  const proxy = chooseSubject(forest.tops, options.match ?? {});
  if (proxy) return { subject: proxy, result: ruleProxy(proxy, profiles) };
  const { server, call } = outermost(forest.tops);
  if (server) return { subject: server, result: ruleOnlyBackend(server, options.proxiesTraced ?? true, forest.nodes.some(isProxyRole)) };
  if (call && call.status !== null) return { subject: call, result: ruleOnlyCaller(call, profiles) };
  return { subject: call, result: nothing(call) };
}

function fallbackSubject(forest: Forest): SpanNode | null {
  const { server, call } = outermost(forest.tops);
  return server ?? call;
}

function nothing(call: SpanNode | null): Ruling {
  return {
    answeredBy: bareRef('unknown'), causedBy: bareRef('unknown'), mechanism: 'undetermined', base: 0.05, explicit: false, absence: true, inferred: false,
    hops: [], earlier: 0, evidence: [evidence('NO_PROXY_SPAN', call, 0, 'no server span in this trace')], against: [],
  };
}

function toChainHop(node: SpanNode): ChainHop {
  return { role: node.role, service: node.span.service, instance: node.instance, zone: node.zone, spanId: node.span.spanId, status: node.status };
}
