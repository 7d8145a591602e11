import { z } from 'zod';
import type { Trace } from '../../domain/traces';
import { HOUR } from '../../domain/units';
import { SourceError } from '../../ports/source-error';
import type { TraceSearch } from '../../ports/trace-source';
import type { HttpCall, HttpClient } from '../http/client';
import { malformed, readTraces } from './read-traces';
import { sameId } from './recheck';
import type { Answered } from './search-in-turn';

/** Jaeger's v1 JSON, which VictoriaTraces speaks too (reference traces-apis 1.1, 3.2). Traces inside are read by `lib/wire`. */
const envelopeSchema = z
  .object({
    data: z.array(z.unknown()).nullish(),
    errors: z.array(z.object({ code: z.number().optional(), msg: z.string().optional() })).nullish(),
  })
  .refine(({ data, errors }) => data !== undefined || errors != null, 'expected data or errors');

const servicesSchema = z.object({ data: z.array(z.string()).nullable() });

export interface JaegerV1 {
  searchCall(search: Pick<TraceSearch, 'service' | 'from' | 'to' | 'attributes' | 'limit'>): HttpCall;
  search(call: HttpCall, limit: number, signal?: AbortSignal): Promise<Answered>;
  /** One trace by its id, or null: no such trace, or no such path. */
  get(traceId: string, around: number | null, signal?: AbortSignal): Promise<Trace | null>;
  services(signal?: AbortSignal): Promise<readonly string[]>;
}

/** The v1 API below a path of the source; `prefix` is empty or ends in a slash. */
export function makeJaegerV1(http: HttpClient, prefix: string): JaegerV1 {
  return {
    searchCall(search) {
      const query = new URLSearchParams({
        service: search.service,
        start: String(Math.floor(search.from * 1000)),
        end: String(Math.floor(search.to * 1000)),
        limit: String(search.limit),
      });
      // Values must be JSON strings, also for numbers: a number is answered with 400.
      if (Object.keys(search.attributes).length > 0) query.set('tags', JSON.stringify(search.attributes));
      return { path: `${prefix}api/traces`, query };
    },
    async search(call, limit, signal) {
      const { body } = await http.json({ ...call, signal });
      const traces = readEnvelope(body, http.name);
      return { traces, more: traces.length >= limit };
    },
    async get(traceId, around, signal) {
      const query = new URLSearchParams();
      if (around !== null) {
        query.set('start', String(Math.round((around - HOUR) * 1000)));
        query.set('end', String(Math.round((around + HOUR) * 1000)));
      }
      const answer = await http.json({ path: `${prefix}api/traces/${traceId}`, query, signal, accept: [404] });
      if (answer.status === 404) return null;
      return readEnvelope(answer.body, http.name).find((trace) => sameId(trace.traceId, traceId)) ?? null;
    },
    async services(signal) {
      const { body } = await http.json({ path: `${prefix}api/services`, signal });
      const parsed = servicesSchema.safeParse(body);
      if (!parsed.success) throw malformed(http.name, parsed.error);
      return parsed.data.data ?? [];
    },
  };
}

/** Traces of an answer. Errors stand beside found traces, with status 200; 404 among them is a trace that is not there. */
function readEnvelope(body: unknown, name: string): Trace[] {
  const parsed = envelopeSchema.safeParse(body);
  if (!parsed.success) throw malformed(name, parsed.error);
  const failed = parsed.data.errors?.find(({ code }) => code !== 404);
  if (failed && !parsed.data.data?.length) throw new SourceError('refused', `${name} answered an error instead of traces${failed.code === undefined ? '' : ` (${failed.code})`}`);
  return parsed.data.data?.length ? readTraces(body, name) : [];
}
