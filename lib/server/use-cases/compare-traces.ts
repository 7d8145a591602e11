import 'server-only';
import type { Answer } from '../../domain/answer';
import type { TraceCompareAnswer } from '../../domain/trace-compare';
import { RequestError } from '../errors';
import { ensureProfiles } from '../hops/ensure-profiles';
import { getRuntime } from '../runtime';
import { timed } from '../telemetry/timed';
import { AnswerParts } from './answer';
import { findGoodTrace } from './find-good-trace';
import { leanAnswer } from './lean-trace';
import { answerOf, rangeOf } from './load-trace';
import { readTrace } from './read-trace';

export interface CompareRequest {
  readonly env: string | null;
  readonly a: string;
  /** Null: a healthy one of the same route is looked for. */
  readonly b: string | null;
  readonly at: number | null;
  readonly bAt: number | null;
}

/** Two traces side by side; the good one is looked for when it is not named. Throws RequestError 404 for a named trace that is not there, SourceError. */
export function compareTraces(request: CompareRequest): Promise<Answer<TraceCompareAnswer>> {
  return timed('trace-compare', async () => {
    const environment = await getRuntime().environment(request.env);
    const parts = new AnswerParts();
    const [traceA, profiles] = await Promise.all([named('a', () => readTrace(environment, request.a, request.at)), ensureProfiles(environment, request.at)]);
    const a = answerOf(environment, traceA, profiles);
    const found = request.b === null ? await findGoodTrace(environment, traceA, a.verdict, parts) : null;
    const traceB = request.b === null ? found!.trace : await named('b', () => readTrace(environment, request.b!, request.bAt ?? request.at));
    const traces = traceB === null ? [traceA] : [traceA, traceB];
    const range = rangeOf(traces);
    parts.addQueries(traces.map((trace) => ({ source: environment.traces!.type, purpose: 'trace', query: trace.traceId, range: rangeOf([trace]), link: environment.traces!.links(trace.traceId, null, rangeOf([trace]).from)[0]?.url ?? null })));
    const b = traceB === null ? null : leanAnswer(answerOf(environment, traceB, profiles));
    return parts.finish({ a: leanAnswer(a), b, search: found?.search ?? null }, range, 'inferred');
  });
}

/** Says which of the two is missing. */
async function named<T>(parameter: 'a' | 'b', read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof RequestError && error.parameter === 'traceId') throw new RequestError(error.status, parameter, `${parameter}: ${error.message.replace(/^traceId: /, '')}`);
    throw error;
  }
}
