import 'server-only';
import { own } from '../../domain/own';
import type { RequestSample } from '../../domain/request-sample';
import type { GoodSearch, GoodWindow, LikenessKind } from '../../domain/trace-compare';
import type { Trace } from '../../domain/traces';
import { MINUTE, epochMs } from '../../domain/units';
import type { Verdict } from '../../domain/verdict';
import { pathShape } from '../../url/path-shape';
import type { TraceSearchResult } from '../../ports/trace-source';
import type { Environment, ProxyService } from '../environments/types';
import type { AnswerParts } from './answer';
import { makeJudge } from './judge';

/** Half widths of the windows, in order: near in time first, since routes and releases change. */
const WINDOWS_MS = [120_000, 900_000, 7_200_000] as const;
/** Of one search; a window is searched before and after the failed trace. */
const PER_SEARCH = 40;
/** Good answers are asked for by name first; null asks for any, where they have another status or none. */
const GOOD_STATUSES = [200, null] as const;
const BUDGET_MS = 20_000;
const LIKENESS: readonly LikenessKind[] = ['same-path', 'same-route', 'path-shape', 'same-host'];
const ROUTES = ['skipper.route_id', 'http.route', 'route_id', 'traefik.router.name', 'upstream_cluster.name', 'upstream_cluster'] as const;

export interface FoundGood {
  readonly trace: Trace | null;
  readonly search: GoodSearch;
}

/**
 * A healthy trace of the same proxy, host and route as a failed one, nearest in time. The search is bounded: three windows
 * around the failed one, at most four searches each, and it ends with the first window that has one of the same path or route.
 */
export async function findGoodTrace(environment: Environment, trace: Trace, verdict: Verdict, parts: AnswerParts): Promise<FoundGood> {
  const judge = makeJudge({ services: environment.services, now: environment.clock(), peers: [] });
  const fleet = fleetOf(environment, trace, verdict);
  const sought = { ...judge.sample(trace, fleet?.proxy ?? ''), route: routeOf(trace) };
  const about = { proxy: sought.proxy, host: sought.host, pathShape: pathShape(sought.path), route: sought.route };
  if (!fleet) return { trace: null, search: { ...about, windows: [], likeness: null, why: 'no proxy of this environment is in the trace, so there is nothing to search by' } };
  const search = makeSearch(environment, fleet.service, parts);
  const windows: GoodWindow[] = [];
  let best: Candidate | null = null;
  let inner = 0;
  for (const half of WINDOWS_MS) {
    const found = await lookAround(search, sought, { inner, half }, (traces) => candidatesOf(traces, trace.traceId, sought, judge));
    if (found === null) return { trace: best?.trace ?? null, search: { ...about, windows, likeness: null, why: 'the trace source could not answer the search' } };
    windows.push({ from: epochMs(Math.max(0, Math.floor(sought.at - half))), to: epochMs(Math.ceil(sought.at + half)), lookedAt: found.lookedAt, healthy: found.healthy, truncated: found.truncated });
    best = better(best, found.best);
    if (best && best.rank <= 1) break;
    inner = half;
  }
  return { trace: best?.trace ?? null, search: { ...about, windows, likeness: best ? LIKENESS[best.rank]! : null, why: null } };
}

type Search = (from: number, to: number, status: number | null) => Promise<TraceSearchResult | null>;

/** One search of the proxy's traces; null when the source failed, which `parts` then names. */
function makeSearch(environment: Environment, service: string, parts: AnswerParts): Search {
  const budget = AbortSignal.timeout(BUDGET_MS);
  const source = environment.traces!;
  const purpose = 'a good trace of the same route';
  return async (from, to, status) => {
    const range = { from: epochMs(Math.max(0, Math.floor(from))), to: epochMs(Math.ceil(to)), stepMs: MINUTE };
    try {
      const found = await source.search({ service, from: range.from, to: range.to, status, attributes: {}, limit: PER_SEARCH }, budget);
      parts.addQueries(found.queries.map((query) => ({ source: source.type, purpose, query, range, link: null })));
      return found;
    } catch (error) {
      parts.addFailure('traces', error, purpose);
      return null;
    }
  };
}

interface Ring {
  readonly lookedAt: number;
  readonly healthy: number;
  readonly truncated: boolean;
  readonly best: Candidate | null;
}

/** What lies between two distances from the failed trace, before and after it; any status only where no good one came by name. */
async function lookAround(search: Search, { at }: Sought, { inner, half }: { readonly inner: number; readonly half: number }, judge: (traces: readonly Trace[]) => ReturnType<typeof candidatesOf>): Promise<Ring | null> {
  const seen = new Map<string, Trace>();
  let truncated = false;
  for (const status of GOOD_STATUSES) {
    // Nothing lies before 1970: a trace without times stands there.
    const both = await Promise.all([...(at > inner ? [search(at - half, at - inner, status)] : []), search(at + inner, at + half, status)]);
    const answered = both.filter((one) => one !== null);
    if (answered.length === 0) return null;
    for (const one of answered) {
      truncated ||= one.truncated;
      for (const trace of one.traces) seen.set(trace.traceId, trace);
    }
    const judged = judge([...seen.values()]);
    if (judged.best || status === null) return { lookedAt: seen.size, truncated, ...judged };
  }
  return null;
}

interface Sought extends RequestSample {
  readonly route: string | null;
}

interface Candidate {
  readonly trace: Trace;
  /** Place in `LIKENESS`: 0 is most alike. */
  readonly rank: number;
  readonly awayMs: number;
}

function candidatesOf(traces: readonly Trace[], not: string, sought: Sought, judge: ReturnType<typeof makeJudge>): { readonly healthy: number; readonly best: Candidate | null } {
  let healthy = 0;
  let best: Candidate | null = null;
  for (const trace of traces) {
    if (trace.traceId === not || judge.verdict(trace).mechanism !== 'healthy') continue;
    healthy += 1;
    const sample = judge.sample(trace, sought.proxy);
    const rank = likenessOf({ ...sample, route: routeOf(trace) }, sought);
    if (rank !== null) best = better(best, { trace, rank, awayMs: Math.abs(sample.at - sought.at) });
  }
  return { healthy, best };
}

function better(a: Candidate | null, b: Candidate | null): Candidate | null {
  if (!a || !b) return a ?? b;
  return b.rank < a.rank || (b.rank === a.rank && b.awayMs < a.awayMs) ? b : a;
}

/** How alike two requests are, as a place in `LIKENESS`; null: another host. An unknown host is not another one. */
function likenessOf(one: Sought, sought: Sought): number | null {
  if (one.host !== null && sought.host !== null && hostKey(one.host) !== hostKey(sought.host)) return null;
  if (one.path !== null && one.path === sought.path && one.method === sought.method) return 0;
  if (one.route !== null && one.route === sought.route) return 1;
  if (one.path !== null && pathShape(one.path) === pathShape(sought.path)) return 2;
  return one.host !== null && sought.host !== null ? 3 : null;
}

const hostKey = (host: string) => host.toLowerCase().replace(/:\d+$/, '');

/** The fleet of the environment whose proxy is in the chain of the trace, else anywhere in it; null: none is. */
function fleetOf(environment: Environment, { spans }: Trace, { chain }: Verdict): ProxyService | null {
  const inChain = new Set(chain.filter(({ role }) => role === 'proxy').map(({ service }) => service));
  const inTrace = new Set(spans.map(({ service }) => service));
  return environment.services.find(({ service }) => inChain.has(service)) ?? environment.services.find(({ service }) => inTrace.has(service)) ?? null;
}

/** Name of the route that a proxy span gives; null: none does. */
function routeOf({ spans }: Trace): string | null {
  for (const name of ROUTES) {
    for (const { attributes } of spans) {
      const value = own(attributes, name);
      if (typeof value === 'string' && value !== '') return value;
    }
  }
  return null;
}
