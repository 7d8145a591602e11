import { afterEach, describe, expect, it } from 'vitest';
import { makeTempoSource } from '@/lib/adapters/tempo';
import { readAll } from '@/lib/adapters/tempo/by-id';
import { epochMs } from '@/lib/domain/units';
import type { TraceSearch } from '@/lib/ports/trace-source';
import { type FakeHttp, type SeenRequest, fakeHttp } from '@/test/support/fake-http';
import type { Reply } from '@/test/support/trace-backends/backend';
import { fixture, idsOf, tracesOf } from '@/test/support/trace-backends/fixtures';

const [id] = idsOf('tempo/backend-404.v2.json') as [string];
const at = tracesOf('tempo/backend-404.v2.json')[0]!.spans[0]!.start;
const search: TraceSearch = { service: 'skipper-ingress', from: epochMs(at - 60_000), to: epochMs(at + 60_000), status: 404, attributes: {}, limit: 20 };
const found = (more: object = {}, spans: readonly object[] | null = null) => ({ traceID: id.replace(/^0+/, ''), ...(spans === null ? {} : { spanSets: [{ spans, matched: spans.length }] }), ...more });
const json = (body: unknown, status = 200): Reply => ({ status, body: JSON.stringify(body) });

let server: FakeHttp | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

type Answers = (url: URL, request: SeenRequest) => Reply | null;

async function tempo(answers: Answers, { version = '2.8.1', now = search.to + 600_000, maxBytes = 1_000_000 } = {}) {
  server = await fakeHttp((request, response) => {
    const { status, body } = answers(request.url, request) ?? usual(request.url, version);
    response.writeHead(status).end(body);
  });
  return makeTempoSource({ url: server.url, headers: { 'X-Scope-OrgID': 'shop|cart' }, maxBytes }, { now: () => now });
}

function usual({ pathname }: URL, version: string): Reply {
  if (pathname === '/api/status/buildinfo') return version === '' ? { status: 404, body: '' } : json({ version });
  if (pathname === '/api/echo') return { status: 200, body: 'echo' };
  if (pathname === '/api/search') return json({ traces: [found()] });
  if (pathname === `/api/v2/traces/${id}`) return { status: 200, body: fixture('tempo/backend-404.v2.json') };
  return { status: 404, body: 'trace not found' };
}

const paths = () => server!.seen.map(({ url }) => url.pathname);
const searches = () => server!.seen.filter(({ url }) => url.pathname === '/api/search').map(({ url }) => url.searchParams);

describe('search', () => {
  it('sends whole seconds around the window, the limit, and the tenant', async () => {
    await (await tempo(() => null)).search({ ...search, from: epochMs(1_500), to: epochMs(2_001), limit: 7 });
    expect(Object.fromEntries(searches()[0]!)).toMatchObject({ start: '1', end: '3', limit: '7' });
    expect(server!.seen.every(({ headers }) => headers['x-scope-orgid'] === 'shop|cart')).toBe(true);
  });
  it('reads each trace once, with a window of an hour on both sides', async () => {
    const { traces } = await (await tempo(({ pathname }) => (pathname === '/api/search' ? json({ traces: [found(), found()] }) : null))).search(search);
    expect(traces.map(({ traceId }) => traceId)).toEqual([id]);
    const reads = server!.seen.filter(({ url }) => url.pathname.startsWith('/api/v2/traces/'));
    expect(reads.map(({ url }) => Object.fromEntries(url.searchParams))).toEqual([{ start: String(Math.floor((search.from - 3_600_000) / 1000)), end: String(Math.ceil((search.to + 3_600_000) / 1000)) }]);
  });
  it.each([['-1 h', -3_600_000, 0], ['inside', 0, 1]])('a trace whose matching spans are all shown and lie %s is read %#', async (_name, by, times) => {
    const start = `${BigInt(Math.round(at + by)) * 1_000_000n}`;
    await (await tempo(({ pathname }) => (pathname === '/api/search' ? json({ traces: [found({}, [{ startTimeUnixNano: start }])] }) : null))).search({ ...search, status: null });
    expect(paths().filter((each) => each.includes('/traces/'))).toHaveLength(times);
  });
  it('puts leading zeros back that search answers leave off, and reads no id that is none', async () => {
    await (await tempo(({ pathname }) => (pathname === '/api/search' ? json({ traces: [{ traceID: 'abc' }, { traceID: '../../admin' }, { traceID: '' }] }) : null))).search({ ...search, status: null });
    expect(paths().filter((each) => /traces|admin/.test(each))).toEqual([`/api/v2/traces/${'abc'.padStart(32, '0')}`, `/api/traces/${'abc'.padStart(32, '0')}`]);
  });
  it('times may be numbers, as VictoriaTraces wrote them', async () => {
    const { traces } = await (await tempo(({ pathname }) => (pathname === '/api/search' ? json({ traces: [found({ startTimeUnixNano: at * 1e6 }, [{ startTimeUnixNano: at * 1e6 }])] }) : null))).search(search);
    expect(traces).toHaveLength(1);
  });
  it('remembers how a service writes its status, and asks so first', async () => {
    const text = (params: URLSearchParams) => params.get('q')!.includes('= "404"');
    const source = await tempo((url) => (url.pathname === '/api/search' && !text(url.searchParams) ? json({ traces: [] }) : null));
    await source.search(search);
    expect(searches().map(text)).toEqual([false, false, true]);
    await source.search(search);
    expect(searches().slice(3).map(text)).toEqual([true]);
  });
  it.each([
    ['the limit', { traces: [found()] }, 1, true],
    ['jobs that were not done', { traces: [found()], metrics: { completedJobs: 3, totalJobs: 9 } }, 9, true],
    ['a partial answer', { traces: [found()], status: 'PARTIAL' }, 9, true],
    ['nothing left out', { traces: [found()], metrics: { completedJobs: 9, totalJobs: 9 } }, 9, false],
    ['an answer without lists', {}, 9, false],
  ])('%s', async (_name, body, limit, truncated) => {
    expect((await (await tempo(({ pathname }) => (pathname === '/api/search' ? json(body) : null))).search({ ...search, limit })).truncated).toBe(truncated);
  });
  it('asks for the newest from 2.8 on', async () => {
    for (const [version, newest] of [['2.7.2', false], ['2.8.0', true], ['v2.10.1-rc.0', true], ['3.0.0', true], ['main-1a2b3c', false], ['', false]] as const) {
      await (await tempo(() => null, { version })).search(search);
      expect([version, searches()[0]!.get('q')!.includes('most_recent')]).toEqual([version, newest]);
      await server!.close();
    }
  });
});

describe('traces that cannot be read', () => {
  const other = 'ab'.repeat(16);
  const both: Answers = ({ pathname }) => (pathname === '/api/search' ? json({ traces: [{ traceID: other }, found()] }) : null);
  it.each([422, 413])('one that is too large (%s) is left out, and that is said', async (status) => {
    const source = await tempo((url, request) => (url.pathname.endsWith(other) ? { status, body: 'trace exceeds max size hunter2' } : both(url, request)));
    expect(await source.search(search)).toMatchObject({ traces: [{ traceId: id }], truncated: true });
    await expect(source.get(other, null)).rejects.toMatchObject({ kind: 'too-large', message: expect.not.stringContaining('hunter2') as string });
  });
  it('a failure keeps what was read before', async () => {
    const source = await tempo((url, request) => (url.pathname.endsWith(other) ? { status: 500, body: '' } : both(url, request)));
    expect((await source.search(search)).truncated).toBe(true);
  });
  it('a failure of all is a failure', async () => {
    const source = await tempo(({ pathname }) => (pathname.includes('/traces/') ? { status: 500, body: '' } : null));
    await expect(source.search(search)).rejects.toMatchObject({ kind: 'refused' });
  });
  it('one that is gone since is none', async () => {
    const source = await tempo(({ pathname }) => (pathname.includes('/traces/') ? { status: 404, body: '' } : null));
    expect(await source.search(search)).toMatchObject({ traces: [], truncated: false });
  });
});

describe('readAll', () => {
  it('stops at a hundred thousand spans, and says so', async () => {
    const [small] = tracesOf('tempo/backend-404.v2.json');
    const large = { ...small!, spans: Array.from({ length: 30_000 }, () => small!.spans[0]!) };
    const read: string[] = [];
    const { traces, more } = await readAll(Array.from({ length: 40 }, (_, i) => String(i)), async (each) => {
      read.push(each);
      return large;
    });
    expect(more).toBe(true);
    expect(traces.length).toBe(read.length);
    expect(read.length).toBeLessThan(12);
  });
});

describe('an answer of something else', () => {
  const error = { status: 200, body: '{"status":"error","error":"x"}' };
  it.each([['search', 'api/search'], ['trace', '/api/v2/traces/']])('%s is malformed', async (_name, part) => {
    const source = await tempo(({ pathname }) => (pathname.includes(part) ? error : null));
    await expect(source.search(search)).rejects.toMatchObject({ kind: 'malformed' });
  });
});

describe('what it refuses in plain text', () => {
  it.each([
    ['range specified by start and end exceeds 168h0m0s. received start=1 end=2', 'too-large'],
    ['limit 300000 exceeds max limit 262144', 'too-large'],
    ['invalid TraceQL query: parse error at line 1, col 3: syntax error', 'unsupported'],
    ['only one of start and end provided', 'refused'],
  ])('%s', async (body, kind) => {
    const source = await tempo(({ pathname }) => (pathname === '/api/search' ? { status: 400, body } : null));
    const error: unknown = await source.search(search).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'SourceError', kind, status: 400 });
    expect(String(error)).not.toContain(body.slice(0, 20));
  });
});

describe('the last half minute', () => {
  const now = search.to;
  it('is told, from 3.0 on and where the version is not known', async () => {
    for (const [version, from] of [['3.0.1', now - 30_000], ['', now - 30_000], ['2.8.1', null]] as const) {
      expect((await (await tempo(() => null, { version, now })).search(search)).unsearchedFrom).toBe(from);
      await server!.close();
    }
  });
  it('alone is never sent: the last 15 minutes would come instead', async () => {
    for (const ago of [30_000, 34_000, 10_000]) {
      const source = await tempo(() => null, { version: '3.0.1', now });
      const from = epochMs(now - ago);
      expect(await source.search({ ...search, from })).toEqual({ traces: [], truncated: false, queries: [], unsearchedFrom: from });
      expect(searches()).toEqual([]);
      await server!.close();
    }
  });
  it('is searched where it can be', async () => {
    await (await tempo(() => null, { version: '2.8.1', now })).search({ ...search, from: epochMs(now - 10_000) });
    expect(searches().length).toBeGreaterThan(0);
  });
  it('of a settled window nothing is missing', async () => {
    expect((await (await tempo(() => null, { version: '3.0.1' })).search(search)).unsearchedFrom).toBeNull();
  });
});

describe('get', () => {
  it('puts the leading zeros back', async () => {
    await (await tempo(() => null)).get('abc', null);
    expect(paths()[0]).toBe(`/api/v2/traces/${'abc'.padStart(32, '0')}`);
  });
  it('asks v1 where v2 has nothing, and no more once v2 has answered', async () => {
    const source = await tempo(() => null);
    expect(await source.get('ab'.repeat(16), null)).toBeNull();
    expect(paths().filter((each) => each.startsWith('/api/traces/'))).toHaveLength(1);
    await source.get(id, null);
    await source.get('ab'.repeat(16), null);
    expect(paths().filter((each) => each.startsWith('/api/traces/'))).toHaveLength(1);
  });
  it('reads v1 of older versions', async () => {
    const source = await tempo(({ pathname }) => (pathname === `/api/traces/${id}` ? { status: 200, body: fixture('tempo/backend-404.v1.json') } : pathname.startsWith('/api/v2/') ? { status: 404, body: '404 page not found' } : null));
    expect((await source.get(id, null))?.spans.length).toBe(tracesOf('tempo/backend-404.v1.json')[0]!.spans.length);
  });
  it('says when spans are missing', async () => {
    const partial = fixture('tempo/backend-404.v2.json').replace('"COMPLETE"', '"PARTIAL"');
    const source = await tempo(({ pathname }) => (pathname.startsWith('/api/v2/traces/') ? { status: 200, body: partial } : null));
    expect((await source.get(id, null))?.partial).toBe(true);
  });
  it.each(['{}', '{"trace":{}}', '{"trace":null,"metrics":{}}', '{"batches":[]}'])('an empty message %s is no trace', async (body) => {
    expect(await (await tempo(({ pathname }) => (pathname.includes('/traces/') ? { status: 200, body } : null))).get(id, null)).toBeNull();
  });
});

describe('probe', () => {
  it('tells version and services', async () => {
    const source = await tempo(({ pathname }) => (pathname.includes('/search/tag/') ? json({ tagValues: [{ type: 'string', value: 'b' }, { type: 'string', value: 'a' }] }) : null));
    expect(await source.probe()).toMatchObject({ type: 'tempo', version: '2.8.1', services: ['a', 'b'] });
  });
  it('something else at that address is no Tempo', async () => {
    const source = await tempo(({ pathname }) => (/buildinfo|echo/.test(pathname) ? { status: 200, body: 'hello' } : null));
    await expect(source.probe()).rejects.toMatchObject({ kind: 'malformed' });
  });
});
