import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET } from '@/app/api/v1/not-found/changes/route';
import type { NotFoundChangesRun } from '@/lib/domain/not-found-changes';
import { epochMs, millis } from '@/lib/domain/units';
import { changesSchema, envelopeSchema, problemSchema } from '@/lib/server/api/answer-schemas';
import { makeRuntime } from '@/lib/server/runtime';
import { loadNotFoundChanges } from '@/lib/server/use-cases/load-not-found-changes';
import { resolveAgainst } from '@/lib/server/use-cases/range';

const [FROM, MIDDLE, TO] = [1_795_994_965_000, 1_795_995_610_000, 1_795_996_260_000];
const ask = (from: number, to: number) => ({ env: null, from: String(from), to: String(to), maxPoints: null });
const told = (run: NotFoundChangesRun) => (run.kind === 'checked' ? run.changes : null);

beforeAll(() => { Object.assign(globalThis, { [Symbol.for('weir.runtime')]: makeRuntime({ WEIR_RECORDING: path.resolve('public/recordings/story.weir') }, () => 1_796_000_000_000) }); });
afterAll(() => { Reflect.deleteProperty(globalThis, Symbol.for('weir.runtime')); });

describe('the window to compare with', () => {
  const range = { from: epochMs(100_000), to: epochMs(160_000), stepMs: millis(5_000) };
  it('ends a step before the range begins, is as long, and has the same step', () => {
    expect(resolveAgainst('before', range, 0)).toEqual({ from: 35_000, to: 95_000, stepMs: 5_000 });
  });
  it.each([['soon'], ['now']])('%s is refused by name', (against) => {
    expect(() => resolveAgainst(against, range, 1_795_996_260_000)).toThrow(/against/);
  });
});

describe('what changed in the story', () => {
  it('the second half brought the scanner wave, and nothing that the first had is called new', async () => {
    const changes = told((await loadNotFoundChanges(ask(MIDDLE, TO), null)).data)!;
    expect(changes.verdict).toBe('changed');
    expect(changes.classes.filter(({ beyondChance }) => beyondChance).map((one) => one.class)).toEqual(expect.arrayContaining(['scanner']) as unknown);
    expect(changes.total.before + changes.total.after).toBeGreaterThan(8_000);
    expect(changes.instances.filter(({ kind }) => kind === 'misses-more')).toEqual([]);
  });
  it('the whole recording has nothing before it, and asks nothing for it', async () => {
    const answer = await loadNotFoundChanges(ask(FROM, TO), null);
    expect(told(answer.data)).toMatchObject({ verdict: 'no-data-before', before: { knownMs: 0, sampled: null } });
    expect(answer.queries.every(({ range }) => range.from >= FROM - 3_600_000)).toBe(true);
  });
  it('two calm stretches differ by nothing', async () => {
    const changes = told((await loadNotFoundChanges(ask(TO - 180_000, TO), String(TO - 400_000))).data)!;
    expect(changes.classes.filter(({ beyondChance }) => beyondChance)).toEqual([]);
  });
});

describe('GET /api/v1/not-found/changes', () => {
  const get = (query: string) => GET(new Request(`http://127.0.0.1/api/v1/not-found/changes?${query}`));
  it('answers in the shape of its schema', async () => {
    const answer = await get(`from=${MIDDLE}&to=${TO}&against=before`);
    expect(answer.status).toBe(200);
    envelopeSchema(changesSchema).parse(await answer.json());
  });
  it.each([['against=soon'], [`against=${TO}`], ['against='.padEnd(90, 'x')]])('%s is a problem that names the parameter', async (query) => {
    const answer = await get(`from=${MIDDLE}&to=${TO}&${query}`);
    expect([answer.status, problemSchema.parse(await answer.json()).parameter]).toEqual([400, 'against']);
  });
});
