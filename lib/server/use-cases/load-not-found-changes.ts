import 'server-only';
import { compareNotFound } from '../../detectors/not-found-split';
import type { Answer } from '../../domain/answer';
import type { NotFoundChangesRun } from '../../domain/not-found-changes';
import type { NotFoundDetail } from '../../domain/not-found-detail';
import type { RangeRequest } from '../../domain/requests';
import type { ResolvedRange } from '../../domain/time-range';
import { getRuntime } from '../runtime';
import { timed } from '../telemetry/timed';
import { AnswerParts } from './answer';
import { BEFORE, isHeld, resolveAgainst, resolveRequest } from './range';
import { runDetector } from './run-detector';

/**
 * The 404s of a range against an earlier window of the same length: directly before it (null), or from a chosen time on. A failing source is in
 * `failures`; throws RequestError for a bad request.
 */
export function loadNotFoundChanges(request: RangeRequest, against: string | null): Promise<Answer<NotFoundChangesRun>> {
  return timed('not-found changes', async () => {
    const environment = await getRuntime().environment(request.env);
    const range = await resolveRequest(environment, request);
    const earlier = resolveAgainst(against === null || against === '' ? BEFORE : against, range, await environment.now());
    const parts = new AnswerParts();
    // The window itself was asked for by the page a moment ago and is kept; the earlier one is what costs.
    const after = await runDetector('not-found-split', environment, range);
    parts.merge(after);
    if (after.data.kind === 'not-checked') return parts.finish<NotFoundChangesRun>(after.data, range, null);
    const before = isHeld(environment, earlier) ? await runDetector('not-found-split', environment, earlier) : null;
    if (before) parts.merge(before);
    if (before?.data.kind === 'not-checked') return parts.finish<NotFoundChangesRun>({ ...before.data, why: `The window before: ${before.data.why}` }, range, null);
    const changes = compareNotFound({ range: earlier, detail: before?.data.detail ?? nothing(earlier) }, { range, detail: after.data.detail });
    return parts.finish<NotFoundChangesRun>({ kind: 'checked', changes }, range, after.basis);
  });
}

/** A window of which nothing is known. */
function nothing({ stepMs }: ResolvedRange): NotFoundDetail {
  return {
    at: [], stepMs, total: [], classes: { 'route-miss': [], scanner: [], application: [], benign: [], unknown: [] },
    parts: [], requests: 0, instances: [], targets: null, sampled: 0, campaigns: null,
  };
}
