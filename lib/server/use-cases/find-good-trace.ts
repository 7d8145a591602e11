import 'server-only';
import { own } from '../../domain/own';
import type { RequestSample } from '../../domain/request-sample';
import type { GoodSearch, GoodWindow, LikenessKind } from '../../domain/trace-compare';
import type { Trace } from '../../domain/traces';
import { MINUTE, epochMs } from '../../domain/units';
import type { Verdict } from '../../domain/verdict';
import { pathShape } from '../../url/path-shape';
import type { Environment } from '../environments/types';
import type { AnswerParts } from './answer';
import { makeJudge } from './judge';
import { sampleTraces } from './sample-traces';

/** Half widths of the windows, in order: near in time first, since routes and releases change. */
const WINDOWS_MS = [120_000, 900_000, 7_200_000] as const;
const PER_WINDOW = 60;
/** Statuses of good answers that are asked for by name; null asks for any, where proxies write none or others. */
const GOOD_STATUSES = [200, null] as const;
const LIKENESS: readonly LikenessKind[] = ['same-path', 'same-route', 'path-shape', 'same-host'];
const ROUTES = ['skipper.route_id', 'http.route', 'route_id', 'traefik.router.name', 'upstream_cluster.name', 'upstream_cluster'] as const;

export interface FoundGood {
  readonly trace: Trace | null;
  readonly search: GoodSearch;
}

/**
 * A healthy trace of the same proxy, host and route as a failed one, nearest in time. The search is bounded: three windows
 * around the failed one, `PER_WINDOW` traces each, and it ends with the first window that has one of the same path or route.
 */
export async function findGoodTrace(environment: Environment, trace: Trace, verdict: Verdict, parts: AnswerParts): Promise<FoundGood> {
  const judge = makeJudge({ services: environment.services, now: environment.clock(), peers: [] });
  const services = servicesOf(environment, trace, verdict);
  const sought = { ...judge.sample(trace, services[0]?.proxy ?? ''), route: routeOf(trace) };
  const about = { proxy: sought.proxy, host: sought.host, pathShape: pathShape(sought.path), route: sought.route };
  if (services.length === 0) return { trace: null, search: { ...about, windows: [], likeness: null, why: 'no proxy of this environment is in the trace, so there is nothing to search by' } };
  const windows: GoodWindow[] = [];
  let best: Candidate | null = null;
  for (const half of WINDOWS_MS) {
    const range = { from: epochMs(Math.floor(sought.at - half)), to: epochMs(Math.ceil(sought.at + half)) };
    const found = await sampleTraces(environment, environment.traces!, { services, statuses: GOOD_STATUSES, range: { ...range, stepMs: MINUTE }, limit: PER_WINDOW, purpose: 'a good trace of the same route' }, parts);
    if (found === null) return { trace: null, search: { ...about, windows, likeness: null, why: 'the trace source could not answer the search' } };
    const candidates = candidatesOf(found.traces, trace.traceId, sought, judge);
    windows.push({ ...range, lookedAt: found.traces.length, healthy: candidates.healthy, truncated: found.truncated });
    best = better(best, candidates.best);
    if (best && best.rank <= 1) break;
  }
  return { trace: best?.trace ?? null, search: { ...about, windows, likeness: best ? LIKENESS[best.rank]! : null, why: null } };
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

/** The proxies of the environment that are in the trace, the one before its backend last. */
function servicesOf(environment: Environment, { spans }: Trace, { chain }: Verdict) {
  const inChain = new Set(chain.filter(({ role }) => role === 'proxy').map(({ service }) => service));
  const named = environment.services.filter(({ service }) => inChain.has(service));
  if (named.length > 0) return named.slice(0, 1);
  const inTrace = new Set(spans.map(({ service }) => service));
  return environment.services.filter(({ service }) => inTrace.has(service)).slice(0, 1);
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
