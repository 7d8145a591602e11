import { describe, expect, it } from 'vitest';
import * as format from '@/lib/present/format';

describe('what is not known', () => {
  it.each(Object.entries({
    count: format.formatCount(null), compact: format.formatCompact(undefined), rate: format.formatRate(null), percent: format.formatPercent(NaN), duration: format.formatDuration(null),
    seconds: format.formatSeconds(null), delta: format.formatDelta(null), p: format.formatP(null), bytes: format.formatBytes(null), time: format.formatTime(null, 'UTC'), value: format.formatValue(null, 'share'),
  }))('%s is an en dash', (_name, text) => {
    expect(text).toBe('–');
  });

  it('has a title; a known value has none', () => {
    expect(format.show(null, format.formatCount)).toEqual({ text: '–', title: 'not known' });
    expect(format.show(0, format.formatCount)).toEqual({ text: '0', title: undefined });
  });
});

describe('numbers', () => {
  it.each([[0, '0'], [41300, '41,300'], [0.25, '0.3'], [0.02, '0.02'], [12.6, '13'], [-0, '0']])('formatCount(%s) = %s', (value, text) => {
    expect(format.formatCount(value)).toBe(text);
  });
  it.each([[0, '0'], [5, '5'], [5480, '5,480'], [18420, '18.4k'], [2_000_000, '2M'], [0.25, '0.25']])('formatCompact(%s) = %s', (value, text) => {
    expect(format.formatCompact(value)).toBe(text);
  });
  it.each([[0, '0\u00A0%'], [0.34, '34\u00A0%'], [0.048, '4.8\u00A0%'], [0.0002, '0.02\u00A0%'], [0.00001, '<\u00A00.01\u00A0%'], [0.995, '99.5\u00A0%'], [0.99999, '>\u00A099.9\u00A0%'], [1, '100\u00A0%']])(
    'formatPercent(%s) = %s: only an exact 0 or 1 is written so', (value, text) => {
      expect(format.formatPercent(value)).toBe(text);
    });
  it.each([[0.0001, 'p\u00A0<\u00A00.001'], [0.002, 'p\u00A0=\u00A00.002'], [0.03, 'p\u00A0=\u00A00.03'], [0.5, 'p\u00A0=\u00A00.5']])('formatP(%s) = %s', (value, text) => {
    expect(format.formatP(value)).toBe(text);
  });
  it.each([[0, '0\u00A0B'], [1536, '1.5\u00A0KiB'], [6 * 1024 * 1024, '6\u00A0MiB']])('formatBytes(%s) = %s', (value, text) => {
    expect(format.formatBytes(value)).toBe(text);
  });
});

describe('lengths of time', () => {
  it.each([
    [0, '0\u00A0ms'], [0.005, '5\u00A0µs'], [0.6, '0.6\u00A0ms'], [12, '12\u00A0ms'], [1200, '1.2\u00A0s'], [48_000, '48\u00A0s'], [60_000, '1\u00A0min'], [360_000, '6\u00A0min'], [3_600_000, '1\u00A0h'], [3_840_000, '1\u00A0h\u00A04\u00A0min'],
    [2 * 86_400_000 + 3 * 3_600_000, '2\u00A0d\u00A03\u00A0h'], [-3, '-3\u00A0ms'],
  ])('%s ms = %s', (ms, text) => {
    expect(format.formatDuration(ms)).toBe(text);
  });
  it('a difference has its sign', () => {
    expect([format.formatDelta(212), format.formatDelta(-3), format.formatDelta(0)]).toEqual(['+212\u00A0ms', '-3\u00A0ms', '0\u00A0ms']);
  });
});

describe('times', () => {
  const at = Date.UTC(2026, 9, 25, 0, 30);
  it.each([['UTC', '00:30'], ['Europe/Berlin', '02:30'], ['Asia/Kolkata', '06:00'], ['America/New_York', '20:30'], ['Not/AZone', '00:30']])('in %s: %s', (zone, text) => {
    expect(format.formatTime(at, zone)).toBe(text);
  });
  it('the hour that occurs twice in Berlin is shown twice', () => {
    expect(format.formatTime(at + 3_600_000, 'Europe/Berlin')).toBe('02:30');
  });
  it('a range within a day has no dates, one over midnight has', () => {
    expect(format.formatRange(at, at + 3_600_000, 'UTC')).toBe('00:30 to 01:30');
    expect(format.formatRange(at - 3_600_000, at, 'UTC')).toBe('Oct 24 23:30 to Oct 25 00:30');
  });
  it('ticks get finer as the range gets shorter', () => {
    expect([60_000, 3_600_000, 3 * 86_400_000, 30 * 86_400_000].map((span) => format.formatTimeTick(at, span, 'UTC'))).toEqual(['00:30:00', '00:30', 'Oct 25 00:30', 'Oct 25']);
  });
});
