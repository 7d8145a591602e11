import { describe, expect, it } from 'vitest';
import { analyseFleet } from '../../../../lib/detectors/zone-flapping/analyse';
import { zoneDefaults } from '../../../../lib/detectors/zone-flapping/params';

const repeat = (times: number, row: readonly number[]) => Array.from({ length: times }, (_, i) => row.map((value) => value + ((i * 7) % 5)));

/** Indices of the flips of three zones with two pods each; the middle zone has no endpoints in [emptyFrom, emptyTo). */
function flipsOf(rows: readonly (readonly number[])[], emptyFrom = 0, emptyTo = 0): number[] {
  const column = (z: number) => rows.map((row) => row[z]! / 5);
  const endpoints = (z: number) => rows.map((_, i) => (z === 1 && i >= emptyFrom && i < emptyTo ? 0 : 2));
  const analysis = analyseFleet({
    zones: ['a', 'b', 'c'], stepMs: 5_000, length: rows.length, exact: true, rps: [0, 1, 2].map(column),
    readyPods: [0, 1, 2].map(() => rows.map(() => 2)), readyEndpoints: { service: 'ns/front', byZone: [0, 1, 2].map(endpoints) },
  }, zoneDefaults);
  return analysis!.moves.filter(({ abrupt }) => abrupt).map(({ index }) => index);
}

const spread = [110, 110, 110] as const;
const hot = [25, 260, 25] as const;
const empty = [158, 0, 158] as const;

describe('where a flip is dated', () => {
  it.each([
    ['at the first step of the new level', [...repeat(12, spread), ...repeat(12, hot), ...repeat(12, spread)], [12, 24]],
    ['at a step that holds both levels', [...repeat(12, spread), ...repeat(12, hot), [112, 112, 112], ...repeat(12, [158, 100, 158])], [12, 24]],
  ])('%s', (_name, rows, flips) => {
    expect(flipsOf(rows)).toEqual(flips);
  });

  it.each([
    ['a zone that loses its last endpoints', 24, []],
    ['with a scrape that holds both levels in between', 24, [[112, 112, 112]]],
    ['with endpoints seen two scrapes before', 22, [[112, 112, 112]]],
  ])('%s', (_name, emptyFrom, between) => {
    const rows = [...repeat(12, spread), ...repeat(12, hot), ...between, ...repeat(9, empty).map(([a, , c]) => [a!, 0, c!]), ...repeat(10, hot), ...repeat(12, spread)];
    const back = 24 + between.length + 9;
    expect(flipsOf(rows, emptyFrom, back)).toEqual([12, 24, back, back + 10]);
  });
});
