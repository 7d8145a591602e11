import type { Trace } from '../../domain/traces';
import { HOUR } from '../../domain/units';
import { SourceError } from '../../ports/source-error';
import { parseDocuments } from '../../wire/documents';
import type { HttpCall, HttpClient } from '../http/client';
import { malformed, readTraces } from '../shared/read-traces';
import { sameId } from '../shared/recheck';
import type { Answered } from '../shared/search-in-turn';
import { v3Schema } from './schema';

/** Jaeger's v3 API: OTLP JSON (reference traces-apis 1.3). A search without a match is a 404, as is a trace that is not there. */
export function makeJaegerV3(http: HttpClient) {
  /** The documents of an answer: before v1.50 the gateway wrote several. Null for a 404. */
  async function send(call: HttpCall, signal?: AbortSignal): Promise<readonly unknown[] | null> {
    const answer = await http.send({ ...call, signal, accept: [404] });
    if (answer.status === 404) return null;
    const documents = parseDocuments(answer.text);
    if (!documents) throw new SourceError('malformed', `${http.name} answered something that is not JSON`, { status: answer.status });
    const odd = documents.map((each) => v3Schema.safeParse(each)).find((parsed) => !parsed.success);
    if (odd) throw malformed(http.name, odd.error);
    return documents;
  }

  return {
    async search(call: HttpCall, limit: number, signal?: AbortSignal): Promise<Answered> {
      const documents = await send(call, signal);
      const traces = documents === null ? [] : readTraces(documents, http.name);
      return { traces, more: traces.length >= limit };
    },
    async get(traceId: string, around: number | null, signal?: AbortSignal): Promise<Trace | null> {
      const query = new URLSearchParams();
      if (around !== null) {
        query.set('startTime', new Date(around - HOUR).toISOString());
        query.set('endTime', new Date(around + HOUR).toISOString());
      }
      const documents = await send({ path: `api/v3/traces/${traceId}`, query }, signal);
      return documents === null ? null : (readTraces(documents, http.name).find((trace) => sameId(trace.traceId, traceId)) ?? null);
    },
  };
}
