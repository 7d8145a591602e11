import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type HttpSettings, makeHttpClient } from '@/lib/adapters/http/client';
import type { SourceError } from '@/lib/ports/source-error';
import { type FakeHttp, fakeHttp, sendJson } from '@/test/support/fake-http';

let server: FakeHttp | null = null;
const folders: string[] = [];

afterEach(async () => {
  await server?.close();
  server = null;
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

async function failure(run: Promise<unknown>): Promise<SourceError> {
  const error: unknown = await run.then(() => null, (reason: unknown) => reason);
  expect(error).not.toBeNull();
  return error as SourceError;
}

const client = (settings: Partial<HttpSettings> = {}) => makeHttpClient({ url: server!.url, timeoutMs: 400, ...settings });

describe('faults of a source', () => {
  it.each([
    [401, 'unauthorized'], [403, 'unauthorized'], [404, 'not-found'], [413, 'too-large'], [418, 'refused'], [500, 'refused'],
  ])('%i becomes %s, without a second try', async (status, kind) => {
    server = await fakeHttp((_request, response) => sendJson(response, { secret: 'stack trace of the backend' }, status));
    const error = await failure(client().json({ path: 'x' }));
    expect(error).toMatchObject({ kind, status });
    expect(error.message).not.toContain('stack trace');
    expect(server.seen).toHaveLength(1);
  });

  it.each([429, 502, 503, 504])('%i is tried three times', async (status) => {
    server = await fakeHttp((_request, response) => sendJson(response, {}, status));
    const error = await failure(client().json({ path: 'x' }));
    expect(error.status).toBe(status);
    expect(server.seen).toHaveLength(3);
  });

  it('a try that works in the end is an answer', async () => {
    let left = 1;
    server = await fakeHttp((_request, response) => sendJson(response, { ok: true }, left-- > 0 ? 503 : 200));
    expect((await client().json({ path: 'x' })).body).toEqual({ ok: true });
  });

  it('no JSON', async () => {
    server = await fakeHttp((_request, response) => response.end('<html>login</html>'));
    expect(await failure(client().json({ path: 'x' }))).toMatchObject({ kind: 'malformed' });
  });

  it('JSON that is cut off', async () => {
    server = await fakeHttp((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"status":"succ');
      setTimeout(() => response.destroy(), 20);
    });
    expect(await failure(client().json({ path: 'x' }))).toMatchObject({ kind: 'unreachable' });
  });

  it('more than the limit', async () => {
    server = await fakeHttp((_request, response) => response.end('x'.repeat(5000)));
    expect(await failure(client({ maxBytes: 1000 }).json({ path: 'x' }))).toMatchObject({ kind: 'too-large' });
  });

  it('an answer that does not come', async () => {
    server = await fakeHttp(() => undefined);
    expect(await failure(client({ timeoutMs: 100 }).json({ path: 'x' }))).toMatchObject({ kind: 'timeout' });
  });

  it('a question that is given up', async () => {
    server = await fakeHttp(() => undefined);
    expect(await failure(client().json({ path: 'x', signal: AbortSignal.timeout(30) }))).toMatchObject({ kind: 'aborted' });
  });

  it('nobody listens', async () => {
    const error = await failure(makeHttpClient({ url: 'http://user:hunter2@127.0.0.1:9' }).json({ path: 'x' }));
    expect(error).toMatchObject({ kind: 'unreachable' });
    expect(error.message).not.toContain('hunter2');
  });
});

describe('credentials', () => {
  const seenAuth = async (settings: Partial<HttpSettings>) => {
    server = await fakeHttp((_request, response) => sendJson(response, {}));
    await client(settings).json({ path: 'x' });
    return server.seen[0]!.headers.authorization;
  };

  it('none', async () => expect(await seenAuth({})).toBeUndefined());
  it('basic', async () => expect(await seenAuth({ auth: { basic: { username: 'a', password: 'b' } } })).toBe('Basic YTpi'));
  it('bearer', async () => expect(await seenAuth({ auth: { bearer: 'tok' } })).toBe('Bearer tok'));

  it('those of a URL become basic auth and leave the URL', async () => {
    server = await fakeHttp((_request, response) => sendJson(response, {}));
    const http = makeHttpClient({ url: server.url.replace('http://', 'http://a:b@') });
    await http.json({ path: 'x' });
    expect(server.seen[0]!.headers.authorization).toBe('Basic YTpi');
    expect(http.base.toString()).not.toContain('a:b');
  });

  it('a token file is read again when it changes', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'weir-token-'));
    folders.push(folder);
    const file = path.join(folder, 'token');
    writeFileSync(file, 'first\n');
    server = await fakeHttp((_request, response) => sendJson(response, {}));
    const http = client({ auth: { bearerFile: file } });
    await http.json({ path: 'x' });
    writeFileSync(file, 'second\n');
    utimesSync(file, new Date(), new Date(Date.now() + 5000));
    await http.json({ path: 'x' });
    expect(server.seen.map((request) => request.headers.authorization)).toEqual(['Bearer first', 'Bearer second']);
  });

  it('a token file that is missing', async () => {
    server = await fakeHttp((_request, response) => sendJson(response, {}));
    expect(await failure(client({ auth: { bearerFile: '/does/not/exist' } }).json({ path: 'x' }))).toMatchObject({ kind: 'unauthorized' });
  });

  it('extra headers carry the tenant', async () => {
    server = await fakeHttp((_request, response) => sendJson(response, {}));
    await client({ headers: { 'X-Scope-OrgID': 'team-a' } }).json({ path: 'x' });
    expect(server.seen[0]!.headers['x-scope-orgid']).toBe('team-a');
  });
});

it('keeps a path prefix of the base URL', async () => {
  server = await fakeHttp((_request, response) => sendJson(response, {}));
  await makeHttpClient({ url: `${server.url}/select/0/prometheus` }).json({ path: 'api/v1/query_range' });
  expect(server.seen[0]!.url.pathname).toBe('/select/0/prometheus/api/v1/query_range');
});
