import { describe, expect, it } from 'vitest';
import { epochMs, millis } from '@/lib/domain/units';
import { type DeskLimits, deskLimits, makeDesk } from '@/lib/server/hops/desk';
import { SourceError } from '@/lib/ports/source-error';
import { AnswerParts } from '@/lib/server/use-cases/answer';
import { HOPS_T0, storedTrace, traceStore } from '@/test/support/hop-store';

const about = (from: number) => ({ service: 'edge', status: 404, from: HOPS_T0 + from, to: HOPS_T0 + from + 1_000, limit: 10, purpose: 'a test' });
const range = { from: epochMs(HOPS_T0), to: epochMs(HOPS_T0 + 60_000), stepMs: millis(15_000) };
const times = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));

/** A source that answers when it is told to, and counts how many questions it has at once. */
function gated() {
  const waiting: (() => void)[] = [];
  let open = 0;
  let most = 0;
  const wait = async () => {
    open += 1;
    most = Math.max(most, open);
    await new Promise<void>((resolve) => waiting.push(resolve));
    open -= 1;
  };
  const store = traceStore([], {
    search: async () => (await wait(), { traces: [], truncated: false, queries: [] }),
    get: async () => (await wait(), null),
  });
  const drain = async () => {
    for (let idle = 0; idle < 20; idle += 1) {
      if (waiting.length > 0) idle = 0;
      for (const answer of waiting.splice(0)) answer();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { store, drain, most: () => most };
}

describe('a desk', () => {
  it('sends no more than eight questions at once to one source, however many questions are put together', async () => {
    const { store, drain, most } = gated();
    const all = times(50, () => makeDesk(store, new AnswerParts(), deskLimits)).flatMap((desk) => [...times(4, (i) => desk.search(about(i))), desk.read('a1', epochMs(HOPS_T0))]);
    await drain();
    expect((await Promise.all(all)).length).toBe(250);
    expect([most(), store.searches.length]).toEqual([8, 200]);
  });

  it('that waits behind others gives up at the end of its own budget, and asks no more', async () => {
    const { store, drain } = gated();
    const others = times(4, () => makeDesk(store, new AnswerParts(), deskLimits)).flatMap((desk) => times(4, (i) => desk.search(about(i))));
    const desk = makeDesk(store, new AnswerParts(), { ...deskLimits, budgetMs: 30 });
    expect([await desk.search(about(0)), await desk.read('a1', epochMs(HOPS_T0)), desk.sent()]).toEqual([{ kind: 'skipped' }, null, { searches: 0, skipped: 1, failed: 0 }]);
    await drain();
    await Promise.all(others);
    expect([store.searches.length, store.reads.length]).toEqual([16, 0]);
  });

  it('does not ask a source on and on that answers every search with a page, and tells it once', async () => {
    const store = traceStore([], { search: async () => Promise.reject(new SourceError('malformed', 'not JSON', { status: 200 })) });
    const parts = new AnswerParts();
    const desk = makeDesk(store, parts, deskLimits);
    const looks = await Promise.all(times(90, (i) => desk.search(about(i))));
    expect(looks.every(({ kind }) => kind === 'failed')).toBe(true);
    expect(store.searches.length).toBeLessThanOrEqual(3 + deskLimits.concurrency);
    expect(parts.finish(null, range, null).failures).toEqual([{ source: 'traces', kind: 'malformed', message: 'not JSON', affects: ['a test'] }]);
  });

  it('holds a bounded number of spans: what comes after is skipped, and counted', async () => {
    const limits: DeskLimits = { ...deskLimits, concurrency: 1, mostSpans: 5 };
    const store = traceStore(times(9, (i) => storedTrace({ i, at: i * 1_000, kind: 'backend' })));
    const desk = makeDesk(store, new AnswerParts(), limits);
    const looks = await Promise.all(times(4, (i) => desk.search(about(i * 1_000))));
    expect(looks.map(({ kind }) => kind)).toEqual(['found', 'found', 'skipped', 'skipped']);
    expect(desk.sent()).toEqual({ searches: 2, skipped: 2, failed: 0 });
  });
});
