import type { DetectorInput } from '../../domain/detector';
import type { LabelledSeries, SeriesFrame, Value } from '../../domain/series';
import type { EpochMs } from '../../domain/units';
import { type ErrorSteps, sumColumns } from './error-steps';

type Signals = DetectorInput<unknown>['signals'];

/** The steps of a range as the detector's signals show them. */
export interface Observed {
  readonly at: readonly EpochMs[];
  readonly steps: ErrorSteps;
  readonly errors: readonly LabelledSeries[];
  readonly nearMisses: readonly LabelledSeries[] | null;
  /** True where the fleet was seen at all. */
  readonly seen: readonly boolean[];
}

/** Brings the error signals onto one axis. A count shown at t belongs to (t - step, t]: step i starts one step earlier. */
export function observe(signals: Signals, errorFrame: SeriesFrame): Observed {
  const at = errorFrame.at;
  const requestSeries = signals['instance-requests'] ? aligned(signals['instance-requests'], at) : null;
  const nearMisses = signals['near-misses'] ? aligned(signals['near-misses'], at) : null;
  const seen = seenSteps(errorFrame.series, requestSeries, at.length);
  const requests = requestSeries ? sumColumns(requestSeries.map((series) => series.values), at.length) : null;
  const shape = { start: (at[0] ?? 0) - errorFrame.stepMs, stepMs: errorFrame.stepMs, requests };
  return { at, steps: toSteps(errorFrame.series, seen, shape), errors: errorFrame.series, nearMisses, seen };
}

/** Errors of some series by code: 0 where the fleet was seen and had none, null where it was not seen. */
export function toSteps(series: readonly LabelledSeries[], seen: readonly boolean[], shape: Pick<ErrorSteps, 'start' | 'stepMs' | 'requests'>): ErrorSteps {
  const byCode = new Map<string, LabelledSeries[]>();
  for (const one of series) byCode.set(one.labels.code ?? '', [...(byCode.get(one.labels.code ?? '') ?? []), one]);
  const known = (members: readonly LabelledSeries[]) => knownSum(members, seen);
  const codes = Object.fromEntries([...byCode].sort(([a], [b]) => (a < b ? -1 : 1)).map(([code, members]) => [code, known(members)]));
  return { ...shape, codes, total: known(series) };
}

/** Sum of series where the fleet was seen; null elsewhere. */
export function knownSum(series: readonly LabelledSeries[], seen: readonly boolean[]): Value[] {
  const sum = sumColumns(series.map((one) => one.values), seen.length);
  return sum.map((value, i) => value ?? (seen[i] ? 0 : null));
}

/**
 * Error series are born with their first error, so their silence proves nothing: request counters say what was seen. Without
 * them a step is unknown only where series that exist before and after it are all silent.
 */
function seenSteps(errors: readonly LabelledSeries[], requests: readonly LabelledSeries[] | null, length: number): boolean[] {
  const telling = [...(requests ?? []), ...errors];
  if (requests && requests.length > 0) return Array.from({ length }, (_, i) => telling.some((one) => one.values[i] != null));
  const gaps = errors.map(interiorGaps);
  return Array.from({ length }, (_, i) => errors.some((one) => one.values[i] != null) || !gaps.some((gap) => gap.has(i)));
}

/** Steps at which a series is silent though it has values before and after. */
export function interiorGaps(series: LabelledSeries): ReadonlySet<number> {
  const first = series.values.findIndex((value) => value != null);
  const last = series.values.findLastIndex((value) => value != null);
  const gaps = new Set<number>();
  for (let i = first + 1; first >= 0 && i < last; i += 1) if (series.values[i] == null) gaps.add(i);
  return gaps;
}

/** Series of a frame on another axis; times that the frame does not have are null. */
export function aligned(frame: SeriesFrame, at: readonly EpochMs[]): readonly LabelledSeries[] {
  if (frame.at.length === at.length && frame.at[0] === at[0]) return frame.series;
  const place = new Map(frame.at.map((time, i) => [time, i]));
  return frame.series.map((series) => ({ labels: series.labels, values: at.map((time) => series.values[place.get(time) ?? -1] ?? null) }));
}
