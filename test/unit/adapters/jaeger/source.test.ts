import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { makeJaegerSource } from '@/lib/adapters/jaeger';
import { epochMs } from '@/lib/domain/units';
import type { TraceSearch } from '@/lib/ports/trace-source';
import { type FakeHttp, type SeenRequest, fakeHttp, sendJson } from '@/test/support/fake-http';

const real = (name: string): unknown => JSON.parse(readFileSync(path.join(import.meta.dirname, '../../../fixtures/real', name), 'utf8'));
const search: TraceSearch = { service: 'skipper-ingress', from: epochMs(1795990000_000), to: epochMs(1795999000_000), status: 404, attributes: {}, limit: 10 };

let server: FakeHttp | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

type Answers = (request: SeenRequest) => readonly [unknown, number?] | null;

/** A Jaeger whose v3 ignores attributes, as versions before 2.19 do, unless the test says otherwise. */
async function jaeger(answers: Answers = () => null) {
  server = await fakeHttp((request, response) => {
    const [body, status] = answers(request) ?? old(request);
    sendJson(response, body, status);
  });
  return makeJaegerSource({ url: server.url, timeoutMs: 2_000 }, { now: () => search.to });
}

function old({ url }: SeenRequest): readonly [unknown, number?] {
  if (url.pathname === '/api/v3/services') return [real('jaeger/services-v3.json')];
  if (url.pathname === '/api/services') return [real('jaeger/services.json')];
  if (url.pathname === '/api/v3/traces') return [real('jaeger/search-skipper.v3.json')];
  if (url.pathname === '/api/traces') return [real(url.searchParams.get('tags')?.includes('"http.status_code":"404"') ? 'jaeger/search-skipper-404.v1.json' : 'jaeger/search-skipper.v1.json')];
  return [{}, 404];
}

const paths = () => server!.seen.map(({ url }) => url.pathname);

describe('which API', () => {
  it('v1 where v3 ignores attributes', async () => {
    expect((await (await jaeger()).probe()).detail).toContain('v1');
  });
  it('v3 where it filters them', async () => {
    const source = await jaeger(({ url }) => (url.pathname === '/api/v3/traces' && url.searchParams.get('query.attributes') ? [real('jaeger/error-not-found-v3.json'), 404] : null));
    await source.search(search);
    expect(paths().filter((each) => each === '/api/traces')).toEqual([]);
  });
  it('v3 where v1 is gone', async () => {
    const source = await jaeger(({ url }) => (url.pathname === '/api/services' || url.pathname === '/api/traces' ? [{}, 404] : null));
    expect((await source.search(search)).traces.length).toBeGreaterThan(0);
  });
  it('v1 where v3 is missing', async () => {
    const source = await jaeger(({ url }) => (url.pathname.startsWith('/api/v3') ? [{}, 404] : null));
    expect((await source.probe()).services).toContain('skipper-ingress');
  });
  it('is asked again after a failure', async () => {
    let down = true;
    const source = await jaeger(() => (down ? [{}, 500] : null));
    await expect(source.probe()).rejects.toMatchObject({ kind: 'refused' });
    down = false;
    expect((await source.probe()).type).toBe('jaeger');
  });
});

describe('search', () => {
  it('gives statuses as text: a JSON number is refused by Jaeger', async () => {
    await (await jaeger()).search(search);
    const call = server!.seen.find(({ url }) => url.pathname === '/api/traces')!;
    expect(call.url.searchParams.get('tags')).toBe('{"http.status_code":"404"}');
    expect(call.url.searchParams.get('start')).toBe('1795990000000000');
  });

  it('checks every trace on our side', async () => {
    const source = await jaeger(({ url }) => (url.pathname === '/api/traces' ? [real('jaeger/search-skipper.v1.json')] : null));
    const { traces } = await source.search({ ...search, status: 503 });
    expect(traces).toEqual([]);
  });

  it('tries the newer attribute name when the older one finds nothing', async () => {
    await (await jaeger()).search({ ...search, status: 418 });
    const tags = server!.seen.flatMap(({ url }) => url.searchParams.get('tags') ?? []);
    expect(tags).toEqual(['{"http.status_code":"418"}', '{"http.response.status_code":"418"}']);
  });

  it('asks first for the attribute that answered before, and for the other only when that finds nothing', async () => {
    const current = (tags: string) => tags.includes('"http.response.status_code"');
    let upgraded = true;
    const source = await jaeger(({ url }) => {
      const tags = url.searchParams.get('tags');
      return tags ? [current(tags) === upgraded ? real('jaeger/search-skipper-404.v1.json') : { data: [] }] : null;
    });
    const asked = async () => {
      server!.seen.length = 0;
      await source.search(search);
      return server!.seen.flatMap(({ url }) => url.searchParams.get('tags') ?? []).map(current);
    };
    expect(await asked()).toEqual([false, true]);
    expect(await asked()).toEqual([true]);
    upgraded = false;
    expect(await asked()).toEqual([true, false]);
    expect(await asked()).toEqual([false]);
  });

  it('says when the limit was reached', async () => {
    const source = await jaeger();
    expect((await source.search({ ...search, limit: 1 })).truncated).toBe(true);
    expect((await source.search({ ...search, limit: 500 })).truncated).toBe(false);
  });

  it('finds the real 404s of Skipper and of Envoy, whose status is a text', async () => {
    const source = await jaeger(({ url }) => (url.pathname === '/api/traces' && url.searchParams.get('service') === 'envoy-gateway' ? [real('jaeger/search-envoy-404.v1.json')] : null));
    expect((await source.search(search)).traces.length).toBeGreaterThan(0);
    expect((await source.search({ ...search, service: 'envoy-gateway' })).traces.length).toBeGreaterThan(0);
  });

  it('reads an answer in several documents, one after the other, as gateways before v1.50 write them', async () => {
    const whole = real('jaeger/search-skipper.v3.json') as { result: { resourceSpans: unknown[] } };
    const chunks = whole.result.resourceSpans.map((each) => JSON.stringify({ result: { resourceSpans: [each] } }));
    const v3 = (text: (documents: readonly string[]) => string) => async () => {
      server = await fakeHttp(({ url }, response) => {
        if (url.pathname === '/api/v3/services') return sendJson(response, real('jaeger/services-v3.json'));
        if (url.pathname !== '/api/v3/traces') return sendJson(response, {}, 404);
        response.end(text(chunks));
      });
      const found = await makeJaegerSource({ url: server.url, timeoutMs: 2_000 }, { now: () => search.to }).search(search);
      await server.close();
      return found.traces;
    };
    const one = await v3(() => JSON.stringify(whole))();
    expect(one.length).toBeGreaterThan(0);
    for (const separator of ['\n', '']) expect(await v3((documents) => documents.join(separator))()).toEqual(one);
    await expect(v3((documents) => documents.join('\n').slice(0, -3))()).rejects.toMatchObject({ kind: 'malformed' });
  });

  it('an error of its own beside no trace is no empty answer', async () => {
    const source = await jaeger(({ url }) => (url.pathname === '/api/traces' ? [{ data: null, errors: [{ code: 500, msg: 'secret-host:9042 is down' }] }] : null));
    await expect(source.search(search)).rejects.toMatchObject({ kind: 'refused', message: expect.not.stringContaining('secret') as string });
  });

  it('does not send a value that Elasticsearch would read as a pattern, and checks it here', async () => {
    const source = await jaeger();
    await source.search({ ...search, attributes: { 'http.path': '/a(b)+', 'http.method': 'GET', 'http.host': 'shop.example.org' } });
    const tags = server!.seen.find(({ url }) => url.pathname === '/api/traces')!.url.searchParams.get('tags')!;
    expect(JSON.parse(tags)).toEqual({ 'http.method': 'GET', 'http.host': 'shop.example.org', 'http.status_code': '404' });
  });

  it('on Cassandra asks for the status alone and for more than it needs, and checks the rest here', async () => {
    await jaeger();
    const source = makeJaegerSource({ url: server!.url, timeoutMs: 2_000 }, { now: () => search.to, storage: 'cassandra' });
    const { traces } = await source.search({ ...search, attributes: { 'http.method': 'DELETE' } });
    const calls = server!.seen.filter(({ url }) => url.pathname === '/api/traces').map(({ url }) => url.searchParams);
    expect(calls[0]!.get('tags')).toBe('{"http.status_code":"404"}');
    expect(calls[0]!.get('limit')).toBe('50');
    expect(traces).toEqual([]);
  });

  it('a shape that nobody knows is malformed', async () => {
    const source = await jaeger(({ url }) => (url.pathname === '/api/traces' ? [{ data: [{ spans: 'no' }] }] : null));
    await expect(source.search(search)).rejects.toMatchObject({ kind: 'malformed' });
  });
});

describe('get', () => {
  const known = (real('traces/skipper/route-miss.v1.json') as { data: { traceID: string }[] }).data[0]!.traceID;
  it('reads a trace, with a window of an hour around', async () => {
    const source = await jaeger(({ url }) => (url.pathname === `/api/traces/${known}` ? [real('traces/skipper/route-miss.v1.json')] : null));
    expect((await source.get(known, epochMs(1795992000_000)))?.traceId).toBe(known);
    expect(server!.seen[0]!.url.searchParams.get('start')).toBe(String((1795992000_000 - 3_600_000) * 1000));
  });
  it('has not what Jaeger has not', async () => {
    expect(await (await jaeger()).get('00000000000000000000000000000001', null)).toBeNull();
  });
  it('an id that is missing is told with status 200 by some versions', async () => {
    const source = await jaeger(({ url }) => (url.pathname.startsWith('/api/traces/') ? [{ data: null, errors: [{ code: 404, msg: 'trace not found' }] }] : null));
    expect(await source.get(known, null)).toBeNull();
  });
  it('never puts anything but an id into the path', async () => {
    expect(await (await jaeger()).get('../../admin', null)).toBeNull();
    expect(server!.seen).toEqual([]);
  });
});

it('links to the UI, focused on a span', () => {
  const source = makeJaegerSource({ url: 'http://jaeger:16686' }, { ui: 'https://jaeger.example.org/ui', now: () => 0 });
  expect(source.links('abc', '00f1', null)).toEqual([{ kind: 'jaeger-ui', label: 'Jaeger UI', url: 'https://jaeger.example.org/ui/trace/abc?uiFind=00f1', focused: true }]);
});
