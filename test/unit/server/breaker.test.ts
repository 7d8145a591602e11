import { describe, expect, it } from 'vitest';
import { SourceError } from '@/lib/ports/source-error';
import { makeBreaker } from '@/lib/server/breaker';

const fail = (kind: 'timeout' | 'refused') => async () => {
  throw new SourceError(kind, 'x');
};

describe('makeBreaker', () => {
  it('leaves a source that hangs alone for a moment, then asks again', async () => {
    let now = 0;
    let asked = 0;
    const breaker = makeBreaker(() => now);
    const ask = (answer: () => Promise<unknown>) => breaker.run(() => ((asked += 1), answer()));
    await expect(ask(fail('timeout'))).rejects.toMatchObject({ kind: 'timeout' });
    await expect(ask(async () => 1)).rejects.toMatchObject({ kind: 'timeout' });
    expect(asked).toBe(1);
    now = 3_001;
    expect(await ask(async () => 1)).toBe(1);
    expect(asked).toBe(2);
  });

  it('one slow question among answered ones is no reason', async () => {
    let now = 0;
    const breaker = makeBreaker(() => now);
    let failSlow: () => void = () => undefined;
    const slow = breaker.run(() => new Promise((_resolve, reject) => (failSlow = () => reject(new SourceError('timeout', 'x')))));
    now = 10;
    await breaker.run(async () => 1);
    now = 20;
    failSlow();
    await expect(slow).rejects.toMatchObject({ kind: 'timeout' });
    expect(await breaker.run(async () => 2)).toBe(2);
  });

  it('a source that refuses is there', async () => {
    const breaker = makeBreaker();
    await expect(breaker.run(fail('refused'))).rejects.toMatchObject({ kind: 'refused' });
    expect(await breaker.run(async () => 1)).toBe(1);
  });
});
