import type { Trace } from '@/lib/domain/traces';
import { encode, toJaegerV1 } from '@/test/unit/wire/encode';
import { type FakeBackend, type Recorded, type Reply, holding, json, lastOf, text } from './backend';
import { fixture, idsOf, tracesOf } from './fixtures';

const servicesOf = (holds: readonly Trace[]) => [...new Set(['skipper-ingress', ...holds.flatMap(({ spans }) => spans.map((span) => span.service))])];
export const v1Envelope = (traces: readonly Trace[], allText = false) => ({ data: traces.map((trace) => toJaegerV1(trace, allText)), total: 0, limit: 0, offset: 0, errors: null });
const [shown] = tracesOf('real/traces/skipper/backend-404.v1.json');

const recorded = (version: 'v1' | 'v3', search: string): Recorded => ({
  service: 'skipper-ingress',
  status: 404,
  search: fixture(search),
  found: idsOf(search).filter((id) => has404(tracesOf(search).find(({ traceId }) => traceId === id)!)),
  traces: { [shown!.traceId]: fixture(`real/traces/skipper/backend-404.${version}.json`) },
  missing: text(fixture(`real/jaeger/error-not-found-${version}.json`), 404),
});

const has404 = (trace: Trace) => trace.spans.some((span) => span.service === 'skipper-ingress' && span.kind === 'server' && span.attributes['http.status_code'] === 404);

/** Up to 2.18: v3 is there, but ignores attributes; v1 is the one to search with. */
export const jaegerV1: FakeBackend = {
  name: 'jaeger before 2.19',
  adapter: 'jaeger',
  path: '',
  kindOf: ({ pathname }) => (pathname === '/api/traces' ? 'search' : pathname.startsWith('/api/traces/') ? 'trace' : 'other'),
  serviceIn: (url) => url.searchParams.get('service'),
  answer({ url }, holds): Reply {
    if (url.pathname === '/api/v3/services') return json({ services: servicesOf(holds) });
    if (url.pathname === '/api/services') return json({ data: servicesOf(holds), total: 0, limit: 0, offset: 0, errors: null });
    if (url.pathname === '/api/v3/traces') return text(fixture('real/jaeger/search-skipper.v3.json'));
    if (url.pathname === '/api/traces') return json(v1Envelope(holds));
    const trace = url.pathname.startsWith('/api/traces/') ? holding(holds, lastOf(url)) : undefined;
    return trace ? json(v1Envelope([trace])) : text(fixture('real/jaeger/error-not-found-v1.json'), 404);
  },
  recorded: recorded('v1', 'real/jaeger/search-skipper-404.v1.json'),
};

/** From 2.21 on: v1 search is gone, paths without an API belong to the UI. */
export const jaegerV3: FakeBackend = {
  ...jaegerV1,
  name: 'jaeger from 2.21',
  kindOf: (url) => (url.pathname === '/api/v3/traces' ? (isProbe(url) ? 'other' : 'search') : url.pathname.startsWith('/api/v3/traces/') ? 'trace' : 'other'),
  serviceIn: (url) => url.searchParams.get('query.serviceName'),
  answer({ url }, holds): Reply {
    const missing = text(fixture('real/jaeger/error-not-found-v3.json'), 404);
    if (url.pathname === '/api/v3/services') return json({ services: servicesOf(holds) });
    if (url.pathname === '/api/v3/traces') return holds.length === 0 || isProbe(url) ? missing : json({ result: { resourceSpans: holds.flatMap(spansOf) } });
    const trace = url.pathname.startsWith('/api/v3/traces/') ? holding(holds, lastOf(url)) : undefined;
    if (url.pathname.startsWith('/api/v3/')) return trace ? json({ result: { resourceSpans: spansOf(trace) } }) : missing;
    return text('<!doctype html><title>Jaeger UI</title>');
  },
  recorded: recorded('v3', 'real/jaeger/search-skipper.v3.json'),
};

/** The question whether attributes are filtered at all. */
function isProbe(url: URL): boolean {
  return url.searchParams.get('query.attributes')?.includes('no-such-attribute') ?? false;
}

function spansOf(trace: Trace): readonly unknown[] {
  return (encode(trace, 'jaeger-v3') as { result: { resourceSpans: unknown[] } }).result.resourceSpans;
}
