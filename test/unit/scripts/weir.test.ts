import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const script = path.resolve(import.meta.dirname, '../../../scripts/weir.mjs');
const bare = mkdtempSync(path.join(tmpdir(), 'weir-bare-'));
afterAll(() => rmSync(bare, { recursive: true }));

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the script with this input; null leaves standard input open until `until` is seen, then sends SIGTERM. */
function run(file: string, args: readonly string[], input: string | null): Promise<Ended> {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'pipe'], cwd: tmpdir() });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
    if (input === null) child.kill('SIGTERM');
  });
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  child.stdin.on('error', () => undefined);
  if (input === null) child.stdin.write('{"path":"/a"}\n');
  else child.stdin.end(input);
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal, out, err })));
}

describe('npm run weir', () => {
  it('without packages says in one sentence what to do, and ends with 2', async () => {
    mkdirSync(path.join(bare, 'scripts'));
    copyFileSync(script, path.join(bare, 'scripts/weir.mjs'));
    const { code, out, err } = await run(path.join(bare, 'scripts/weir.mjs'), ['--help'], '');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^weir: the packages are not installed: run "npm ci" in .* first\n$/);
  });
  it('passes input, output and exit code on, from any folder', { timeout: 30_000 }, async () => {
    const good = await run(script, ['hints'], '{"cpuByZone":{"a":12,"b":12,"c":12},"replicas":[1,6]}');
    expect(good).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(good.out)).toMatchObject({ unsafe: [1, 2, 4, 5] });
    expect(await run(script, ['hints'], '{}')).toMatchObject({ code: 2, out: '' });
  });
  it('passes a signal on, and ends by it', { timeout: 30_000 }, async () => {
    expect(await run(script, ['classify-404'], null)).toMatchObject({ code: null, signal: 'SIGTERM' });
  });
});
