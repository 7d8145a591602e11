import type { Trace } from '../../domain/traces';
import { HOUR } from '../../domain/units';
import { SourceError, isSourceError } from '../../ports/source-error';
import type { TraceSearch, TraceSource } from '../../ports/trace-source';
import { parseDocuments } from '../../wire/documents';
import { type HttpCall, type HttpSettings, makeHttpClient, toBase } from '../http/client';
import { makeAddressCheck } from '../shared/address-check';
import { makeJaegerV1 } from '../shared/jaeger-v1';
import { jaegerUiLink, withGrafana } from '../shared/links';
import { malformed, readTraces } from '../shared/read-traces';
import { isTraceId, sameId } from '../shared/recheck';
import { type Answered, type Attempt, makeSpellings, searchInTurn } from '../shared/search-in-turn';
import type { TraceOptions } from '../shared/trace-adapter';
import { type Api, chooseApi, v3Services } from './choose-api';
import { searchV3, spelledOut } from './map';
import { v3Schema } from './schema';

/** Jaeger, over v3 where it filters attributes and over v1 else. */
export function makeJaegerSource(settings: HttpSettings, options: TraceOptions): TraceSource {
  const http = makeHttpClient(settings);
  const v1 = makeJaegerV1(http, '');
  const ui = options.ui === undefined ? http.base : toBase(options.ui);
  const spellings = makeSpellings();
  const address = makeAddressCheck((signal) => services(signal));
  let api: Promise<Api> | null = null;

  const whichApi = (signal?: AbortSignal): Promise<Api> => {
    api ??= chooseApi(http, options.now(), signal).catch((error: unknown) => {
      api = null;
      throw error;
    });
    return api;
  };

  async function services(signal?: AbortSignal): Promise<readonly string[]> {
    return (await whichApi(signal)) === 'v3' ? ((await v3Services(http, signal)) ?? []) : v1.services(signal);
  }

  async function sendV3(call: HttpCall, signal?: AbortSignal): Promise<readonly unknown[] | null> {
    const answer = await http.send({ ...call, signal, accept: [404] });
    if (answer.status === 404) return null;
    const documents = parseDocuments(answer.text);
    if (!documents) throw new SourceError('malformed', `${http.name} answered something that is not JSON`, { status: answer.status });
    const odd = documents.map((each) => v3Schema.safeParse(each)).find((parsed) => !parsed.success);
    if (odd) throw malformed(http.name, odd.error);
    return documents;
  }

  async function searchOverV3(call: HttpCall, limit: number, signal?: AbortSignal): Promise<Answered> {
    const documents = await sendV3(call, signal);
    // No match is a 404 here.
    const traces = documents === null ? [] : readTraces(documents, http.name);
    return { traces, more: traces.length >= limit };
  }

  async function searchAll(asked: TraceSearch, signal?: AbortSignal) {
    const version = await whichApi(signal);
    const attempts = spelledOut(asked, options.storage).map(({ spelling, search }): Attempt => {
      const call = version === 'v3' ? searchV3(search) : v1.searchCall(search);
      return {
        spelling,
        shown: `/${call.path}?${call.query?.toString() ?? ''}`,
        send: () => (version === 'v3' ? searchOverV3(call, search.limit, signal) : v1.search(call, search.limit, signal)),
      };
    });
    return searchInTurn(asked, attempts, spellings);
  }

  /** Null: not there, by this API. */
  async function overV1(traceId: string, around: number | null, signal?: AbortSignal): Promise<Trace | null> {
    try {
      return await v1.get(traceId, around, signal);
    } catch (error) {
      // Where only v3 is left, the path belongs to the UI, which answers with its page.
      if (isSourceError(error) && error.kind === 'malformed' && (await whichApi(signal)) === 'v3') return null;
      throw error;
    }
  }

  async function overV3(traceId: string, around: number | null, signal?: AbortSignal): Promise<Trace | null> {
    if ((await whichApi(signal)) !== 'v3') return null;
    const query = new URLSearchParams();
    if (around !== null) {
      query.set('startTime', new Date(around - HOUR).toISOString());
      query.set('endTime', new Date(around + HOUR).toISOString());
    }
    const documents = await sendV3({ path: `api/v3/traces/${traceId}`, query }, signal);
    return documents === null ? null : (readTraces(documents, http.name).find((trace) => sameId(trace.traceId, traceId)) ?? null);
  }

  return {
    type: 'jaeger',
    async search(search, signal) {
      try {
        return await searchAll(search, signal);
      } catch (error) {
        // Another version may stand there since we looked: an API that is gone, or one whose answers are no longer JSON.
        if (!isSourceError(error) || (error.kind !== 'not-found' && error.kind !== 'malformed')) throw error;
        api = null;
        return searchAll(search, signal);
      }
    },
    async get(traceId, around, signal) {
      if (!isTraceId(traceId)) return null;
      const trace = (await overV1(traceId, around, signal)) ?? (await overV3(traceId, around, signal));
      if (trace === null) await address.afterMissing(signal);
      else address.stands();
      return trace;
    },
    async probe(signal) {
      const version = await whichApi(signal);
      const detail = version === 'v3' ? 'search over v3, which filters attributes' : 'search over v1: v3 is missing or ignores attributes here';
      return { type: 'jaeger', version: null, detail, services: [...(await services(signal))].sort() };
    },
    links: (traceId, spanId, around) => withGrafana(jaegerUiLink(ui, traceId, spanId), options.grafana, 'jaeger', [traceId, spanId, around]),
  };
}
