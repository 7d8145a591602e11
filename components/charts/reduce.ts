export type Column = readonly (number | null)[];

export interface Reduced {
  readonly at: readonly number[];
  readonly columns: readonly Column[];
}

/**
 * Cuts columns to what the pixels can show, on one time grid for all series.
 * `extremes` (lines, areas): two rows a bucket, with each series' lowest and highest value in the order in which its highest came.
 * `peaks` (counts): one row a bucket, at its end, with the highest.
 * A value of one sample is never lost; a bucket with a gap in it keeps a gap beside its highest value.
 */
export function reduceColumns(at: readonly number[], columns: readonly Column[], maxRows: number, mode: 'extremes' | 'peaks'): Reduced {
  if (at.length <= maxRows) return { at, columns };
  const perBucket = mode === 'extremes' ? 2 : 1;
  const buckets = Math.max(1, Math.floor(maxRows / perBucket));
  const bounds = Array.from({ length: buckets + 1 }, (_, i) => Math.floor((i * at.length) / buckets));
  const times: number[] = [];
  for (let b = 0; b < buckets; b += 1) {
    const [start, end] = [bounds[b]!, bounds[b + 1]! - 1];
    if (mode === 'extremes') times.push(at[start]!);
    times.push(at[end]!);
  }
  return { at: times, columns: columns.map((column) => reduceColumn(column, bounds, mode)) };
}

function reduceColumn(column: Column, bounds: readonly number[], mode: 'extremes' | 'peaks'): Column {
  const out: (number | null)[] = [];
  for (let b = 0; b + 1 < bounds.length; b += 1) {
    const { low, high, highFirst } = extremesOf(column, bounds[b]!, bounds[b + 1]!);
    if (mode === 'peaks') out.push(high);
    else if (highFirst) out.push(high, low);
    else out.push(low, high);
  }
  return out;
}

function extremesOf(column: Column, start: number, end: number) {
  let [low, high, lowAt, highAt, gap] = [null as number | null, null as number | null, start, start, false];
  for (let i = start; i < end; i += 1) {
    const value = column[i] ?? null;
    if (value === null) {
      gap = true;
      continue;
    }
    if (low === null || value < low) [low, lowAt] = [value, i];
    if (high === null || value > high) [high, highAt] = [value, i];
  }
  return { low: gap ? null : low, high, highFirst: highAt < lowAt };
}

/** Values with a gap on both sides: a line through them would have no length, so they are drawn as dots. */
export function isolatedIndices(column: Column): number[] {
  const isGap = (i: number) => (column[i] ?? null) === null;
  return column.flatMap((value, i) => (value !== null && isGap(i - 1) && isGap(i + 1) ? [i] : []));
}

/** Highest value that the marks reach: of the sum of all columns when stacked, else of any. */
export function highestValue(columns: readonly Column[], stacked: boolean): number {
  if (!stacked) return columns.reduce((best, column) => column.reduce<number>((top, value) => Math.max(top, value ?? 0), best), 0);
  const length = columns[0]?.length ?? 0;
  let best = 0;
  for (let i = 0; i < length; i += 1) best = Math.max(best, columns.reduce((sum, column) => sum + (column[i] ?? 0), 0));
  return best;
}
