import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { LONGEST_LOG_LINE } from '@/lib/cli/line-blocks';
import { logReportSchema } from '@/lib/cli/log-report-json';
import { runCli } from '@/lib/cli/run';

const folder = mkdtempSync(path.join(tmpdir(), 'weir-log-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function weir(args: readonly string[], input: string | Buffer | readonly Buffer[] = ''): Promise<{ code: number; out: string; err: string }> {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const texts = { out: '', err: '' };
  output.on('data', (chunk: Buffer) => (texts.out += chunk.toString()));
  errors.on('data', (chunk: Buffer) => (texts.err += chunk.toString()));
  const parts = typeof input === 'string' || Buffer.isBuffer(input) ? [Buffer.from(input)] : input;
  const code = await runCli(['classify-404', ...args], { input: Readable.from(parts), output, errors, env: {} });
  await new Promise((resolve) => setImmediate(resolve));
  return { code, ...texts };
}

async function report(input: string | Buffer | readonly Buffer[], args: readonly string[] = []) {
  const { code, out, err } = await weir(['--log', '-', ...args], input);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return logReportSchema.parse(JSON.parse(out));
}

function file(name: string, content: string | Buffer): string {
  const full = path.join(folder, name);
  writeFileSync(full, content);
  return full;
}

const line = (request: string, status: number, client = '198.51.100.7', agent = 'Mozilla/5.0') => `${client} - - [10/Oct/2000:13:55:36 +0000] "${request}" ${status} 5 "-" "${agent}"`;
const served = Array.from({ length: 30 }, (_, i) => line(`GET /orders/${i} HTTP/1.1`, 200));
const small = [...served, line('GET /orders/77 HTTP/1.1', 404), line('GET /.env HTTP/1.1', 404, '203.0.113.9', 'curl/8'), line('GET /gone HTTP/1.1', 410), line('GET / HTTP/1.1', 503), ''].join('\n');

describe('classify-404 --log', () => {
  it('prints the ledger as JSON of its schema', async () => {
    const answer = await report(small);
    expect(answer.notFound).toMatchObject({ total: 2, classes: { 'route-miss': 1, scanner: 1, application: 0, benign: 0, unknown: 0 } });
    expect(answer.statuses).toMatchObject({ ok: 30, gone: 1, serverError: 1 });
    expect(answer.input).toMatchObject({ lines: 34, understood: 34, formats: { combined: 34 } });
  });

  it('reads a file, plain or gzip, as it reads standard input', async () => {
    const wanted = (await weir(['--log', '-'], small)).out;
    expect((await weir(['--log', file('a.log', small)])).out).toBe(wanted);
    const zipped = JSON.parse((await weir(['--log', file('a.log.gz', gzipSync(small))])).out) as object;
    expect(zipped).toEqual(JSON.parse(wanted));
    expect(await report(gzipSync(small))).toEqual(JSON.parse(wanted));
  });

  it('chunks may end anywhere, also inside of a character', async () => {
    const bytes = Buffer.from(small.replace('/orders/77', '/orders/ä'));
    expect(await report(Array.from(bytes, (byte) => Buffer.from([byte])))).toEqual(await report(bytes));
  });

  it('CR LF, a byte order mark and a missing last line end change nothing', async () => {
    const { input: _one, ...plain } = await report(small);
    const { input, ...other } = await report(`\ufeff${small.trimEnd().replaceAll('\n', '\r\n')}`);
    expect(other).toEqual(plain);
    expect(input).toMatchObject({ lines: 34, understood: 34 });
  });

  it('mixed formats are recognised line by line, and a forced one refuses the rest', async () => {
    const mixed = `${small}{"status":404,"request_uri":"/x","remote_addr":"198.51.100.7"}\n`;
    expect((await report(mixed)).input.formats).toMatchObject({ combined: 34, 'nginx-json': 1 });
    expect((await report(mixed, ['--log-format', 'nginx-json'])).input).toMatchObject({ understood: 1, notUnderstood: { lines: 34 } });
  });

  it('lines that are not understood are counted and the first ones named, never dropped', async () => {
    const { input } = await report(`rubbish\n\n${small}half of "a line\n`);
    expect(input).toMatchObject({ lines: 37, blank: 1, understood: 34 });
    expect(input.notUnderstood).toMatchObject({ lines: 2, first: [{ line: 1, text: 'rubbish', why: expect.stringContaining('time in brackets') as string }, { line: 37 }] });
  });

  it('no request and no 404 are answers', async () => {
    expect((await report('')).notFound).toMatchObject({ total: 0, shareOfRequests: null });
    expect((await report(`${served.join('\n')}\n`)).notFound).toMatchObject({ total: 0, shareOfRequests: 0 });
    expect((await weir(['--log', '-', '--format', 'text'])).out).toContain('the log is empty: no line was read');
    expect((await weir(['--log', '-', '--format', 'text'], `${served.join('\n')}\n`)).out).toContain('none of 30 requests was answered 404');
  });

  it('a line longer than the cap is cut, the next one is read', async () => {
    const long = line(`GET /${'a'.repeat(3 * LONGEST_LOG_LINE)} HTTP/1.1`, 404);
    const longAgent = line('GET /.env HTTP/1.1', 404, '203.0.113.9', 'x'.repeat(2 * LONGEST_LOG_LINE));
    const { input, notFound } = await report(`${long}\n${longAgent}\n${small}`);
    expect(input).toMatchObject({ lines: 36, cut: 2, understood: 35, notUnderstood: { lines: 1, first: [{ line: 1, why: expect.stringContaining('cut at') as string }] } });
    expect(notFound.total).toBe(3);
    // The same when the line comes in pieces.
    const bytes = Buffer.from(`${long}\n${longAgent}\n${small}`);
    const pieces = Array.from({ length: Math.ceil(bytes.length / 10_000) }, (_, i) => bytes.subarray(i * 10_000, (i + 1) * 10_000));
    expect((await report(pieces)).input).toEqual(input);
  });
});

describe('bad input ends with 2 and a word on standard error', () => {
  it.each<[string, () => readonly string[], string | Buffer, RegExp]>([
    ['only rubbish', () => ['--log', '-'], 'hello\nworld\n', /none of 2 lines was understood: line 1: .*expected an access log/],
    ['binary junk', () => ['--log', '-'], Buffer.from(Array.from({ length: 500 }, (_, i) => (i * 7919) % 256)), /none of \d+ lines was understood/],
    ['a folder', () => ['--log', folder], '', /expected a file, .* is a folder/],
    ['a file that is not there', () => ['--log', path.join(folder, 'nothing.log')], '', /cannot \(ENOENT\)/],
    ['broken gzip', () => ['--log', file('broken.gz', gzipSync(small).subarray(0, 60))], '', /expected whole gzip data/],
    ['a file name beyond the bounds of the system', () => ['--log', 'a'.repeat(5000)], '', /cannot \(ENAMETOOLONG\)/],
    ['UTF-16', () => ['--log', '-'], Buffer.from(`\ufeff${small}`, 'utf16le'), /expected UTF-8, got UTF-16 .*iconv/],
    ['no file named', () => ['--log'], '', /argument missing/],
    ['an unknown log format', () => ['--log', '-', '--log-format', 'iis'], small, /--log-format: expected auto, combined/],
    ['an unknown format', () => ['--log', '-', '--format', 'pdf'], small, /--format: expected json or text or md/],
    ['--format without a log', () => ['--format', 'md'], '{"path":"/"}', /--format: expected together with --log/],
    ['--batch with a log', () => ['--log', '-', '--batch'], small, /--batch: expected without --log/],
  ])('%s', async (_name, args, input, message) => {
    const { code, out, err } = await weir(args(), input);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
    expect(err).not.toMatch(/\n\s+at /);
  });
});

describe('NDJSON that is no request', () => {
  it.each([['[]', 'array'], ['null', 'null'], ['"x"', 'string']])('%s is named with its line', async (text, kind) => {
    expect(await weir([], `{"path":"/"}\n${text}\n`)).toMatchObject({ code: 2, err: `weir: line 2: expected object, received ${kind}\n` });
  });
});

describe('words of the text report', () => {
  const text = async (log: string) => (await weir(['--log', '-', '--format', 'text'], log)).out;

  it('begins with the ledger in one line', async () => {
    expect((await text(small)).split('\n')[0]).toBe('2 of 34 requests were answered 404 (5.9 %): 1 route miss, 1 scanner, 0 application, 0 benign (automatic, stale), 0 unknown');
  });

  it('a path that stays unknown shows its sum and what it would take', async () => {
    const out = await text(`${line('GET /wp-login.php HTTP/1.1', 404, '192.0.2.7', 'zgrab/0.x')}\n`);
    expect(out).toMatch(/\/wp-login\.php +\+\d\.\d: user agent of a scanner \+1\.5; shape of the path -\d\.\d/);
    expect(out).toContain('Scanner from +2.0');
  });

  it('a log of nothing but 404s says what it cannot show', async () => {
    const only = `${Array.from({ length: 40 }, (_, i) => line(`GET /${'abcdefgh'[i % 8]}rticle/list HTTP/1.1`, 404, `198.51.100.${i}`)).join('\n')}\n`;
    expect((await text(only)).split('\n')[1]).toMatch(/^route misses: no good answer .* give the whole log$/);
    expect((await report(only)).estimates.map(({ what }) => what)).toContain('route misses');
    expect((await report(small)).estimates.map(({ what }) => what)).not.toContain('route misses');
  });

  it('clients that the log does not name are not known, not none', async () => {
    const out = await text('{"status":404,"request_uri":"/.env"}\n');
    expect(out).toMatch(/\n +1 {2}not known +\(not in the log\) +\/\.env/);
  });

  it('lines not understood do not push the ledger down', async () => {
    const out = await text(`rubbish\n${small}`);
    expect(out.indexOf('Ledger of the 404s')).toBeLessThan(out.indexOf('rubbish'));
    expect(out).toContain('35 lines read, 1 not understood and not counted');
  });
});

describe('hostile text', () => {
  const evil = ['\u001b[2J\u001b]0;owned\u0007', '\u0000\u0001', '\u202egnp.exe', '\u009b31m', '<script>alert(1)</script>', '`code` | cell | **bold** [x](javascript:1)', '$(reboot)', '\u{e0041}\ufeff\u200b', '\u3164\u2800\u0600\u{1d173}', `${'/a'.repeat(2100)}`];
  const lines = evil.flatMap((text) => [
    `198.51.100.7 - - [10/Oct/2000:13:55:36 +0000] "GET /.env/${text} HTTP/1.1" 404 5 "-" "${text}" 3 ${text.replaceAll(' ', '')} - -`,
    JSON.stringify({ status: 404, request_uri: `/${text}.php`, http_host: text, remote_addr: text, http_user_agent: text }),
    `rubbish ${text}`,
  ]);
  const log = Buffer.concat([Buffer.from(`${lines.join('\n')}\n${small}`), Buffer.from([0xff, 0xfe, 0x0a])]);
  // All that steers or reorders a terminal, but the line ends of our own.
  const steering = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff]|\udb40[\udc00-\udc7f]|\p{Cf}/u;

  it.each(['json', 'text', 'md'])('is inert as %s', async (format) => {
    const { code, out } = await weir(['--log', '-', '--format', format], log);
    expect(code).toBe(0);
    expect(out).not.toMatch(steering);
    expect(out).toContain('owned');
  });

  it('JSON holds the text as it was', async () => {
    const texts = JSON.stringify((await report(log)).paths);
    expect(texts).toContain('\u202egnp.exe');
  });

  it('Markdown: each row has the cells of its head, and outside of code spans nothing is foreign', async () => {
    const { out } = await weir(['--log', '-', '--format', 'md'], log);
    const tables = out.split('\n').reduce<string[][]>((all, row) => {
      if (!row.startsWith('|')) return [...all, []];
      all.at(-1)!.push(row);
      return all;
    }, [[]]).filter((rows) => rows.length > 0);
    expect(tables.length).toBeGreaterThan(3);
    for (const rows of tables) expect(new Set(rows.map((row) => row.split('|').length)).size).toBe(1);
    const outside = out.replace(/`[^`\n]*`/g, '');
    for (const word of ['script', 'owned', 'javascript', '**', 'reboot', 'exe']) expect(outside).not.toContain(word);
  });
});

describe('as a process', () => {
  const main = path.join(import.meta.dirname, '../../../scripts/weir.mjs');
  const run = (command: string) => spawnSync('sh', ['-c', command], { encoding: 'utf8', timeout: 60_000 });

  it('a closed standard input is an empty log', () => {
    const { status, stdout } = run(`node '${main}' classify-404 --log - --format text <&-`);
    expect({ status, first: stdout.split('\n')[0] }).toEqual({ status: 0, first: 'the log is empty: no line was read' });
  });

  it('a reader that ends early is no failure', () => {
    const { status, stderr } = run(`node '${main}' classify-404 --log '${file('pipe.log', small)}' | head -c 10 >/dev/null`);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
