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

  const hard: readonly (readonly [string, () => SourceError])[] = [
    ['wants a login', () => new SourceError('unauthorized', 'x', { status: 401 })],
    ['sends us elsewhere', () => new SourceError('refused', 'x', { status: 302 })],
    ['answers a page', () => new SourceError('malformed', 'x', { status: 200 })],
    ['does not know the path', () => new SourceError('not-found', 'x', { status: 404 })],
    ['fails by itself', () => new SourceError('refused', 'x', { status: 500 })],
  ];

  it.each(hard)('a source that %s three times in a row is left alone for a moment, then asked once', async (_name, error) => {
    let now = 0;
    let asked = 0;
    const breaker = makeBreaker(() => now);
    const askAll = async (count: number) => {
      for (let i = 0; i < count; i += 1) await expect(breaker.run(async () => { asked += 1; throw error(); })).rejects.toMatchObject({ kind: error().kind, message: 'x' });
    };
    await askAll(97);
    expect(asked).toBe(3);
    now += 3_001;
    await askAll(10);
    expect(asked).toBe(4);
    now += 3_001;
    expect(await breaker.run(async () => 'back')).toBe('back');
    await askAll(2);
    expect(await breaker.run(async () => 'still asked')).toBe('still asked');
  });

  const refused = (status: number) => new SourceError('refused', 'x', { status });
  it.each([
    ['one search that is refused may have a bad parameter', [400, 400, 400, 422, 422, 422, 422]],
    ['limits are waited for already', [429, 429, 429, 429]],
    ['different failures are not one', [500, 302, 501, 500, 302, 501]],
    ['an answer between starts the count anew', [500, 500, 200, 500, 500, 200, 500]],
    ['a refusal of one search shows that the API is there', [500, 500, 400, 500, 500]],
  ])('%s', async (_name, statuses) => {
    const breaker = makeBreaker(() => 0);
    for (const status of statuses) await breaker.run(async () => { if (status !== 200) throw refused(status); }).catch(() => undefined);
    expect(await breaker.run(async () => 1)).toBe(1);
  });

  it('questions that were given up say nothing', async () => {
    const breaker = makeBreaker(() => 0);
    for (const kind of ['malformed', 'aborted', 'malformed', 'aborted', 'malformed'] as const) await breaker.run(async () => { throw new SourceError(kind, 'x'); }).catch(() => undefined);
    await expect(breaker.run(async () => 1)).rejects.toMatchObject({ kind: 'malformed' });
  });
});
