import type { PodPhase, Rollout } from '../../domain/rollout-detail';
import type { LabelledSeries, SeriesFrame } from '../../domain/series';
import type { EpochMs } from '../../domain/units';

/** Phases of one pod with the workload it belongs to. */
export interface OwnedPod extends PodPhase {
  readonly workload: string;
}

/**
 * When each pod appeared, first was ready, and was gone. Null: not within the range (or before it began).
 * `pod-ready` is 1 ready, 0 not ready, null gone; a step at which no pod at all is known is a scrape gap.
 */
export function podPhases(frame: SeriesFrame, terminating?: SeriesFrame): OwnedPod[] {
  const seen = frame.at.map((_, i) => frame.series.some((series) => series.values[i] != null));
  const first = seen.indexOf(true);
  const leaving = terminating ? deletionTimes(terminating) : null;
  return frame.series.map((series) => {
    const phases = phasesOf(series, frame.at, seen, first);
    return leaving ? { ...phases, terminating: leaving.get(podKey(series)) ?? null } : phases;
  });
}

const podKey = ({ labels }: LabelledSeries) => JSON.stringify([labels.namespace, labels.pod]);

/** When the deletion of each pod was first seen; null where it began before the range. */
function deletionTimes(frame: SeriesFrame): Map<string, EpochMs | null> {
  return new Map(frame.series.map((series) => {
    const first = series.values.findIndex((value) => value != null && value > 0);
    return [podKey(series), first > 0 ? frame.at[first]! : null];
  }));
}

function phasesOf(series: LabelledSeries, at: readonly EpochMs[], seen: readonly boolean[], first: number): OwnedPod {
  const born = series.values.findIndex((value) => value != null);
  const ready = series.values.findIndex((value) => value === 1);
  const last = series.values.findLastIndex((value) => value != null);
  const gone = last < 0 ? -1 : seen.findIndex((known, i) => known && i > last);
  return {
    workload: `${series.labels.namespace ?? ''}/${series.labels.workload ?? ''}`,
    pod: series.labels.pod ?? '',
    replicaset: series.labels.replicaset ?? '',
    created: born > first ? at[born]! : null,
    ready: ready > first ? at[ready]! : null,
    gone: gone >= 0 ? at[gone]! : null,
  };
}

/** Pods of these ReplicaSets that were there during the rollout, by time of creation and name. */
export function podsOfRollout(pods: readonly OwnedPod[], workload: string, replicaSets: readonly string[], from: number, to: number): PodPhase[] {
  return pods
    .filter((pod) => pod.workload === workload && replicaSets.includes(pod.replicaset))
    .filter((pod) => (pod.gone === null || pod.gone >= from) && (pod.created === null || pod.created <= to))
    .map(({ workload: _workload, ...phases }): PodPhase => phases)
    .sort((a, b) => (a.created ?? 0) - (b.created ?? 0) || (a.pod < b.pod ? -1 : 1));
}

/** Images before and after; null where the ReplicaSet shows none, the pair null when neither does. */
export function imagesOf(frame: SeriesFrame, workload: string, old: readonly string[], next: string): Rollout['image'] {
  const imagesBy = (names: readonly string[]) => {
    const found = frame.series
      .filter(({ labels }) => `${labels.namespace ?? ''}/${labels.workload ?? ''}` === workload && names.includes(labels.replicaset ?? ''))
      .map(({ labels }) => labels.image ?? '')
      .filter((image) => image !== '');
    return found.length > 0 ? [...new Set(found)].sort().join(', ') : null;
  };
  const image = { before: imagesBy(old), after: imagesBy([next]) };
  return image.before === null && image.after === null ? null : image;
}
