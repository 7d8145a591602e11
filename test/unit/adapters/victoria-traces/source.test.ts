import { afterEach, describe, expect, it } from 'vitest';
import { makeVictoriaTracesSource } from '@/lib/adapters/victoria-traces';
import { epochMs } from '@/lib/domain/units';
import type { TraceSearch } from '@/lib/ports/trace-source';
import { type FakeHttp, fakeHttp } from '@/test/support/fake-http';
import type { Reply } from '@/test/support/trace-backends/backend';
import { fixture, idsOf, tracesOf } from '@/test/support/trace-backends/fixtures';

const [id] = idsOf('victoria-traces/backend-404.json') as [string];
const at = tracesOf('victoria-traces/backend-404.json')[0]!.spans[0]!.start;
const search: TraceSearch = { service: 'skipper-ingress', from: epochMs(at - 60_000), to: epochMs(at + 60_000), status: 404, attributes: {}, limit: 20 };

let server: FakeHttp | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

async function victoria(answer: (url: URL, n: number) => Reply, { path = '', now = at + 3_600_000, waits = [] as number[] } = {}) {
  let n = 0;
  server = await fakeHttp(({ url }, response) => {
    const { status, body } = answer(url, (n += 1));
    response.writeHead(status).end(body);
  });
  const source = makeVictoriaTracesSource({ url: `${server.url}${path}`, headers: { AccountID: '7', ProjectID: '2' } }, { now: () => now, pause: async (ms) => void waits.push(ms) });
  return { source, waits };
}

const found = (): Reply => ({ status: 200, body: fixture('victoria-traces/search-404.json') });
const missing: Reply = { status: 404, body: '{"data":null,"errors":[{"code":404,"msg":"trace not found"}]}' };

describe('search', () => {
  it.each([['the address itself', ''], ['the path of its Jaeger API', '/select/jaeger'], ['a path in front', '/vt/select/jaeger/']])('stands on %s', async (_name, path) => {
    const { source } = await victoria(found, { path });
    expect((await source.search(search)).traces.length).toBe(2);
    expect(server!.seen[0]!.url.pathname).toBe(`${path.startsWith('/vt') ? '/vt' : ''}/select/jaeger/api/traces`);
  });
  it('asks for texts and sends the tenant; never for error, which is on every span', async () => {
    const { source } = await victoria(found);
    await source.search(search);
    const { url, headers } = server!.seen[0]!;
    expect(url.searchParams.get('tags')).toBe('{"http.status_code":"404"}');
    expect([headers.accountid, headers.projectid]).toEqual(['7', '2']);
  });
  it('takes at most a thousand', async () => {
    const { source } = await victoria(found);
    await source.search({ ...search, limit: 5_000 });
    expect(server!.seen[0]!.url.searchParams.get('limit')).toBe('1000');
  });
  it('does not send a value that would be a pattern', async () => {
    const { source } = await victoria(found);
    expect((await source.search({ ...search, attributes: { 'http.method': '~.*' } })).traces).toEqual([]);
    expect(server!.seen[0]!.url.searchParams.get('tags')).toBe('{"http.status_code":"404"}');
  });
  it.each([['settled', search.to + 30_000, null], ['young', search.to, search.to - 30_000], ['all of it young', search.from + 10_000, search.from]])('a window that is %s', async (_name, now, from) => {
    expect((await (await victoria(found, { now })).source.search(search)).unsearchedFrom).toBe(from);
  });
});

describe('get', () => {
  it('asks again after a moment where the trace is young: it can be found before its id', async () => {
    const { source, waits } = await victoria((url, n) => (url.pathname.includes('/traces/') && n > 2 ? { status: 200, body: fixture('victoria-traces/backend-404.json') } : url.pathname.endsWith('/services') ? { status: 200, body: '{"data":[]}' } : missing), { now: at + 5_000 });
    expect((await source.get(id, epochMs(at)))?.traceId).toBe(id);
    expect(waits).toEqual([1_500]);
  });
  it('does not wait for one that is old', async () => {
    const { source, waits } = await victoria((url) => (url.pathname.endsWith('/services') ? { status: 200, body: '{"data":[]}' } : missing));
    expect(await source.get(id, epochMs(at))).toBeNull();
    expect(waits).toEqual([]);
  });
});

describe('links', () => {
  const linksOf = (url: string, ui?: string) => makeVictoriaTracesSource({ url }, { now: () => 0, ...(ui === undefined ? {} : { ui }) }).links(id, 'ab', epochMs(1_780_000_000_000));
  it('its own UI, which lists the spans of a trace', () => {
    const { url, kind, focused } = linksOf('http://vt:10428/select/jaeger/')[0]!;
    expect([kind, focused]).toEqual(['victoria-ui', false]);
    expect(url.startsWith('http://vt:10428/select/vmui/#/?')).toBe(true);
    expect(new URLSearchParams(url.split('?')[1]).get('query')).toBe(`trace_id:="${id}"`);
  });
  it('a Jaeger UI in front of it focuses the span', () => {
    expect(linksOf('http://vt:10428', 'https://jaeger.example.org')).toMatchObject([{ kind: 'jaeger-ui', url: `https://jaeger.example.org/trace/${id}?uiFind=ab`, focused: true }]);
  });
});
