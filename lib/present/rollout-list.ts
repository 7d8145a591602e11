import type { ChartModel } from './chart-model';
import type { SeenCount, SeenDetail, SeenRollout } from './rollout-extras';
import { codesText } from './finding';
import { clipText } from './hostile-text';
import { type Link, linkOf, linkWords, stateText, stateTone, topHop } from './rollout-words';
import { imageText } from './rollouts';

/** One rollout in the list. */
export interface RolloutRow {
  readonly key: string;
  /** Whole name, for links and filters. */
  readonly id: string;
  /** The name as shown. */
  readonly workload: string;
  readonly rollout: SeenRollout | null;
  readonly count: SeenCount;
  readonly codes: string;
  /** `v0.24.1 → v0.24.2`, or null. */
  readonly image: string | null;
  readonly state: string;
  readonly stateTone: 'warn' | 'info' | 'neutral';
  readonly link: Link;
  readonly linkWords: string;
  /** Hop that answered its errors; an en dash where none failed. */
  readonly hop: string;
}

/** One row per counted rollout, in the order of the detail. */
export function rolloutRows(detail: SeenDetail): readonly RolloutRow[] {
  return detail.perRollout.map((count) => {
    const rollout = rolloutOf(count, detail);
    const link = linkOf(count);
    return {
      key: `${count.workload}@${count.from}`, id: count.workload, workload: clipText(count.workload, 60).text, rollout, count, codes: codesText(count.codes), image: rollout && imageText(rollout),
      state: stateText(rollout), stateTone: stateTone(rollout), link, linkWords: linkWords[link], hop: count.failed === 0 ? '–' : topHop(count.hops),
    };
  });
}

/** The rollout that a count is about. */
export function rolloutOf(count: Pick<SeenCount, 'workload' | 'from'>, detail: SeenDetail): SeenRollout | null {
  return detail.rollouts.find((one) => one.workload === count.workload && one.from === count.from) ?? null;
}

/** By what the list is sorted; the names are those of the URL. */
export type RolloutOrder = 'when' | 'workload' | 'failed' | 'near-misses' | 'expected' | 'p';

const valueOf: Readonly<Record<RolloutOrder, (row: RolloutRow) => number | string | null>> = {
  when: ({ count }) => count.from, workload: ({ id }) => id, failed: ({ count }) => (count.known === false ? null : count.failed), 'near-misses': ({ count }) => count.nearMisses, expected: ({ count }) => count.expectedFailed, p: ({ count }) => count.p,
};

/** Sorted rows; what is not known comes last in either direction, ties by the newest. */
export function sortRows(rows: readonly RolloutRow[], order: RolloutOrder, descending: boolean): readonly RolloutRow[] {
  const value = valueOf[order];
  const compare = (a: RolloutRow, b: RolloutRow) => {
    const [x, y] = [value(a), value(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return (x < y ? -1 : x > y ? 1 : 0) * (descending ? -1 : 1);
  };
  return [...rows].sort((a, b) => compare(a, b) || b.count.from - a.count.from);
}

export interface WorkloadChoice { readonly id: string; readonly label: string; readonly rollouts: number; readonly failed: number }

/** Workloads that had a rollout, most failed requests first. */
export function workloadChoices(rows: readonly RolloutRow[]): readonly WorkloadChoice[] {
  const found = new Map<string, WorkloadChoice>();
  for (const { id, workload, count } of rows) {
    const known = found.get(id) ?? { id, label: workload, rollouts: 0, failed: 0 };
    found.set(id, { ...known, rollouts: known.rollouts + 1, failed: known.failed + count.failed });
  }
  return [...found.values()].sort((a, b) => b.failed - a.failed || b.rollouts - a.rollouts || (a.id < b.id ? -1 : 1));
}

/** The chart with the rollouts of one workload alone behind it. */
export function withRegionsOf(model: ChartModel, labels: ReadonlySet<number> | null): ChartModel {
  return labels === null ? model : { ...model, regions: (model.regions ?? []).filter(({ from }) => labels.has(from)) };
}
