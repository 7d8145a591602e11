import { spawn } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Encoding } from '../wire/encode';
import { encoded, largeTrace } from '../../../scripts/bench-attribute/model-trace';

const cli = path.resolve(import.meta.dirname, '../../../scripts/weir.mjs');
/** What the CLI needs without any input, in MiB: its code, and room for the collector. */
const IDLE = 96;

/** Exit code and answer of `weir attribute` with a heap of so many MiB; V8 ends a process that needs more. */
function attributeWithin(megabytes: number, input: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, 'attribute'], { stdio: ['pipe', 'pipe', 'ignore'], env: { ...process.env, NODE_OPTIONS: `--max-old-space-size=${megabytes}` } });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
    // A process that ends early closes the pipe; its exit code says why.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

describe('a trace of 50,000 spans', () => {
  it.each<Encoding>(['jaeger-v1', 'jaeger-v3', 'zipkin-v2'])('as %s is answered within ten times its JSON in memory', { timeout: 120_000 }, async (encoding) => {
    const input = encoded(largeTrace(50_000), encoding);
    const { code, output } = await attributeWithin(Math.round(IDLE + (10 * input.length) / 2 ** 20), input);
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ answeredBy: { role: 'backend' }, mechanism: 'passthrough', status: 502 });
  });
});
