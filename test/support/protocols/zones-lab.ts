import type { SeriesFrame, Value } from '../../../lib/domain/series';
import { epochMs, millis } from '../../../lib/domain/units';
import { random } from './zones';

/** Traffic as the lab makes it: processes scraped every 5 s, short flips, the same traffic as exact counts and as rates. */
export interface LabLikeSpec {
  readonly seed: number;
  readonly minutes: number;
  readonly rps: number;
  /** Concentrated spans in seconds from the start. */
  readonly spans: readonly (readonly [from: number, to: number])[];
  readonly hotShare: number;
  /** Chance that one scrape of one process is missed. */
  readonly missed: number;
  /** Window of the rates in seconds. */
  readonly rateSeconds: number;
}

const STEP = 5;
const instances = [['p1', 'a'], ['p2', 'a'], ['p3', 'b'], ['p4', 'b'], ['p5', 'c'], ['p6', 'c'], ['canary', 'a']] as const;
export const labStart = 1_780_000_000_000;

export interface LabLikeSignals {
  readonly counts: SeriesFrame;
  readonly rates: SeriesFrame;
}

/** Hot zone is b. Hints on: each client stays in its zone (uneven); hints off: even over processes. */
export function makeLabLike(spec: LabLikeSpec): LabLikeSignals {
  const next = random(spec.seed);
  const seconds = spec.minutes * 60;
  const requests = instances.map(() => new Uint32Array(seconds));
  for (let second = 0; second < seconds; second += 1) {
    const inside = spec.spans.some(([from, to]) => second >= from && second < to);
    const count = Math.round(spec.rps * (1 + 0.3 * Math.sin(second / 200)) * (0.9 + 0.2 * next()));
    for (let i = 0; i < count; i += 1) {
      const zone = next() < spec.hotShare ? 'b' : next() < 0.5 ? 'a' : 'c';
      const candidates = inside ? instances.flatMap(([, z], k) => (z === zone ? [k] : [])) : instances.map((_, k) => k);
      requests[candidates[Math.floor(next() * candidates.length)]!]![second]! += 1;
    }
  }
  const steps = Math.floor(seconds / STEP);
  const at = Array.from({ length: steps }, (_, i) => epochMs(labStart + i * STEP * 1000));
  // Each process is scraped at its own moment within the 5 s.
  const phase = instances.map(() => Math.floor(next() * STEP));
  const raw = requests.map((row, k) => Array.from({ length: steps }, (_, i): Value => {
    if (next() < spec.missed) return null;
    const until = i * STEP - phase[k]!;
    let sum = 0;
    for (let second = 0; second < until; second += 1) sum += row[second]!;
    return sum;
  }));
  const frame = (series: SeriesFrame['series']): SeriesFrame => ({ at, stepMs: millis(STEP * 1000), series });
  return {
    counts: frame(instances.map(([instance, zone], k) => ({ labels: { proxy: 'skipper', instance, zone }, values: increments(raw[k]!) }))),
    rates: frame(['a', 'b', 'c'].map((zone) => ({ labels: { proxy: 'skipper', zone }, values: zoneRate(raw.filter((_, k) => instances[k]![1] === zone), spec.rateSeconds) }))),
  };
}

function increments(raw: readonly Value[]): Value[] {
  let last: Value = null;
  return raw.map((value) => {
    if (value === null) return null;
    const before = last;
    last = value;
    return before === null ? null : value - before;
  });
}

/** rate() over the samples in the window, summed over processes that have two of them: a missed scrape only coarsens it. */
function zoneRate(rows: readonly (readonly Value[])[], rateSeconds: number): Value[] {
  const window = rateSeconds / STEP;
  return rows[0]!.map((_, i) => {
    let sum = 0;
    let known = false;
    for (const row of rows) {
      const samples = Array.from({ length: window }, (__, k) => i - window + 1 + k).filter((k) => k >= 0 && row[k] !== null);
      if (samples.length < 2) continue;
      const [first, end] = [samples[0]!, samples.at(-1)!];
      sum += (row[end]! - row[first]!) / ((end - first) * STEP);
      known = true;
    }
    return known ? sum : null;
  });
}
