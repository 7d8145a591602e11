import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { makeZipkinSource } from '@/lib/adapters/zipkin';
import { toCalls, toZipkinId } from '@/lib/adapters/zipkin/map';
import { epochMs } from '@/lib/domain/units';
import type { TraceSearch } from '@/lib/ports/trace-source';
import { type FakeHttp, fakeHttp } from '@/test/support/fake-http';
import { fixture } from '@/test/support/trace-backends/fixtures';

const search: TraceSearch = { service: 'Envoy-Gateway', from: epochMs(1_796_000_000_000.4), to: epochMs(1_797_000_000_000.2), status: 404, attributes: {}, limit: 6 };
const queryOf = (more: Partial<TraceSearch>) => Object.fromEntries(toCalls({ ...search, ...more })[0]!.call.query!);

describe('toCalls', () => {
  it('asks for both generations of the status, in milliseconds, with room for a trace that began earlier', () => {
    expect(toCalls(search).map(({ call }) => call.query!.get('annotationQuery'))).toEqual(['http.status_code=404', 'http.response.status_code=404']);
    expect(queryOf({})).toMatchObject({ endTs: '1797000000001', lookback: String(1_000_000_001 + 15_000), limit: '6' });
  });
  it('asks for any status without a term', () => expect(queryOf({ status: null })).not.toHaveProperty('annotationQuery'));
  it('joins terms', () => expect(queryOf({ attributes: { 'http.method': 'GET' } }).annotationQuery).toBe('http.status_code=404 and http.method=GET'));
  it.each([[{ a: 'b and c=d' }], [{ a: 'b=c' }], [{ 'a and b': 'c' }], [{ a: '' }], [{ a: ' b' }], [{ a: 'b\nand c' }]])('%j could be read as more than itself: it is checked here', (attributes) => {
    expect(queryOf({ attributes }).annotationQuery).toBe('http.status_code=404');
  });
  it('no text adds a term', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (key, value) => {
      const terms = queryOf({ attributes: Object.fromEntries([[key, value]]) }).annotationQuery!.split(/ and /i);
      expect(terms.length).toBeLessThanOrEqual(2);
      if (terms.length === 2) expect(terms[1]).toBe(`${key}=${value}`);
    }));
  });
});

describe('toZipkinId', () => {
  it.each([['ABC', '0000000000000abc'], ['0'.repeat(16) + '00f067aa0ba902b7', '00f067aa0ba902b7'], ['1f067aa0ba902b7aa', '0000000000000001f067aa0ba902b7aa'], ['0', '0000000000000000']])('%s', (id, padded) => expect(toZipkinId(id)).toBe(padded));
});

describe('source', () => {
  let server: FakeHttp | null = null;
  afterEach(async () => {
    await server?.close();
    server = null;
  });
  async function zipkin(answer: (url: URL) => readonly [string, number?]) {
    server = await fakeHttp(({ url }, response) => {
      const [body, status = 200] = answer(url);
      response.writeHead(status).end(body);
    });
    return makeZipkinSource({ url: server.url }, { now: () => 0 });
  }

  it('knows services in lower case, however the configuration writes them', async () => {
    const source = await zipkin(() => [fixture('real/zipkin/own/search-404.json')]);
    expect((await source.search(search)).traces.length).toBeGreaterThan(1);
    expect(server!.seen[0]!.url.searchParams.get('serviceName')).toBe('envoy-gateway');
  });
  it('says when as many came as were asked for', async () => {
    const source = await zipkin(() => [fixture('real/zipkin/own/search.json')]);
    expect((await source.search({ ...search, status: null })).truncated).toBe(true);
  });
  it('a real answer without traces is empty', async () => {
    expect(await (await zipkin(() => [fixture('real/zipkin/own/search-empty.json')])).search(search)).toMatchObject({ traces: [], truncated: false });
  });
  it('tells version and services as the real one did', async () => {
    const source = await zipkin(({ pathname }) => [fixture(pathname === '/info' ? 'real/zipkin/info.json' : 'real/zipkin/own/services.json')]);
    expect(await source.probe()).toMatchObject({ version: '3.5.1', services: ['caller', 'envoy-edge', 'envoy-gateway', 'shop'] });
  });
  it('does without a version where only the API is let through', async () => {
    const source = await zipkin(({ pathname }) => (pathname === '/info' ? ['', 403] : [fixture('real/zipkin/own/services.json')]));
    expect((await source.probe()).version).toBeNull();
  });
  it.each(['error-bad-limit.txt', 'error-bad-id.txt'])('the plain text of a refusal (%s) stays here', async (file) => {
    const source = await zipkin(() => [fixture(`real/zipkin/${file}`), 400]);
    await expect(source.search(search)).rejects.toMatchObject({ kind: 'refused', message: expect.not.stringContaining(fixture(`real/zipkin/${file}`).trim()) as string });
  });
  it.each([['http://zipkin:9411', 'http://zipkin:9411/zipkin/traces/0000000000000abc'], ['http://zipkin:9411/zipkin', 'http://zipkin:9411/zipkin/traces/0000000000000abc'], ['https://x.example.org/tracing/', 'https://x.example.org/tracing/zipkin/traces/0000000000000abc']])('links from %s', (url, link) => {
    expect(makeZipkinSource({ url }, { now: () => 0 }).links('abc', 'd', null)).toEqual([{ kind: 'zipkin-ui', label: 'Zipkin UI', url: link, focused: false }]);
  });
});
