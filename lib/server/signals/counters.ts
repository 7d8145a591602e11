import type { DialectContext, SignalQuery } from '../../domain/dialect';
import type { Value } from '../../domain/series';
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
  for (const { labels, points, zones } of mergeZones(result, job.context)) {
    const taken = takeIncrements(finite(alignTo(grid, points)), job.lives?.of(key(labels)) ?? anyLife);
    uncounted ||= taken.uncounted;
    const fine = job.perSecond ? spreadGaps(taken) : taken.values;
    for (const [zone, own] of byZone(fine, zones, grid)) {
      const steps = sumSteps(own, size);
      const values = job.perSecond ? steps.map((value) => (value === null ? null : value / (job.range.stepMs / 1000))) : steps;
      const named = zone === null ? labels : { ...labels, zone };
      job.builder.add(job.builder.labelsOf(named, job.each.labels, job.fixed), values, job.each.sign);
    }
  }
  return uncounted;
}

/** A counter put together from its pieces. `zones`: where it was from when on, if a join told of more than one zone. */
type MergedCounter = RangeResult['series'][number] & { readonly zones: readonly (readonly [from: number, zone: string])[] };

/**
 * Where the zone comes from a join, the same counter shows up without a zone whenever the join misses, and under another zone
 * after its pod moved. It is one counter: its pieces are put together before differences are taken, else each piece would look
 * newly born.
 */
function mergeZones(result: RangeResult, context: DialectContext): readonly MergedCounter[] {
  if (!context.zoneJoin || context.labels.zone !== null) return result.series.map((series) => ({ ...series, zones: [] }));
  const merged = new Map<string, { labels: Record<string, string>; points: (readonly [number, number])[]; zones: [number, string][] }>();
  for (const { labels, points } of result.series) {
    const { zone, ...rest } = labels;
    const known = merged.get(keyOf(rest)) ?? { labels: { ...rest }, points: [], zones: [] };
    known.points.push(...points);
    if (zone) {
      known.labels.zone = zone;
      known.zones.push(...points.map(([at]): [number, string] => [at, zone]));
    }
    merged.set(keyOf(rest), known);
  }
  return [...merged.values()].map(({ labels, points, zones }) => ({
    labels,
    points: points.map(([at, value]) => [epochMs(at), value] as const).sort(([a], [b]) => a - b),
    zones: moves(zones),
  }));
}

/** Times at which the zone became another one; empty when there is but one. */
function moves(zones: [number, string][]): [number, string][] {
  const changes = zones.sort(([a], [b]) => a - b).filter(([, zone], i) => zone !== zones[i - 1]?.[1]);
  return changes.length > 1 ? changes : [];
}

/** Increments of a counter by the zone in which they were counted. Null: the zone of its labels, which never changed. */
function byZone(increments: readonly Value[], zones: MergedCounter['zones'], grid: readonly number[]): (readonly [string | null, readonly Value[]])[] {
  if (zones.length === 0) return [[null, increments]];
  // An increment lies between two grid times and belongs to where the counter was at the later one.
  const zoneOf = (i: number) => (zones.findLast(([from]) => from <= grid[i + 1]!) ?? zones[0]!)[1];
  const names = [...new Set(zones.map(([, zone]) => zone))];
  return names.map((name) => [name, increments.map((value, i) => (zoneOf(i) === name ? value : null))] as const);
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
