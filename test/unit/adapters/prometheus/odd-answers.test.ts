import { afterEach, describe, expect, it } from 'vitest';
import { makePrometheusSource } from '@/lib/adapters/prometheus';
import { epochMs, millis } from '@/lib/domain/units';
import { type FakeHttp, fakeHttp, sendJson } from '@/test/support/fake-http';

let server: FakeHttp | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

const range = { from: epochMs(0), to: epochMs(60_000), stepMs: millis(15_000) };
const matrix = (values: unknown, metric: unknown = {}) => ({ status: 'success', data: { resultType: 'matrix', result: [{ metric, values }] } });

async function answering(body: unknown, status = 200) {
  server = await fakeHttp((_request, response) => sendJson(response, body, status));
  return makePrometheusSource({ url: server.url, timeoutMs: 2_000 }, { now: () => 0 });
}

describe('values', () => {
  it('NaN is a gap, infinities stay, text that is no number is never 0', async () => {
    const source = await answering(matrix([[0, 'NaN'], [15, '+Inf'], [30, '-Inf'], [45, ''], [60, '1e3']]));
    expect((await source.range('x', range)).series[0]!.points).toEqual([[15_000, Infinity], [30_000, -Infinity], [60_000, 1000]]);
  });
  it('labels called like parts of JavaScript are labels', async () => {
    const source = await answering(matrix([[0, '1']], { constructor: 'a', toString: 'b' }));
    expect((await source.range('x', range)).series[0]!.labels).toEqual({ constructor: 'a', toString: 'b' });
  });
  it.each([
    ['a number in place of text', matrix([[0, 1]])],
    ['a time that is text', matrix([['0', '1']])],
    ['a sample of one part', matrix([[0]])],
    ['no list', matrix('x')],
    ['a label that is a number', matrix([[0, '1']], { zone: 1 })],
  ])('%s is malformed', async (_name, body) => {
    await expect((await answering(body)).range('x', range)).rejects.toMatchObject({ kind: 'malformed' });
  });
});

describe('a server that', () => {
  it('takes no POST and says so with a page is asked by GET', async () => {
    server = await fakeHttp(({ method }, response) => {
      if (method !== 'POST') return sendJson(response, matrix([[0, '1']]));
      response.writeHead(405, { 'content-type': 'text/html' });
      response.end('<h1>Method Not Allowed</h1>');
    });
    const source = makePrometheusSource({ url: server.url }, { now: () => 0 });
    expect((await source.range('x', range)).series).toHaveLength(1);
  });
  it('refuses with a page is named by its status alone', async () => {
    server = await fakeHttp((_request, response) => {
      response.writeHead(400, { 'content-type': 'text/html' });
      response.end('<h1>secret</h1>');
    });
    const run = makePrometheusSource({ url: server.url }, { now: () => 0 }).range('x', range);
    await expect(run).rejects.toMatchObject({ kind: 'refused', message: expect.not.stringContaining('secret') as string });
  });
  it('was restarted between two questions answers the second: a cut connection is tried once more', async () => {
    let calls = 0;
    server = await fakeHttp((_request, response) => {
      calls += 1;
      if (calls === 1) response.destroy();
      else sendJson(response, matrix([[0, '1']]));
    });
    expect((await makePrometheusSource({ url: server.url }, { now: () => 0 }).range('x', range)).series).toHaveLength(1);
    expect(calls).toBe(2);
  });
});

it('links never hold the credentials of a UI address', async () => {
  const source = makePrometheusSource({ url: 'http://u:hunter2@127.0.0.1:9' }, { ui: 'https://u:hunter2@prom.example.org/x', now: () => 0 });
  const link = source.link('up', range)!;
  expect(link).toMatch(/^https:\/\/prom\.example\.org\/x\/graph\?/);
  expect(link).not.toContain('hunter2');
});

it('ten thousand series of an hour are read, not refused', async () => {
  const values = Array.from({ length: 241 }, (_, i) => [i * 15, String(i)]);
  const text = JSON.stringify({ status: 'success', data: { resultType: 'matrix', result: Array.from({ length: 10_000 }, (_, i) => ({ metric: { route: `r${i}` }, values })) } });
  server = await fakeHttp((_request, response) => void response.end(text));
  const source = makePrometheusSource({ url: server.url }, { now: () => 0 });
  expect((await source.range('x', range)).series).toHaveLength(10_000);
}, 60_000);
