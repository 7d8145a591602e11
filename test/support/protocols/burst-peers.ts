import { type Baseline, localBaseline } from '@/lib/detectors/rollout-errors/baseline';
import { defaultParams } from '@/lib/detectors/rollout-errors/params';
import { poissonTail } from '@/lib/detectors/shared/statistics/tails';

/** Counts per minute; null: not seen. */
export type Minutes = readonly (number | null)[];
export interface Span { readonly from: number; readonly to: number }

/** Simple ways to find bursts, each as its text book has it, for a stand beside ours in the same run. Merged within 5 minutes. */
export const burstPeers: readonly (readonly [name: string, find: (counts: Minutes) => Span[]])[] = [
  ['3 sigma, rolling hour', threeSigma],
  ['Poisson scan', poissonScan],
  ['CUSUM x5', cusum],
  ['Kleinberg, 2 states', kleinberg],
];

const MERGE = 5;
const TIMES = 5;
const SCAN = [1, 2, 4, 8];

/** A minute above mean + 3 standard deviations of the hour before it. */
function threeSigma(counts: Minutes): Span[] {
  return merge(counts.flatMap((count, i) => {
    const before = counts.slice(Math.max(0, i - 60), i).filter((value) => value !== null);
    if (count === null || before.length < 10) return [];
    const mean = before.reduce((a, b) => a + b, 0) / before.length;
    const sd = Math.sqrt(before.reduce((sum, value) => sum + (value - mean) ** 2, 0) / before.length);
    return count > mean + 3 * sd ? [{ from: i, to: i + 1 }] : [];
  }));
}

const baselineOf = (counts: Minutes): Baseline => localBaseline(counts, null, 60_000, defaultParams);

/** Windows of 1, 2, 4, 8 minutes with a Poisson tail under one false alarm a week; the local baseline is ours. */
function poissonScan(counts: Minutes): Span[] {
  const { expected } = baselineOf(counts);
  const level = 1 / (10_080 * SCAN.length);
  return merge(SCAN.flatMap((size) => Array.from({ length: Math.max(0, counts.length - size + 1) }, (_, from) => {
    let [count, mean] = [0, 0];
    for (let i = from; i < from + size; i += 1) if (counts[i] !== null) [count, mean] = [count + counts[i]!, mean + expected[i]!];
    return count >= 4 && count > mean && poissonTail(count, mean) < level ? [{ from, to: from + size }] : [];
  }).flat()));
}

/** Page's sum of log-likelihood ratios of five times the rate of the three hours before; alarm at ln(minutes of a week). */
function cusum(counts: Minutes): Span[] {
  const found: Span[] = [];
  let [sum, since] = [0, 0];
  counts.forEach((count, i) => {
    if (count === null) return;
    const before = counts.slice(Math.max(0, i - 180), i).filter((value) => value !== null);
    const rate = (before.reduce((a, b) => a + b, 0) + 0.5) / Math.max(60, before.length);
    sum = Math.max(0, sum + count * Math.log(TIMES) - (TIMES - 1) * rate);
    if (sum === 0) since = i + 1;
    if (sum <= Math.log(10_080)) return;
    found.push({ from: Math.min(since, i), to: i + 1 });
    [sum, since] = [0, i + 1];
  });
  return merge(found);
}

/** Cheapest path through a calm and a five times denser state over all minutes; climbing costs ln n, the base rate is local. */
function kleinberg(counts: Minutes): Span[] {
  const { expected } = baselineOf(counts);
  const climb = Math.log(counts.length);
  const back: (readonly [calmFromBurst: boolean, burstFromCalm: boolean])[] = [];
  let [calm, burst] = [0, climb];
  counts.forEach((count, i) => {
    back.push([burst < calm, calm + climb < burst]);
    [calm, burst] = [Math.min(calm, burst), Math.min(burst, calm + climb)];
    if (count === null) return;
    calm += expected[i]! - count * Math.log(expected[i]!);
    burst += TIMES * expected[i]! - count * Math.log(TIMES * expected[i]!);
  });
  const found: Span[] = [];
  let on = burst < calm;
  for (let i = counts.length - 1; i >= 0; i -= 1) {
    if (on) found.push({ from: i, to: i + 1 });
    on = on ? !back[i]![1] : back[i]![0];
  }
  return merge(found);
}

function merge(spans: readonly Span[]): Span[] {
  const merged: { from: number; to: number }[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from || a.to - b.to)) {
    const last = merged.at(-1);
    if (last && span.from <= last.to + MERGE) last.to = Math.max(last.to, span.to);
    else merged.push({ ...span });
  }
  return merged;
}
