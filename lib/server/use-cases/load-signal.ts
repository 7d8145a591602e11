import 'server-only';
import type { Answer } from '../../domain/answer';
import type { CapabilityState } from '../../domain/capability';
import type { RangeRequest } from '../../domain/requests';
import type { SeriesFrame } from '../../domain/series';
import { type SignalMeta, type SignalName, signalCatalog } from '../../domain/signals';
import { getRuntime } from '../runtime';
import { timed } from '../telemetry/timed';
import { AnswerParts } from './answer';
import { resolveRequest } from './range';

export interface SignalData {
  readonly signal: SignalName;
  readonly meta: SignalMeta;
  /** Null: cannot be seen here. */
  readonly frame: SeriesFrame | null;
  readonly state: CapabilityState;
  readonly reason: string;
  readonly mend: string | null;
}

/** One signal over a range. Throws SourceError when its source failed: there is nothing else in this answer to keep. */
export function loadSignal(signal: SignalName, request: RangeRequest): Promise<Answer<SignalData>> {
  return timed('signal', async () => {
    const environment = await getRuntime().environment(request.env);
    const range = await resolveRequest(environment, request);
    const parts = new AnswerParts();
    const { frame, state, reason, mend, queries, trust } = await environment.signals.load(signal, range);
    parts.addQueries(queries);
    parts.addTrust(trust);
    const meta = signalCatalog[signal];
    return parts.finish({ signal, meta, frame, state, reason, mend }, range, state === 'available' ? 'measured' : state === 'inferred' ? 'inferred' : null);
  });
}
