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

interface Bin {
  readonly first: number;
  readonly last: number;
  readonly rate: number | null;
  readonly counts: ReadonlyMap<NotFoundClass, number>;
  readonly samples: number;
}

/**
 * Shares of the classes for each step, from the samples of its time bin. A bin with few samples borrows from the nearest bins of a like miss
 * rate, up to the whole range. Null where even those have too few: then nothing is claimed.
 */
export function splitShares(counts: readonly Value[], judged: readonly JudgedSample[], stepMs: number, params: NotFoundParams): (BinShares | null)[] {
  const width = Math.max(1, Math.ceil(LEAST_BIN_MS / stepMs), Math.ceil(counts.length / BINS));
  const bins = Array.from({ length: Math.ceil(counts.length / width) }, (_, at) => toBin(counts, judged, at * width, Math.min(counts.length, (at + 1) * width) - 1));
  const shares = bins.map((bin, at) => sharesOf(borrow(bins, bin, at, params)));
  return counts.map((_, at) => shares[Math.floor(at / width)] ?? null);
}

function toBin(counts: readonly Value[], judged: readonly JudgedSample[], first: number, last: number): Bin {
  const own = judged.filter(({ step }) => first <= step && step <= last);
  const tally = new Map<NotFoundClass, number>();
  for (const { verdict } of own) tally.set(verdict.class, (tally.get(verdict.class) ?? 0) + 1);
  const sum = sumOver(counts, first, last);
  const known = counts.slice(first, last + 1).filter((value) => value !== null).length;
  return { first, last, rate: sum === null ? null : sum / known, counts: tally, samples: own.length };
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
  if (a.rate === null || b.rate === null) return false;
  return Math.max(a.rate, b.rate) <= ALIKE * Math.min(a.rate, b.rate) + 1;
}

function sharesOf(bins: readonly Bin[]): BinShares | null {
  const samples = bins.reduce((sum, bin) => sum + bin.samples, 0);
  if (samples === 0) return null;
  return notFoundClasses.map((name) => {
    const hits = bins.reduce((sum, bin) => sum + (bin.counts.get(name) ?? 0), 0);
    return { class: name, share: hits / samples, ...wilson(hits, samples) };
  });
}
