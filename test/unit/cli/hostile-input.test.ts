import { existsSync, lstatSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { packArchive } from '@/lib/adapters/recording';
import { runCli } from '@/lib/cli/run';
import { writeWhole } from '@/lib/server/recordings-folder';

const folder = mkdtempSync(path.join(tmpdir(), 'weir-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function weir(args: readonly string[], input: string | Buffer | Iterable<Buffer> = ''): Promise<{ code: number; out: string; err: string }> {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const texts = { out: '', err: '' };
  output.on('data', (chunk: Buffer) => (texts.out += chunk.toString()));
  errors.on('data', (chunk: Buffer) => (texts.err += chunk.toString()));
  const parts = typeof input === 'string' || Buffer.isBuffer(input) ? [Buffer.from(input)] : input;
  const code = await runCli(args, { input: Readable.from(parts), output, errors, env: {} });
  await new Promise((resolve) => setImmediate(resolve));
  return { code, ...texts };
}

const reading = [['hints'], ['attribute'], ['attribute', '--batch'], ['classify-404'], ['classify-404', '--batch'], ['detect', 'zone-flapping'], ['detect', 'change-points'], ['detect', 'rollout-errors']];
const junk: readonly [string, Buffer][] = [
  ['binary junk', Buffer.from(Array.from({ length: 500 }, (_, i) => (i * 7919) % 256))],
  ['half of its JSON', Buffer.from('{"values":[[1,2')],
  ['JSON of another kind', Buffer.from('"text"')],
  ['a number', Buffer.from('5')],
];

describe('input that is no input', () => {
  it.each(reading.flatMap((args) => junk.map(([name, bytes]) => [args.join(' '), name, args, bytes] as const)))('%s refuses %s with 2', async (_shown, _name, args, bytes) => {
    const { code, out, err } = await weir(args, bytes);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^weir: .*expected/);
    expect(err).not.toMatch(/\n\s+at /);
  });
});

describe('input from Windows', () => {
  it('a byte order mark and CR LF change nothing', async () => {
    const plain = await weir(['classify-404'], '{"path":"/favicon.ico"}\n{"path":"/a"}\n');
    expect(await weir(['classify-404'], '\ufeff{"path":"/favicon.ico"}\r\n{"path":"/a"}\r\n')).toEqual(plain);
    expect(plain.code).toBe(0);
    expect((await weir(['hints'], '\ufeff{"cpuByZone":{"a":1},"replicas":[1,2]}')).code).toBe(0);
  });
  it('a line may be cut anywhere between two chunks, also inside a character', async () => {
    const bytes = Buffer.from('{"path":"/ä\u2028ö"}\n{"path":"/favicon.ico"}');
    const whole = await weir(['classify-404'], bytes);
    expect(whole.code).toBe(0);
    expect(await weir(['classify-404'], Array.from(bytes, (byte) => Buffer.from([byte])))).toEqual(whole);
  });
});

describe('detect rollout-errors', () => {
  const input = { start: 0, stepSeconds: 15, requests: [100, 100], errors: { 502: [0, 1] }, rollouts: [] };
  it.each([
    [{ errors: { 502: [0] } }, 'errors.502: expected 2 values as in requests, got 1'],
    [{ requests: null, errors: { 502: [0], 503: [0, 1] } }, 'errors.503: expected 1 values as in errors.502, got 2'],
    [{ requests: [100, -1] }, 'requests'],
    [{ errors: { 502: [0, -1] } }, 'errors.502'],
    [{ errors: { 502: [0, 'NaN'] } }, 'errors.502'],
    [{ stepSeconds: 0 }, 'stepSeconds'],
    [{ rollouts: [{ workload: 'a', from: 5, to: 1 }] }, 'rollouts[0].to: expected a time not before "from"'],
    [{ rollouts: [{ workload: 'a', from: 5, to: 1e300 }] }, 'rollouts[0].to: expected a time in epoch milliseconds'],
    [{ start: 1e300 }, 'start: expected a time in epoch milliseconds'],
    [{ stepSeconds: 0 }, 'stepSeconds: expected seconds above 0'],
    [{ stepSeconds: 1e300 }, 'stepSeconds: expected at most 31536000 seconds (a year)'],
    [{ errors: { 502: [0, 1e308] } }, 'errors.502[1]: expected a count of at most 1e15, or null'],
    [{ requests: [1e308, 1e308] }, 'requests[0]: expected a count of at most 1e15, or null'],
  ])('%j is refused by field', async (change, message) => {
    const { code, err } = await weir(['detect', 'rollout-errors'], JSON.stringify({ ...input, ...change }));
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

describe('a reader that goes away', () => {
  it('ends the command without a word', async () => {
    const output = new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })), highWaterMark: 1 });
    const errors = new PassThrough();
    const lines = Readable.from(['{"path":"/a"}\n{"path":"/b"}\n']);
    expect(await runCli(['classify-404'], { input: lines, output, errors, env: {} })).toBe(0);
    expect(errors.read()).toBeNull();
  });
});

interface Expected {
  readonly answeredBy: string;
  readonly causedBy: string;
  readonly mechanism: string;
  readonly band: string;
  readonly status: number | null;
}

interface Answered extends Omit<Expected, 'answeredBy' | 'causedBy'> {
  readonly answeredBy: { readonly role: string };
  readonly causedBy: { readonly role: string };
}

const fixtures = path.join(import.meta.dirname, '../../fixtures');

describe('attribute', () => {
  const expected = JSON.parse(readFileSync(path.join(fixtures, 'traces/expected.json'), 'utf8')) as Record<string, Expected>;
  it.each(Object.entries(expected))('%s as the worked example says', async (name, { answeredBy, causedBy, mechanism, band, status }) => {
    const { code, out } = await weir(['attribute'], readFileSync(path.join(fixtures, 'traces', name)));
    expect(code).toBe(0);
    const answer = JSON.parse(out) as Answered;
    expect({ answeredBy: answer.answeredBy.role, causedBy: answer.causedBy.role, mechanism: answer.mechanism, band: answer.band, status: answer.status }).toEqual({ answeredBy, causedBy, mechanism, band, status });
  });

  const real = ['envoy', 'skipper'].flatMap((proxy) => readdirSync(path.join(fixtures, 'real/traces', proxy)).filter((name) => name.endsWith('.v3.json')).map((name) => path.join('real/traces', proxy, name)));
  it.each(real)('%s answers the same in both encodings', async (name) => {
    const [v3, v1] = await Promise.all([name, name.replace('.v3.', '.v1.')].map((each) => weir(['attribute'], readFileSync(path.join(fixtures, each)))));
    expect(v3!.code).toBe(0);
    const said = (text: string) => {
      const { answeredBy, causedBy, mechanism, band, status } = JSON.parse(text) as Answered;
      return { answeredBy: answeredBy.role, causedBy: causedBy.role, mechanism, band, status };
    };
    expect(said(v3!.out)).toEqual(said(v1!.out));
  });
});

describe('record, verify', () => {
  const range = { from: 0, to: 60_000, stepMs: 15_000 };
  const packed = packArchive({ title: 't', environment: { name: 'e', note: '', proxies: [] }, range, appVersion: '0', madeAt: 0 }, new Map([['notes.md', 'hello hello hello\n'], ['findings.json', '[]'], ['queries.json', '[]']]));

  it('a sound recording verifies; the same bytes twice', async () => {
    const file = path.join(folder, 'sound.weir');
    writeFileSync(file, packed);
    const first = await weir(['verify', file]);
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(await weir(['verify', file])).toEqual(first);
  });
  it('every byte that changes a file is noticed, and the file is named', async () => {
    const file = path.join(folder, 'changed.weir');
    const whole = Buffer.from(packed);
    // Local headers are ignored in favour of the directory at the end, so only the content of each file is changed here.
    for (const start of localFiles(whole)) {
      const length = whole.readUInt16LE(start + 26);
      const name = whole.toString('utf8', start + 30, start + 30 + length);
      const content = start + 30 + length + whole.readUInt16LE(start + 28);
      for (let i = content; i < content + whole.readUInt32LE(start + 18); i += 1) {
        const bytes = Buffer.from(whole);
        bytes[i]! ^= 0x10;
        writeFileSync(file, bytes);
        const { code, err } = await weir(['verify', file]);
        if (code === 0) expect(textOf(bytes, name)).toBe(textOf(whole, name));
        else expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(name) as string });
      }
    }
  });
  it.each([
    ['a folder that is not there', path.join(folder, 'nope/x.weir'), '--out: expected a folder that can be written'],
    ['a folder', folder, '--out: expected a file'],
  ])('record refuses %s before it asks anybody', async (_name, out, message) => {
    const { code, err } = await weir(['record', '--from', 'now-1h', '--to', 'now', '--out', out]);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

describe('writeWhole', () => {
  const bytes = Buffer.from('content');
  it('leaves nothing else behind', () => {
    const file = path.join(folder, 'whole.weir');
    writeWhole(file, bytes);
    expect(readFileSync(file)).toEqual(bytes);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
  it('writes through a link, which stays a link', () => {
    const [target, link] = [path.join(folder, 'target.weir'), path.join(folder, 'link.weir')];
    writeFileSync(target, '');
    symlinkSync(target, link);
    writeWhole(link, bytes);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(target)).toEqual(bytes);
  });
  it('never puts a file in the place of a device', () => {
    // A link to the device: were it replaced, only the link would be lost.
    const link = path.join(folder, 'device.weir');
    symlinkSync('/dev/null', link);
    writeWhole(link, bytes);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(existsSync(link) && lstatSync('/dev/null').isCharacterDevice()).toBe(true);
  });
});

function localFiles(bytes: Buffer): number[] {
  const starts: number[] = [];
  for (let start = bytes.indexOf('PK\u0003\u0004'); start >= 0; start = bytes.indexOf('PK\u0003\u0004', start + 4)) starts.push(start);
  return starts;
}

function textOf(bytes: Buffer, name: string): string {
  return strFromU8(unzipSync(bytes, { filter: (file) => file.name === name })[name]!);
}

describe('hostile names and figures of zones', () => {
  const json = (value: unknown) => JSON.stringify(value);
  const steady = [50, 51, 50, 50, 51, 50, 50, 51];
  const zones = (more: object) => json({ start: 0, stepSeconds: 15, zones: { a: steady, b: steady }, ...more });

  it('a zone named __proto__ is a zone like any other', async () => {
    const hints = await weir(['hints'], '{"cpuByZone":{"__proto__":4,"b":4},"replicas":[2,2]}');
    expect(hints.out).toContain('"__proto__": 1');
    const found = await weir(['detect', 'zone-flapping'], `{"start":0,"stepSeconds":15,"zones":{"__proto__":${json(steady)},"b":${json(steady)}}}`);
    expect(found.out).toContain('"__proto__": 0.5');
  });

  it('control and bidi characters of a name reach neither terminal as they are', async () => {
    const name = 'a\u202e\u001b[31m\u009b';
    const wrong = await weir(['hints'], json({ cpuByZone: { [name]: 'x' }, replicas: [1, 2] }));
    const right = await weir(['hints'], json({ cpuByZone: { [name]: 1, b: 1 }, replicas: [2, 2] }));
    for (const text of [wrong.err, right.out]) expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect((JSON.parse(right.out) as { perReplica: { minimum: object }[] }).perReplica[0]!.minimum).toHaveProperty([name]);
  });

  it.each([
    ['a step of 0', { stepSeconds: 0 }, 'stepSeconds'],
    ['a step longer than any', { stepSeconds: 1e308 }, 'stepSeconds'],
    ['a start that is no date', { start: 1e308 }, 'start'],
    ['negative requests', { zones: { a: [-1, 2], b: [1, 2] } }, 'zones.a[0]'],
    ['requests beyond measure', { zones: { a: [1, 1e308], b: [1, 2] } }, 'zones.a[1]'],
    ['negative pods', { readyPods: { a: [-2] } }, 'readyPods.a[0]'],
    ['zones that are a list', { zones: [1, 2] }, 'zones'],
    ['segments of no step', { params: { leastSegment: 0 } }, 'params.leastSegment'],
    ['flapping without a return', { params: { leastReturns: 0 } }, 'params.leastReturns'],
    ['a distance below 0', { params: { leastDistance: -1 } }, 'params.leastDistance'],
  ])('%s: exit code 2 and the field', async (_name, more, field) => {
    const { code, err } = await weir(['detect', 'zone-flapping'], zones(more));
    expect([code, err]).toEqual([2, expect.stringContaining(`${field}: `)]);
  });

  it('the window of the rate may be given, or null', async () => {
    for (const rateWindowSeconds of [60, null]) expect((await weir(['detect', 'zone-flapping'], zones({ params: { rateWindowSeconds } }))).code).toBe(0);
  });

  it.each([['scale', 'foo'], ['leastSegment', -1], ['leastSegment', 1.5], ['penaltyFactor', -5], ['maxCandidates', 0], ['noiseFloor', -1]])('change-points with %s %j: exit code 2 and the field', async (key, value) => {
    const { code, err } = await weir(['detect', 'change-points'], json({ values: [[1, 1, 1, 9, 9, 9]], params: { [key]: value } }));
    expect([code, err]).toEqual([2, expect.stringContaining(`params.${key}: `)]);
  });

  it('ten thousand zones are answered for few counts and refused for many', async () => {
    const cpuByZone = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`z${i}`, 4]));
    expect((await weir(['hints'], json({ cpuByZone, replicas: [1, 2] }))).code).toBe(0);
    expect((await weir(['hints'], json({ cpuByZone, replicas: [1, 1000] }))).err).toContain('replicas: expected a span of fewer than 100 counts');
  });
});
