import { describe, expect, it } from 'vitest';
import type { CountChange, NotFoundChanges } from '@/lib/domain/not-found-changes';
import { epochMs, millis } from '@/lib/domain/units';
import { changesModel } from '@/lib/present/not-found-changes';

const range = (from: number) => ({ from: epochMs(Date.UTC(2026, 10, 29, 12, 0) + from), to: epochMs(Date.UTC(2026, 10, 29, 13, 0) + from), stepMs: millis(15_000) });
const same: CountChange = { before: 100, after: 104, ratio: { value: 1.04, low: 0.8, high: 1.3 }, beyondChance: false };
const changes = (more: Partial<NotFoundChanges> = {}): NotFoundChanges => ({
  verdict: 'nothing-beyond-chance', before: { range: range(0), knownMs: millis(3_600_000), sampled: 100 }, after: { range: range(3_600_000), knownMs: millis(3_600_000), sampled: 100 },
  total: same, classes: [{ class: 'scanner', ...same }], fleets: [], instances: [], targets: [], campaigns: { new: [], gone: [] }, caveats: [], ...more,
});
const change = (before: number, after: number, ratio: CountChange['ratio'], beyondChance = true): CountChange => ({ before, after, ratio, beyondChance });

describe('what changed, in words', () => {
  it.each([
    ['nothing', changes(), 'Nothing changed beyond chance'],
    ['no data', changes({ verdict: 'no-data-before' }), 'No data before'],
    ['too short', changes({ verdict: 'too-short' }), 'Too short to compare'],
    ['a class and an instance', changes({
      verdict: 'changed', classes: [{ class: 'route-miss', ...change(10, 910, { value: 91, low: 50, high: 140 }) }, { class: 'scanner', ...same }],
      instances: [{ kind: 'misses-more', proxy: 'p', instance: 'i', zone: '', missShareBefore: 0.01, missShareAfter: 1 }],
    }), 'Route miss 91\u00a0times, 1 instance misses more'],
    ['only the total', changes({ verdict: 'changed', total: change(100, 300, { value: 3, low: 2, high: 4 }) }), 'All 404 3\u00a0times'],
  ])('%s', (_name, given, title) => {
    expect(changesModel(given, 'UTC').title).toBe(title);
  });

  it.each([
    ['new', change(0, 40, { value: null, low: 12, high: null }), ['new', '12 or more', null]],
    ['gone', change(40, 0, { value: 0, low: 0, high: 0.08 }), ['gone', '0 to 0.08', null]],
    ['within chance', same, ['1\u00a0times', '0.8 to 1.3', 'within chance']],
    ['one of many looks', change(100, 70, { value: 0.7, low: 0.54, high: 0.92 }, false), ['0.7\u00a0times', '0.54 to 0.92', 'too little to call']],
    ['nothing in either', change(0, 0, null, false), [null, null, null]],
  ])('a row that is %s', (_name, total, shown) => {
    const row = changesModel(changes({ verdict: 'changed', classes: [], total }), 'UTC').rows.at(-1)!;
    expect([row.times, row.interval, row.doubt]).toEqual(shown);
  });

  it('without data before nothing is set side by side', () => {
    expect(changesModel(changes({ verdict: 'no-data-before' }), 'UTC')).toMatchObject({ compared: false, rows: [] });
  });
});
