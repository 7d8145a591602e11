import { formatCount, plural } from './format';
import type { RolloutComparison } from './rollout-extras';
import type { RolloutRow } from './rollout-list';

/** One rollout of the trend: a mark whose height is what failed, with the near misses lighter on top. */
export interface TrendMark {
  readonly key: string;
  readonly at: number;
  readonly failed: number;
  /** Null: not counted here. */
  readonly nearMisses: number | null;
  /** Heights, 0 to 1 of the highest mark. */
  readonly failedHeight: number;
  readonly nearHeight: number;
  readonly words: string;
}

export interface TrendModel {
  readonly workload: string;
  readonly marks: readonly TrendMark[];
  readonly from: number;
  readonly to: number;
  /** Requests at the top of the axis; at least 1. */
  readonly top: number;
  /** True: no rollout of it was counted with near misses. */
  readonly nearUnknown: boolean;
  /** `5 rollouts, 12 failed requests: 2.4 per rollout`. */
  readonly sum: string;
}

/** Failed requests per rollout of one workload over the range; null without one. */
export function trendOf(rows: readonly RolloutRow[], workload: string, span: { readonly from: number; readonly to: number }): TrendModel | null {
  const own = rows.filter(({ id }) => id === workload).sort((a, b) => a.count.from - b.count.from);
  if (own.length === 0) return null;
  const top = Math.max(1, ...own.map(({ count }) => count.failed + (count.nearMisses ?? 0)));
  const failed = own.reduce((sum, { count }) => sum + count.failed, 0);
  return {
    workload: own[0]!.workload, from: span.from, to: span.to, top, nearUnknown: own.every(({ count }) => count.nearMisses === null),
    sum: `${plural(own.length, 'rollout')}, ${plural(failed, 'failed request')}${own.length > 1 ? `: ${formatCount(failed / own.length)} per rollout` : ''}`,
    marks: own.map(({ key, count, image }) => ({
      key, at: count.from, failed: count.failed, nearMisses: count.nearMisses, failedHeight: count.failed / top, nearHeight: (count.nearMisses ?? 0) / top,
      words: `${plural(count.failed, 'failed request')}, ${count.nearMisses === null ? 'near misses not known' : plural(count.nearMisses, 'near miss', 'near misses')}${image === null ? '' : `, ${image}`}`,
    })),
  };
}

const titles: Readonly<Record<RolloutComparison['verdict'], string>> = {
  better: 'Better', worse: 'Worse', 'no-difference': 'No difference seen', 'cannot-tell': 'Cannot tell',
};

export interface CompareView {
  readonly verdict: RolloutComparison['verdict'] | 'not-checked';
  readonly title: string;
  readonly text: string;
  readonly rows: readonly { readonly what: string; readonly before: string; readonly after: string }[];
  readonly ratio: string | null;
  readonly needed: string | null;
  readonly caveats: readonly string[];
}

type Side = RolloutComparison['before'];

/** A comparison ready to be drawn. */
export function compareView(comparison: RolloutComparison): CompareView {
  const { before, after, ratio, verdict, needed } = comparison;
  return {
    verdict, title: titles[verdict], text: comparison.text, rows: sideRows(before, after),
    ratio: ratio && `${times(ratio.value)} times the failed requests per rollout, 95 % interval ${times(ratio.low)} to ${times(ratio.high)}`,
    // The text may say it already: once is enough.
    needed: needed === null || needed <= 0 || /more rollout/.test(comparison.text) ? null : `Needs ${plural(needed, 'more rollout')} to tell.`,
    caveats: comparison.caveats ?? [],
  };
}

/** Counts alone, where no verdict came with the answer: they are known, the test on them was not made. */
export function uncheckedCompare(rows: readonly RolloutRow[], workload: string, moment: number): CompareView {
  const own = rows.filter(({ id }) => id === workload);
  const side = (counts: readonly RolloutRow['count'][]): Side => ({
    rollouts: counts.length, failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    ...nearMissesOf(counts),
    requests: counts.some(({ requests }) => requests === null) ? null : counts.reduce((sum, { requests }) => sum + (requests ?? 0), 0),
  });
  const all = own.map(({ count }) => count);
  return {
    verdict: 'not-checked', title: 'Not checked', text: 'These are the counts; whether the difference is more than chance was not computed.',
    rows: sideRows(side(all.filter(({ from }) => from < moment)), side(all.filter(({ from }) => from >= moment))), ratio: null, needed: null, caveats: [],
  };
}

function nearMissesOf(counts: readonly RolloutRow['count'][]): Pick<Side, 'nearMisses'> {
  return { nearMisses: counts.some(({ nearMisses }) => nearMisses === null) ? null : counts.reduce((sum, { nearMisses }) => sum + (nearMisses ?? 0), 0) };
}

function sideRows(before: Side, after: Side): CompareView['rows'] {
  const row = (what: string, tell: (side: Side) => string) => ({ what, before: tell(before), after: tell(after) });
  return [
    row('rollouts', ({ rollouts }) => formatCount(rollouts)), row('failed requests', ({ failed }) => formatCount(failed)),
    row('failed per rollout', ({ failed, rollouts }) => (rollouts === 0 ? 'none to count' : formatCount(failed / rollouts))),
    row('near misses', ({ nearMisses }) => (nearMisses === null || nearMisses === undefined ? 'not known' : formatCount(nearMisses))),
    row('requests in its rollouts', ({ requests }) => (requests === null ? 'not known' : formatCount(requests))),
  ];
}

const times = (value: number | null) => (value === null || !Number.isFinite(value) ? 'unbounded' : value.toFixed(2));
