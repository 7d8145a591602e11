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
 * Bursts of a count series: every window of 1, 2, 4, 8 steps against its expected count (negative binomial tail,
 * Poisson without overdispersion), hits close together are one, extent by a two-state model.
 */
export function findBursts(total: readonly Value[], baseline: Baseline, stepMs: number, params: RolloutParams): ScanBurst[] {
  const hits = params.scanSteps.flatMap((size) => scanHits(total, baseline.expected, size, stepMs, params));
  const merge = Math.min(Math.round(params.mergeMs / stepMs), params.mergeMaxSteps);
  const tries = total.length * params.scanSteps.length;
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

function scanHits(total: readonly Value[], expected: Float64Array, size: number, stepMs: number, params: RolloutParams): Hit[] {
  const n = total.length;
  if (n < size) return [];
  const dispersion = estimateDispersion(total, expected, size);
  const level = params.falseAlarmsPerWeek / ((WEEK_MS / stepMs) * params.scanSteps.length);
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
    if (out < -1 || count < params.minEvents || count <= mean) continue;
    const p = negativeBinomialTail(Math.round(count), Math.max(mean, 1e-9), dispersion);
    if (p < level) hits.push({ from: i - size + 1, to: i + 1, p, perStep: count / size });
  }
  return hits;
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
