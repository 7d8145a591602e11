import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TraceOptions } from '@/lib/adapters/shared/trace-adapter';
import { traceAdapter, traceAdapters } from '@/lib/adapters/trace-adapters';
import type { Span, Trace } from '@/lib/domain/traces';
import { HOUR, epochMs } from '@/lib/domain/units';
import type { TraceSearch, TraceSource } from '@/lib/ports/trace-source';
import { type FakeHttp, type SeenRequest, fakeHttp } from '@/test/support/fake-http';
import { fakeBackends } from '@/test/support/trace-backends';
import type { FakeBackend, Reply, RequestKind } from '@/test/support/trace-backends/backend';
import { tracesOf } from '@/test/support/trace-backends/fixtures';

/** One contract for every trace backend: a newcomer in the registry is asked all of this. */

const startOf = (trace: Trace) => Math.min(...trace.spans.map((span) => span.start));
const [backend404] = tracesOf('real/traces/skipper/backend-404.v1.json') as [Trace];
const [routeMiss] = tracesOf('real/traces/skipper/route-miss.v1.json') as [Trace];
const [envoyMiss] = tracesOf('real/traces/envoy/route-miss.v1.json') as [Trace];
const [healthy] = tracesOf('real/traces/skipper/healthy.v1.json') as [Trace];
const around = startOf(backend404);
const search: TraceSearch = { service: 'skipper-ingress', from: epochMs(around - HOUR), to: epochMs(around + HOUR), status: 404, attributes: {}, limit: 20 };
const unknownId = '0123456789abcdef0123456789abcdef';

type Answer = (request: SeenRequest, kind: RequestKind, response: ServerResponse) => Reply | null;

let server: FakeHttp | null = null;
beforeEach(() => {
  // Retries wait by chance: here they do not wait.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server?.close();
  server = null;
});

interface Setting {
  readonly holds?: readonly Trace[];
  /** Answers instead of the backend; null: as the backend would. `response` for answers that break. */
  readonly instead?: Answer;
  readonly settings?: { readonly timeoutMs?: number; readonly maxBytes?: number };
  readonly options?: Partial<TraceOptions>;
}

async function sourceOf(fake: FakeBackend, { holds = [backend404], instead = () => null, settings = {}, options = {} }: Setting = {}): Promise<TraceSource> {
  server = await fakeHttp((request, response) => {
    const reply = instead(request, fake.kindOf(request.url), response) ?? fake.answer(request, holds);
    if (response.headersSent || response.destroyed || reply.status === 0) return;
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
  });
  return traceAdapter(fake.adapter).make({ url: `${server.url}${fake.path}`, timeoutMs: 5_000, ...settings }, { now: () => search.to + HOUR, pause: async () => undefined, ...options });
}

/** No answer will come: the test itself gives one, or none. */
const silent: Reply = { status: 0, body: '' };

const questions: readonly (readonly [string, (source: TraceSource, signal?: AbortSignal) => Promise<unknown>])[] = [
  ['search', (source, signal) => source.search(search, signal)],
  ['by id', (source, signal) => source.get(backend404.traceId, epochMs(around), signal)],
  ['probe', (source, signal) => source.probe(signal)],
];

const refusals: readonly (readonly [string, Reply, string])[] = [
  ['401', { status: 401, body: 'missing tenant header' }, 'unauthorized'],
  ['403', { status: 403, body: '' }, 'unauthorized'],
  ['404 of every path', { status: 404, body: '404 page not found' }, 'not-found'],
  ['429 again and again', { status: 429, body: 'too many' }, 'refused'],
  ['500', { status: 500, body: 'hunter2 at db-7:9042' }, 'refused'],
  ['502 again and again', { status: 502, body: '<html>bad gateway</html>' }, 'unreachable'],
  ['503 again and again', { status: 503, body: '' }, 'unreachable'],
  ['a login page', { status: 200, body: '<!doctype html><title>Log in</title><form action="/login?hunter2">' }, 'malformed'],
  ['an error of some other server, with 200', { status: 200, body: '{"status":"error","errorType":"x","error":"hunter2"}' }, 'malformed'],
  ['a redirect to a login', { status: 302, body: '' }, 'refused'],
  ['JSON that ends in the middle', { status: 200, body: '{"data":[{"traceID":"ab' }, 'malformed'],
];

it('every adapter of the registry has a backend to answer it', () => {
  expect([...new Set(fakeBackends.map(({ adapter }) => adapter))].sort()).toEqual(traceAdapters.map(({ id }) => id).sort());
});

describe.each(fakeBackends.map((fake) => [fake.name, fake] as const))('%s', (_name, fake) => {
  describe('recorded answers', () => {
    const { recorded } = fake;
    const asRecorded: Answer = ({ url }, kind) => {
      if (kind === 'search') return { status: 200, body: recorded.search };
      if (kind !== 'trace') return null;
      const found = Object.entries(recorded.traces).find(([id]) => url.pathname.endsWith(id));
      return found ? { status: 200, body: found[1] } : recorded.missing;
    };
    const wide = { ...search, service: recorded.service, status: recorded.status, from: epochMs(0), to: epochMs(Date.UTC(2027, 0)) };

    it('a search brings what is in them, and tells the requests', async () => {
      const found = await (await sourceOf(fake, { instead: asRecorded })).search(wide);
      expect(found.traces.map(({ traceId }) => traceId).sort()).toEqual([...recorded.found].sort());
      expect(found.traces.length).toBeGreaterThan(0);
      expect(found.queries[0]).toMatch(/^\/\S+\?\S+/);
    });
    it('a trace is read by its id', async () => {
      const id = Object.keys(recorded.traces)[0]!;
      const trace = await (await sourceOf(fake, { instead: asRecorded })).get(id, null);
      expect(trace?.traceId).toBe(id);
      expect(trace!.spans.length).toBeGreaterThan(1);
    });
    it('a trace that is not there is none', async () => {
      expect(await (await sourceOf(fake, { instead: asRecorded })).get(unknownId, epochMs(around))).toBeNull();
    });
  });

  describe('answers', () => {
    it('the same trace, span by span, as Jaeger wrote it', async () => {
      const { traces } = await (await sourceOf(fake)).search(search);
      expect(traces.map(shape)).toEqual([shape(backend404)]);
    });
    it('nothing found is an empty answer that is not truncated', async () => {
      expect(await (await sourceOf(fake, { holds: [] })).search(search)).toMatchObject({ traces: [], truncated: false });
    });
    it('traces of another service, status or time are dropped, whatever the backend says', async () => {
      const late = moved(routeMiss, 3 * HOUR);
      const { traces } = await (await sourceOf(fake, { holds: [healthy, envoyMiss, late, backend404] })).search(search);
      expect(traces.map(({ traceId }) => traceId)).toEqual([backend404.traceId]);
    });
    it('attributes are checked as well', async () => {
      const source = await sourceOf(fake);
      const method = (text: string) => source.search({ ...search, attributes: { 'http.method': text } });
      expect((await method('GET')).traces).toHaveLength(1);
      expect((await method('BREW')).traces).toEqual([]);
    });
    it('a status that is a text is found as one that is a number', async () => {
      const { traces } = await (await sourceOf(fake, { holds: [envoyMiss] })).search({ ...search, service: 'envoy-gateway' });
      expect(traces.map(({ traceId }) => traceId)).toEqual([envoyMiss.traceId]);
    });
    it('any status: the healthy ones too', async () => {
      const { traces } = await (await sourceOf(fake, { holds: [healthy, backend404] })).search({ ...search, status: null });
      expect(traces.map(({ traceId }) => traceId).sort()).toEqual([healthy.traceId, backend404.traceId].sort());
    });
    it('the limit is kept, and said when it was reached', async () => {
      const source = await sourceOf(fake, { holds: [backend404, routeMiss] });
      expect(await source.search({ ...search, limit: 1 })).toMatchObject({ traces: [{}], truncated: true });
      expect(await source.search({ ...search, limit: 3 })).toMatchObject({ traces: [{}, {}], truncated: false });
    });
    it('oldest first, however they came', async () => {
      const one = await (await sourceOf(fake, { holds: [backend404, routeMiss] })).search(search);
      await server!.close();
      const other = await (await sourceOf(fake, { holds: [routeMiss, backend404] })).search(search);
      expect(other.traces.map(({ traceId }) => traceId)).toEqual(one.traces.map(({ traceId }) => traceId));
    });
    it('a trace that comes twice, and spans that come twice, are there once', async () => {
      const doubled = { ...backend404, spans: [...backend404.spans, ...backend404.spans] };
      const { traces } = await (await sourceOf(fake, { holds: [doubled, doubled] })).search(search);
      expect(traces.map(shape)).toEqual([shape(backend404)]);
    });
    it('skewed clocks stay as they came', async () => {
      const skewed = { ...backend404, spans: backend404.spans.map((span): Span => (span.parentId === null ? span : { ...span, start: epochMs(span.start - 2_000) })) };
      const { traces } = await (await sourceOf(fake, { holds: [skewed] })).search(search);
      expect(traces.map(shape)).toEqual([shape(skewed)]);
    });
    it('services are told, in order', async () => {
      const { services, type } = await (await sourceOf(fake)).probe();
      expect(type).toBe(fake.adapter);
      expect(services).toContain('skipper-ingress');
      expect(services).toEqual([...services].sort());
    });
  });

  describe('trouble', () => {
    describe.each(questions)('%s', (_question, ask) => {
      it.each(refusals)('%s', async (_reply, reply, kind) => {
        const error: unknown = await ask(await sourceOf(fake, { instead: () => reply })).catch((caught: unknown) => caught);
        expect(error).toMatchObject({ name: 'SourceError', kind });
        expect(String(error)).not.toMatch(/hunter2|db-7|tenant|Log in/);
      });
      it('no answer at all', async () => {
        const source = await sourceOf(fake, { instead: () => silent, settings: { timeoutMs: 40 } });
        await expect(ask(source)).rejects.toMatchObject({ kind: 'timeout' });
      });
      it('a connection that breaks in the middle of the answer', async () => {
        const source = await sourceOf(fake, {
          instead: (_request, _kind, response) => {
            response.writeHead(200, { 'content-length': '1000' });
            response.write('{"data":[', () => response.destroy());
            return silent;
          },
        });
        await expect(ask(source)).rejects.toMatchObject({ kind: 'unreachable' });
      });
      it('an answer that is too large', async () => {
        const source = await sourceOf(fake, { instead: () => ({ status: 200, body: `[${'"x",'.repeat(500)}"x"]` }), settings: { maxBytes: 1_000 } });
        await expect(ask(source)).rejects.toMatchObject({ kind: 'too-large' });
      });
      it('given up before it began', async () => {
        await expect(ask(await sourceOf(fake), AbortSignal.abort())).rejects.toMatchObject({ kind: 'aborted' });
      });
      it('given up while it waited', async () => {
        const giveUp = new AbortController();
        const source = await sourceOf(fake, {
          instead: () => {
            giveUp.abort();
            return silent;
          },
        });
        await expect(ask(source, giveUp.signal)).rejects.toMatchObject({ kind: 'aborted' });
      });
      it('a single 429 is only a delay', async () => {
        let refused = false;
        const once: Answer = () => (refused ? null : ((refused = true), { status: 429, body: '' }));
        await expect(ask(await sourceOf(fake, { instead: once }))).resolves.toBeTruthy();
      });
      it('a backend that comes back is asked again', async () => {
        let down = true;
        const source = await sourceOf(fake, { instead: () => (down ? { status: 500, body: '' } : null) });
        await expect(ask(source)).rejects.toMatchObject({ kind: 'refused' });
        down = false;
        await expect(ask(source)).resolves.toBeTruthy();
      });
    });

    it('a shape that nobody knows', async () => {
      const odd: Answer = (_request, kind) => (kind === 'search' ? { status: 200, body: '{"data":"no","traces":"no","result":7}' } : null);
      await expect((await sourceOf(fake, { instead: odd })).search(search)).rejects.toMatchObject({ kind: 'malformed' });
    });
  });

  describe('hostile text', () => {
    it.each(['a&service=b', '" || true } | select(.x) //', "x' and 1=1", '../../admin', '{"a":1}', 'x\n\r\0\u2028y', '\\" \\', '🦫 service', '%00%2e', '__proto__'])('service %j is one value', async (service) => {
      const source = await sourceOf(fake);
      expect((await source.search({ ...search, service })).traces).toEqual([]);
      const asked = server!.seen.filter(({ url }) => fake.kindOf(url) === 'search');
      expect(asked.length).toBeGreaterThan(0);
      for (const { url } of asked) expect(fake.serviceIn(url)).toBe(fake.adapter === 'zipkin' ? service.toLowerCase() : service);
    });
    it.each(['../../admin', 'a/b', '', 'x', `${unknownId}0`, 'ab?c=d', '%2e%2e'])('%j is no id and never asked for', async (id) => {
      expect(await (await sourceOf(fake)).get(id, null)).toBeNull();
      expect(server!.seen).toEqual([]);
    });
  });

  describe('links', () => {
    const grafana = { url: 'https://grafana.example.org/g', datasourceUid: 'uid-1', orgId: 3 };
    it('open this trace and nothing else', async () => {
      const links = (await sourceOf(fake, { options: { grafana } })).links(backend404.traceId, backend404.spans[0]!.spanId, epochMs(around));
      expect(links.length).toBeGreaterThan(1);
      for (const { url, label } of links) {
        expect(new URL(url).protocol).toMatch(/^https?:$/);
        expect(decodeURIComponent(url)).toContain(backend404.traceId);
        expect(label).not.toBe('');
      }
    });
    it('of Grafana focus the span, and no address has credentials', async () => {
      const source = traceAdapter(fake.adapter).make({ url: 'http://reader:hunter2@traces.example.org/x' }, { now: () => 0, grafana });
      const links = source.links('ab', 'cd', null);
      expect(links.find(({ kind }) => kind === 'grafana-explore')).toMatchObject({ focused: true });
      expect(JSON.stringify(links)).not.toContain('hunter2');
    });
  });
});

const moved = (trace: Trace, by: number): Trace => ({ ...trace, traceId: `f${trace.traceId.slice(1)}`, spans: trace.spans.map((span) => ({ ...span, start: epochMs(span.start + by) })) });

/** What each encoding can carry: Zipkin has no resources and no internal spans, and all its attributes are texts. */
function shape({ traceId, spans, partial }: Trace) {
  const of = ({ spanId, parentId, name, service, kind, start, durationMs, status, attributes }: Span) => ({
    spanId, parentId, name, service, kind: kind === 'internal' ? 'unspecified' : kind, start: Math.round(start * 1000), duration: Math.round(durationMs * 1000), status, code: String(attributes['http.status_code'] ?? attributes['http.response.status_code'] ?? ''),
  });
  return { traceId, partial, spans: spans.map(of).sort((a, b) => (a.spanId < b.spanId ? -1 : 1)) };
}
