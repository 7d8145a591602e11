import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as compare from '@/app/api/v1/traces/compare/route';
import * as judge from '@/app/api/v1/traces/judge/route';
import * as spanRoute from '@/app/api/v1/traces/[traceId]/spans/[spanId]/route';
import * as trace from '@/app/api/v1/traces/[traceId]/route';
import type { PasteAnswer, TraceAnswer } from '@/lib/domain/requests';
import type { TraceCompareAnswer } from '@/lib/domain/trace-compare';
import type { Span } from '@/lib/domain/traces';
import { differenceSentence } from '@/lib/present/trace-compare';
import { traceJson } from '@/lib/present/trace-json';
import { problemSchema } from '@/lib/server/api/answer-schemas';
import { makeRuntime } from '@/lib/server/runtime';
import { attributeJson } from '@/lib/server/use-cases/attribute-json';
import { fakeJaeger, jaegerConfig, shopRequest } from '@/test/support/fake-jaeger';
import { type FakeHttp, fakeHttp, sendJson } from '@/test/support/fake-http';
import { largeJaegerTrace } from '@/test/support/large-trace';

const NOW = 1_795_996_000_000;
const AT = NOW - 3_600_000;
const [FAILED, LONELY, UNTIMED, GOOD, OTHER_PATH, LARGE] = ['f1', 'f2', 'f3', 'a1', 'a2', '1a'].map((pair) => pair.repeat(16)) as [string, string, string, string, string, string];
const folder = mkdtempSync(path.join(tmpdir(), 'weir-trace-routes-'));
let servers: FakeHttp[] = [];

beforeAll(async () => {
  const jaeger = await fakeJaeger([
    shopRequest({ traceId: FAILED, atMs: AT, outcome: 'refused' }), shopRequest({ traceId: UNTIMED, atMs: 0, outcome: 'refused' }), shopRequest({ traceId: LONELY, atMs: AT, outcome: 'refused', host: 'other.example.org' }),
    shopRequest({ traceId: GOOD, atMs: AT - 30_000, outcome: 'good' }), shopRequest({ traceId: OTHER_PATH, atMs: AT - 5_000, outcome: 'good', path: '/orders/12' }), largeJaegerTrace(3_000, LARGE),
  ]);
  const metrics = await fakeHttp((_request, response) => sendJson(response, { status: 'error' }, 503));
  servers = [jaeger, metrics];
  const WEIR_CONFIG = path.join(folder, 'weir.yaml');
  writeFileSync(WEIR_CONFIG, jaegerConfig(jaeger.url, metrics.url));
  Object.assign(globalThis, { [Symbol.for('weir.runtime')]: makeRuntime({ WEIR_CONFIG }, () => NOW) });
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  rmSync(folder, { recursive: true });
});

const base = 'http://127.0.0.1:3000/api/v1/traces';
const paste = (text: string, type: string | null = 'text/plain', query = '') => judge.POST(new Request(`${base}/judge?${query}`, { method: 'POST', body: new TextEncoder().encode(text), headers: type === null ? {} : { 'content-type': type } }));
async function dataOf<T>(response: Response | Promise<Response>): Promise<T> {
  const answered = await response;
  const body = (await answered.json()) as { data: T };
  expect([answered.status, body]).toMatchObject([200, {}]);
  return body.data;
}
async function problemOf(response: Response | Promise<Response>) {
  const answered = await response;
  expect(answered.headers.get('content-type')).toContain('application/problem+json');
  return problemSchema.parse(await answered.json());
}
const fixtures = readdirSync('test/fixtures/traces').filter((name) => name.endsWith('.v1.json'));
const fixture = (name: string) => readFileSync(`test/fixtures/traces/${name}`, 'utf8');

describe('POST traces/judge', () => {
  it.each(fixtures)('%s gets the verdict of "weir attribute"', async (name) => {
    const answer = await dataOf<PasteAnswer>(paste(fixture(name), 'application/json'));
    const direct = attributeJson(JSON.parse(fixture(name)));
    expect([answer.from, answer.format, answer.traces.map(({ verdict }) => verdict)]).toEqual(['json', 'Jaeger JSON', direct.ok ? JSON.parse(JSON.stringify(direct.verdicts)) : []]);
  });

  it('several traces come in their order, each with its verdict', async () => {
    const data = [FAILED, GOOD].map((traceId) => shopRequest({ traceId, atMs: AT, outcome: traceId === GOOD ? 'good' : 'refused' }));
    const answer = await dataOf<PasteAnswer>(paste(JSON.stringify({ data })));
    expect(answer.traces.map(({ verdict }) => [verdict.traceId, verdict.mechanism])).toEqual([[FAILED, 'connect_failed'], [GOOD, 'healthy']]);
  });

  it('more than 200 traces are judged in part, and the rest is counted', async () => {
    const data = Array.from({ length: 203 }, (_, i) => shopRequest({ traceId: (i + 1).toString(16).padStart(32, '0'), atMs: AT, outcome: 'good' }));
    const answer = await dataOf<PasteAnswer>(paste(JSON.stringify({ data })));
    expect([answer.traces.length, answer.leftOut]).toEqual([200, 3]);
  });

  it.each([['a trace id', FAILED], ['a trace id in a line of a log', JSON.stringify({ level: 'error', trace_id: FAILED })], ['a traceparent', `00-${FAILED}-00000000000000a1-01`], ['a link to a trace', `https://jaeger.example.org/trace/${FAILED}?uiFind=00000000000000a1`]])('%s is read from the trace source, with links, and named so', async (what, text) => {
    const answer = await dataOf<PasteAnswer>(paste(text));
    expect([answer.from, answer.format, answer.traces[0]?.verdict.mechanism, answer.traces[0]?.links[0]?.url]).toEqual(['id', what, 'connect_failed', `https://jaeger.example.org/ui/trace/${FAILED}?uiFind=00000000000000a1`]);
  });

  it('one document a line, with a byte order mark', async () => {
    const lines = [FAILED, GOOD].map((traceId) => JSON.stringify(shopRequest({ traceId, atMs: AT, outcome: 'good' })));
    expect((await dataOf<PasteAnswer>(paste(`\ufeff${lines.join('\r\n')}\n`))).traces).toHaveLength(2);
  });

  it('needs no environment for JSON', async () => {
    expect((await dataOf<PasteAnswer>(paste(fixture(fixtures[0]!), 'text/plain', 'env=nobody-knows-it'))).traces).toHaveLength(1);
  });

  it.each([
    ['nothing', ' \n', /Nothing was pasted/], ['prose', 'the shop is down again', /neither JSON nor does it name a trace: it begins with "the shop is down again"/], ['a login page', '<!DOCTYPE html><html>', /web page/],
    ['half of a file', fixture(fixtures[0]!).slice(0, 300), /ends in the middle/], ['broken JSON', '{"data": [}]}', /broken/], ['JSON of something else', '{"status":"success","data":{"resultType":"matrix"}}', /JSON, but no trace that Weir knows: \$\.data/],
    ['an empty answer', '{"data":[]}', /without any span/], ['a scalar in a list', '[1]', /\$\[0\]/], ['control characters', '\u202eabc\u0000', /⟨U\+202E⟩abc⟨U\+0000⟩/],
  ])('%s: says what it is and what would do', async (_name, text, message) => {
    const problem = await problemOf(paste(text));
    expect(problem).toMatchObject({ status: 400, parameter: 'body', detail: expect.stringMatching(message) });
    expect(problem.detail).toMatch(/Paste the whole JSON/);
  });

  it.each([
    ['prototypes', `{"__proto__":{"polluted":1},"data":[{"traceID":"${FAILED}","__proto__":{},"spans":[{"traceID":"${FAILED}","spanID":"a1","__proto__":1,"processID":"__proto__","tags":[{"key":"__proto__","value":{"polluted":1}},{"key":"constructor","value":"x"}]}],"processes":{"__proto__":{"serviceName":"constructor"}}}]}`],
    ['depth', `{"data":[{"traceID":"${FAILED}","spans":[{"traceID":"${FAILED}","spanID":"a1","tags":[{"key":"deep","value":${'['.repeat(50_000)}${']'.repeat(50_000)}}]}]}]}`],
  ])('hostile JSON: %s', async (_name, text) => {
    expect((await dataOf<PasteAnswer>(paste(text))).traces[0]?.trace.spans).toHaveLength(1);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it.each([['no kind', null], ['a form', 'application/x-www-form-urlencoded'], ['an image', 'image/png']])('a body of %s is not read', async (_name, type) => {
    expect(await problemOf(paste('{}', type))).toMatchObject({ status: 415, parameter: 'content-type' });
  });

  it('more than 64 MiB is refused with the way out', async () => {
    expect(await problemOf(paste('x'.repeat(65 * 1024 * 1024)))).toMatchObject({ status: 413, detail: expect.stringMatching(/64 MiB.*weir attribute/) });
  });

  it.each([
    ['gzip', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), /gzip file: unpack it first/], ['zip', Buffer.from('PK\x03\x04\x14'), /zip file/],
    ['UTF-16, low byte first', Buffer.from('\ufeff{"data":[]}', 'utf16le'), /UTF-16: save it as UTF-8/], ['UTF-16, high byte first', Buffer.from('\ufeff{"data":[]}', 'utf16le').swap16(), /UTF-16/],
  ])('%s is named', async (_name, body, message) => {
    const request = new Request(`${base}/judge`, { method: 'POST', body: new Uint8Array(body), headers: { 'content-type': 'text/plain' } });
    expect(await problemOf(judge.POST(request))).toMatchObject({ status: 400, parameter: 'body', detail: expect.stringMatching(message) });
  });

  it('millions of lines that are no JSON are not read one by one', async () => {
    expect(await problemOf(paste('{\n'.repeat(8_000_000)))).toMatchObject({ status: 400, detail: expect.stringMatching(/ends in the middle/) });
  });

  describe('large bodies', () => {
    /** A body whose end a test decides. */
    function slow(mebibytes: number) {
      let end = () => {};
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new Uint8Array(mebibytes * 1024 * 1024).fill(0x20));
          end = () => controller.close();
        },
      });
      const answer = judge.POST(new Request(`${base}/judge`, { method: 'POST', body, headers: { 'content-type': 'text/plain' }, duplex: 'half' } as RequestInit));
      return { answer, end: () => end() };
    }
    it('hold a bounded part of the memory together; small ones are still answered, and room that is left is free again', async () => {
      const open = [slow(60), slow(60), slow(60), slow(60)];
      const refused = await Promise.race(open.map(({ answer }) => answer));
      expect(await problemOf(refused)).toMatchObject({ status: 429, parameter: 'body' });
      expect((await dataOf<PasteAnswer>(paste(fixture(fixtures[0]!)))).traces).not.toHaveLength(0);
      for (const { end } of open.slice(0, 2)) end();
      expect(await Promise.all(open.map(async ({ answer }) => (await answer).status))).toEqual([400, 400, 429, 429]);
      const later = slow(60);
      later.end();
      expect((await later.answer).status).toBe(400);
    });
    it('one whose answer cannot be written is told so', async () => {
      const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }, { key: 'text', value: { stringValue: 'x'.repeat(5_000_000) } }] };
      const spans = Array.from({ length: 120 }, (_, i) => ({ traceId: FAILED, spanId: (i + 1).toString(16).padStart(16, '0') }));
      expect(await problemOf(paste(JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans }] }] })))).toMatchObject({ status: 413, parameter: 'body', detail: expect.stringMatching(/weir attribute/) });
    });
  });

  it('an id that nobody has', async () => {
    expect(await problemOf(paste('0'.repeat(31) + '1'))).toMatchObject({ status: 404, parameter: 'traceId' });
  });

  it('other methods are refused', async () => {
    expect(await problemOf(judge.GET())).toMatchObject({ status: 405 });
  });
});

describe('a copied trace', () => {
  it.each(fixtures)('%s is read again by "weir attribute" with the same verdict', async (name) => {
    const first = (await dataOf<PasteAnswer>(paste(fixture(name)))).traces;
    for (const one of first) {
      const again = attributeJson(JSON.parse(traceJson(one)));
      const alone = attributeJson({ trace: one.trace });
      expect(again).toEqual(alone);
      if (first.length === 1) expect(again.ok && JSON.parse(JSON.stringify(again.verdicts))).toEqual([one.verdict]);
    }
  });
  it('so is the answer of GET traces/{traceId}', async () => {
    const body = (await (await trace.GET(new Request(`${base}/x`), { params: Promise.resolve({ traceId: FAILED }) })).json()) as { data: TraceAnswer };
    expect(attributeJson(body)).toMatchObject({ ok: true, verdicts: [body.data.verdict] });
  });
});

describe('a large trace', () => {
  const ask = (query: string) => dataOf<TraceAnswer>(trace.GET(new Request(`${base}/x?${query}`), { params: Promise.resolve({ traceId: LARGE }) }));
  it('comes lean to the page: all spans, and attributes where something points at them', async () => {
    const [whole, lean] = [await ask(''), await ask('lean=1')];
    expect([whole.lean, lean.lean, lean.trace.spans.length]).toEqual([undefined, true, 3_000]);
    expect(lean.verdict).toEqual(whole.verdict);
    const root = lean.trace.spans.find(({ spanId }) => spanId === lean.verdict.chain[0]?.spanId);
    expect(root?.attributes['http.host']).toBe('shop.example.org');
    expect(lean.trace.spans.at(-1)?.attributes).toEqual({});
    expect(JSON.stringify(lean).length * 2).toBeLessThan(JSON.stringify(whole).length);
  });
  it('gives what was left out span by span', async () => {
    const span = (spanId: string) => spanRoute.GET(new Request(`${base}/x`), { params: Promise.resolve({ traceId: LARGE, spanId }) });
    expect((await dataOf<Span>(span('0000000000000bb8'))).attributes).toMatchObject({ 'row.number': 2_999 });
    expect(await problemOf(span('ffffffffffffffff'))).toMatchObject({ status: 404, parameter: 'spanId' });
    expect(await problemOf(span('../x'))).toMatchObject({ status: 400, parameter: 'spanId' });
  });
});

describe('GET traces/compare', () => {
  const ask = (query: string) => compare.GET(new Request(`${base}/compare?${query}`));
  it('finds the healthy trace with the same path, not only the nearest', async () => {
    const { a, b, search } = await dataOf<TraceCompareAnswer>(ask(`a=${FAILED}&at=${AT}`));
    expect([a.trace.traceId, b?.trace.traceId, search?.likeness]).toEqual([FAILED, GOOD, 'same-path']);
    expect(differenceSentence(a, b!)).toBe('The good one reached shop (shop-7) in zone b and got 200 in 12\u00A0ms; the failed one tried 10.2.0.9:8080 and was refused.');
  });
  it('says what it searched when there is none', async () => {
    const { b, search } = await dataOf<TraceCompareAnswer>(ask(`a=${LONELY}`));
    expect(b).toBeNull();
    expect(search).toMatchObject({ proxy: 'ingress', host: 'other.example.org', pathShape: '/orders/*', route: 'shop_orders', likeness: null });
    expect(search?.windows.map(({ lookedAt, healthy }) => [lookedAt > 0, healthy])).toEqual([[true, 2], [false, 0], [true, 0]]);
  });
  it('searches nothing before 1970 for a trace without times', async () => {
    const response = await ask(`a=${UNTIMED}`);
    const body = (await response.json()) as { data: TraceCompareAnswer; queries: { range: { from: number; to: number } }[] };
    expect([...body.data.search!.windows, ...body.queries.map(({ range }) => range)].map(({ from, to }) => [from < 0, to < from])).not.toContainEqual(expect.arrayContaining([true]));
  });
  it('takes the one that is named', async () => {
    const { b, search } = await dataOf<TraceCompareAnswer>(ask(`a=${FAILED}&b=${OTHER_PATH}`));
    expect([b?.trace.traceId, search]).toEqual([OTHER_PATH, null]);
  });
  it.each([['', 'a', 400], ['a=xyz', 'a', 400], [`a=${FAILED}&b=no`, 'b', 400], [`a=${'0'.repeat(31)}1`, 'a', 404], [`a=${FAILED}&b=${'0'.repeat(31)}1`, 'b', 404]])('?%s names %s', async (query, parameter, status) => {
    expect(await problemOf(ask(query))).toMatchObject({ status, parameter });
  });
});
