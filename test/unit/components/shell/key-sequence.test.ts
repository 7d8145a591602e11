// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { makeKeySequence } from '@/components/shell/key-sequence';

const press = (key: string, timeStamp: number, more: { ctrlKey?: boolean; target?: EventTarget } = {}) => ({ key, timeStamp, ctrlKey: false, metaKey: false, altKey: false, target: document.body, ...more });

describe('key sequences', () => {
  const names = ['g z', 'g n', '?'];

  it('a pair within its time', () => {
    const next = makeKeySequence(names);
    expect(next(press('g', 0))).toBeNull();
    expect(next(press('z', 500))).toBe('g z');
    expect(next(press('z', 600))).toBeNull();
  });

  it('too late is no pair', () => {
    const next = makeKeySequence(names);
    next(press('g', 0));
    expect(next(press('z', 5_000))).toBeNull();
  });

  it('typing into a field is none of its business', () => {
    const next = makeKeySequence(names);
    expect(next(press('?', 0, { target: document.createElement('input') }))).toBeNull();
    expect(next(press('?', 0, { ctrlKey: true }))).toBeNull();
    expect(next(press('?', 0))).toBe('?');
  });
});
