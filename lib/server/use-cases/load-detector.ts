import 'server-only';
import type { DetectorId } from '../../detectors';
import type { Answer } from '../../domain/answer';
import type { DetectorRun } from '../../domain/detector';
import type { RangeRequest } from '../../domain/requests';
import { getRuntime } from '../runtime';
import { timed } from '../telemetry/timed';
import { resolveRequest } from './range';
import { type DetectorDetails, runDetector } from './run-detector';

/** Runs one detector over a range. A failing source is in `failures`; throws RequestError for a bad request. */
export function loadDetector<Id extends DetectorId>(id: Id, request: RangeRequest): Promise<Answer<DetectorRun<DetectorDetails[Id]>>> {
  return timed(`detector ${id}`, async () => {
    const environment = await getRuntime().environment(request.env);
    const { traces: _traces, scrapes: _scrapes, ...answer } = await runDetector(id, environment, await resolveRequest(environment, request));
    return answer;
  });
}
