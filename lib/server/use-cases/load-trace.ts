import 'server-only';
import type { Profiles } from '../../detectors/hop-verdict';
import type { Answer } from '../../domain/answer';
import { decidingSpan } from '../../domain/deciding-span';
import type { TraceAnswer } from '../../domain/requests';
import type { Span, Trace } from '../../domain/traces';
import { MINUTE, epochMs } from '../../domain/units';
import { RequestError } from '../errors';
import type { Environment } from '../environments/types';
import { ensureProfiles } from '../hops/ensure-profiles';
import { getRuntime } from '../runtime';
import { timed } from '../telemetry/timed';
import { AnswerParts } from './answer';
import { makeJudge } from './judge';
import { leanAnswer } from './lean-trace';
import { readTrace } from './read-trace';

export interface TraceRequest {
  readonly env: string | null;
  readonly traceId: string;
  /** About when it was, epoch ms: backends scan all retention without it. */
  readonly at: number | null;
  /** For the page: a large trace comes without what is not drawn. */
  readonly lean?: boolean;
}

/** One trace with its verdict. Throws RequestError 404 when nobody has it, SourceError when the backend failed. */
export function loadTrace(request: TraceRequest): Promise<Answer<TraceAnswer>> {
  return timed('trace', async () => {
    const environment = await getRuntime().environment(request.env);
    const [trace, profiles] = await Promise.all([readTrace(environment, request.traceId, request.at), ensureProfiles(environment, request.at)]);
    const answer = answerOf(environment, trace, profiles);
    const range = rangeOf([trace]);
    const parts = new AnswerParts();
    parts.addQueries([{ source: environment.traces!.type, purpose: 'trace', query: trace.traceId, range, link: answer.link }]);
    return parts.finish(request.lean ? leanAnswer(answer) : answer, range, 'inferred');
  });
}

/** One span of a trace with everything that it says. Throws RequestError 404, SourceError. */
export function loadSpan(request: TraceRequest & { readonly spanId: string }): Promise<Span> {
  return timed('span', async () => {
    const environment = await getRuntime().environment(request.env);
    const { spans } = await readTrace(environment, request.traceId, request.at);
    const span = spans.find(({ spanId }) => spanId === request.spanId);
    if (!span) throw new RequestError(404, 'spanId', 'spanId: this trace has no such span');
    return span;
  });
}

/** The verdict on a trace of an environment in the light of what its emitters usually show, with the programs that can open it. */
export function answerOf(environment: Environment, trace: Trace, profiles: Profiles): TraceAnswer {
  const verdict = makeJudge({ services: environment.services, now: environment.clock(), peers: [], profiles }).verdict(trace);
  const links = environment.traces?.links(trace.traceId, decidingSpan(verdict), rangeOf([trace]).from) ?? [];
  return { trace, verdict, link: links[0]?.url ?? null, links };
}

/** From the first start to the last end of some traces. */
export function rangeOf(traces: readonly Trace[]) {
  let from = Infinity;
  let to = -Infinity;
  for (const { spans } of traces) {
    for (const span of spans) {
      from = Math.min(from, span.start);
      to = Math.max(to, span.start + span.durationMs);
    }
  }
  return Number.isFinite(from) ? { from: epochMs(Math.floor(from)), to: epochMs(Math.ceil(to)), stepMs: MINUTE } : { from: epochMs(0), to: epochMs(0), stepMs: MINUTE };
}
