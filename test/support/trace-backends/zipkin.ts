import { encode } from '@/test/unit/wire/encode';
import { type FakeBackend, type Reply, holding, json, lastOf, text } from './backend';
import { fixture, idsOf } from './fixtures';

const zipkinOf = (mode: 'own' | 'shared'): FakeBackend => ({
  name: `zipkin, ${mode === 'own' ? 'a span id for each side' : 'shared span ids'}`,
  adapter: 'zipkin',
  path: '',
  kindOf: ({ pathname }) => (pathname === '/api/v2/traces' ? 'search' : pathname.startsWith('/api/v2/trace/') ? 'trace' : 'other'),
  serviceIn: (url) => url.searchParams.get('serviceName'),
  answer({ url }, holds): Reply {
    if (url.pathname === '/info') return text(fixture('real/zipkin/info.json'));
    if (url.pathname === '/api/v2/services') return json([...new Set(holds.flatMap(({ spans }) => spans.map((span) => span.service)))].sort());
    if (url.pathname === '/api/v2/traces') return json(holds.map((trace) => encode(trace, 'zipkin-v2')));
    const trace = url.pathname.startsWith('/api/v2/trace/') ? holding(holds, lastOf(url)) : undefined;
    return trace ? json(encode(trace, 'zipkin-v2')) : text(`${lastOf(url)} not found`, 404);
  },
  recorded: {
    service: 'envoy-gateway',
    status: 404,
    search: fixture(`real/zipkin/${mode}/search-404.json`),
    found: idsOf(`real/zipkin/${mode}/search-404.json`),
    traces: { [idsOf(`real/zipkin/${mode}/traces/backend-404.json`)[0]!]: fixture(`real/zipkin/${mode}/traces/backend-404.json`) },
    missing: text(fixture('real/zipkin/error-not-found.txt'), 404),
  },
});

export const zipkinOwn = zipkinOf('own');
export const zipkinShared = zipkinOf('shared');
