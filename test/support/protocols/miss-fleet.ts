import type { DetectorInput } from '@/lib/domain/detector';
import type { LabelledSeries, SeriesFrame, Value } from '@/lib/domain/series';
import { epochMs, millis } from '@/lib/domain/units';
import { notFoundSplit, type NotFoundParams } from '@/lib/detectors/not-found-split';

export const STEP = 5_000;
export const START = 1_780_000_000_000;

/** Counts of one proxy instance, one value a step. */
export interface Pod {
  readonly name: string;
  readonly zone?: string;
  readonly requests: readonly Value[];
  readonly misses: readonly Value[];
  readonly routes?: readonly Value[];
  readonly updated?: readonly Value[];
  readonly backend?: readonly Value[];
  readonly unknown?: readonly Value[];
}

function frame(series: readonly LabelledSeries[], length: number, stepMs: number): SeriesFrame {
  return { at: Array.from({ length }, (_, at) => epochMs(START + at * stepMs)), stepMs: millis(stepMs), series };
}

/** Signals of one fleet `p`, by counters alone. `hosts`: successes by host label. */
export function fleetInput(pods: readonly Pod[], hosts: Readonly<Record<string, readonly Value[]>> | null = null, more: Partial<DetectorInput<NotFoundParams>> = {}, stepMs = STEP): DetectorInput<NotFoundParams> {
  const length = pods[0]?.requests.length ?? 0;
  const rows = (pick: (pod: Pod) => readonly Value[] | undefined, extra = {}) => pods.flatMap((pod) => {
    const values = pick(pod);
    return values ? [{ labels: { proxy: 'p', instance: pod.name, zone: pod.zone ?? 'a', ...extra }, values }] : [];
  });
  const made = (series: readonly LabelledSeries[]) => frame(series, length, stepMs);
  return {
    range: { from: epochMs(START), to: epochMs(START + (length - 1) * stepMs), stepMs: millis(stepMs) }, now: epochMs(START + (length + 1) * stepMs),
    signals: {
      'not-found': made([...rows((pod) => pod.misses, { responder: 'proxy-no-route' }), ...rows((pod) => pod.backend, { responder: 'backend' }), ...rows((pod) => pod.unknown, { responder: 'unknown' })]),
      'instance-requests': made(rows((pod) => pod.requests)),
      'route-table-size': made(rows((pod) => pod.routes)),
      'route-table-updated': made(rows((pod) => pod.updated)),
      ...(hosts === null ? {} : { 'host-successes': made(Object.entries(hosts).map(([host, values]) => ({ labels: { proxy: 'p', host }, values }))) }),
    },
    traces: null, params: notFoundSplit.defaults, ...more,
  };
}

/** `calm` outside of the steps [from, to), `high` within. */
export const burst = (calm: Value, high: Value, from: number, to: number, length = 36): Value[] => Array.from({ length }, (_, at) => (from <= at && at < to ? high : calm));
export const flat = (value: Value, length = 36): Value[] => new Array<Value>(length).fill(value);
