import type { Value } from '../../domain/series';
import type { EpochMs } from '../../domain/units';
import type { RawSeries } from '../../ports/metrics-source';

/**
 * Values of a raw series at the times of a grid, by timestamp and never by position: a missing point is a gap.
 * A source may move points by less than a step (VictoriaMetrics rounds), so each point goes to the nearest grid time.
 */
export function alignTo(grid: readonly EpochMs[], points: RawSeries['points']): Value[] {
  const values = new Array<Value>(grid.length).fill(null);
  const first = grid[0];
  const stepMs = grid.length > 1 ? grid[1]! - grid[0]! : 1;
  if (first === undefined) return values;
  for (const [at, value] of points) {
    const index = Math.round((at - first) / stepMs);
    if (index >= 0 && index < values.length) values[index] = value;
  }
  return values;
}

/** What is known of the process behind a counter, on the same grid. */
export interface Life {
  /** True when the process was scraped at that grid index. */
  alive(index: number): boolean;
  /** True when a counter that first shows up at that index began at 0 inside the window (see `bornInside`). */
  bornInside(index: number): boolean;
}

export interface Increments {
  /** One per step, so one less than the counter's values. Null: not known. */
  readonly values: readonly Value[];
  /** How many steps each value covers: more than 1 after a gap. */
  readonly covers: readonly number[];
  /** True when the counter began with the data and its first value could not be counted. */
  readonly uncounted: boolean;
}

/**
 * Exact increments of a raw counter. `counter[0]` lies one step before the first increment.
 *
 *   counter     5  7  –  –  12  3      a gap, then a restart
 *   increments     2  –  –   5  3      the step after the gap holds what the gap hid
 *
 * A counter that is born while its process is scraped began at 0: its first value counts (reference envoy-deploys-dialects 4.5).
 * While the process is scraped but the counter does not exist, nothing was counted: 0. Without the process: null.
 */
export function takeIncrements(counter: readonly Value[], life: Life): Increments {
  const values: Value[] = [];
  const covers: number[] = [];
  let last = counter[0] ?? null;
  let lastIndex = last === null ? -1 : 0;
  const end = counter.findLastIndex((value) => value !== null);
  let uncounted = false;
  for (let i = 1; i < counter.length; i += 1) {
    const now = counter[i]!;
    let value: Value = null;
    let covered = 1;
    if (now !== null) {
      if (last === null) {
        value = life.bornInside(i) ? now : null;
        uncounted ||= value === null && now > 0;
      } else {
        value = now >= last ? now - last : now;
        covered = i - lastIndex;
      }
      last = now;
      lastIndex = i;
    } else if ((last === null || i > end) && life.alive(i)) {
      value = 0;
    }
    values.push(value);
    covers.push(covered);
  }
  return { values, covers, uncounted };
}

/** For rates: what a gap hid is spread evenly over the gap, so that a missed scrape is neither a dip nor a peak. */
export function spreadGaps({ values, covers }: Increments): Value[] {
  const spread = [...values];
  for (let i = 0; i < values.length; i += 1) {
    const covered = covers[i]!;
    const value = values[i]!;
    if (covered < 2 || value === null) continue;
    for (let back = Math.max(0, i - covered + 1); back <= i; back += 1) spread[back] = value / covered;
  }
  return spread;
}

/** Sums every `size` neighbours into one; null only when all of them are. */
export function sumSteps(values: readonly Value[], size: number): Value[] {
  if (size === 1) return [...values];
  const sums: Value[] = [];
  for (let i = 0; i < values.length; i += size) sums.push(sumValues(values.slice(i, i + size)));
  return sums;
}

/** Sum of what is known; null when nothing is. */
export function sumValues(values: readonly Value[]): Value {
  let sum: Value = null;
  for (const value of values) if (value !== null) sum = (sum ?? 0) + value;
  return sum;
}

/**
 * Takes increments away from others. Two counters of one event may be scraped a moment apart, so a step can come out below
 * zero: the debt is then taken off the following steps, and the sum stays right.
 */
export function subtractCarrying(from: readonly Value[], away: readonly Value[]): Value[] {
  let debt = 0;
  return from.map((value, i) => {
    if (value === null) {
      debt += away[i] ?? 0;
      return null;
    }
    const rest = value - (away[i] ?? 0) - debt;
    debt = rest < 0 ? -rest : 0;
    return Math.max(0, rest);
  });
}
