import 'server-only';
import type { Answer } from '../../domain/answer';
import type { TraceAnswer } from '../../domain/requests';
import { MINUTE, epochMs } from '../../domain/units';
import { RequestError } from '../errors';
import { ensureProfiles } from '../hops/ensure-profiles';
import { getRuntime } from '../runtime';
import { timed } from '../telemetry/timed';
import { AnswerParts } from './answer';
import { makeJudge } from './judge';

export interface TraceRequest {
  readonly env: string | null;
  readonly traceId: string;
  /** About when it was, epoch ms: backends scan all retention without it. */
  readonly at: number | null;
}

/** One trace with its verdict. Throws RequestError 404 when nobody has it, SourceError when the backend failed. */
export function loadTrace(request: TraceRequest): Promise<Answer<TraceAnswer>> {
  return timed('trace', async () => {
    if (!/^[0-9a-fA-F]{1,32}$/.test(request.traceId)) throw new RequestError(400, 'traceId', 'traceId: expected up to 32 hex digits');
    const environment = await getRuntime().environment(request.env);
    if (!environment.traces) throw new RequestError(404, 'env', `environment "${environment.info.name}" has no trace source`);
    const around = request.at === null ? null : epochMs(request.at);
    const [trace, profiles] = await Promise.all([environment.traces.get(request.traceId, around), ensureProfiles(environment, around)]);
    if (!trace || trace.spans.length === 0) throw new RequestError(404, 'traceId', 'the trace source does not have this trace: it may have aged out or was not sampled');
    const verdict = makeJudge({ services: environment.services, now: environment.clock(), peers: [], profiles }).verdict(trace);
    const link = environment.traces.link(trace.traceId, verdict.answeredBy.spanId ?? verdict.causedBy.spanId);
    const from = Math.floor(trace.spans.reduce((least, span) => Math.min(least, span.start), Infinity));
    const to = Math.ceil(trace.spans.reduce((most, span) => Math.max(most, span.start + span.durationMs), -Infinity));
    const parts = new AnswerParts();
    const range = { from: epochMs(from), to: epochMs(to), stepMs: MINUTE };
    parts.addQueries([{ source: environment.traces.type, purpose: 'trace', query: trace.traceId, range, link }]);
    return parts.finish({ trace, verdict, link, links: link === null ? [] : [{ kind: 'jaeger-ui', label: 'Jaeger UI', url: link, focused: true }] }, range, 'inferred');
  });
}

