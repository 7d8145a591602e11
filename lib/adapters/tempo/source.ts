import { DAY, epochMs } from '../../domain/units';
import type { TraceSearch, TraceSource } from '../../ports/trace-source';
import { type HttpCall, type HttpSettings, makeHttpClient, toBase } from '../http/client';
import { makeAddressCheck } from '../shared/address-check';
import { grafanaLink, tempoApiLink } from '../shared/links';
import { malformed } from '../shared/read-traces';
import { isTraceId } from '../shared/recheck';
import { type Answered, type Attempt, makeSpellings, searchInTurn } from '../shared/search-in-turn';
import type { TraceOptions } from '../shared/trace-adapter';
import { makeReadTrace, readAll, toJson } from './by-id';
import { TOLD, hintOf, idsToRead, leftSomeOut, searchCall, toRefusal } from './map';
import { searchSchema, tagValuesSchema } from './schema';
import { toQueries } from './traceql';
import { type TempoVersion, readVersion } from './version';

/** From version 3.0 a search ends so long before now (`query_end_cutoff`). */
const CUTOFF_MS = 30_000;
/** Its clock is not ours. A window that lies wholly behind the cut-off would be answered with the last 15 minutes instead. */
const CLOCK_SLACK_MS = 5_000;

/** Grafana Tempo, and what speaks its API: Grafana Cloud, VictoriaTraces at `…/select/tempo`. Tenants are the header `X-Scope-OrgID`. */
export function makeTempoSource(settings: HttpSettings, options: TraceOptions): TraceSource {
  const http = makeHttpClient(settings);
  const ui = options.ui === undefined ? http.base : toBase(options.ui);
  const spellings = makeSpellings();
  const readTrace = makeReadTrace(http);
  const address = makeAddressCheck((signal) => readVersion(http, signal));
  let known: Promise<TempoVersion> | null = null;

  const version = (signal?: AbortSignal): Promise<TempoVersion> => {
    known ??= readVersion(http, signal).catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };

  async function ask(call: HttpCall, signal?: AbortSignal): Promise<unknown> {
    const answer = await http.send({ ...call, signal, accept: TOLD });
    if (answer.status >= 300) throw toRefusal(answer.status, answer.text, http.name);
    return toJson(answer, http.name);
  }

  /** A search tells ids; the traces are read one by one. */
  async function searchOnce(call: HttpCall, search: TraceSearch, signal?: AbortSignal): Promise<Answered> {
    const parsed = searchSchema.safeParse(await ask(call, signal));
    if (!parsed.success) throw malformed(http.name, parsed.error);
    const hint = hintOf(search.from, search.to);
    const found = await readAll(idsToRead(parsed.data, search), (id) => readTrace(id, hint, signal));
    return { traces: found.traces, more: found.more || leftSomeOut(parsed.data, search.limit) };
  }

  async function services(signal?: AbortSignal): Promise<string[]> {
    const end = Math.floor(options.now() / 1000);
    const query = new URLSearchParams({ start: String(end - DAY / 1000), end: String(end) });
    const parsed = tagValuesSchema.safeParse(await ask({ path: 'api/v2/search/tag/resource.service.name/values', query }, signal));
    if (!parsed.success) throw malformed(http.name, parsed.error);
    return (parsed.data.tagValues ?? []).map((each) => (typeof each === 'string' ? each : each.value));
  }

  return {
    type: 'tempo',
    async search(search, signal) {
      const { newestFirst, cutsOff } = await version(signal);
      const cutoff = options.now() - CUTOFF_MS;
      const unsearchedFrom = cutsOff && search.to > cutoff ? epochMs(Math.max(search.from, cutoff)) : null;
      if (cutsOff && search.from >= cutoff - CLOCK_SLACK_MS) return { traces: [], truncated: false, queries: [], unsearchedFrom: search.from };
      const attempts = toQueries(search, newestFirst).map(({ spelling, q }): Attempt => {
        const call = searchCall(search, q);
        return { spelling, shown: `/${call.path}?${call.query?.toString() ?? ''}`, send: () => searchOnce(call, search, signal) };
      });
      return { ...(await searchInTurn(search, attempts, spellings)), unsearchedFrom };
    },
    async get(traceId, around, signal) {
      if (!isTraceId(traceId)) return null;
      const hint = around === null ? new URLSearchParams() : hintOf(around, around);
      const trace = await readTrace(traceId.toLowerCase().padStart(32, '0'), hint, signal);
      if (trace) address.stands();
      else await address.afterMissing(signal);
      return trace;
    },
    async probe(signal) {
      const { text, cutsOff } = await version(signal);
      const detail = cutsOff ? `TraceQL search, ${CUTOFF_MS / 1000} s behind` : 'TraceQL search';
      return { type: 'tempo', version: text, detail, services: (await services(signal)).sort() };
    },
    links(traceId, spanId, around) {
      const api = tempoApiLink(ui, traceId);
      return options.grafana ? [grafanaLink(options.grafana, 'tempo', traceId, spanId, around), api] : [api];
    },
  };
}
