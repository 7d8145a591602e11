import type { Value } from '../../domain/series';
import { negativeBinomialTail } from '../shared/statistics/tails';
import type { Baseline } from './baseline';
import { burstExtent } from './burst-extent';
import { estimateDispersion } from './dispersion';
import type { StepSpan } from './error-steps';
import type { RolloutParams } from './params';

const WEEK_MS = 7 * 86_400_000;

/** Where errors are too dense for the base rate. `p`: chance of such a thing anywhere in the range that was looked at. */
export interface ScanBurst extends StepSpan {
  readonly failed: number;
  readonly expected: number;
  readonly p: number;
}

interface Hit extends StepSpan {
  readonly p: number;
  readonly perStep: number;
}

/**
 * Bursts of a count series: every window of a few sizes against its expected count (negative binomial mid-tail,
 * Poisson without overdispersion), hits close together are one, extent by a two-state model.
 */
export function findBursts(total: readonly Value[], baseline: Baseline, stepMs: number, params: RolloutParams): ScanBurst[] {
  const sizes = scanSizes(stepMs, params);
  const level = params.falseAlarmsPerWeek / ((WEEK_MS / stepMs) * sizes.length);
  const hits = sizes.flatMap((size) => scanHits(total, baseline.expected, size, level, params.minEvents));
  const merge = Math.min(Math.round(params.mergeMs / stepMs), params.mergeMaxSteps);
  const tries = total.length * sizes.length;
  const bursts: ScanBurst[] = [];
  for (const hit of mergeHits(hits, merge)) {
    const span = burstExtent(total, baseline.expected, hit, merge, params.gamma);
    const last = bursts.at(-1);
    if (last && span.from < last.to) continue;
    let [failed, expected] = [0, 0];
    for (let i = span.from; i < span.to; i += 1) {
      failed += total[i] ?? 0;
      expected += total[i] === null ? 0 : baseline.expected[i]!;
    }
    bursts.push({ ...span, failed, expected, p: Math.min(1, hit.p * tries) });
  }
  return bursts;
}

function scanHits(total: readonly Value[], expected: Float64Array, size: number, level: number, minEvents: number): Hit[] {
  const n = total.length;
  if (n < size) return [];
  const dispersion = estimateDispersion(total, expected, size);
  const hits: Hit[] = [];
  let [count, mean] = [0, 0];
  for (let i = 0; i < n; i += 1) {
    if (total[i] !== null) {
      count += total[i]!;
      mean += expected[i]!;
    }
    const out = i - size;
    if (out >= 0 && total[out] !== null) {
      count -= total[out]!;
      mean -= expected[out]!;
    }
    if (out < -1 || count < minEvents || count <= mean) continue;
    const p = midTail(Math.round(count), Math.max(mean, 1e-9), dispersion, level);
    if (p < level) hits.push({ from: i - size + 1, to: i + 1, p, perStep: count / size });
  }
  return hits;
}

/**
 * P(X > k) + P(X = k) / 2: the plain tail of a small count is far below the level when it passes at all, which wastes the false
 * alarms that the level allows. For a large mean both are the same. Above twice the level the plain tail says enough.
 */
function midTail(k: number, mean: number, dispersion: number, level: number): number {
  const tail = negativeBinomialTail(k, mean, dispersion);
  return tail >= 2 * level ? tail : (tail + negativeBinomialTail(k + 1, mean, dispersion)) / 2;
}

/** Window sizes for this step: short steps get longer windows too, up to the same time. */
export function scanSizes(stepMs: number, params: RolloutParams): readonly number[] {
  const sizes = [...params.scanSteps].sort((a, b) => a - b);
  const [last, before] = [sizes.at(-1) ?? 1, sizes.at(-2)];
  if (before === undefined) return sizes;
  // The list goes on as its end does: 6, 8 is followed by 12, 16, 24, 32.
  for (let [a, b] = [before * 2, last * 2]; a * stepMs <= params.scanMaxMs && a > last; [a, b] = [a * 2, b * 2]) {
    sizes.push(a);
    if (b * stepMs <= params.scanMaxMs) sizes.push(b);
  }
  return sizes;
}

/** Hits that touch or lie within `gap` steps become one; it keeps the p and the density of its best. */
function mergeHits(hits: readonly Hit[], gap: number): Hit[] {
  const merged: Hit[] = [];
  for (const hit of [...hits].sort((a, b) => a.from - b.from || a.to - b.to)) {
    const last = merged.at(-1);
    if (!last || hit.from > last.to + gap) merged.push(hit);
    else {
      const best = hit.p < last.p ? hit : last;
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, hit.to), p: best.p, perStep: best.perStep };
    }
  }
  return merged;
}
