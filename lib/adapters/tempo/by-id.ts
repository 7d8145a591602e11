import pLimit from 'p-limit';
import type { Trace } from '../../domain/traces';
import { isSourceError } from '../../ports/source-error';
import type { HttpAnswer, HttpClient } from '../http/client';
import { malformed, readTraces } from '../shared/read-traces';
import { sameId } from '../shared/recheck';
import type { Answered } from '../shared/search-in-turn';
import { TOLD, toRefusal } from './map';
import { traceSchema } from './schema';

/** Reads traces by their ids; null: not there. */
export type ReadTrace = (traceId: string, hint: URLSearchParams, signal?: AbortSignal) => Promise<Trace | null>;

/** Over v2, which says when spans are missing; over v1 where v2 is not known. */
export function makeReadTrace(http: HttpClient): ReadTrace {
  let v2Stands = false;

  async function read(api: string, traceId: string, hint: URLSearchParams, signal?: AbortSignal): Promise<unknown> {
    const answer = await http.send({ path: `${api}/traces/${traceId}`, query: hint, signal, accept: [404, ...TOLD] });
    if (answer.status === 404) return null;
    if (answer.status >= 300) throw toRefusal(answer.status, answer.text, http.name);
    return toJson(answer, http.name);
  }

  return async (traceId, hint, signal) => {
    const newer = await read('api/v2', traceId, hint, signal);
    if (newer !== null) v2Stands = true;
    // Both "no such trace" and "no such path" are a 404.
    const body = newer ?? (v2Stands ? null : await read('api', traceId, hint, signal));
    if (body === null || isEmpty(body, http.name)) return null;
    return readTraces(body, http.name).find((trace) => sameId(trace.traceId, traceId)) ?? null;
  };
}

const CONCURRENCY = 4;
/** Each answer is bounded by the client; this bounds all of a search together. */
const MOST_SPANS = 100_000;

/**
 * Traces of a search, a few at once. What is too large is left out; after any other failure, or when enough spans were read, no
 * more are, and what was read stands. Throws when nothing was.
 */
export async function readAll(ids: readonly string[], read: (id: string) => Promise<Trace | null>): Promise<Answered> {
  const limit = pLimit(CONCURRENCY);
  const traces: Trace[] = [];
  let failure: unknown = null;
  let more = false;
  let spans = 0;
  await Promise.all(
    ids.map((id) =>
      limit(async () => {
        if (failure !== null) return;
        if (spans >= MOST_SPANS) {
          more = true;
          return;
        }
        try {
          const trace = await read(id);
          if (trace) traces.push(trace);
          spans += trace?.spans.length ?? 0;
        } catch (error) {
          more = true;
          if (!isSourceError(error) || error.kind !== 'too-large') failure ??= error;
        }
      }),
    ),
  );
  if (failure !== null && (traces.length === 0 || (isSourceError(failure) && failure.kind === 'aborted'))) throw failure;
  return { traces, more };
}

export function toJson(answer: HttpAnswer, name: string): unknown {
  try {
    return JSON.parse(answer.text);
  } catch (error) {
    throw malformed(name, error);
  }
}

/** An empty message leaves its lists out. */
function isEmpty(body: unknown, name: string): boolean {
  const parsed = traceSchema.safeParse(body);
  if (!parsed.success) throw malformed(name, parsed.error);
  const { trace, batches, resourceSpans } = parsed.data;
  return !batches?.length && !resourceSpans?.length && Object.keys(trace ?? {}).length === 0;
}
