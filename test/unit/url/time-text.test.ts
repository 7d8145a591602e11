import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withDate, checkRange, parseTimeText, resolveTimeText } from '@/lib/url/time-text';

// A Sunday.
const now = Date.parse('2026-11-29T14:05:30Z');
const at = (text: string, end = false) => {
  const time = parseTimeText(text);
  return time === null ? null : new Date(resolveTimeText(time, now, end)).toISOString();
};

describe('time texts', () => {
  it.each([
    ['now', '2026-11-29T14:05:30.000Z'],
    ['now-6h', '2026-11-29T08:05:30.000Z'],
    ['now-1h-30m', '2026-11-29T12:35:30.000Z'],
    ['now/d', '2026-11-29T00:00:00.000Z'],
    ['now-1d/d', '2026-11-28T00:00:00.000Z'],
    ['now/w', '2026-11-23T00:00:00.000Z'],
    ['now-9M/M', '2026-02-01T00:00:00.000Z'],
    ['now-9M', '2026-02-28T14:05:30.000Z'],
    ['1780000000000', '2026-05-28T20:26:40.000Z'],
    ['1780000000', '2026-05-28T20:26:40.000Z'],
    ['2026-11-29 14:05', '2026-11-29T14:05:00.000Z'],
    ['2026-11-29T14:05:00+01:00', '2026-11-29T13:05:00.000Z'],
    ['2026-11-29', '2026-11-29T00:00:00.000Z'],
  ])('%s', (text, iso) => {
    expect(at(text)).toBe(iso);
  });

  it('rounds the right end up', () => {
    expect(at('now/d', true)).toBe('2026-11-29T23:59:59.999Z');
  });

  it.each(['', 'yesterday', 'now-', 'now-6x', 'now-6h; drop', '12', '99999999999999', '2026-13-01', 'NaN', 'now -6h'])('%j is no time', (text) => {
    expect(parseTimeText(text)).toBeNull();
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => {
      const time = parseTimeText(text);
      if (time) expect(Number.isFinite(resolveTimeText(time, now))).toBe(true);
    }));
  });
});

describe('checkRange', () => {
  it('names the field that is wrong', () => {
    expect(checkRange('soon', 'now', now)).toMatchObject({ ok: false, field: 'from' });
    expect(checkRange('now-1h', 'later', now)).toMatchObject({ ok: false, field: 'to' });
    expect(checkRange('now', 'now-1h', now)).toMatchObject({ ok: false, field: 'to' });
    expect(checkRange('now-1h', 'now', now)).toEqual({ ok: true, from: now - 3_600_000, to: now });
  });
});

it.each([
  ['23:40', '2026-11-29 23:40'],
  [' 23:40:10 ', '2026-11-29 23:40:10'],
  ['now-6h', 'now-6h'],
  ['2026-11-28 23:40', '2026-11-28 23:40'],
  ['7', '7'],
])('a time without a date is one of the given day: %j', (text, expected) => {
  expect(withDate(text, now)).toBe(expected);
});

it('a time of day that does not exist is refused', () => {
  expect(checkRange(withDate('25:99', now), 'now', now)).toMatchObject({ ok: false, field: 'from' });
});
