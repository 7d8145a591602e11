import type { Value } from '@/lib/domain/series';
import type { Fleet } from './counts';
import { groupRuns } from './instance-guard';
import type { NotFoundParams } from './params';
import type { JudgedSample } from './sampled';
import { logTailPoisson, quantile, sumOver } from './statistics';

/** A stretch in which background misses stood far above the calm part of the range, on most instances alike. */
export interface Wave {
  readonly proxy: string;
  readonly first: number;
  readonly last: number;
  readonly requests: number;
  readonly timesNormal: number;
  readonly topPaths: readonly string[];
  readonly clients: number | null;
  /** Samples that were looked at, and those called scanner. */
  readonly samples: number;
  readonly hostile: number;
}

/** Rate that counts as normal at least, per second: five times nothing is nothing. */
const LEAST_NORMAL = 0.05;
const SMOOTH_MS = 30_000;
/** The calm part of a range: the wave may fill the rest. */
const CALM_QUANTILE = 0.3;

/** Finds scanner waves in one fleet's background (what no run and no lost host explains). Samples that show ordinary paths veto it. */
export function findWaves(fleet: Fleet, background: readonly Value[], judged: readonly JudgedSample[] | null, stepMs: number, params: NotFoundParams): Wave[] {
  const width = Math.max(1, Math.round(SMOOTH_MS / stepMs));
  const smooth = background.map((_, at) => mean(background, at - width + 1, at));
  const normal = Math.max(quantile(smooth, CALM_QUANTILE) ?? 0, (LEAST_NORMAL * stepMs) / 1000);
  const high = background.map((value, at) => value !== null && value > params.waveTimes * normal * 0.6 && (mean(background, at - 1, at + 1) ?? 0) > params.waveTimes * normal);
  return groupRuns(high).flatMap(([first, last]) => {
    const requests = sumOver(background, first, last) ?? 0;
    const expected = normal * (last - first + 1);
    const long = (last - first + 1) * stepMs >= params.waveSeconds * 1000;
    if (!long || requests < params.waveTimes * expected || logTailPoisson(requests, 2 * expected) > Math.log(params.alarmChance)) return [];
    if (!isSpread(fleet, first, last)) return [];
    const own = judged?.filter(({ sample, step, explained, verdict }) => sample.proxy === fleet.proxy && !explained && verdict.class !== 'application' && first <= step && step <= last) ?? [];
    const hostile = own.filter(({ verdict }) => verdict.class === 'scanner');
    if (own.length >= params.leastSamples && hostile.length < 0.5 * own.length) return [];
    return [{ proxy: fleet.proxy, first, last, requests: Math.round(requests), timesNormal: Math.round((10 * requests) / expected) / 10, ...describe(hostile), samples: own.length, hostile: hostile.length }];
  });
}

function mean(values: readonly Value[], first: number, last: number): number | null {
  const own = values.slice(Math.max(0, first), last + 1).filter((value) => value !== null);
  const sum = sumOver(own);
  return sum === null ? null : sum / own.length;
}

/** True when no single instance holds most of it: scanners spread by load, a broken instance does not. */
function isSpread(fleet: Fleet, first: number, last: number): boolean {
  const counts = fleet.instances.map(({ answered }) => sumOver(answered.proxy, first, last) ?? 0);
  const sum = counts.reduce((total, count) => total + count, 0);
  return fleet.instances.length < 3 || counts.filter((count) => count >= (0.2 * sum) / counts.length).length >= 0.6 * counts.length;
}

function describe(hostile: readonly JudgedSample[]): Pick<Wave, 'topPaths' | 'clients'> {
  const counts = new Map<string, number>();
  for (const { sample } of hostile) counts.set(sample.path ?? '', (counts.get(sample.path ?? '') ?? 0) + 1);
  const clients = new Set(hostile.flatMap(({ sample }) => sample.client ?? []));
  const topPaths = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 5).map(([path]) => path.slice(0, 200));
  return { topPaths, clients: clients.size > 0 ? clients.size : null };
}
