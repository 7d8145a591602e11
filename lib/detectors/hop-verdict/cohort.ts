import type { Trace } from '../../domain/traces';
import type { Verdict } from '../../domain/verdict';
import { type AttributeOptions, type Attributed, attribute, attributeTrace } from './attribute';
import { bandOf, clampConfidence } from './confidence';
import { evidence } from './ruling';

/** So many traces of one stratum with the same shape and the same answer are a cohort. */
export const COHORT_SIZE = 5;
const BONUS = 0.05;
const MOST = 0.97;

/** Verdicts on all traces of one stratum, in their order, with the bonus of cohorts. Each trace counts once. */
export function attributeAll(traces: readonly Trace[], options: AttributeOptions = {}): Verdict[] {
  return traces.length < COHORT_SIZE ? traces.map((trace) => attribute(trace, options)) : raiseCohorts(traces.map((trace) => attributeTrace(trace, options)));
}

/**
 * Five or more traces of one stratum with the same signature and the same answer: what one of them may have lost by chance,
 * all of them lost hardly (reference/traces-apis.md section 6.5). Raises to min(.97, c + .05); without explicit evidence never
 * to `certain`. Verdicts without a known answering hop stay: many times "cannot tell" is no more than once. Pure; order is kept.
 */
export function raiseCohorts(members: readonly Attributed[]): Verdict[] {
  const ids = new Map<string, Set<string>>();
  for (const member of members) {
    const key = keyOf(member);
    if (key === null) continue;
    let known = ids.get(key);
    if (!known) ids.set(key, (known = new Set()));
    known.add(member.verdict.traceId);
  }
  return members.map((member) => {
    const size = ids.get(keyOf(member) ?? '')?.size ?? 0;
    return size >= COHORT_SIZE ? raise(member, size) : member.verdict;
  });
}

/** Null: nothing that could be shared. */
function keyOf({ verdict, signature }: Attributed): string | null {
  if (signature === '' || verdict.answeredBy.role === 'unknown') return null;
  return JSON.stringify([signature, verdict.answeredBy.role, verdict.answeredBy.service, verdict.causedBy.role, verdict.causedBy.service, verdict.mechanism]);
}

function raise({ verdict, explicit }: Attributed, size: number): Verdict {
  const raised = clampConfidence(Math.max(verdict.confidence, Math.min(MOST, verdict.confidence + BONUS)), explicit);
  if (raised <= verdict.confidence) return verdict;
  const proof = evidence('COHORT', null, BONUS, `${size} traces of this sample have the same shape and the same answer`);
  return { ...verdict, confidence: raised, band: bandOf(raised), evidence: [...verdict.evidence, proof] };
}
