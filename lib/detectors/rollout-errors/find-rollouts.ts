import type { PodPhase, Rollout } from '../../domain/rollout-detail';
import type { LabelledSeries, SeriesFrame } from '../../domain/series';
import { type EpochMs, epochMs } from '../../domain/units';
import { imagesOf, podPhases, podsOfRollout } from './pod-phases';

export interface RolloutFrames {
  readonly 'replicaset-pods': SeriesFrame;
  readonly 'pod-ready'?: SeriesFrame | undefined;
  readonly 'replicaset-image'?: SeriesFrame | undefined;
}

/** A gap without any pods up to this many steps is a `Recreate` rollout; a longer one was scaled to zero. */
const RECREATE_STEPS = 24;

/** A change of ReplicaSets as indices of the frame. */
interface Change {
  readonly from: number;
  readonly to: number;
  readonly ongoing: boolean;
  readonly old: readonly string[];
  readonly next: string;
}

/**
 * Rollouts from the lifespans of ReplicaSets: one starts when a second ReplicaSet of the workload gets pods and ends when
 * only one has pods (and the last old pod is gone, where pods are known). A third ReplicaSet supersedes it. Rollbacks are
 * rollouts; a changed number of pods is not; what begins with the range is no start.
 *   old  3 3 3 2 1 0 0
 *   new  . . 1 1 2 3 3
 *            |-----|
 */
export function findRollouts(frames: RolloutFrames): Rollout[] {
  const pods = frames['replicaset-pods'];
  const phases = frames['pod-ready'] ? podPhases(frames['pod-ready']) : [];
  const found = [...byWorkload(pods)].flatMap(([workload, series]) => {
    const changes = findChanges(activeSets(series, pods.at.length));
    return changes.map((change): Rollout => {
      const from = pods.at[change.from]!;
      const members = podsOfRollout(phases, workload, [...change.old, change.next], from, pods.at[change.to]!);
      const to = change.ongoing ? pods.at.at(-1)! : lastGone(members, change, pods.at[change.to]!, nextStart(changes, change, pods.at));
      const image = frames['replicaset-image'] ? imagesOf(frames['replicaset-image'], workload, change.old, change.next) : null;
      return { workload, from, to, ongoing: change.ongoing, oldReplicaSets: change.old, newReplicaSet: change.next, image, source: 'replicaset-lifespan', pods: members };
    });
  });
  return found.sort((a, b) => a.from - b.from || (a.workload < b.workload ? -1 : 1));
}

/** All workloads of a frame as `namespace/name`. */
export function byWorkload(frame: SeriesFrame): Map<string, LabelledSeries[]> {
  const groups = new Map<string, LabelledSeries[]>();
  for (const series of frame.series) {
    const name = `${series.labels.namespace ?? ''}/${series.labels.workload ?? ''}`;
    groups.set(name, [...(groups.get(name) ?? []), series]);
  }
  return groups;
}

/** Pods of each ReplicaSet that has some, per step; null where nothing of the workload was seen (a scrape gap). */
function activeSets(series: readonly LabelledSeries[], length: number): (ReadonlyMap<string, number> | null)[] {
  return Array.from({ length }, (_, i) => {
    if (series.every((one) => one.values[i] == null)) return null;
    const active = new Map<string, number>();
    for (const one of series) {
      const pods = one.values[i] ?? 0;
      const name = one.labels.replicaset ?? '';
      if (pods > 0) active.set(name, Math.max(pods, active.get(name) ?? 0));
    }
    return active;
  });
}

function findChanges(steps: readonly (ReadonlyMap<string, number> | null)[]): Change[] {
  const changes: Change[] = [];
  let open: { from: number; old: string[]; next: string; edge: boolean; moved: boolean } | null = null;
  let before: ReadonlyMap<string, number> | null = null;
  let emptySince = -1;
  let settled: string | null = null;
  const close = (to: number, ongoing: boolean, next: string) => {
    if (open && (!open.edge || open.moved)) {
      const members = [...open.old, open.next];
      changes.push({ from: open.from, to, ongoing, old: members.filter((name) => name !== next).sort(), next });
    }
    open = null;
  };
  for (let i = 0; i < steps.length; i += 1) {
    const now = steps[i];
    if (!now) continue;
    const names = [...now.keys()].sort();
    const fresh = before ? names.filter((name) => !before!.has(name)) : [];
    if (open) open.moved ||= names.some((name) => now.get(name) !== before?.get(name));
    if (names.length === 0) {
      if (emptySince < 0) emptySince = i;
    } else if (names.length === 1) {
      const only = names[0]!;
      if (open) close(i, false, only);
      else if (settled !== null && only !== settled) {
        const from = emptySince >= 0 && i - emptySince <= RECREATE_STEPS ? emptySince : i;
        changes.push({ from, to: i, ongoing: false, old: [settled], next: only });
      }
      settled = only;
    } else if (!before) {
      open = { from: i, ...edgePair(steps, i), edge: true, moved: false };
    } else if (fresh.length > 0) {
      if (open) close(i, false, open.next);
      const next = fresh.at(-1)!;
      open = { from: i, old: names.filter((name) => name !== next), next, edge: false, moved: true };
    }
    if (names.length > 0) emptySince = -1;
    if (names.length > 0 || before) before = now;
  }
  if (open) close(steps.length - 1, true, open.next);
  return changes;
}

/** Which of several ReplicaSets at the range's edge is the new one: the one that gained most pods by the end. */
function edgePair(steps: readonly (ReadonlyMap<string, number> | null)[], i: number): { old: string[]; next: string } {
  const first = steps[i]!;
  const last = steps.findLast((step) => step !== null)!;
  const gain = (name: string) => (last.get(name) ?? 0) - (first.get(name) ?? 0);
  const names = [...first.keys()].sort((a, b) => gain(a) - gain(b) || (a < b ? -1 : 1));
  return { old: names.slice(0, -1), next: names.at(-1)! };
}

function nextStart(changes: readonly Change[], change: Change, at: readonly EpochMs[]): number {
  const next = changes[changes.indexOf(change) + 1];
  return next ? at[next.from]! : Infinity;
}

/** Terminating pods are not in a ReplicaSet's count: the rollout lasts until the last old one is gone. */
function lastGone(pods: readonly PodPhase[], change: Change, to: EpochMs, limit: number): EpochMs {
  const gone = pods.filter((pod) => change.old.includes(pod.replicaset) && pod.gone !== null).map((pod) => pod.gone as number);
  return epochMs(Math.max(to, Math.min(limit, Math.max(to, ...gone))));
}
