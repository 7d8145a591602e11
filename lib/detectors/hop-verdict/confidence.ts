import type { Trace } from '../../domain/traces';
import type { EpochMs } from '../../domain/units';
import type { Band, VerdictEvidence } from '../../domain/verdict';
import { type Forest, contains } from './forest';
import { type Ruling, evidence } from './ruling';
import type { SpanNode } from './span-node';
import { topOf } from './subject';

/** A trace that ended less than this ago may still be growing. */
const YOUNG_MS = 60_000;
/** Just below `certain`: what no explicit proof may pass. */
const NOT_CERTAIN = 0.84;

export interface Judged {
  readonly confidence: number;
  readonly band: Band;
  readonly against: readonly VerdictEvidence[];
}

/** Applies what is missing or odd in the trace to the confidence of a ruling (reference/traces-apis.md section 6.5). */
export function judge(trace: Trace, forest: Forest, subject: SpanNode | null, result: Ruling, now: EpochMs | null): Judged {
  const against: VerdictEvidence[] = [];
  let confidence = result.base;
  const weaken = (factor: number, item: VerdictEvidence) => {
    confidence *= factor;
    against.push(item);
  };
  if (result.inferred) weaken(0.8, evidence('ORPHAN_EDGE', subject, 0.2, 'a span on the deciding path hangs there by time only: its parent is missing'));
  else if (forest.orphans > 0 && result.absence) weaken(0.8, evidence('ORPHAN_EDGE', subject, 0.2, `${forest.orphans} spans have a parent that is missing`));
  // What the client got is what the outermost hop sent, and that one may not be here: it may have changed the answer, or left.
  const headless = subject !== null && topOf(subject).span.parentId !== null && result.hops.length > 0 && result.evidence[0]?.code !== 'NO_PROXY_SPAN';
  if (headless) {
    weaken(0.95, evidence('ORPHAN_EDGE', topOf(subject), 0.05, 'the parent of the outermost span is missing: a hop before it may be unseen'));
  }
  if (trace.partial) weaken(0.7, evidence('PARTIAL', null, 0.3, 'the backend returned only a part of the trace'));
  if (now !== null && result.absence && now - endOfTrace(trace) < YOUNG_MS) weaken(0.85, evidence('YOUNG', null, 0.15, 'the trace is younger than a minute: spans may still arrive'));
  if (isUnknownFamily(subject)) confidence *= 0.9;
  for (const node of skewed(result.hops)) against.push(evidence('SKEW', node, 0, 'its times lie outside those of its caller: the clocks differ'));
  const caller = subject?.parent ?? null;
  if (subject && caller && caller.span.kind === 'client' && caller.status !== null && subject.status !== null && caller.status !== subject.status) {
    against.push(evidence('STATUS_MISMATCH_BELOW', caller, 0.2, `the caller received ${caller.status}, the outermost seen hop answered ${subject.status}: a hop between them is not seen`));
  }
  const certainAllowed = result.explicit && !trace.partial && !headless;
  confidence = Math.min(certainAllowed ? 0.98 : NOT_CERTAIN, Math.max(0.05, confidence));
  confidence = Math.round(confidence * 1000) / 1000;
  return { confidence, band: bandOf(confidence), against };
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
