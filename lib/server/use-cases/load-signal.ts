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
import { loadSignals } from './run-detector';

export interface SignalData {
  readonly signal: SignalName;
  readonly meta: SignalMeta;
  /** Null: cannot be seen here. */
  readonly frame: SeriesFrame | null;
  readonly state: CapabilityState;
  readonly reason: string;
  readonly mend: string | null;
}

/** One signal over a range. */
export function loadSignal(signal: SignalName, request: RangeRequest): Promise<Answer<SignalData>> {
  return timed('signal', async () => {
    const environment = await getRuntime().environment(request.env);
    const range = await resolveRequest(environment, request);
    const parts = new AnswerParts();
    const answer = (await loadSignals(environment, [signal], range, parts)).get(signal);
    const meta = signalCatalog[signal];
    if (!answer) return parts.finish({ signal, meta, frame: null, state: 'not-observable', reason: 'the metrics source failed', mend: 'bring the metrics source back' }, range, null);
    const { frame, state, reason, mend } = answer;
    return parts.finish({ signal, meta, frame, state, reason, mend }, range, state === 'available' ? 'measured' : state === 'inferred' ? 'inferred' : null);
  });
}
