import { describe, expect, it } from 'vitest';
import { epochMs, millis } from '@/lib/domain/units';
import type { MetricsSource } from '@/lib/ports/metrics-source';
import { SourceError } from '@/lib/ports/source-error';
import { makeBreaker } from '@/lib/server/breaker';
import { makeQueryRunner } from '@/lib/server/signals/runner';

const range = { from: epochMs(0), to: epochMs(60_000), stepMs: millis(15_000) };

describe('makeQueryRunner', () => {
  it('does not wait again for a source that just let another question wait its whole time limit', async () => {
    let asked = 0;
    const source = { range: async () => ((asked += 1), { series: [] }) } as unknown as MetricsSource;
    const breaker = makeBreaker(() => 0);
    const runner = makeQueryRunner(source, () => 0, () => undefined, breaker);
    await expect(breaker.run(async () => { throw new SourceError('timeout', 'no answer within 25 s'); })).rejects.toThrow();
    await expect(runner.range('up', range)).rejects.toMatchObject({ kind: 'timeout' });
    expect(asked).toBe(0);
  });
});
