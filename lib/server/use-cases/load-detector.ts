import 'server-only';
import type { DetectorId } from '../../detectors';
import { compareRollouts } from '../../detectors/rollout-errors';
import { compareWindows } from '../../detectors/zone-flapping';
import type { Answer } from '../../domain/answer';
import type { DetectorRun } from '../../domain/detector';
import type { RangeRequest } from '../../domain/requests';
import type { RolloutDetail } from '../../domain/rollout-detail';
import { epochMs } from '../../domain/units';
import type { ZoneDetail } from '../../domain/zone-detail';
import { getRuntime } from '../runtime';
import { timed } from '../telemetry/timed';
import { resolveMoment, resolveRequest } from './range';
import { type DetectorDetails, runDetector } from './run-detector';

/** Runs one detector over a range. A failing source is in `failures`; throws RequestError for a bad request. */
export function loadDetector<Id extends DetectorId>(id: Id, request: RangeRequest): Promise<Answer<DetectorRun<DetectorDetails[Id]>>> {
  return timed(`detector ${id}`, async () => {
    const environment = await getRuntime().environment(request.env);
    const { traces: _traces, scrapes: _scrapes, ...answer } = await runDetector(id, environment, await resolveRequest(environment, request));
    return answer;
  });
}

/** The zones with, when a moment is asked for, what was before it against what was after. */
export async function loadZones(request: RangeRequest, moment: string | null): Promise<Answer<DetectorRun<ZoneDetail>>> {
  const answer = await loadDetector('zone-flapping', request);
  if (moment === null || answer.data.kind !== 'checked') return answer;
  const at = resolveMoment(moment, await (await getRuntime().environment(request.env)).now());
  if (at === null) return answer;
  const { detail } = answer.data;
  return { ...answer, data: { ...answer.data, detail: { ...detail, comparison: compareWindows(detail, epochMs(at)) } } };
}

/** The rollouts with, when a moment is asked for, failed requests per rollout before it against those after it, by workload. */
export async function loadRollouts(request: RangeRequest, moment: string | null): Promise<Answer<DetectorRun<RolloutDetail>>> {
  const answer = await loadDetector('rollout-errors', request);
  if (moment === null || answer.data.kind !== 'checked') return answer;
  const at = resolveMoment(moment, await (await getRuntime().environment(request.env)).now());
  if (at === null) return answer;
  const { detail } = answer.data;
  return { ...answer, data: { ...answer.data, detail: { ...detail, comparison: compareRollouts(detail, epochMs(at)) } } };
}
