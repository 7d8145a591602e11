import 'server-only';
import { type DetectorId, detectorIds } from '../../detectors';
import type { Answer } from '../../domain/answer';
import { type Finding, type FindingKind, compareFindings } from '../../domain/findings';
import type { RangeRequest } from '../../domain/requests';
import { getRuntime } from '../runtime';
import { timed } from '../telemetry/timed';
import { AnswerParts } from './answer';
import { findingsOf } from './load-overview';
import { resolveRequest } from './range';
import { runDetector } from './run-detector';

export interface FindingsRequest extends RangeRequest {
  /** Null: all kinds. */
  readonly kind: FindingKind | null;
  /** Null: all detectors. */
  readonly detectors: readonly DetectorId[] | null;
}

/** Findings and, beside them, which detectors could not look. */
export interface FindingsAnswer extends Answer<readonly Finding[]> {
  readonly notChecked: readonly { readonly detector: DetectorId; readonly missing: readonly string[]; readonly why: string; readonly mend: string }[];
}

/** Findings of a range, sorted as contracts.md says. A detector that could not look is named, never silently empty. */
export function loadFindings(request: FindingsRequest): Promise<FindingsAnswer> {
  return timed('findings', async () => {
    const environment = await getRuntime().environment(request.env);
    const range = await resolveRequest(environment, request);
    const asked = detectorIds.filter((id) => request.detectors === null || request.detectors.includes(id));
    const answers = await Promise.all(asked.map(async (id) => ({ id, answer: await runDetector(id, environment, range) })));
    const parts = new AnswerParts();
    for (const { answer } of answers) parts.merge(answer);
    const findings = answers.flatMap(({ answer }) => findingsOf(answer.data)).filter(({ kind }) => request.kind === null || kind === request.kind);
    const notChecked = answers.flatMap(({ id, answer: { data } }) => (data.kind === 'not-checked' ? [{ detector: id, missing: data.missing, why: data.why, mend: data.mend }] : []));
    const bases = answers.map(({ answer }) => answer.basis);
    const basis = bases.includes('inferred') ? 'inferred' : bases.includes('measured') ? 'measured' : null;
    return { ...parts.finish([...findings].sort(compareFindings), range, basis), notChecked };
  });
}
