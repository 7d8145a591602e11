import type { Trace } from '../../domain/traces';
import { isSourceError } from '../../ports/source-error';
import type { TraceSearch, TraceSearchResult, TraceSource } from '../../ports/trace-source';
import { type HttpSettings, makeHttpClient, toBase } from '../http/client';
import { makeAddressCheck } from '../shared/address-check';
import { makeJaegerV1 } from '../shared/jaeger-v1';
import { jaegerUiLink, withGrafana } from '../shared/links';
import { isTraceId } from '../shared/recheck';
import { type Attempt, makeSpellings, searchInTurn } from '../shared/search-in-turn';
import type { TraceOptions } from '../shared/trace-adapter';
import { type Api, chooseApi, v3Services } from './choose-api';
import { searchV3, spelledOut } from './map';
import { makeJaegerV3 } from './v3';

/** Jaeger, over v3 where it filters attributes and over v1 else. */
export function makeJaegerSource(settings: HttpSettings, options: TraceOptions): TraceSource {
  const http = makeHttpClient(settings);
  const [v1, v3] = [makeJaegerV1(http, ''), makeJaegerV3(http)];
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

  async function searchAll(asked: TraceSearch, signal?: AbortSignal): Promise<TraceSearchResult> {
    const version = await whichApi(signal);
    const attempts = spelledOut(asked, options.storage).map(({ spelling, search }): Attempt => {
      const call = version === 'v3' ? searchV3(search) : v1.searchCall(search);
      return { spelling, shown: `/${call.path}?${call.query?.toString() ?? ''}`, send: () => (version === 'v3' ? v3 : v1).search(call, search.limit, signal) };
    });
    return searchInTurn(asked, attempts, spellings);
  }

  /** Null: not there, by v1. */
  async function overV1(traceId: string, around: number | null, signal?: AbortSignal): Promise<Trace | null> {
    try {
      return await v1.get(traceId, around, signal);
    } catch (error) {
      // Where only v3 is left, the path belongs to the UI, which answers with its page.
      if (isSourceError(error) && error.kind === 'malformed' && (await whichApi(signal)) === 'v3') return null;
      throw error;
    }
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
      const older = await overV1(traceId, around, signal);
      const trace = older ?? ((await whichApi(signal)) === 'v3' ? await v3.get(traceId, around, signal) : null);
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
