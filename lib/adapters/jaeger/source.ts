import type { Trace } from '../../domain/traces';
import { HOUR } from '../../domain/units';
import { SourceError, isSourceError } from '../../ports/source-error';
import type { TraceProbe, TraceSearch, TraceSearchResult, TraceSource } from '../../ports/trace-source';
import { parseTraces } from '../../wire/parse-traces';
import { type HttpCall, type HttpSettings, makeHttpClient, toBase } from '../http/client';
import { STATUS_KEYS, dedupe, matches } from './map';
import { v1Schema, v1ServicesSchema, v3Schema, v3ServicesSchema } from './schema';

type Api = 'v1' | 'v3';

/**
 * Jaeger, over v3 where it filters attributes and over v1 else.
 *
 * Versions before 2.19 answer v3 searches but ignore `query.attributes`; versions from 2.21 no longer have the v1 search
 * (reference traces-apis 0.1, 0.2). The probe asks v3 for an attribute that no span has: who returns traces does not filter.
 */
export function makeJaegerSource(settings: HttpSettings, options: { readonly ui?: string; readonly now: () => number }): TraceSource {
  const http = makeHttpClient(settings);
  const ui = options.ui === undefined ? http.base : toBase(options.ui);
  let api: Promise<Api> | null = null;
  /** Which generation of the status attribute a service writes, once seen. */
  const statusKeys = new Map<string, string>();

  const whichApi = (signal?: AbortSignal): Promise<Api> => {
    api ??= chooseApi(signal).catch((error: unknown) => {
      api = null;
      throw error;
    });
    return api;
  };

  async function chooseApi(signal?: AbortSignal): Promise<Api> {
    const end = options.now();
    const window = { service: '', from: end - 7 * 24 * HOUR, to: end };
    const services = await v3Services(signal);
    if (services === null) return 'v1';
    if (services.length === 0) return (await answersV1(signal)) ? 'v1' : 'v3';
    const call = searchV3({ ...window, service: services[0]!, attributes: { 'weir.probe.no-such-attribute': 'x' }, limit: 1 });
    const found = await http.json({ ...call, signal, accept: [404, 400] });
    const filters = found.status === 404 || (found.status === 200 && !hasSpans(found.body));
    return filters || !(await answersV1(signal)) ? 'v3' : 'v1';
  }

  async function v3Services(signal?: AbortSignal): Promise<string[] | null> {
    const answer = await http.send({ path: 'api/v3/services', signal, accept: [404, 400, 405] });
    if (answer.status !== 200) return null;
    try {
      const parsed = v3ServicesSchema.safeParse(JSON.parse(answer.text));
      return parsed.success ? parsed.data.services : null;
    } catch {
      return null;
    }
  }

  async function answersV1(signal?: AbortSignal): Promise<boolean> {
    const answer = await http.send({ path: 'api/services', signal, accept: [404, 400, 405] });
    return answer.status === 200 && answer.text.trimStart().startsWith('{');
  }

  async function run(call: HttpCall, version: Api, signal?: AbortSignal): Promise<Trace[]> {
    const answer = await http.json({ ...call, signal, accept: version === 'v3' ? [404] : [] });
    if (answer.status === 404) return [];
    const parsed = version === 'v3' ? v3Schema.safeParse(answer.body) : v1Schema.safeParse(answer.body);
    if (!parsed.success) throw new SourceError('malformed', `${http.name} answered in an unknown shape`, { cause: parsed.error });
    return readTraces(answer.body, http.name);
  }

  async function searchAll(search: TraceSearch, signal?: AbortSignal): Promise<TraceSearchResult> {
    const version = await whichApi(signal);
    const queries: string[] = [];
    const found: Trace[] = [];
    let full = false;
    for (const attributes of attributeSets(search, statusKeys.get(search.service))) {
      const call = (version === 'v3' ? searchV3 : searchV1)({ ...search, attributes });
      queries.push(`/${call.path}?${call.query?.toString() ?? ''}`);
      const answered = await run(call, version, signal);
      full ||= answered.length >= search.limit;
      const traces = answered.filter((trace) => matches(trace, search));
      found.push(...traces);
      if (traces.length === 0) continue;
      const key = STATUS_KEYS.find((name) => name in attributes);
      if (key) statusKeys.set(search.service, key);
      break;
    }
    const traces = dedupe(found);
    return { traces: traces.slice(0, search.limit), truncated: full, queries };
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
      if (!/^[0-9a-f]{16,32}$/i.test(traceId)) return null;
      const query = new URLSearchParams();
      if (around !== null) {
        query.set('start', String(Math.round((around - HOUR) * 1000)));
        query.set('end', String(Math.round((around + HOUR) * 1000)));
      }
      const body = (await v1Trace(traceId, query, signal)) ?? (await v3Trace(traceId, around, signal));
      return body === null ? null : (readTraces(body, http.name).find((trace) => sameId(trace.traceId, traceId)) ?? null);
    },
    async probe(signal): Promise<TraceProbe> {
      const version = await whichApi(signal);
      const services = version === 'v3' ? ((await v3Services(signal)) ?? []) : await v1Services(signal);
      const detail = version === 'v3' ? 'search over v3, which filters attributes' : 'search over v1: v3 is missing or ignores attributes here';
      return { type: 'jaeger', version: null, detail, services: [...services].sort() };
    },
    link(traceId, spanId) {
      const url = new URL(`trace/${encodeURIComponent(traceId)}`, ui);
      if (spanId) url.searchParams.set('uiFind', spanId);
      return url.toString();
    },
  };

  /** Null: not there, by this API. */
  async function v1Trace(traceId: string, query: URLSearchParams, signal?: AbortSignal): Promise<unknown> {
    try {
      const answer = await http.json({ path: `api/traces/${traceId}`, query, signal, accept: [404] });
      return answer.status === 404 ? null : answer.body;
    } catch (error) {
      // Where only v3 is left, the path belongs to the UI, which answers with its page.
      if (isSourceError(error) && error.kind === 'malformed' && (await whichApi(signal)) === 'v3') return null;
      throw error;
    }
  }

  async function v3Trace(traceId: string, around: number | null, signal?: AbortSignal): Promise<unknown> {
    if ((await whichApi(signal)) !== 'v3') return null;
    const query = new URLSearchParams();
    if (around !== null) {
      query.set('startTime', new Date(around - HOUR).toISOString());
      query.set('endTime', new Date(around + HOUR).toISOString());
    }
    const answer = await http.json({ path: `api/v3/traces/${traceId}`, query, signal, accept: [404] });
    return answer.status === 404 ? null : answer.body;
  }

  async function v1Services(signal?: AbortSignal): Promise<string[]> {
    const { body } = await http.json({ path: 'api/services', signal });
    const parsed = v1ServicesSchema.safeParse(body);
    if (!parsed.success) throw new SourceError('malformed', `${http.name} answered in an unknown shape`, { cause: parsed.error });
    return parsed.data.data ?? [];
  }
}

interface Search {
  readonly service: string;
  readonly from: number;
  readonly to: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly limit: number;
}

/** Attribute filters to try in turn: AND and equality only, so each generation of the status attribute is a search of its own. */
function attributeSets(search: TraceSearch, known: string | undefined): Record<string, string>[] {
  if (search.status === null) return [{ ...search.attributes }];
  // The one that answered before comes first; the other is asked only when it finds nothing: a proxy may have been upgraded.
  const keys = known ? [known, ...STATUS_KEYS.filter((key) => key !== known)] : STATUS_KEYS;
  return keys.map((key) => ({ ...search.attributes, [key]: String(search.status) }));
}

function searchV1(search: Search): HttpCall {
  const query = new URLSearchParams({
    service: search.service,
    start: String(Math.floor(search.from * 1000)),
    end: String(Math.floor(search.to * 1000)),
    limit: String(search.limit),
  });
  // Values must be JSON strings, also for numbers: a number is answered with 400.
  if (Object.keys(search.attributes).length > 0) query.set('tags', JSON.stringify(search.attributes));
  return { path: 'api/traces', query };
}

/** Both spellings: versions before 2.19 know only snake_case, later ones prefer camelCase. */
function searchV3(search: Search): HttpCall {
  const [from, to] = [new Date(search.from).toISOString(), new Date(search.to).toISOString()];
  const query = new URLSearchParams({
    'query.service_name': search.service,
    'query.start_time_min': from,
    'query.start_time_max': to,
    'query.num_traces': String(search.limit),
    'query.serviceName': search.service,
    'query.startTimeMin': from,
    'query.startTimeMax': to,
    'query.searchDepth': String(search.limit),
  });
  if (Object.keys(search.attributes).length > 0) query.set('query.attributes', JSON.stringify(search.attributes));
  return { path: 'api/v3/traces', query };
}

function hasSpans(body: unknown): boolean {
  const parsed = v3Schema.safeParse(body);
  return parsed.success && parsed.data.result.resourceSpans.length > 0;
}

function readTraces(body: unknown, name: string): Trace[] {
  const parsed = parseTraces(body);
  if (!parsed.ok) throw new SourceError('malformed', `${name} answered traces in an unknown shape`, { cause: new Error(parsed.error) });
  return parsed.traces;
}

/** Ids may come with leading zeros left off. */
function sameId(a: string, b: string): boolean {
  const strip = (id: string) => id.toLowerCase().replace(/^0+/, '');
  return strip(a) === strip(b);
}
