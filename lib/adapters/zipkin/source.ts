import type { TraceSource } from '../../ports/trace-source';
import { type HttpSettings, makeHttpClient, toBase } from '../http/client';
import { makeAddressCheck } from '../shared/address-check';
import { withGrafana, zipkinUiLink } from '../shared/links';
import { malformed, readTraces } from '../shared/read-traces';
import { isTraceId, sameId } from '../shared/recheck';
import { type Attempt, makeSpellings, searchInTurn } from '../shared/search-in-turn';
import type { TraceOptions } from '../shared/trace-adapter';
import { inItsCase, toCalls, toZipkinId } from './map';
import { infoSchema, servicesSchema, spansSchema, tracesSchema } from './schema';

/** Zipkin v2. Client and server halves that share one span id are told apart by `lib/wire`. */
export function makeZipkinSource(settings: HttpSettings, options: TraceOptions): TraceSource {
  const http = makeHttpClient(settings);
  const ui = options.ui === undefined ? http.base : toBase(options.ui);
  const spellings = makeSpellings();
  const address = makeAddressCheck((signal) => services(signal));

  async function services(signal?: AbortSignal): Promise<readonly string[]> {
    const { body } = await http.json({ path: 'api/v2/services', signal });
    const parsed = servicesSchema.safeParse(body);
    if (!parsed.success) throw malformed(http.name, parsed.error);
    return parsed.data;
  }

  /** The version, where the server tells it; proxies often let only the API through. */
  async function version(signal?: AbortSignal): Promise<string | null> {
    const answer = await http.json({ path: 'info', signal, accept: [401, 403, 404] }).catch(() => null);
    const parsed = infoSchema.safeParse(answer?.body);
    return (parsed.success && parsed.data.zipkin?.version) || null;
  }

  return {
    type: 'zipkin',
    search(asked, signal) {
      const search = inItsCase(asked);
      const attempts = toCalls(search).map(
        ({ spelling, call }): Attempt => ({
          spelling,
          shown: `/${call.path}?${call.query?.toString() ?? ''}`,
          async send() {
            const { body } = await http.json({ ...call, signal });
            const parsed = tracesSchema.safeParse(body);
            if (!parsed.success) throw malformed(http.name, parsed.error);
            return { traces: readTraces(parsed.data, http.name), more: parsed.data.length >= search.limit };
          },
        }),
      );
      return searchInTurn(search, attempts, spellings);
    },
    async get(traceId, _around, signal) {
      if (!isTraceId(traceId)) return null;
      const answer = await http.json({ path: `api/v2/trace/${toZipkinId(traceId)}`, signal, accept: [404] });
      if (answer.status === 404) {
        await address.afterMissing(signal);
        return null;
      }
      const parsed = spansSchema.safeParse(answer.body);
      if (!parsed.success) throw malformed(http.name, parsed.error);
      address.stands();
      return readTraces(parsed.data, http.name).find((trace) => sameId(trace.traceId, traceId)) ?? null;
    },
    async probe(signal) {
      const known = await services(signal);
      return { type: 'zipkin', version: await version(signal), detail: 'Zipkin v2 API', services: [...known].sort() };
    },
    links: (traceId, spanId, around) => withGrafana(zipkinUiLink(ui, toZipkinId(traceId)), options.grafana, 'zipkin', [traceId, spanId, around]),
  };
}
