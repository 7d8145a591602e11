import type { Trace } from '@/lib/domain/traces';
import { encode } from '@/test/unit/wire/encode';
import { type FakeBackend, type Reply, holding, json, lastOf, text } from './backend';
import { fixture, idsOf } from './fixtures';

const nanos = (ms: number) => `${BigInt(Math.round(ms * 1000)) * 1000n}`;

/** One found trace as `/api/search` tells it: hex ids without leading zeros, the matching spans with their times. */
export function toFound(trace: Trace, service: string): Record<string, unknown> {
  const matching = trace.spans.filter((span) => span.service === service && span.kind !== 'client');
  const root = trace.spans.find(({ parentId }) => parentId === null);
  const start = Math.min(...trace.spans.map((span) => span.start));
  const spans = matching.slice(0, 3).map((span) => ({ spanID: span.spanId, startTimeUnixNano: nanos(span.start), durationNanos: nanos(span.durationMs) }));
  return {
    traceID: trace.traceId.replace(/^0+/, ''), rootServiceName: root?.service ?? '<root span not yet received>', rootTraceName: root?.name ?? '', startTimeUnixNano: nanos(start), durationMs: 1,
    ...(spans.length === 0 ? {} : { spanSets: [{ spans, matched: matching.length }] }),
  };
}

/** The service in a query, unquoted as Go does it. */
function serviceIn(url: URL): string | null {
  const literal = /resource\.service\.name = ("(?:[^"\\]|\\.)*")/.exec(url.searchParams.get('q') ?? '')?.[1];
  return literal === undefined ? null : (JSON.parse(literal) as string);
}

interface Kind {
  readonly version: string | null;
  readonly byId: 'v2' | 'v1';
}

function answerOf({ version, byId }: Kind, url: URL, holds: readonly Trace[]): Reply {
  const at = url.pathname.replace(/^\/select\/tempo/, '');
  if (at === '/api/status/buildinfo') return version === null ? text('404 page not found', 404) : json({ version, revision: 'abc', branch: 'main' });
  if (at === '/api/echo') return text('echo');
  if (at.startsWith('/api/v2/search/tag/')) return json({ tagValues: [...new Set(holds.flatMap(({ spans }) => spans.map((span) => span.service)))].map((value) => ({ type: 'string', value })), metrics: {} });
  if (at === '/api/search') return json({ traces: holds.map((trace) => toFound(trace, serviceIn(url) ?? '')), metrics: { inspectedBytes: '1', completedJobs: 1, totalJobs: 1 } });
  const trace = at.startsWith(byId === 'v2' ? '/api/v2/traces/' : '/api/traces/') ? holding(holds, lastOf(url)) : undefined;
  return trace ? json(encode(trace, `tempo-${byId}`)) : text(byId === 'v1' && at.startsWith('/api/v2/') ? '404 page not found' : 'trace not found', 404);
}

const recordedIds = idsOf('tempo/backend-404.v2.json');

const tempoOf = (name: string, kind: Kind, path = ''): FakeBackend => ({
  name,
  adapter: 'tempo',
  path,
  kindOf: ({ pathname }) => (pathname.endsWith('/api/search') ? 'search' : /\/api\/(v2\/)?traces\//.test(pathname) ? 'trace' : 'other'),
  serviceIn,
  answer: ({ url }, holds) => answerOf(kind, url, holds),
  recorded: {
    service: 'skipper-ingress',
    status: 404,
    search: fixture('tempo/search-404.json'),
    found: [...idsOf('tempo/backend-404.v2.json'), ...idsOf('tempo/route-miss.v2.json')],
    traces: {
      [recordedIds[0]!]: fixture(`tempo/backend-404.${kind.byId}.json`),
      [idsOf('tempo/route-miss.v2.json')[0]!]: fixture(`tempo/route-miss.${kind.byId}.json`),
    },
    missing: text('trace not found', 404),
  },
});

export const tempoNew = tempoOf('tempo 3.0', { version: '3.0.1', byId: 'v2' });
export const tempoOld = tempoOf('tempo 2.3, without v2', { version: '2.3.1', byId: 'v1' });
/** VictoriaTraces' Tempo API tells no version. */
export const tempoOfVictoria = tempoOf('the tempo api of victoria-traces', { version: null, byId: 'v2' }, '/select/tempo');
