import { describe, expect, it } from 'vitest';
import { LEFT, indexUnder, nearestIndex, ticksWithin, timeAt, timeTicks, valueTicks, xOf } from '@/components/charts/geometry';

const span = { from: Date.parse('2026-11-29T13:05:00Z'), to: Date.parse('2026-11-29T14:05:00Z') };
const clock = (at: number) => new Date(at).toISOString().slice(11, 16);

describe('geometry', () => {
  it('a pixel and its moment are two names of one thing', () => {
    for (const x of [LEFT, LEFT + 100, LEFT + 400]) expect(xOf(timeAt(x, span, 600), span, 600)).toBeCloseTo(x, 6);
  });

  it('outside of the plot the nearest moment holds', () => {
    expect(timeAt(0, span, 600)).toBe(span.from);
    expect(timeAt(9_999, span, 600)).toBe(span.to);
  });

  it.each([
    [[0, 10, 20], 4, 0], [[0, 10, 20], 6, 1], [[0, 10, 20], 5, 0], [[0, 10, 20], 99, 2], [[0, 10, 20], -5, 0], [[], 3, -1],
  ])('nearest of %j to %d is %d', (at, moment, index) => {
    expect(nearestIndex(at, moment)).toBe(index);
  });

  it.each([
    ['stacked-bar', 1, 1], ['stacked-bar', 4, 1], ['stacked-bar', 10, 1], ['stacked-bar', 11, 2], ['stacked-bar', 99, 2], ['stacked-bar', -5, 0], ['line', 4, 0], ['line', 6, 1],
  ])('under the pointer of a %s at %d is %d: a bar reaches back from its time', (kind, moment, index) => {
    expect(indexUnder({ kind, at: [0, 10, 20] }, moment)).toBe(index);
  });

  it.each(['stacked-bar', 'line'])('a %s without times has nothing under the pointer', (kind) => expect(indexUnder({ kind, at: [] }, 3)).toBe(-1));

  it('ticks stand at round times', () => {
    expect(timeTicks(span, 'UTC', 6).map(clock)).toEqual(['13:10', '13:20', '13:30', '13:40', '13:50', '14:00']);
  });

  it('days begin at midnight of the zone that is shown', () => {
    const week = { from: Date.parse('2026-11-20T00:00:00Z'), to: Date.parse('2026-11-27T00:00:00Z') };
    expect(new Set(timeTicks(week, 'Asia/Tokyo', 7).map(clock))).toEqual(new Set(['15:00']));
  });

  it.each([[0, 1], [0.7, 0.8], [18_420, 20_000], [1, 1.2], [59_504, 80_000]])('the axis of %d ends at %d', (max, top) => {
    expect(valueTicks(max).top).toBe(top);
  });

  it.each([[0, [0, 1]], [1, [0, 1, 2]], [2, [0, 1, 2, 3]], [5, [0, 2, 4, 6]], [9, [0, 5, 10]], [23, [0, 10, 20, 30]], [100, [0, 50, 100, 150]], [2_841, [0, 1000, 2000, 3000]]])('things that are counted get whole ticks: up to %d', (max, ticks) => {
    expect(valueTicks(max, undefined, true)).toEqual({ top: ticks.at(-1), ticks });
  });

  it('a tick whose label would be cut is left out', () => {
    const [first, last] = [span.from, span.to];
    expect(ticksWithin([first, last - 60_000, last], span, 600, () => '13:00:00')).toEqual([first]);
    expect(ticksWithin([first, last], span, 600, () => '1')).toEqual([first, last]);
  });

  it('a fixed top stays', () => {
    expect(valueTicks(0.3, 1)).toEqual({ top: 1, ticks: [0, 0.5, 1] });
  });
});
