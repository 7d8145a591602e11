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
  /** What counts as normal: the calm part of the range, or a common share of the requests where no part is calm. */
  readonly normalFrom: 'calm-part' | 'share-of-requests';
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

/** Share of all requests that scans commonly are: what a wave is measured by when it fills the whole range and nothing calm is left. */
const COMMON_SHARE = 0.02;
/** Above this share of the requests, misses without paths to look at may as well be lost routes: nothing is claimed. */
const MOST_BLIND = 0.5;

/** Finds scanner waves in one fleet's background (what no run and no lost host explains). Samples that show ordinary paths veto it. */
export function findWaves(fleet: Fleet, background: readonly Value[], judged: readonly JudgedSample[] | null, stepMs: number, params: NotFoundParams): Wave[] {
  const width = Math.max(1, Math.round(SMOOTH_MS / stepMs));
  const smooth = background.map((_, at) => mean(background, at - width + 1, at));
  const normal = Math.max(quantile(smooth, CALM_QUANTILE) ?? 0, (LEAST_NORMAL * stepMs) / 1000);
  const high = background.map((value, at) => value !== null && value > params.waveTimes * normal * 0.6 && (mean(background, at - 1, at + 1) ?? 0) > params.waveTimes * normal);
  const sets = { fleet, background, judged, stepMs, params };
  const waves = groupRuns(high).flatMap(([first, last]) => judgeWave(sets, first, last, normal, 'calm-part') ?? []);
  if (waves.length > 0) return waves;
  const common = commonRate(fleet, background);
  const whole: [number, number] = [0, background.length - 1];
  return common === null || normal < params.waveTimes * common.rate || (common.share > MOST_BLIND && !hasPaths(sets, ...whole)) ? [] : [judgeWave(sets, ...whole, common.rate, 'share-of-requests')].flatMap((wave) => wave ?? []);
}

interface WaveInput {
  readonly fleet: Fleet;
  readonly background: readonly Value[];
  readonly judged: readonly JudgedSample[] | null;
  readonly stepMs: number;
  readonly params: NotFoundParams;
}

function judgeWave({ fleet, background, judged, stepMs, params }: WaveInput, first: number, last: number, normal: number, normalFrom: Wave['normalFrom']): Wave | null {
  const requests = sumOver(background, first, last) ?? 0;
  const expected = normal * (last - first + 1);
  const long = (last - first + 1) * stepMs >= params.waveSeconds * 1000;
  if (!long || requests < params.waveTimes * expected || logTailPoisson(requests, 2 * expected) > Math.log(params.alarmChance)) return null;
  if (!isSpread(fleet, first, last)) return null;
  const own = samplesIn(fleet, judged, first, last);
  const hostile = own.filter(({ verdict }) => verdict.class === 'scanner');
  if (own.length >= params.leastSamples && hostile.length < 0.5 * own.length) return null;
  return { proxy: fleet.proxy, first, last, requests: Math.round(requests), timesNormal: Math.round((10 * requests) / expected) / 10, normalFrom, ...describe(hostile), samples: own.length, hostile: hostile.length };
}

function samplesIn(fleet: Fleet, judged: readonly JudgedSample[] | null, first: number, last: number): JudgedSample[] {
  return judged?.filter(({ sample, step, explained, verdict }) => sample.proxy === fleet.proxy && !explained && verdict.class !== 'application' && first <= step && step <= last) ?? [];
}

const hasPaths = ({ fleet, judged, params }: WaveInput, first: number, last: number) => samplesIn(fleet, judged, first, last).length >= params.leastSamples;

/** Scans that are common for so many requests, per step, and the share that the background really is; null where requests are not counted. */
function commonRate(fleet: Fleet, background: readonly Value[]): { readonly rate: number; readonly share: number } | null {
  const known = background.filter((value) => value !== null).length;
  const requests = sumOver(fleet.instances.map((one) => sumOver(one.requests)));
  if (requests === null || requests <= 0 || known === 0) return null;
  return { rate: (COMMON_SHARE * requests) / known, share: (sumOver(background) ?? 0) / requests };
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
