import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { runCli } from '@/lib/cli/run';

async function weir(args: readonly string[], input = ''): Promise<{ code: number; out: string; err: string }> {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const texts = { out: '', err: '' };
  output.on('data', (chunk: Buffer) => (texts.out += chunk.toString()));
  errors.on('data', (chunk: Buffer) => (texts.err += chunk.toString()));
  const code = await runCli(args, { input: Readable.from([input]), output, errors, env: {} });
  await new Promise((resolve) => setImmediate(resolve));
  return { code, ...texts };
}

const json = (value: unknown) => JSON.stringify(value);
const fixture = (name: string) => readFileSync(path.join(import.meta.dirname, '../../fixtures/real/traces', name), 'utf8');

describe('exit codes', () => {
  it.each([
    ['no such command', ['nonsense'], ''],
    ['no such option', ['hints', '--nonsense'], ''],
    ['no input', ['hints'], ''],
    ['no JSON', ['hints'], '{'],
    ['a wrong field', ['hints'], json({ cpuByZone: { a: 'many' }, replicas: [1, 2] })],
    ['an unknown field', ['hints'], json({ cpuByZone: { a: 1 }, replicas: [1, 2], zones: 3 })],
    ['an unknown parameter', ['detect', 'change-points'], json({ values: [[1, 2, 3]], params: { nonsense: 1 } })],
    ['a parameter of another type', ['detect', 'change-points'], json({ values: [[1, 2, 3]], params: { leastSegment: 'x' } })],
    ['columns of unequal length', ['detect', 'zone-flapping'], json({ start: 0, stepSeconds: 15, zones: { a: [1, 2], b: [1] } })],
    ['a wrong format', ['analyze', '--from', 'now-1h', '--to', 'now', '--format', 'pdf'], ''],
    ['a missing option', ['analyze', '--from', 'now-1h'], ''],
    ['a file that is not there', ['verify', '/does/not/exist.weir'], ''],
    ['a command that is not built yet', ['review', '--week', '2026-W48'], ''],
    ['the other one', ['rules', '--dialect', 'skipper'], ''],
  ])('2 for %s, with a word on standard error', async (_name, args, input) => {
    const { code, out, err } = await weir(args, input);
    expect(code).toBe(2);
    expect(err).not.toBe('');
    expect(out).toBe('');
  });

  it('names the field and the expectation', async () => {
    expect((await weir(['hints'], json({ cpuByZone: { a: 'many' }, replicas: [1, 2] }))).err).toContain('cpuByZone.a: expected number');
    expect((await weir(['detect', 'change-points'], json({ values: [[1]], params: { nonsense: 1 } }))).err).toContain('params.nonsense');
    expect((await weir(['classify-404'], '{"path":"/a"}\n{"path":5}\n')).err).toContain('line 2: path');
  });

  it.each([
    [['detect', 'zone-flapping'], ['start', 'stepSeconds', 'zones']], [['detect', 'rollout-errors'], ['start', 'stepSeconds', 'errors']], [['hints'], ['cpuByZone', 'replicas']],
  ])('%j on {}: all missing fields, and the shape in words with an example', async (args, fields) => {
    const { code, err } = await weir(args, '{}');
    expect(code).toBe(2);
    expect(err).toContain(`missing fields: ${fields.join(', ')}; expected `);
    expect(err).toContain(', for example {');
  });

  it.each([[['detect', 'zone-flapping']], [['detect', 'change-points']], [['detect', 'rollout-errors']], [['hints']], [['classify-404']], [['attribute']]])('the help of %j shows a line of input that it answers', async (args) => {
    const help = (await weir([...args, '--help'])).out;
    const example = /^ {2}(\{.*\})$/m.exec(help)?.[1];
    const { code, out } = await weir(args, example);
    expect(code).toBe(0);
    expect(out).not.toBe('[]\n');
  });

  it('detect --help shows an example', async () => expect((await weir(['detect', '--help'])).out).toContain('{"values":'));

  it('lists only what is built', async () => {
    const { out } = await weir(['--help']);
    expect(out).toContain('classify-404');
    expect(out).not.toMatch(/^ +(review|rules)/m);
  });

  it('says honestly what is not built yet', async () => {
    expect((await weir(['review'])).err).toContain('not built yet in this version');
  });

  it('0 for help', async () => expect(await weir(['--help'])).toMatchObject({ code: 0 }));
});

describe('attribute', () => {
  const trace = { traceId: 'ab'.repeat(16), partial: false, warnings: [], spans: [{ spanId: '1'.repeat(16), parentId: null, name: 'ingress', service: 'skipper-ingress', kind: 'server', start: 1_795_990_000_000, durationMs: 3, status: 'unset', statusMessage: '', attributes: { 'http.status_code': 404 }, resource: {}, scope: '', events: [] }] };
  it('reads what the trace page copies', async () => {
    const { code, out } = await weir(['attribute'], json({ trace, verdict: {} }));
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ answeredBy: expect.anything() as unknown });
  });
  it.each([
    ['a trace id', '0af7651916cd43dd8448eb211c80319c\n'],
    ['a traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
    ['a link', 'https://jaeger.example/trace/0af7651916cd43dd8448eb211c80319c?uiFind=x'],
  ])('%s names a trace and is none: the way out is told', async (_name, text) => {
    for (const given of [weir(['attribute'], text), weir(['attribute', text.trim()])]) {
      const { code, out, err } = await given;
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toContain('got what names the trace 0af7651916cd43dd8448eb211c80319c');
      expect(err).toContain('api/v1/traces/0af7651916cd43dd8448eb211c80319c');
    }
  });
  it('an argument that is a file is for standard input', async () => {
    expect(await weir(['attribute', 'trace.json'])).toMatchObject({ code: 2, err: expect.stringContaining('weir attribute < FILE') as string });
  });
  it.each([
    ['a part of a file', '{"data":[{"traceID":"a', /ends in the middle/],
    ['an open list', '{"data":[1,2', /ends in the middle/],
    ['text behind the JSON', '{"data":[]} done', /broken: .*after JSON/],
    ['a comma behind the JSON', '{"data":[]},', /broken: .*after JSON/],
    ['a trailing comma', '{"data":[1,2,]}', /broken/],
    ['two answers', '{"data":[]}\n{"data":[]}', /--batch/],
    ['prose', 'the shop is down', /got text that begins with "the shop/],
    ['a page', '<html>\u202e', /got text that begins with "<html>⟨U\+202E⟩"/],
  ])('%s: says what is wrong with it', async (_name, text, words) => {
    const { code, out, err } = await weir(['attribute'], text);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(words);
  });
  it('--format text writes a paragraph a trace', async () => {
    const { code, out } = await weir(['attribute', '--format', 'text'], json({ trace }));
    expect(code).toBe(0);
    expect(out).toMatch(/^Trace (ab){16}: skipper-ingress answered 404\. .*\. How sure: \w+, 0\.\d\d\. Evidence: .*\.\n$/);
  });
  it('--format text makes hostile names visible, on one line', async () => {
    const { out } = await weir(['attribute', '--format', 'text'], json({ trace: { ...trace, spans: trace.spans.map((span) => ({ ...span, service: 'a\u001b[2J\u202e\nTrace forged: b' })) } }));
    expect(out.trimEnd().split('\n')).toHaveLength(1);
    expect(out).toContain('a⟨U+001B⟩[2J⟨U+202E⟩⟨U+000A⟩Trace forged: b');
  });
  it('refuses a trace of no known shape', async () => {
    expect(await weir(['attribute'], json({ trace: { steps: [] } }))).toMatchObject({ code: 2, out: '' });
  });
});

describe('hints', () => {
  it('answers the example of the contract', async () => {
    const { code, out } = await weir(['hints'], json({ cpuByZone: { a: 12, b: 12, c: 12 }, replicas: [1, 60] }));
    expect(code).toBe(0);
    expect((JSON.parse(out) as { unsafe: number[] }).unsafe).toEqual([1, 2, 4, 5, 8, 11]);
  });
});

describe('detect', () => {
  it('finds where a level changes', async () => {
    const level = (value: number) => Array.from({ length: 30 }, (_, i) => value + (i % 3) * 0.1);
    const { out } = await weir(['detect', 'change-points'], json({ values: [[...level(1), ...level(9)]], params: {} }));
    expect(JSON.parse(out)).toEqual({ changePoints: [30], scale: 'unit-variance' });
  });
  it('counts what a rollout cost', async () => {
    const { code, out } = await weir(['detect', 'rollout-errors'], json({ start: 0, stepSeconds: 15, requests: Array(40).fill(100), errors: { 502: Array.from({ length: 40 }, (_, i) => (i === 20 ? 6 : 0)) }, rollouts: [{ workload: 'milo/apiserver', from: 285_000, to: 330_000 }], params: {} }));
    expect(code).toBe(0);
    expect((JSON.parse(out) as { perRollout: unknown[] }).perRollout[0]).toMatchObject({ workload: 'milo/apiserver', failed: 6 });
  });
  it('cannot look at too little traffic, and says so', async () => {
    const { code, out } = await weir(['detect', 'zone-flapping'], json({ start: 0, stepSeconds: 15, zones: { a: [1, 2], b: [1, 2] } }));
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ kind: 'not-checked' });
  });
});

describe('classify-404', () => {
  it.each([[[]], [['--batch']]])('one verdict a line, in the order of the input %j', async (options) => {
    const { code, out } = await weir(['classify-404', ...options], '{"path":"/favicon.ico"}\n\n{"path":"/a","responder":"backend"}\n');
    expect(code).toBe(0);
    expect(out.trim().split('\n').map((line) => (JSON.parse(line) as { class: string }).class)).toEqual(['benign', 'application']);
  });
});

describe('attribute', () => {
  it('reads one answer of a backend', async () => {
    const { code, out } = await weir(['attribute'], fixture('skipper/route-miss.v1.json'));
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ mechanism: 'route_miss', answeredBy: { role: 'proxy' }, status: 404 });
  });
  it('gives the same verdict for the other wire format', async () => {
    const [v1, v3] = await Promise.all(['v1', 'v3'].map((version) => weir(['attribute'], fixture(`envoy/refused.${version}.json`))));
    expect(JSON.parse(v3!.out)).toMatchObject({ mechanism: (JSON.parse(v1!.out) as { mechanism: string }).mechanism });
  });
  it('--batch answers line by line', async () => {
    const line = json(JSON.parse(fixture('skipper/refused.v1.json')));
    const { out } = await weir(['attribute', '--batch'], `${line}\n${line}\n`);
    expect(out.trim().split('\n')).toHaveLength(2);
  });
  it('says what shape it expected', async () => {
    expect(await weir(['attribute'], '{"hello":1}')).toMatchObject({ code: 2, err: expect.stringContaining('expected') as string });
  });
});
