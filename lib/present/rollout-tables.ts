import { formatCount, formatDateTime } from './format';
import { clipText } from './hostile-text';
import type { RolloutPageModel } from './rollout-page';

/** Texts for people, and raw values for CSV: times as ISO 8601 in UTC, unknown empty. */
interface Table { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[]; readonly raw: readonly (readonly (string | number | null)[])[] }

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** The errors of the drawing, newest first. */
export function laneTable({ lanes }: RolloutPageModel, zone: string): Table {
  const marks = lanes.flatMap((lane) => lane.marks.map((mark) => ({ lane, mark }))).sort((a, b) => b.mark.to - a.mark.to);
  return {
    head: [`until (${zone})`, 'code', 'count', 'who answered'],
    rows: marks.map(({ lane, mark }) => [formatDateTime(mark.to, zone), lane.label, formatCount(mark.count), lane.note]),
    raw: marks.map(({ lane, mark }) => [iso(mark.to), lane.label, mark.count, lane.note]),
  };
}

/** The pods with all their times. */
export function podRows({ rollout }: RolloutPageModel, zone: string): Table {
  const told = (at: number | null) => (at === null ? 'not seen' : formatDateTime(at, zone));
  const pods = rollout.pods.map((pod) => ({ ...pod, pod: clipText(pod.pod, 80).text, set: pod.replicaset === rollout.newReplicaSet ? 'new' : 'old' }));
  return {
    head: [`created (${zone})`, 'pod', 'set', 'ready', 'terminating', 'gone'],
    rows: pods.map((pod) => [told(pod.created), pod.pod, pod.set, told(pod.ready), pod.terminating === undefined ? 'not checked' : told(pod.terminating), told(pod.gone)]),
    raw: pods.map((pod) => [iso(pod.created), pod.pod, pod.set, iso(pod.ready), iso(pod.terminating ?? null), iso(pod.gone)]),
  };
}

/** Events that are no rollouts, in the time of the drawing. */
export function eventRows({ events }: RolloutPageModel, zone: string): Table {
  const all = events ?? [];
  return {
    head: [`time (${zone})`, 'event', 'workload', 'pod', 'what'],
    rows: all.map(({ at, kind, workload, pod, text }) => [formatDateTime(at, zone), clipText(kind, 30).text, clipText(workload, 60).text, pod === null ? 'not known' : clipText(pod, 60).text, clipText(text ?? '', 80).text]),
    raw: all.map(({ at, kind, workload, pod, text }) => [iso(at), kind, workload, pod, text ?? null]),
  };
}
