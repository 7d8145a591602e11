import { describe, expect, it } from 'vitest';
import { quote } from '@/lib/dialects/shared/promql';
import { toSelector } from '@/lib/server/environments/selector';

describe('toSelector', () => {
  it.each([
    ['nothing', {}, ''],
    ['one label', { job: 'skipper' }, 'job="skipper"'],
    ['several values', { job: ['a', 'b.c'] }, 'job=~"a|b\\\\.c"'],
    ['hostile text', { job: '"} or vector(1) #' }, 'job="\\"} or vector(1) #"'],
  ])('%s', (_name, labels, selector) => expect(toSelector(labels as Record<string, string | string[]>)).toBe(selector));
});

it('a quoted text holds no line break and no free quote', () => {
  expect(quote('a"b\\c\nd')).toBe('"a\\"b\\\\c\\nd"');
});
