import type { DialectContext, SignalQuery } from '../../domain/dialect';
import { type ResolvedRange, stepTimes } from '../../domain/time-range';
import { epochMs, millis } from '../../domain/units';
import type { RangeResult } from '../../ports/metrics-source';
import { type FrameBuilder, keyOf } from './frames';
import { alignTo, spreadGaps, sumSteps, takeIncrements } from './increments';
import { type FleetLife, anyLife } from './life';

/** More fine points than this are not asked for; a restart between two coarse points may then hide some counts. */
const MOST_FINE_POINTS = 5_000;

interface CounterJob {
  readonly fine: ResolvedRange;
  readonly range: ResolvedRange;
  readonly lives: FleetLife | null;
  readonly each: SignalQuery;
  readonly fixed: Readonly<Record<string, string>>;
  readonly context: DialectContext;
  readonly builder: FrameBuilder;
  readonly perSecond: boolean;
}

/** Increments of all raw counters of a result, added to the frame. True when some first value could not be counted. */
export function addCounters(result: RangeResult, job: CounterJob): boolean {
  const grid = stepTimes(job.fine);
  const size = Math.round(job.range.stepMs / job.fine.stepMs);
  const key = processKey(job.context);
  let uncounted = false;
  for (const { labels, points } of mergeZones(result, job.context)) {
    const taken = takeIncrements(finite(alignTo(grid, points)), job.lives?.of(key(labels)) ?? anyLife);
    uncounted ||= taken.uncounted;
    const steps = sumSteps(job.perSecond ? spreadGaps(taken) : taken.values, size);
    const values = job.perSecond ? steps.map((value) => (value === null ? null : value / (job.range.stepMs / 1000))) : steps;
    job.builder.add(job.builder.labelsOf(labels, job.each.labels, job.fixed), values, job.each.sign);
  }
  return uncounted;
}

/**
 * Where the zone comes from a join, the same counter shows up without a zone whenever the join misses. It is one counter:
 * its pieces are put together before differences are taken, else the piece with the zone would look newly born.
 */
function mergeZones(result: RangeResult, context: DialectContext): RangeResult['series'] {
  if (!context.zoneJoin || context.labels.zone !== null) return result.series;
  const merged = new Map<string, { labels: Record<string, string>; points: (readonly [number, number])[] }>();
  for (const { labels, points } of result.series) {
    const { zone, ...rest } = labels;
    const known = merged.get(keyOf(rest));
    if (!known) merged.set(keyOf(rest), { labels: { ...labels }, points: [...points] });
    else {
      if (zone) known.labels.zone = zone;
      known.points.push(...points);
    }
  }
  return [...merged.values()].map(({ labels, points }) => ({
    labels,
    points: points.map(([at, value]) => [epochMs(at), value] as const).sort(([a], [b]) => a - b),
  }));
}

/**
 * The grid on which raw counters are read: one step earlier than shown, and as fine as the scrapes where that divides the step.
 * A process that ends between two coarse points would take its last counts with it.
 */
export function fineRange(range: ResolvedRange, scrapeMs: number): ResolvedRange {
  const from = range.from - range.stepMs;
  const steps = Math.max(1, Math.floor(range.stepMs / scrapeMs));
  for (let size = steps; size >= 1; size -= 1) {
    const fineMs = range.stepMs / size;
    if (Number.isInteger(fineMs) && (range.to - from) / fineMs <= MOST_FINE_POINTS) return { from: epochMs(from), to: range.to, stepMs: millis(fineMs) };
  }
  return { from: epochMs(from), to: range.to, stepMs: range.stepMs };
}

/** Names a process by its namespace and pod. */
export function processKey({ labels }: Pick<DialectContext, 'labels'>): (source: Readonly<Record<string, string>>) => string {
  return (source) => [source[labels.namespace] ?? '', source[labels.pod] ?? ''].filter((text) => text !== '').join('/');
}

/** Infinities (an overflowing quantile bucket) are not a value that can be drawn or added. */
export function finite(values: readonly (number | null)[]): (number | null)[] {
  return values.map((value) => (value !== null && Number.isFinite(value) ? value : null));
}
