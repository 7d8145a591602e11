import type { PodPhase, Rollout } from '../../../domain/rollout-detail';
import type { LabelledSeries, SeriesFrame } from '../../../domain/series';
import type { EpochMs } from '../../../domain/units';
import { workloadOf } from '../find-rollouts';
import { podPhases } from '../pod-phases';

interface Span {
  readonly workload: string;
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly old: string;
  readonly next: string;
}

/**
 * Pods of a StatefulSet or DaemonSet during its rollout. A pod of a StatefulSet keeps its name: it is terminating when it stops
 * being ready and ready again as a new one.
 */
export function revisionPods(frame: SeriesFrame, { workload, from, to, old, next }: Span): PodPhase[] {
  const own = { ...frame, series: frame.series.filter((series) => workloadOf(series) === workload) };
  const inside = (time: EpochMs | null) => time !== null && time >= from && time <= to;
  return podPhases(own)
    .flatMap(({ workload: _workload, ...pod }, i): PodPhase[] => {
      if ((pod.gone !== null && pod.gone < from) || (pod.created !== null && pod.created > to)) return [];
      const dip = replacedAt(own.series[i]!, frame.at, from, to);
      if (dip) return [{ ...pod, replicaset: next, created: dip.down, ready: dip.up, terminating: dip.down, gone: null }];
      return [{ ...pod, replicaset: inside(pod.created) ? next : old }];
    })
    .sort((a, b) => (a.created ?? 0) - (b.created ?? 0) || (a.pod < b.pod ? -1 : 1));
}

/** When a pod of the same name stopped being ready within the span, and when it was ready again; null: it never stopped. */
function replacedAt({ values }: LabelledSeries, at: readonly EpochMs[], from: number, to: number): { down: EpochMs; up: EpochMs | null } | null {
  const down = values.findIndex((value, i) => value !== 1 && at[i]! >= from && at[i]! <= to && values.slice(0, i).includes(1) && values.slice(i + 1).some((later) => later != null));
  if (down < 0) return null;
  const up = values.findIndex((value, i) => i > down && value === 1);
  return { down: at[down]!, up: up < 0 ? null : at[up]! };
}

/** Images at the step before the rollout and at its end. */
export function imagesAround(frame: SeriesFrame, { workload, from, to }: Span): Rollout['image'] {
  const own = frame.series.filter((series) => workloadOf(series) === workload);
  const before = frame.at.findLastIndex((time) => time < from);
  const after = frame.at.findLastIndex((time) => time <= to);
  const imagesAt = (i: number) => {
    const found = own.filter(({ values }) => (values[i] ?? 0) > 0).map(({ labels }) => labels.image ?? '').filter((image) => image !== '');
    return found.length > 0 ? [...new Set(found)].sort() : null;
  };
  const [old, all] = [imagesAt(before), imagesAt(after)];
  // While it rolls both are there: what was not before is new.
  const fresh = all?.filter((image) => !old?.includes(image)) ?? [];
  const now = fresh.length > 0 ? fresh : all;
  return old === null && now === null ? null : { before: old?.join(', ') ?? null, after: now?.join(', ') ?? null };
}
