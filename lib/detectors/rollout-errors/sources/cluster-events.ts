import type { ClusterEvent, Rollout } from '../../../domain/rollout-detail';
import type { LabelledSeries, SeriesFrame, Value } from '../../../domain/series';
import type { EpochMs } from '../../../domain/units';
import { activeSets, byWorkload, workloadOf } from '../find-rollouts';

export interface EventFrames {
  readonly 'replicaset-pods'?: SeriesFrame | undefined;
  readonly 'oom-kills'?: SeriesFrame | undefined;
  readonly 'container-restarts'?: SeriesFrame | undefined;
  readonly 'pod-evictions'?: SeriesFrame | undefined;
  readonly 'cordoned-pods'?: SeriesFrame | undefined;
  /** Tells pods that left a node from a node that takes pods again. */
  readonly 'pod-ready'?: SeriesFrame | undefined;
}

/** Restarts of one pod that follow within this time are told as one: a crash loop is one suspect. */
const LOOP_MS = 15 * 60_000;
/** Changes of one scaling follow within so many steps or this time: autoscalers go in strides, with a minute between them. */
const SCALING_STEPS = 4;
const SCALING_MS = 2 * 60_000;

/** What happened in the cluster that is no rollout: kills, restarts, evictions, drains, scaling; oldest first. */
export function clusterEvents(frames: EventFrames, rollouts: readonly Rollout[]): ClusterEvent[] {
  // A series of kills begins with the first kill: where the data begins is told by what is always there.
  const seen = frames['container-restarts'] ?? frames['replicaset-pods'];
  const kills = countEvents(frames['oom-kills'], 'oom-kill', 'OOM kill', seen ? seen.at[beginOf(seen)] : undefined);
  const events = [
    ...kills,
    ...countEvents(frames['container-restarts'], 'restart', 'restart').filter((restart) => !kills.some((kill) => sameMoment(kill, restart))),
    ...(frames['pod-evictions'] ? evictions(frames['pod-evictions']) : []),
    ...(frames['cordoned-pods'] ? drains(frames['cordoned-pods'], frames['pod-ready']) : []),
    ...(frames['replicaset-pods'] ? scalings(frames['replicaset-pods'], rollouts) : []),
  ];
  return events.sort((a, b) => a.at - b.at || (a.workload < b.workload ? -1 : Number(a.workload > b.workload)) || ((a.pod ?? '') < (b.pod ?? '') ? -1 : 1));
}

/** A kill ends in a restart: both are one event. */
function sameMoment(kill: ClusterEvent, restart: ClusterEvent): boolean {
  return kill.workload === restart.workload && kill.pod === restart.pod && Math.abs(kill.at - restart.at) <= LOOP_MS;
}

/** Index of the first step at which any series is known. */
const beginOf = (frame: SeriesFrame) => frame.at.findIndex((_, i) => frame.series.some(({ values }) => values[i] != null));

function countEvents(frame: SeriesFrame | undefined, kind: 'oom-kill' | 'restart', noun: string, dataBegins?: EpochMs): ClusterEvent[] {
  if (!frame) return [];
  const begin = dataBegins === undefined ? beginOf(frame) : frame.at.findIndex((at) => at >= dataBegins);
  return frame.series.flatMap((series) => {
    const first = series.values.findIndex((value) => value != null);
    const loops: { at: EpochMs; last: number; count: number }[] = [];
    series.values.forEach((value, i) => {
      // What a counter shows where the data begins is older than it.
      if (!value || value <= 0 || (i === first && i === begin)) return;
      const [at, loop] = [frame.at[i]!, loops.at(-1)];
      if (loop && at - loop.last <= LOOP_MS) Object.assign(loop, { last: at, count: loop.count + value });
      else loops.push({ at, last: at, count: value });
    });
    return loops.map(({ at, count }): ClusterEvent => ({ kind, ...names(series), at, text: `${count} ${noun}${count === 1 ? '' : 's'}` }));
  });
}

function names(series: LabelledSeries): { workload: string; pod: string | null } {
  return { workload: workloadOf(series), pod: series.labels.pod || null };
}

/** The step at which a pod got its reason. One that carries it since before the range was evicted then. */
function evictions(frame: SeriesFrame): ClusterEvent[] {
  const found = frame.series.flatMap((series): ClusterEvent[] => {
    const first = series.values.findIndex((value) => (value ?? 0) > 0);
    return first > 0 ? [{ kind: 'eviction', ...names(series), at: frame.at[first]!, text: series.labels.reason ?? '' }] : [];
  });
  // The kubelet's reason and the disruption's are of the same eviction.
  const key = ({ workload, pod }: ClusterEvent) => JSON.stringify([workload, pod]);
  return found.filter((one, i) => found.findIndex((other) => key(other) === key(one)) === i);
}

/** A pod that leaves a cordoned node was drained from it; a cordon alone harms nobody. */
function drains(frame: SeriesFrame, ready: SeriesFrame | undefined): ClusterEvent[] {
  return frame.series.flatMap((series): ClusterEvent[] => {
    const last = series.values.findLastIndex((value) => (value ?? 0) > 0);
    if (last < 0 || last >= frame.at.length - 1 || !hasLeft(frame, series, frame.at[last + 1]!, ready)) return [];
    return [{ kind: 'drain', ...names(series), at: frame.at[last + 1]!, text: `left node ${series.labels.node ?? ''}` }];
  });
}

/** A pod that is known for longer than one step after it did not leave: its node takes pods again. Pods with fixed names come back elsewhere. */
function hasLeft({ at, series: all, stepMs }: SeriesFrame, series: LabelledSeries, from: EpochMs, ready: SeriesFrame | undefined): boolean {
  const same = ready?.series.find(({ labels }) => labels.pod === series.labels.pod && labels.namespace === series.labels.namespace);
  if (ready && same) {
    const known = same.values.findLastIndex((value) => value != null);
    if (ready.at[known]! <= from + stepMs && known < ready.at.length - 1) return true;
    return ready.at.some((time, i) => Math.abs(time - from) <= 2 * stepMs && same.values[i] === 0);
  }
  // Without readiness: all pods of the node that vanish at once and for good mean that it takes pods again.
  const others = all.filter((other) => other !== series && other.labels.node === series.labels.node);
  return others.length === 0 || others.some((other) => at[other.values.findLastIndex((value) => (value ?? 0) > 0) + 1] !== from);
}

/** Changed numbers of pods of a workload outside of its rollouts, once per run of changes. What ends where it began was a lost pod. */
function scalings(frame: SeriesFrame, rollouts: readonly Rollout[]): ClusterEvent[] {
  return [...byWorkload(frame)].flatMap(([workload, series]) => {
    const own = rollouts.filter((rollout) => rollout.workload === workload);
    const totals = activeSets(series, frame.at.length).map((sets, i): Value => {
      const rolling = own.some(({ from, to }) => frame.at[i]! >= from && frame.at[i]! <= to);
      return sets === null || rolling ? null : [...sets.values()].reduce((sum, pods) => sum + pods, 0);
    });
    return runsOf(totals, own, frame.at).map(({ at, from, to }): ClusterEvent => ({ kind: 'scaling', workload, pod: null, at: frame.at[at]!, text: `${from} to ${to} pods` }));
  });
}

function runsOf(totals: readonly Value[], own: readonly Rollout[], at: readonly EpochMs[]): { at: number; from: number; to: number }[] {
  const runs: { at: number; last: number; from: number; to: number }[] = [];
  let [before, seenAt]: [Value, number] = [null, -1];
  totals.forEach((now, i) => {
    if (now === null) return;
    // A rollout in between may have changed the number too: that is not told apart.
    const apart = seenAt >= 0 && own.some(({ from, to }) => to >= at[seenAt]! && from <= at[i]!);
    const run = runs.at(-1);
    if (before !== null && now !== before && !apart) {
      if (run && run.to === before && (i - run.last <= SCALING_STEPS || at[i]! - at[run.last]! <= SCALING_MS)) Object.assign(run, { last: i, to: now });
      else runs.push({ at: i, last: i, from: before, to: now });
    }
    [before, seenAt] = [now, i];
  });
  return runs.filter(({ from, to }) => from !== to);
}
