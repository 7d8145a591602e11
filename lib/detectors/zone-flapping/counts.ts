import type { Value } from '../../domain/series';

/** Unknown steps at the end of a series up to this length may be a late scrape; more mean that the instance is gone. */
const LATE_STEPS = 3;

/**
 * Counts of one instance made ready to be added up. Before its first value an instance did not exist (0); in a gap the value
 * after it holds what the gap hid, so it is spread evenly over both and the sum stays exact; after its last value it is gone
 * (0), unless the end is so near that a scrape may be late or `up` says that the scrape failed (null).
 */
export function fillCounts(counts: readonly Value[], up: readonly Value[] | null): Value[] {
  const filled: Value[] = [...counts];
  const first = counts.findIndex((value) => value !== null);
  const last = counts.findLastIndex((value) => value !== null);
  if (first < 0) return filled.map((_, i) => (up?.[i] === 0 ? null : 0));
  // A counter has no increment in the first step of a range: not known, not 0.
  for (let i = 0; i < first; i += 1) filled[i] = up?.[i] === 0 || (first === 1 && i === 0) ? null : 0;
  let gap = 0;
  for (let i = first; i <= last; i += 1) {
    const value = counts[i]!;
    if (value === null) { gap += 1; continue; }
    for (let k = i - gap; k <= i; k += 1) filled[k] = value / (gap + 1);
    gap = 0;
  }
  const late = counts.length - 1 - last <= LATE_STEPS;
  for (let i = last + 1; i < counts.length; i += 1) filled[i] = late || up?.[i] === 0 ? null : 0;
  return filled;
}

/** Sum by step; null where any part is null. */
export function sumColumns(columns: readonly (readonly Value[])[], length: number): Value[] {
  return Array.from({ length }, (_, i) => {
    let sum = 0;
    for (const column of columns) {
      const value = column[i] ?? null;
      if (value === null) return null;
      sum += value;
    }
    return sum;
  });
}
