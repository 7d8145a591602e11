import { type SignalName, signalCatalog } from '../../domain/signals';
import type { SeriesFrame, Value } from '../../domain/series';
import { type ResolvedRange, stepTimes } from '../../domain/time-range';

/**
 * Cuts a range out of a recorded frame and brings it to a coarser step. A step holds what was recorded in it:
 * counts are summed, rates and latencies averaged, levels keep their last value (null included: a pod that is gone is gone).
 * Outside of the recording nothing is known.
 */
export function resampleFrame(signal: SignalName, frame: SeriesFrame, range: ResolvedRange): SeriesFrame {
  const at = stepTimes(range);
  const first = frame.at[0];
  const windows = at.map((time) => {
    if (first === undefined) return [0, 0] as const;
    const begin = Math.floor((time - range.stepMs - first) / frame.stepMs) + 1;
    const end = Math.floor((time - first) / frame.stepMs) + 1;
    return [clamp(begin, frame.at.length), clamp(end, frame.at.length)] as const;
  });
  const merge = mergerOf(signal);
  const series = frame.series.map(({ labels, values }) => ({ labels, values: windows.map(([begin, end]) => merge(values, begin, end)) }));
  return { at, stepMs: range.stepMs, series: series.filter(({ values }) => values.some((value) => value !== null)) };
}

function clamp(index: number, length: number): number {
  return Math.min(length, Math.max(0, index));
}

type Merger = (values: readonly Value[], begin: number, end: number) => Value;

function mergerOf(signal: SignalName): Merger {
  const { kind, unit } = signalCatalog[signal];
  if (kind === 'count') return (values, begin, end) => sum(values, begin, end).total;
  if (kind === 'rate' || unit === 'seconds') return mean;
  return (values, begin, end) => (end > begin ? (values[end - 1] ?? null) : null);
}

function sum(values: readonly Value[], begin: number, end: number): { total: Value; known: number } {
  let total: Value = null;
  let known = 0;
  for (let i = begin; i < end; i += 1) {
    const value = values[i];
    if (value === null || value === undefined) continue;
    total = (total ?? 0) + value;
    known += 1;
  }
  return { total, known };
}

function mean(values: readonly Value[], begin: number, end: number): Value {
  const { total, known } = sum(values, begin, end);
  return total === null ? null : total / known;
}
