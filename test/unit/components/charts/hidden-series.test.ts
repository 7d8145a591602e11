import { describe, expect, it } from 'vitest';
import { afterLegendClick } from '@/components/charts/hidden-series';

const keys = ['a', 'b', 'c'];

describe('a click on the legend', () => {
  it.each([
    ['shows one alone', [], 'b', false, ['a', 'c']],
    ['again shows all', ['a', 'c'], 'b', false, []],
    ['on a hidden one shows that alone', ['a', 'c'], 'a', false, ['b', 'c']],
    ['with ctrl hides', [], 'b', true, ['b']],
    ['with ctrl shows again', ['b', 'c'], 'b', true, ['c']],
  ])('%s', (_name, hidden, key, toggle, next) => {
    expect(afterLegendClick(keys, new Set(hidden), key, toggle)).toEqual(next);
  });
});
