import { epochMs } from '../../domain/units';
import type { TraceSource } from '../../ports/trace-source';
import { type HttpSettings, makeHttpClient, toBase } from '../http/client';
import { makeAddressCheck } from '../shared/address-check';
import { makeJaegerV1 } from '../shared/jaeger-v1';
import { jaegerUiLink, victoriaUiLink, withGrafana } from '../shared/links';
import { pauseFor } from '../http/pause';
import { isTraceId } from '../shared/recheck';
import { type Attempt, makeSpellings, searchInTurn } from '../shared/search-in-turn';
import type { TraceOptions } from '../shared/trace-adapter';
import { jaegerPrefix, rootOf, spelledOut } from './map';
import { ID_DELAY_MS, LATENCY_OFFSET_MS } from './schema';

/**
 * VictoriaTraces over its Jaeger v1 API. Its Tempo API is read by the adapter of Tempo at `…/select/tempo`. Tenants are the
 * headers `AccountID` and `ProjectID` of the configuration.
 */
export function makeVictoriaTracesSource(settings: HttpSettings, options: TraceOptions): TraceSource {
  const http = makeHttpClient(settings);
  const v1 = makeJaegerV1(http, jaegerPrefix(http.base));
  const spellings = makeSpellings();
  const address = makeAddressCheck((signal) => v1.services(signal));

  return {
    type: 'victoria-traces',
    async search(asked, signal) {
      const attempts = spelledOut(asked).map(({ spelling, search }): Attempt => {
        const call = v1.searchCall(search);
        return { spelling, shown: `/${call.path}?${call.query?.toString() ?? ''}`, send: () => v1.search(call, search.limit, signal) };
      });
      const settled = Math.max(asked.from, options.now() - LATENCY_OFFSET_MS);
      const unsearchedFrom = settled < asked.to ? epochMs(settled) : null;
      return { ...(await searchInTurn(asked, attempts, spellings)), unsearchedFrom };
    },
    async get(traceId, around, signal) {
      if (!isTraceId(traceId)) return null;
      const first = await v1.get(traceId, around, signal);
      if (first) address.stands();
      else await address.afterMissing(signal);
      if (first || !isYoung(around)) return first;
      await (options.pause ?? pauseFor(signal, http.name))(ID_DELAY_MS);
      return v1.get(traceId, around, signal);
    },
    async probe(signal) {
      return { type: 'victoria-traces', version: null, detail: `search over its Jaeger API, at least ${LATENCY_OFFSET_MS / 1000} s behind`, services: [...(await v1.services(signal))].sort() };
    },
    links(traceId, spanId, around) {
      const own = options.ui === undefined ? victoriaUiLink(rootOf(http.base), traceId, around) : jaegerUiLink(toBase(options.ui), traceId, spanId);
      return withGrafana(own, options.grafana, 'jaeger', [traceId, spanId, around]);
    },
  };

  /** Only what is younger than a minute, or of unknown age, may still come. */
  function isYoung(around: number | null): boolean {
    return around === null || options.now() - around < 60_000;
  }
}
