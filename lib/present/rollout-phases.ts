import type { StripModel, StripSegment } from './chart-model';
import { plural } from './format';
import { clipText } from './hostile-text';
import type { SeenRollout } from './rollout-extras';

/** Phases of a rollout on the strip, by what its pods are doing. */
const phases = {
  starting: { label: 'new pods start', colorVar: '--zone-2' },
  both: { label: 'new pods start while old ones leave', colorVar: '--zone-4' },
  leaving: { label: 'all new pods ready, old ones leave', colorVar: '--zone-5' },
  between: { label: 'between two pods', colorVar: '--rollout-line' },
} as const;
type Phase = keyof typeof phases;

/** So many workloads have a row; the rest is folded away. */
const MOST_ROWS = 8;

/** Workloads as rows, each rollout as its phases; null without a rollout. The workload with the newest rollout comes first. */
export function phaseStrip(rollouts: readonly SeenRollout[], from: number, to: number): StripModel | null {
  if (rollouts.length === 0) return null;
  const byWorkload = new Map<string, SeenRollout[]>();
  for (const rollout of rollouts) byWorkload.set(rollout.workload, [...(byWorkload.get(rollout.workload) ?? []), rollout]);
  const newest = (list: readonly SeenRollout[]) => Math.max(...list.map((one) => one.from));
  const rows = [...byWorkload].sort(([, a], [, b]) => newest(b) - newest(a)).map(([workload, list]) => ({
    key: workload, label: `${clipText(workload, 60).text}, ${plural(list.length, 'rollout')}`, segments: list.flatMap(segmentsOf),
  }));
  const folded = rows.slice(MOST_ROWS);
  return {
    id: 'rollout-phases', title: 'Rollouts and their phases', note: 'by workload', from, to, rows: rows.slice(0, MOST_ROWS),
    ...(folded.length > 0 ? { folded: { label: plural(folded.length, 'further workload'), rows: folded } } : {}),
  };
}

/** Stretches of one phase each, over the whole rollout. Pods that are not known make it one stretch. */
export function segmentsOf(rollout: SeenRollout): readonly StripSegment[] {
  const news = rollout.pods.filter((pod) => pod.replicaset === rollout.newReplicaSet);
  const olds = rollout.pods.filter((pod) => pod.replicaset !== rollout.newReplicaSet);
  const lastReady = Math.max(-Infinity, ...news.map((pod) => pod.ready ?? Infinity));
  const changes = [...news.flatMap((pod) => [pod.created, pod.ready]), ...olds.flatMap((pod) => [pod.terminating ?? null, pod.gone])].flatMap((at) => (at !== null && at > rollout.from && at < rollout.to ? [Number(at)] : []));
  const cuts: readonly number[] = [rollout.from, ...[...new Set(changes)].sort((a, b) => a - b), rollout.to];
  const firstLeaves = Math.min(Infinity, ...olds.map((pod) => pod.terminating ?? pod.gone ?? Infinity));
  const phaseAt = (at: number): Phase => {
    if (rollout.pods.length === 0) return 'between';
    if (at >= lastReady) return 'leaving';
    const starts = news.some((pod) => pod.created !== null && pod.created <= at && (pod.ready ?? Infinity) > at);
    return !starts ? 'between' : at >= firstLeaves ? 'both' : 'starting';
  };
  const segments: StripSegment[] = [];
  for (const [i, from] of cuts.slice(0, -1).entries()) {
    const phase = phases[phaseAt(from)];
    const last = segments.at(-1);
    if (last && last.label === phase.label) segments[segments.length - 1] = { ...last, to: cuts[i + 1]! };
    else segments.push({ from, to: cuts[i + 1]!, ...phase });
  }
  return segments;
}
