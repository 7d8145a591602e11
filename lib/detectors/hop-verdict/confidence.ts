import type { MetricFact } from '../../domain/hop-metrics';
import type { Trace } from '../../domain/traces';
import type { EpochMs } from '../../domain/units';
import type { Band, VerdictEvidence } from '../../domain/verdict';
import { type Forest, contains } from './forest';
import { corroborate } from './metrics';
import { type Profiles, profileOf } from './profile';
import { type Ruling, evidence } from './ruling';
import { type SpanNode, isHop, isProxyRole } from './span-node';
import { topOf } from './subject';

/** A trace that ended less than this ago may still be growing. */
const YOUNG_MS = 60_000;
/** Just below `certain`: what no explicit proof may pass. */
const NOT_CERTAIN = 0.84;
/** Just below `likely`. */
const NOT_LIKELY = 0.59;

export interface Judged {
  readonly confidence: number;
  readonly band: Band;
  /** Explicit proof in a whole trace: more of the same may make it `certain`. */
  readonly explicit: boolean;
  /** What counters add to the evidence of the ruling. */
  readonly evidence: readonly VerdictEvidence[];
  readonly against: readonly VerdictEvidence[];
}

export interface JudgeInput {
  readonly now: EpochMs | null;
  readonly metrics: readonly MetricFact[];
  readonly profiles: Profiles;
  /** The caller named the request that is meant. */
  readonly asked: boolean;
  /** Other requests through proxies side by side with the subject. */
  readonly others: number;
}

/** Applies what is missing or odd in the trace to the confidence of a ruling (reference/traces-apis.md section 6.5). */
export function judge(trace: Trace, forest: Forest, subject: SpanNode | null, result: Ruling, input: JudgeInput): Judged {
  const { now, metrics, profiles } = input;
  const against: VerdictEvidence[] = [];
  let confidence = result.base;
  const weaken = (factor: number, item: VerdictEvidence) => {
    confidence *= factor;
    against.push(item);
  };
  if (result.inferred) weaken(0.8, evidence('ORPHAN_EDGE', subject, 0.2, 'a span on the deciding path hangs there by time only: its parent is missing'));
  else if (forest.orphans > 0 && result.absence) weaken(0.8, evidence('ORPHAN_EDGE', subject, 0.2, `${forest.orphans} spans have a parent that is missing`));
  const foreign = subject && topOf(subject).span.parentId !== null && result.hops.length > 0 && result.evidence[0]?.code !== 'NO_PROXY_SPAN' ? topOf(subject) : null;
  const outerLost = foreign !== null && !isUsuallyForeign(foreign, profiles);
  // A hop that gives up waiting looks to the next one like a client that left.
  if (outerLost && result.mechanism === 'client_abort') confidence = Math.min(confidence, NOT_LIKELY);
  if (foreign) weaken(0.95, evidence('ORPHAN_EDGE', foreign, 0.05, 'the parent of the outermost span is missing: a hop before it may be unseen'));
  if (trace.partial) weaken(0.7, evidence('PARTIAL', null, 0.3, 'the backend returned only a part of the trace'));
  if (now !== null && result.absence && now - endOfTrace(trace) < YOUNG_MS) weaken(0.85, evidence('YOUNG', null, 0.15, 'the trace is younger than a minute: spans may still arrive'));
  if (isUnknownFamily(subject)) confidence *= 0.9;
  for (const node of skewed(result.hops)) against.push(evidence('SKEW', node, 0, 'its times lie outside those of its caller: the clocks differ'));
  const caller = subject?.parent ?? null;
  if (subject && caller && caller.span.kind === 'client' && caller.status !== null && subject.status !== null && caller.status !== subject.status) {
    against.push(evidence('STATUS_MISMATCH_BELOW', caller, 0.2, `the caller received ${caller.status}, the outermost seen hop answered ${subject.status}: a hop between them is not seen`));
  }
  if (outerLost && foreign !== null && hasSiblings(foreign, forest)) {
    confidence = Math.min(confidence, NOT_LIKELY);
    against.push(evidence('ORPHAN_EDGE', foreign, 0.2, 'other spans of this trace have a missing parent too: a hop before them may have tried more than once'));
  }
  const worse = subject && !input.asked ? worseAbove(subject) : null;
  if (worse) against.push(evidence('OTHER_REQUESTS', worse, 0.2, `${worse.span.service.slice(0, 80)}, further out, answered ${worse.status}: this is about the request that it sent on`));
  if (input.others > 0) against.push(evidence('OTHER_REQUESTS', subject, 0, `${input.others} more ${input.others === 1 ? 'request goes' : 'requests go'} through proxies in this trace; this one has the worst status of them`));
  const outer = subject && callOfLostProxy(subject);
  if (outer) {
    confidence = Math.min(confidence, NOT_LIKELY);
    against.push(evidence('ORPHAN_EDGE', outer, 0.2, `a try of ${outer.span.service.slice(0, 80)} is there, and its own span is not: what that proxy answered is not seen`));
  }
  const counted = corroborate(result, subject?.status ?? null, metrics, confidence);
  const explicit = result.explicit && !trace.partial && !outerLost && !worse;
  confidence = clampConfidence(counted.confidence, explicit);
  return { confidence, band: bandOf(confidence), explicit, evidence: counted.evidence, against: [...against, ...counted.against] };
}

/** A server further out that failed where the subject did not: what the client of the trace got is its answer. */
function worseAbove(subject: SpanNode): SpanNode | null {
  for (let node = subject.parent; node; node = node.parent) {
    if (isHop(node) && (node.status ?? 0) >= 500 && (subject.status ?? 0) < 400) return node;
  }
  return null;
}

/** Hops beside the outermost one whose parent is missing too, or that hang below it by time only: tries of one lost hop, maybe. */
function hasSiblings(top: SpanNode, forest: Forest): boolean {
  return forest.nodes.some((other) => other !== top && (isHop(other) || isProxyRole(other)) && (other.edge === 'inferred' || (other.parent === null && other.span.parentId !== null && isProxyRole(other))));
}

/** The call of a proxy in front of the subject whose server span was lost, or null. */
function callOfLostProxy(subject: SpanNode): SpanNode | null {
  for (let node = subject.parent; node; node = node.parent) {
    if (isHop(node)) return null;
    if (node.span.kind === 'client' && isProxyRole(node) && !(node.span.service === subject.span.service && node.instance === subject.instance)) return node;
  }
  return null;
}

/**
 * A hop before the outermost seen one may have retried, timed out or answered something else. Only where requests usually come
 * with a parent from elsewhere (clients that trace to another place) does its absence mean nothing.
 */
const isUsuallyForeign = (top: SpanNode, profiles: Profiles) => (profileOf(top, profiles).pForeignParent ?? 0) >= 0.9;

/** Within [.05, .98], and below `certain` without explicit proof; three digits. */
export function clampConfidence(confidence: number, explicit: boolean): number {
  return Math.round(Math.min(explicit ? 0.98 : NOT_CERTAIN, Math.max(0.05, confidence)) * 1000) / 1000;
}

/** certain >= .85, likely >= .6, possible >= .35. */
export function bandOf(confidence: number): Band {
  if (confidence >= 0.85) return 'certain';
  if (confidence >= 0.6) return 'likely';
  return confidence >= 0.35 ? 'possible' : 'unknown';
}

const isUnknownFamily = (subject: SpanNode | null) => subject?.family === 'other-proxy' || subject?.family === 'haproxy';

function endOfTrace(trace: Trace): number {
  let end = -Infinity;
  for (const span of trace.spans) end = Math.max(end, span.start + span.durationMs);
  return end;
}

function skewed(hops: readonly SpanNode[]): SpanNode[] {
  return hops.filter((hop) => hop.parent !== null && hop.parent.span.service !== hop.span.service && !contains(hop.parent, hop));
}
