import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { traceAdapter } from '../../lib/adapters/trace-adapters';
import type { Trace } from '../../lib/domain/traces';
import { epochMs } from '../../lib/domain/units';
import type { TraceSearch, TraceSource } from '../../lib/ports/trace-source';
import { parseTraces } from '../../lib/wire/parse-traces';
import { startJaeger } from './jaeger';
import { sleep } from './random';
import { Supervisor } from './supervisor';
import { startZipkin, zipkinJar, zipkinVersion } from './zipkin';

/**
 * The adapters against real backends that hold the recorded traces: a search brings exactly those that a look at the files says it
 * must. Zipkin is asked where its jar is; Tempo and VictoriaTraces cannot be had here.
 */

const fixtures = path.resolve(import.meta.dirname, '../fixtures/real');
const read = (file: string): unknown => JSON.parse(readFileSync(path.join(fixtures, file), 'utf8'));

function traceOf(body: unknown): Trace {
  const parsed = parseTraces(body);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.traces[0]!;
}

async function post(url: string, body: unknown): Promise<void> {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
}

interface Backend {
  readonly type: 'jaeger' | 'zipkin';
  readonly service: string;
  readonly files: readonly string[];
  start(supervisor: Supervisor, folder: string, bodies: readonly unknown[]): Promise<string>;
}

const causesIn = (folder: string, end: string) => readdirSync(path.join(fixtures, folder)).filter((file) => file.endsWith(end)).map((file) => `${folder}/${file}`);

const backends: readonly Backend[] = [
  ...(['skipper', 'envoy'] as const).map((proxy): Backend => ({
    type: 'jaeger',
    service: proxy === 'skipper' ? 'skipper-ingress' : 'envoy-gateway',
    files: causesIn(`traces/${proxy}`, '.v3.json'),
    async start(supervisor, folder, bodies) {
      const { url, otlp } = await startJaeger(supervisor, folder, 1_000);
      for (const body of bodies) await post(`${otlp}/v1/traces`, (body as { result: unknown }).result);
      await sleep(1_500);
      return url;
    },
  })),
  ...(['own', 'shared'] as const).map((mode): Backend => ({
    type: 'zipkin',
    service: 'envoy-gateway',
    files: causesIn(`zipkin/${mode}/traces`, '.json'),
    async start(supervisor, _folder, bodies) {
      const url = await startZipkin(supervisor);
      await post(`${url}/api/v2/spans`, bodies.flat());
      await sleep(500);
      return url;
    },
  })),
];

const statusOf = (span: Trace['spans'][number]) => Number(span.attributes['http.status_code'] ?? NaN);
const asked = (trace: Trace, service: string, status: number | null) => trace.spans.some((span) => span.service === service && span.kind === 'server' && (status === null || statusOf(span) === status));

describe.each(backends.map((backend) => [`${backend.type} of ${backend.service} (${backend.files[0]!.split('/').slice(0, 2).join('/')})`, backend] as const))('%s', (_name, backend) => {
  describe.skipIf(backend.type === 'zipkin' && !existsSync(zipkinJar))(`live${backend.type === 'zipkin' ? `, where the jar of zipkin ${zipkinVersion} is` : ''}`, () => {
    let supervisor: Supervisor;
    let source: TraceSource;
    const traces = backend.files.map((file) => traceOf(read(file)));
    const starts = traces.flatMap(({ spans }) => spans.map(({ start }) => start));
    const window = { from: epochMs(Math.min(...starts) - 1_000), to: epochMs(Math.max(...starts) + 1_000) };
    const search = (more: Partial<TraceSearch>) => source.search({ service: backend.service, ...window, status: null, attributes: {}, limit: 200, ...more });
    const idsFor = (status: number | null) => traces.filter((trace) => asked(trace, backend.service, status)).map(({ traceId }) => traceId).sort();

    beforeAll(async () => {
      const folder = path.resolve('.lab/trace-backends');
      mkdirSync(folder, { recursive: true });
      supervisor = new Supervisor(folder, 3 * 60_000);
      const url = await backend.start(supervisor, folder, backend.files.map(read));
      source = traceAdapter(backend.type).make({ url }, { now: () => Date.now() });
    });
    afterAll(() => supervisor?.stopAll());

    it.each([200, 404, 502, 503, 504, 418, null])('a search for status %s brings those and no others', async (status) => {
      const found = await search({ status });
      expect(found.traces.map(({ traceId }) => traceId).sort()).toEqual(idsFor(status));
      expect(found.truncated).toBe(false);
    });
    it('each trace comes whole, as the file has it', async () => {
      for (const trace of traces) {
        const found = await source.get(trace.traceId, window.from);
        expect(found?.spans.map(({ spanId }) => spanId).sort()).toEqual(trace.spans.map(({ spanId }) => spanId).sort());
      }
    });
    it('a narrow window brings what began in it', async () => {
      const one = traces.find((trace) => asked(trace, backend.service, 404))!;
      const start = one.spans.find((span) => span.service === backend.service && span.kind === 'server')!.start;
      const found = await search({ status: 404, from: epochMs(Math.floor(start)), to: epochMs(Math.floor(start) + 1) });
      expect(found.traces.map(({ traceId }) => traceId)).toContain(one.traceId);
    });
    it('the limit is kept and said', async () => {
      expect(await search({ limit: 2 })).toMatchObject({ truncated: true });
    });
    it('other attributes narrow it', async () => {
      expect((await search({ attributes: { 'http.method': 'POST' } })).traces.length).toBeGreaterThan(0);
      expect((await search({ attributes: { 'http.method': 'POST and http.status_code=200' } })).traces).toEqual([]);
    });
    it.each(['no such service', 'a"}&tags={', "x' or '1'='1", 'ü\u2028'])('service %j has none', async (service) => {
      expect((await search({ service })).traces).toEqual([]);
    });
    it('an id that is not there is none', async () => {
      expect(await source.get('0123456789abcdef0123456789abcdef', window.from)).toBeNull();
    });
    it('tells its services', async () => {
      expect((await source.probe()).services).toContain(backend.service);
    });
  });
});
