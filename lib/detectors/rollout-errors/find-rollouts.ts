import type { PodPhase, Rollout, RolloutState } from '../../domain/rollout-detail';
import type { LabelledSeries, SeriesFrame, Value } from '../../domain/series';
import { type EpochMs, epochMs } from '../../domain/units';
import { type ActiveSets, type Change, findChanges } from './lifespans';
import { type OwnedPod, imagesOf, podPhases, podsOfRollout } from './pod-phases';

export interface RolloutFrames {
  readonly 'replicaset-pods': SeriesFrame;
  readonly 'pod-ready'?: SeriesFrame | undefined;
  readonly 'pod-terminating'?: SeriesFrame | undefined;
  readonly 'replicaset-image'?: SeriesFrame | undefined;
}

/** Where nothing moves for so long, the usual progress deadline of a Deployment is over. */
export const STUCK_MS = 10 * 60_000;

/**
 * Rollouts from the lifespans of ReplicaSets, and the last old pod where pods are known. Rollbacks are rollouts; a changed number
 * of pods is not. Works with any version of kube-state-metrics (reference deploys 4.2).
 */
export function findRollouts(frames: RolloutFrames): Rollout[] {
  const pods = frames['replicaset-pods'];
  const phases = frames['pod-ready'] ? podPhases(frames['pod-ready'], frames['pod-terminating']) : [];
  const found = [...byWorkload(pods)].flatMap(([workload, series]) => {
    const changes = findChanges(activeSets(series, pods.at.length)).filter((change) => change.movedAt >= 0);
    return changes.map((change, i) => toRollout(frames, phases, workload, change, changes[i + 1]));
  });
  return found.sort(byTime);
}

/** Oldest first, then by name. */
export function byTime(a: Rollout, b: Rollout): number {
  return a.from - b.from || a.to - b.to || (a.workload < b.workload ? -1 : Number(a.workload > b.workload));
}

function toRollout(frames: RolloutFrames, phases: readonly OwnedPod[], workload: string, change: Change, following: Change | undefined): Rollout {
  const { at } = frames['replicaset-pods'];
  const from = at[change.from]!;
  const end = at[change.to]!;
  const members = podsOfRollout(phases, workload, [...change.old, change.next], from, end);
  const to = change.ongoing ? at.at(-1)! : lastGone(members, change, end, following ? at[following.from]! : Infinity);
  return {
    workload, from, to, ongoing: change.ongoing, oldReplicaSets: change.old, newReplicaSet: change.next,
    image: frames['replicaset-image'] ? imagesOf(frames['replicaset-image'], workload, change.old, change.next) : null,
    source: 'replicaset-lifespan', sources: ['replicaset-lifespan'], state: stateOf(change, at), strategy: change.strategy, pods: members,
  };
}

function stateOf({ end, movedAt }: Change, at: readonly EpochMs[]): RolloutState {
  if (end !== 'open') return end;
  return at.at(-1)! - at[movedAt]! >= STUCK_MS ? 'stuck' : 'ongoing';
}

/** All workloads of a frame as `namespace/name`. */
export function byWorkload(frame: SeriesFrame): Map<string, LabelledSeries[]> {
  const groups = new Map<string, LabelledSeries[]>();
  for (const series of frame.series) {
    const name = workloadOf(series);
    const known = groups.get(name);
    if (known) known.push(series);
    else groups.set(name, [series]);
  }
  return groups;
}

export function workloadOf({ labels }: LabelledSeries): string {
  return `${labels.namespace ?? ''}/${labels.workload ?? ''}`;
}

/** Pods of each ReplicaSet that has some, per step. */
export function activeSets(series: readonly LabelledSeries[], length: number): ActiveSets[] {
  const carried = series.map((one) => ({ name: one.labels.replicaset ?? '', values: carry(one.values) }));
  return Array.from({ length }, (_, i) => {
    if (series.every((one) => one.values[i] == null)) return null;
    const active = new Map<string, number>();
    for (const { name, values } of carried) {
      const pods = values[i] ?? 0;
      if (pods > 0) active.set(name, Math.max(pods, active.get(name) ?? 0));
    }
    return active;
  });
}

/** A ReplicaSet that is silent for longer was deleted (`revisionHistoryLimit: 0`) and made again by a rollback. */
const CARRY_STEPS = 3;

/** A series that is silent for a moment while others of its workload are seen kept its value: one shard was not scraped. */
function carry(values: readonly Value[]): Value[] {
  const carried = [...values];
  let last = -1;
  values.forEach((value, i) => {
    if (value == null) return;
    if (last >= 0 && i - last - 1 <= CARRY_STEPS) carried.fill(values[last]!, last + 1, i);
    last = i;
  });
  return carried;
}

/** Terminating pods are not in a ReplicaSet's count: the rollout lasts until the last one of the set that went is gone. */
function lastGone(pods: readonly PodPhase[], change: Change, to: EpochMs, limit: number): EpochMs {
  const left = change.end === 'aborted' ? [change.next] : change.old;
  const gone = pods.filter((pod) => left.includes(pod.replicaset) && pod.gone !== null).map((pod) => pod.gone as number);
  return epochMs(Math.max(to, Math.min(limit, Math.max(to, ...gone))));
}
