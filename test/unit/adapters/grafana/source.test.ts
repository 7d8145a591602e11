import { afterEach, describe, expect, it } from 'vitest';
import { makeGrafanaSource } from '@/lib/adapters/grafana';
import { epochMs } from '@/lib/domain/units';
import { type FakeHttp, fakeHttp, sendJson } from '@/test/support/fake-http';

const range = { from: epochMs(1_795_992_000_000), to: epochMs(1_795_995_600_000) };
const at = range.from + 60_000;

let server: FakeHttp | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

async function grafana(body: unknown, status = 200, more: { tags?: string[]; settings?: object } = {}) {
  server = await fakeHttp((request, response) => {
    if (request.url.pathname === '/api/health') sendJson(response, { database: 'ok', version: '11.2.0' });
    else sendJson(response, body, status);
  });
  return makeGrafanaSource({ url: server.url, timeoutMs: 20_000, ...more.settings }, { tags: more.tags });
}

describe('the question', () => {
  it('is a GET for the range and all tags, with the credentials of the configuration, and nothing else', async () => {
    const source = await grafana([], 200, { tags: ['deploy', 'a&b=c'], settings: { auth: { bearer: 'secret' } } });
    const { queries } = await source.list(range);
    expect(server!.seen.map(({ method, url }) => [method, url.pathname])).toEqual([['GET', '/api/annotations']]);
    const { searchParams } = server!.seen[0]!.url;
    expect([searchParams.get('from'), searchParams.get('to'), searchParams.get('type'), searchParams.getAll('tags')]).toEqual([String(range.from), String(range.to), 'annotation', ['deploy', 'a&b=c']]);
    expect(server!.seen[0]!.headers.authorization).toBe('Bearer secret');
    expect(queries.join()).not.toContain('secret');
  });

  it('reads only, also when it is probed', async () => {
    expect(await (await grafana([])).probe()).toEqual({ version: '11.2.0', detail: 'annotations can be read' });
    expect(server!.seen.every(({ method }) => method === 'GET')).toBe(true);
  });
});

describe('the answer', () => {
  it.each([
    ['a moment', { id: 7, time: at, text: 'deploy', tags: ['shop'] }, [{ id: '7', at, to: at, text: 'deploy', tags: ['shop'] }]],
    ['a stretch', { id: 7, time: at, timeEnd: at + 5_000, text: 'deploy', tags: [] }, [{ id: '7', at, to: at + 5_000, text: 'deploy', tags: [] }]],
    ['a moment of an old version', { id: 7, time: at, timeEnd: 0, text: 'deploy', tags: null }, [{ id: '7', at, to: at, text: 'deploy', tags: [] }]],
    ['no text', { id: 7, time: at, text: null }, [{ id: '7', at, to: at, text: '', tags: [] }]],
    ['markup stays text', { id: 7, time: at, text: '<img src=x onerror=alert(1)>', tags: ['{{x}}'] }, [{ id: '7', at, to: at, text: '<img src=x onerror=alert(1)>', tags: ['{{x}}'] }]],
    ['tags that are none', { id: 7, time: at, text: 'x', tags: [1, null, 'a', {}] }, [{ id: '7', at, to: at, text: 'x', tags: ['a'] }]],
    ['no time', { id: 7, text: 'x' }, []],
    ['a time that is text', { id: 7, time: 'now', text: 'x' }, []],
    ['nothing', null, []],
    ['outside of the range', { id: 7, time: range.from - 5_000, text: 'x' }, []],
  ])('%s', async (_name, raw, expected) => {
    expect((await (await grafana([raw])).list(range)).annotations).toEqual(expected);
  });

  it('cuts what is too long, and says when there may be more', async () => {
    const many = Array.from({ length: 1_000 }, (_, id) => ({ id, time: at, text: id === 0 ? 'x'.repeat(5_000) : '', tags: id === 0 ? Array.from({ length: 50 }, () => 't'.repeat(300)) : [] }));
    const { annotations, truncated } = await (await grafana(many)).list(range);
    expect([truncated, annotations.length, annotations[0]!.text.length, annotations[0]!.tags.length, annotations[0]!.tags[0]!.length]).toEqual([true, 1_000, 500, 20, 100]);
  });

  it.each([
    ['no rights', { message: 'no' }, 403, 'unauthorized'],
    ['another page', { message: 'x' }, 200, 'malformed'],
    ['not there', {}, 404, 'not-found'],
    ['broken', {}, 500, 'refused'],
  ])('%s', async (_name, body, status, kind) => {
    await expect((await grafana(body, status)).list(range)).rejects.toMatchObject({ name: 'SourceError', kind });
  });

  it('a server that hangs', async () => {
    server = await fakeHttp(() => undefined);
    await expect(makeGrafanaSource({ url: server.url, timeoutMs: 100 }).list(range)).rejects.toMatchObject({ kind: 'timeout' });
  });
});
