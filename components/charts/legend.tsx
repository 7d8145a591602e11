'use client';

import type { ChartModel, ChartSeries } from '@/lib/present/chart-model';
import { cssVar } from '@/lib/present/colors';
import { formatValue } from '@/lib/present/format';
import { cn } from '@/lib/client/class-names';

/** Counts add up over the range; levels and rates show their newest known value. */
function figureOf(series: ChartSeries, model: ChartModel): string {
  if (model.kind === 'stacked-bar') {
    const known = series.values.filter((value) => value !== null);
    return known.length === 0 ? formatValue(null, model.unit) : formatValue(known.reduce((sum, value) => sum + value, 0), model.unit);
  }
  return formatValue(series.values.findLast((value) => value !== null) ?? null, model.unit);
}

/** Names, colours and figures. A click shows one series alone (and again all); with Ctrl it hides or shows one. */
export function Legend({ model, hidden, onClick }: { readonly model: ChartModel; readonly hidden: ReadonlySet<string>; readonly onClick: (key: string, toggle: boolean) => void }) {
  const hasRollouts = model.regions?.some((region) => region.tone === 'rollout') ?? false;
  return (
    <div className="flex max-h-40 flex-wrap gap-x-3 gap-y-0.5 overflow-auto px-3 pb-1 text-xs text-ink-2" role="group" aria-label={`Series of ${model.title}`}>
      {model.series.map((series) => (
        <button
          key={series.key} type="button" aria-pressed={!hidden.has(series.key)}
          title="Click: show alone. Ctrl and click: hide or show."
          onClick={(event) => onClick(series.key, event.ctrlKey || event.metaKey)}
          className={cn('inline-flex min-w-0 max-w-full items-center gap-1.5 rounded px-0.5 hover:text-ink', hidden.has(series.key) && 'line-through opacity-45')}
        >
          {series.dashed
            ? <span aria-hidden className="w-3 shrink-0 border-t-2 border-dashed" style={{ borderColor: cssVar(series.colorVar) }} />
            : <span aria-hidden className="size-2.5 shrink-0 rounded-[2px]" style={{ background: cssVar(series.colorVar) }} />}
          <span className="truncate">{series.label}</span>
          {series.dashed ? null : <span className="font-medium text-ink">{figureOf(series, model)}</span>}
        </button>
      ))}
      {hasRollouts ? <span className="inline-flex items-center gap-1.5"><span aria-hidden className="size-2.5 rounded-[2px] border border-rollout-line bg-rollout" />rollout</span> : null}
    </div>
  );
}
