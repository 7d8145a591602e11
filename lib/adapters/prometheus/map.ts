import type { RawSeries } from '../../ports/metrics-source';
import { type EpochMs, epochMs } from '../../domain/units';
import type { RangeAnswer } from './schema';

/** Wire to domain: seconds to ms, text to number. NaN is dropped (it is a gap), infinities are kept. Null: a sample has another shape. */
export function mapSeries(answer: RangeAnswer): RawSeries[] | null {
  const series: RawSeries[] = [];
  for (const { metric, values } of answer.data.result) {
    const points: (readonly [EpochMs, number])[] = [];
    for (const sample of values) {
      if (!isSample(sample)) return null;
      const value = toNumber(sample[1]);
      if (!Number.isNaN(value)) points.push([epochMs(Math.round(sample[0] * 1000)), value]);
    }
    series.push({ labels: metric, points });
  }
  return series;
}

function isSample(sample: unknown): sample is readonly [seconds: number, text: string] {
  return Array.isArray(sample) && sample.length === 2 && Number.isFinite(sample[0]) && typeof sample[1] === 'string';
}

function toNumber(text: string): number {
  if (text === '+Inf' || text === 'Inf') return Infinity;
  if (text === '-Inf') return -Infinity;
  // Number('') is 0, and 0 is a value.
  return text === '' ? NaN : Number(text);
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000, y: 31_536_000_000 };

/** Length of a Prometheus duration such as `1m30s` in ms, or null when it is none. */
export function toDurationMs(text: string): number | null {
  const parts = [...text.matchAll(/(\d+)(ms|[smhdwy])/g)];
  if (parts.length === 0 || parts.map((part) => part[0]).join('') !== text) return null;
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * UNITS[unit!]!, 0);
}

/** The value that most of them have; null for none. */
export function mostCommon(values: readonly number[]): number | null {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: number | null = null;
  for (const [value, count] of counts) if (best === null || count > counts.get(best)!) best = value;
  return best;
}
