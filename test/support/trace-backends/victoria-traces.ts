import type { FakeBackend, Reply } from './backend';
import { holding, json, lastOf } from './backend';
import { fixture, idsOf } from './fixtures';
import { v1Envelope } from './jaeger';

const [shown] = idsOf('victoria-traces/backend-404.json');

export const victoriaTraces: FakeBackend = {
  name: 'victoria-traces',
  adapter: 'victoria-traces',
  path: '',
  kindOf: ({ pathname }) => (pathname === '/select/jaeger/api/traces' ? 'search' : pathname.startsWith('/select/jaeger/api/traces/') ? 'trace' : 'other'),
  serviceIn: (url) => url.searchParams.get('service'),
  answer({ url }, holds): Reply {
    if (url.pathname === '/select/jaeger/api/services') return json({ data: [...new Set(holds.flatMap(({ spans }) => spans.map((span) => span.service)))], errors: null, limit: 0, offset: 0, total: 0 });
    if (url.pathname === '/select/jaeger/api/traces') return json(v1Envelope(holds, true));
    const trace = url.pathname.startsWith('/select/jaeger/api/traces/') ? holding(holds, lastOf(url)) : undefined;
    return trace ? json(v1Envelope([trace], true)) : json({ data: null, errors: [{ code: 404, msg: 'trace not found' }] }, 404);
  },
  recorded: {
    service: 'skipper-ingress',
    status: 404,
    search: fixture('victoria-traces/search-404.json'),
    found: idsOf('victoria-traces/search-404.json'),
    traces: { [shown!]: fixture('victoria-traces/backend-404.json') },
    missing: json({ data: null, errors: [{ code: 404, msg: 'trace not found' }] }, 404),
  },
};
