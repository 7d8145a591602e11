import { describe, expect, it } from 'vitest';
import { epochMs } from '@/lib/domain/units';
import { readLives } from '@/lib/server/signals/life';

const grid = [0, 5000, 10000, 15000, 20000, 25000].map(epochMs);
const up = (pod: string, values: readonly (number | null)[]) => ({
  labels: { pod },
  points: values.flatMap((value, i) => (value === null ? [] : [[grid[i]!, value] as const])),
});
const lives = (...series: ReturnType<typeof up>[]) => readLives(grid, series, (labels) => labels.pod ?? '', 'ingress');
const n = null;

describe('readLives', () => {
  it('a clean fleet has no note', () => {
    expect(lives(up('a', [1, 1, 1, 1, 1, 1]), up('b', [1, 1, 1, 1, 1, 1])).notes).toEqual([]);
  });
  it('a new process began at 0: the fleet was scraped before', () => {
    const fleet = lives(up('a', [1, 1, 1, 1, 1, 1]), up('b', [n, n, 1, 1, 1, 1]));
    expect(fleet.of('b').bornInside(2)).toBe(true);
  });
  it('where the data begins nobody knows what came before', () => {
    const fleet = lives(up('a', [n, 1, 1, 1, 1, 1]));
    expect(fleet.of('a').bornInside(1)).toBe(false);
    expect(fleet.of('a').bornInside(2)).toBe(true);
  });
  it('missed scrapes inside a life are a gap, the end of a life is none', () => {
    const fleet = lives(up('a', [1, 0, n, 1, 1, 1]), up('b', [1, 1, 1, 0, n, n]));
    expect(fleet.notes.map((note) => note.code)).toEqual(['scrape-gap']);
    expect(fleet.notes[0]!.effect).toContain('2 of 9 scrapes');
    expect(fleet).toMatchObject({ present: 7, expected: 9 });
  });
  it('says when a whole fleet is no longer scraped', () => {
    expect(lives(up('a', [1, 1, n, n, n, n])).notes.map((note) => note.code)).toEqual(['stale-source']);
  });
});
