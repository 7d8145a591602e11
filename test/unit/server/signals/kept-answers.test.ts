import { describe, expect, it } from 'vitest';
import { epochMs, millis } from '@/lib/domain/units';
import type { RangeResult } from '@/lib/ports/metrics-source';
import { KeptAnswers } from '@/lib/server/signals/kept-answers';

const range = { from: epochMs(0), to: epochMs(1), stepMs: millis(1) };
const answer = (points: number): RangeResult => ({ series: [{ labels: {}, points: Array.from({ length: points }, () => [epochMs(0), 0] as const) }], warnings: [], partial: false, range });

describe('KeptAnswers', () => {
  it('hands out what it was given, for ten minutes', () => {
    let now = 0;
    const kept = new KeptAnswers(() => now);
    const one = answer(1);
    kept.set('a', one);
    expect(kept.get('a')).toBe(one);
    now = 600_001;
    expect(kept.get('a')).toBeUndefined();
  });
  it('lets go of the least recently used when it holds too much', () => {
    const kept = new KeptAnswers();
    const large = answer(300_000);
    for (const key of ['a', 'b', 'c', 'd']) kept.set(key, large);
    kept.get('a');
    kept.set('e', large);
    expect(['a', 'b', 'c', 'd', 'e'].map((key) => kept.get(key) !== undefined)).toEqual([true, false, true, true, true]);
  });
  it('does not keep one answer that would push out all others', () => {
    const kept = new KeptAnswers();
    kept.set('small', answer(1));
    kept.set('huge', answer(400_000));
    expect([kept.get('small') !== undefined, kept.get('huge')]).toEqual([true, undefined]);
  });
});
