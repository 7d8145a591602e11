import type { Rollout, RolloutSource, RolloutState } from '../../../domain/rollout-detail';
import type { LabelledSeries, SeriesFrame } from '../../../domain/series';
import type { EpochMs } from '../../../domain/units';
import { byWorkload } from '../find-rollouts';
import { imagesAround, revisionPods } from './revision-pods';

export interface RevisionFrames {
  readonly 'statefulset-revisions'?: SeriesFrame | undefined;
  readonly 'daemonset-status'?: SeriesFrame | undefined;
  readonly 'pod-ready'?: SeriesFrame | undefined;
  readonly 'replicaset-image'?: SeriesFrame | undefined;
}

/** A change of revisions as indices of the frame. */
interface Change {
  readonly from: number;
  readonly to: number;
  readonly old: string;
  readonly next: string;
  readonly state: RolloutState;
}

/** Rollouts of StatefulSets and DaemonSets, which have revisions instead of ReplicaSets. */
export function revisionRollouts(frames: RevisionFrames): Rollout[] {
  const { 'statefulset-revisions': sets, 'daemonset-status': daemons } = frames;
  return [
    ...(sets ? perWorkload(frames, sets, 'statefulset-revision', statefulChanges) : []),
    ...(daemons ? perWorkload(frames, daemons, 'daemonset-status', daemonChanges) : []),
  ];
}

type Changes = (series: readonly LabelledSeries[], length: number) => readonly Change[];

function perWorkload(frames: RevisionFrames, frame: SeriesFrame, source: RolloutSource, changesOf: Changes): Rollout[] {
  return [...byWorkload(frame)].flatMap(([workload, series]) => changesOf(series, frame.at.length).map((change) => toRollout(frames, workload, change, frame.at, source)));
}

function toRollout(frames: RevisionFrames, workload: string, { from, to, old, next, state }: Change, at: readonly EpochMs[], source: RolloutSource): Rollout {
  const span = { workload, from: at[from]!, to: at[to]!, old, next };
  return {
    workload, from: span.from, to: span.to, ongoing: state === 'ongoing', oldReplicaSets: [old], newReplicaSet: next,
    image: frames['replicaset-image'] ? imagesAround(frames['replicaset-image'], span) : null,
    source, sources: [source], state, strategy: from === to ? null : 'rolling',
    pods: frames['pod-ready'] ? revisionPods(frames['pod-ready'], span) : [],
  };
}

/** The revision of a role at a step. Two collectors may disagree for a scrape: the one known before stays until it is gone. */
function revisionAt(series: readonly LabelledSeries[], role: string, i: number, known: string | null): string | null {
  const names = series.filter(({ labels, values }) => labels.role === role && (values[i] ?? 0) > 0).map(({ labels }) => labels.revision ?? '');
  return known !== null && names.includes(known) ? known : (names.sort()[0] ?? null);
}

/**
 * A StatefulSet rolls while its update revision is not the current one.
 *   current  a a a a b
 *   update   a b b b b
 *              |---|
 */
function statefulChanges(series: readonly LabelledSeries[], length: number): Change[] {
  const changes: Change[] = [];
  const ran = new Set<string>();
  let current: string | null = null;
  let update: string | null = null;
  let open: { from: number; old: string; next: string; edge: boolean } | null = null;
  const close = (to: number, state: RolloutState) => {
    if (open) changes.push({ from: open.from, to, old: open.old, next: open.next, state });
    open = null;
  };
  for (let i = 0; i < length; i += 1) {
    const nextCurrent: string | null = revisionAt(series, 'current', i, current);
    const nextUpdate: string | null = revisionAt(series, 'update', i, update);
    if (nextCurrent === null || nextUpdate === null) continue;
    const changed = update !== null && nextUpdate !== update;
    if (open && changed) close(i, nextUpdate === nextCurrent && nextUpdate === open.old ? 'aborted' : 'superseded');
    if (nextUpdate !== nextCurrent) open ??= { from: i, old: nextCurrent, next: nextUpdate, edge: update === null };
    else if (open) close(i, ran.has(open.next) ? 'rolled-back' : 'complete');
    else if (changed && current !== null && current !== nextCurrent) {
      changes.push({ from: i, to: i, old: current, next: nextCurrent, state: ran.has(nextCurrent) ? 'rolled-back' : 'complete' });
    }
    current = nextCurrent;
    update = nextUpdate;
    ran.add(nextCurrent);
  }
  // One that stood still over the whole range may be held by a partition for ever.
  if (open && !open.edge) close(length - 1, 'ongoing');
  return changes;
}

/**
 * A DaemonSet rolls while pods are not of the newest template, from a new generation on. A pod that is missing without one is a
 * new node.
 */
function daemonChanges(series: readonly LabelledSeries[], length: number): Change[] {
  const valueAt = (part: string, i: number) => series.find(({ labels }) => labels.part === part)?.values[i] ?? null;
  const changes: Change[] = [];
  let generation: number | null = null;
  let before: number | null = null;
  let open: { from: number; old: string; next: string } | null = null;
  for (let i = 0; i < length; i += 1) {
    const [desired, updated, now] = [valueAt('desired', i), valueAt('updated', i), valueAt('generation', i)];
    if (desired === null || updated === null || now === null) continue;
    if (generation !== null && now !== generation) {
      if (open) changes.push({ ...open, to: i, state: 'superseded' });
      open = null;
      before = generation;
    }
    if (before !== null && updated < desired) open ??= { from: i, old: `generation ${before}`, next: `generation ${now}` };
    else if (open) {
      changes.push({ ...open, to: i, state: 'complete' });
      open = null;
      before = null;
    }
    generation = now;
  }
  if (open) changes.push({ ...open, to: length - 1, state: 'ongoing' });
  return changes;
}
