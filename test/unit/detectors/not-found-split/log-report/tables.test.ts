import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Distinct } from '@/lib/detectors/not-found-split/log-report/distinct';
import { Fingerprint } from '@/lib/detectors/not-found-split/log-report/hash';
import { HeavyHitters } from '@/lib/detectors/not-found-split/log-report/heavy-hitters';
import { RecentSet } from '@/lib/detectors/not-found-split/log-report/recent-set';
import { pathTemplate } from '@/lib/detectors/shared/path-evidence';

const stretch = (text: string) => ({ text: `<<${text}>>`, from: 2, to: 2 + text.length });
const template = (path: string) => new Fingerprint().start().template(stretch(path)).key();
const host = (name: string) => new Fingerprint().start().host(stretch(name)).key();

describe('Fingerprint', () => {
  it.each([
    ['numbers', '/orders/17/items', '/orders/4711/items'],
    ['UUIDs', '/o/6d0dca1f-2a1c-4d8d-bd6c-0c2c5b5b1f11', '/o/00000000-0000-0000-0000-000000000001'],
    ['long hexadecimal ids', '/o/0123456789abcdef', '/o/fedcba9876543210aa'],
    ['queries', '/a?page=1', '/a#top'],
    ['encoded characters', '/%61dmin', '/admin'],
    ['absolute requests', 'http://shop.example.org/a', '/a'],
  ])('paths that differ in %s are one target', (_name, a, b) => {
    expect(template(a)).toBe(template(b));
    expect(pathTemplate(a)).toBe(pathTemplate(b));
  });

  it.each([
    ['/a', '/b'], ['/a', '/a/'], ['/a/b', '/ab'], ['/a', '/A'], ['/', ''], ['//', '/'], ['/1a', '/2a'], ['/orders/1', '/orders'],
  ])('%s is not %s', (a, b) => {
    expect(template(a)).not.toBe(template(b));
  });

  it('tells apart what the path model tells apart', () => {
    const path = fc.array(fc.constantFrom('orders', 'a', '17', '0123456789abcdef', 'v1', '.env', 'x-y', ''), { maxLength: 5 }).map((parts) => `/${parts.join('/')}`);
    fc.assert(fc.property(path, path, (a, b) => {
      expect(template(a) === template(b)).toBe(pathTemplate(a) === pathTemplate(b));
    }));
  });

  it.each([['shop.example.org', 'SHOP.example.org:443', true], ['[2001:db8::1]', '[2001:db8::1]:80', true], ['shop.example.org', 'shop.example.com', false]])('host %s and %s: %s', (a, b, same) => {
    expect(host(a) === host(b)).toBe(same);
  });

  it('an absent text is not an empty one', () => {
    const key = (from: number) => new Fingerprint().start().text({ text: '', from, to: from }, 9).key();
    expect(key(-1)).not.toBe(key(0));
  });
});

describe('RecentSet', () => {
  const keysOf = (i: number) => new Fingerprint().start().text(stretch(`client ${i}`), 99);

  it('knows all while it has room, and says never of others', () => {
    const set = new RecentSet(65_536);
    for (let i = 0; i < 2000; i += 1) set.add(keysOf(i).a, keysOf(i).b);
    const found = Array.from({ length: 4000 }, (_, i) => set.has(keysOf(i).a, keysOf(i).b));
    expect(found.slice(0, 2000).every((one) => one === 'in')).toBe(true);
    expect(found.slice(2000).every((one) => one === 'never')).toBe(true);
    expect(set.forgotten).toBe(0);
  });

  it('never says "never" of a member, however full it is', () => {
    fc.assert(fc.property(fc.array(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 })), { maxLength: 300 }), (pairs) => {
      const set = new RecentSet(16);
      for (const [a, b] of pairs) set.add(a, b);
      for (const [a, b] of pairs) expect(set.has(a, b)).not.toBe('never');
    }));
  });

  it('forgets the oldest first', () => {
    const set = new RecentSet(8);
    for (let i = 1; i <= 8; i += 1) set.add(0, i);
    set.add(0, 1);
    set.add(0, 9);
    expect([1, 2, 9].map((i) => set.has(0, i))).toEqual(['in', 'unknown', 'in']);
    expect(set.forgotten).toBe(1);
  });
});

describe('HeavyHitters', () => {
  it('is exact while all keys have a place', () => {
    const list = new HeavyHitters(3, () => null);
    for (const key of ['b', 'a', 'b', 'c']) list.add(key, 2);
    expect(list.top(2)).toMatchObject([{ key: 'b', count: 4, error: 0 }, { key: 'a', count: 2, error: 0 }]);
  });

  it('holds the true count within its error, and every key above total / capacity', () => {
    fc.assert(fc.property(fc.array(fc.tuple(fc.nat({ max: 20 }), fc.integer({ min: 1, max: 9 })), { maxLength: 200 }), (adds) => {
      const list = new HeavyHitters(5, () => null);
      const truth = new Map<string, number>();
      for (const [key, weight] of adds) {
        list.add(`${key}`, weight);
        truth.set(`${key}`, (truth.get(`${key}`) ?? 0) + weight);
      }
      const top = list.top(5);
      for (const { key, count, error } of top) {
        expect(truth.get(key)!).toBeLessThanOrEqual(count);
        expect(truth.get(key)!).toBeGreaterThanOrEqual(count - error);
      }
      const total = [...truth.values()].reduce((sum, one) => sum + one, 0);
      for (const [key, count] of truth) if (count > total / 5) expect(top.map((one) => one.key)).toContain(key);
    }));
  });
});

describe('Distinct', () => {
  it.each([[[1, 2, 2], { count: 2, atLeast: false }], [[1, 2, 3, 3], { count: 3, atLeast: false }], [[1, 2, 3, 4], { count: 3, atLeast: true }]])('%j', (keys, value) => {
    const distinct = new Distinct(3);
    for (const key of keys) distinct.add(key);
    expect(distinct.value()).toEqual(value);
  });
});
