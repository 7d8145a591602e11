import { PassThrough, Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { runCli } from '@/lib/cli/run';
import { SourceError } from '@/lib/ports/source-error';
import { makeTelemetry } from '@/lib/server/telemetry/metrics';
import { HOPS_T0, countedSignals, hopsEnvironment, storedTrace, traceStore } from '@/test/support/hop-store';

const holder = globalThis as Record<symbol, unknown>;
const key = Symbol.for('weir.runtime');
const before = holder[key];
afterEach(() => {
  holder[key] = before;
});

async function hops(store: ReturnType<typeof traceStore>, ...options: readonly string[]) {
  const environment = hopsEnvironment(store, countedSignals([]));
  holder[key] = { environment: async () => environment, telemetry: makeTelemetry() };
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const code = await runCli(['hops', '--from', String(HOPS_T0), '--to', String(HOPS_T0 + 600_000), ...options], { input: Readable.from([]), output, errors, env: {} });
  return { code, out: String((output.read() as Buffer | null) ?? ''), err: String((errors.read() as Buffer | null) ?? '') };
}

const failing = () => traceStore(Array.from({ length: 30 }, (_, i) => storedTrace({ i, at: 100_000 + i * 5_000, kind: 'backend' })));

describe('weir hops', () => {
  it('writes the answer of the API, the same each time', async () => {
    const [first, second] = [await hops(failing()), await hops(failing())];
    expect(first.code).toBe(0);
    expect(JSON.parse(first.out)).toMatchObject({ data: { totals: expect.any(Array) as unknown[], search: { traced: true } }, range: { stepSeconds: expect.any(Number) as number } });
    expect(second.out).toBe(first.out);
  });

  it('in words: a line for each status of each proxy, with a trace', async () => {
    const { code, out } = await hops(failing(), '--format', 'text');
    expect(code).toBe(0);
    expect(out).toMatch(/^ingress 404: .*shop.*Traces: [0-9a-f]+/m);
  });

  it('1 and the reason when the trace source fails; what is known is written', async () => {
    const { code, out, err } = await hops(traceStore([], { search: async () => Promise.reject(new SourceError('unauthorized', 'store wants other credentials (401)', { status: 401 })) }), '--format', 'text');
    expect(code).toBe(1);
    expect(out).toContain('Failed: traces: store wants other credentials (401)');
    expect(err.match(/credentials/g)).toHaveLength(1);
  });

  it('2 for a range that is none', async () => {
    expect(await hops(failing(), '--from', 'yesterdayish')).toMatchObject({ code: 2, out: '' });
  });
});
