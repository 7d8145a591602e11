import { notFoundClasses, type NotFoundClass } from '@/lib/domain/not-found-detail';
import type { Value } from '@/lib/domain/series';
import type { NotFoundParams } from './params';
import type { JudgedSample } from './sampled';
import { sumOver, wilson } from './statistics';

/** Shares of all classes at one step, with Wilson intervals. They add up to 1. */
export type BinShares = readonly { readonly class: NotFoundClass; readonly share: number; readonly low: number; readonly high: number }[];

const BINS = 20;
const LEAST_BIN_MS = 60_000;
/** Samples of another time speak for a bin only while the rate of misses is alike: a wave is not the calm before it. */
const ALIKE = 2.5;
/** Requests a step below which a change of the rate is chance. */
const JUMP_LEAST = 20;

interface Bin {
  readonly first: number;
  readonly last: number;
  readonly rate: number | null;
  readonly counts: ReadonlyMap<NotFoundClass, number>;
  readonly samples: number;
}

/**
 * Shares of the classes for each step, from the samples of its time bin. Bins end where the rate jumps. A bin with few samples borrows from the nearest bins of a like miss
 * rate, up to the whole range. Null where even those have too few: then nothing is claimed.
 */
export function splitShares(counts: readonly Value[], judged: readonly JudgedSample[], stepMs: number, params: NotFoundParams): (BinShares | null)[] {
  const width = Math.max(1, Math.ceil(LEAST_BIN_MS / stepMs), Math.ceil(counts.length / BINS));
  const bins = cut(counts, width).map(([first, last]) => toBin(counts, judged, first, last));
  const shares = bins.map((bin, at) => sharesOf(borrow(bins, bin, at, params)));
  return bins.flatMap(({ first, last }, at) => new Array<BinShares | null>(last - first + 1).fill(shares[at] ?? null));
}

/**
 * First and last step of each bin: at most `width` steps, and none across a jump of the rate. A bin that held the calm and the
 * beginning of a wave would give the wave the classes of the calm.
 */
function cut(counts: readonly Value[], width: number): (readonly [first: number, last: number])[] {
  const edges: (readonly [number, number])[] = [];
  let first = 0;
  for (let at = 1; at <= counts.length; at += 1) {
    if (at < counts.length && at - first < width && !jumps(counts, first, at)) continue;
    edges.push([first, at - 1]);
    first = at;
  }
  return edges;
}

/** True when the rate of the two steps from `at` on is unlike that of the two before: single steps are noise. */
function jumps(counts: readonly Value[], first: number, at: number): boolean {
  const before = rateOf(counts, Math.max(first, at - 2), at - 1);
  const after = rateOf(counts, at, Math.min(counts.length - 1, at + 1));
  return before !== null && after !== null && Math.max(before, after) >= JUMP_LEAST && !areAlike(before, after);
}

function rateOf(counts: readonly Value[], first: number, last: number): number | null {
  const sum = sumOver(counts, first, last);
  const known = counts.slice(first, last + 1).filter((value) => value !== null).length;
  return sum === null || known === 0 ? null : sum / known;
}

function toBin(counts: readonly Value[], judged: readonly JudgedSample[], first: number, last: number): Bin {
  const own = judged.filter(({ step }) => first <= step && step <= last);
  const tally = new Map<NotFoundClass, number>();
  for (const { verdict } of own) tally.set(verdict.class, (tally.get(verdict.class) ?? 0) + 1);
  return { first, last, rate: rateOf(counts, first, last), counts: tally, samples: own.length };
}

function borrow(bins: readonly Bin[], own: Bin, at: number, params: NotFoundParams): readonly Bin[] {
  const used = [own];
  let samples = own.samples;
  for (let away = 1; samples < 2 * params.leastSamples && away < bins.length; away += 1) {
    for (const other of [bins[at - away], bins[at + away]]) {
      if (!other || !isAlike(own, other)) continue;
      used.push(other);
      samples += other.samples;
    }
  }
  return samples >= params.leastSamples ? used : [];
}

function isAlike(a: Bin, b: Bin): boolean {
  return a.rate !== null && b.rate !== null && areAlike(a.rate, b.rate);
}

const areAlike = (a: number, b: number) => Math.max(a, b) <= ALIKE * Math.min(a, b) + 1;

function sharesOf(bins: readonly Bin[]): BinShares | null {
  const samples = bins.reduce((sum, bin) => sum + bin.samples, 0);
  if (samples === 0) return null;
  return notFoundClasses.map((name) => {
    const hits = bins.reduce((sum, bin) => sum + (bin.counts.get(name) ?? 0), 0);
    return { class: name, share: hits / samples, ...wilson(hits, samples) };
  });
}
