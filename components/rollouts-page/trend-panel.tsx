'use client';

import Link from 'next/link';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import { formatCount, formatDateTime, formatTimeTick } from '@/lib/present/format';
import type { TrendModel } from '@/lib/present/rollout-trend';
import { rolloutLink } from '@/lib/url/rollouts-url';
import type { TableModel } from '../charts/table-twin';
import { timeTicks, valueTicks } from '../charts/geometry';

const HEIGHT = 120;
/** Marks at the edges stay whole. */
const inside = (share: number) => `${1.5 + share * 97}%`;

/** One bar per rollout: failed requests solid, near misses lighter on top. Each is a link to its rollout. */
export function TrendChart({ model, workload, moment }: { readonly model: TrendModel; readonly workload: string; readonly moment: number | null }) {
  const zone = useTimeZone();
  const { state } = useViewState();
  const span = model.to - model.from;
  const share = (at: number) => Math.min(1, Math.max(0, (at - model.from) / Math.max(1, span)));
  const axis = valueTicks(model.top, undefined, true);
  const scale = model.top / axis.top;
  return (
    <div className="px-3 pb-2">
      <p className="flex flex-wrap gap-x-3 text-xs text-ink-2">
        <span className="inline-flex items-center gap-1.5"><span aria-hidden className="size-2.5 rounded-[2px] bg-bad" />failed</span>
        <span className="inline-flex items-center gap-1.5"><span aria-hidden className="size-2.5 rounded-[2px] border border-bad bg-bad-soft" />near misses{model.nearUnknown ? ': not known' : ', saved by a retry'}</span>
        <span>{model.sum}</span>
      </p>
      <div className="mt-3 grid grid-cols-[40px_minmax(0,1fr)]">
        <div className="relative text-2xs text-ink-3" style={{ height: HEIGHT }} aria-hidden>
          {axis.ticks.map((tick) => <span key={tick} className="absolute right-2 translate-y-1/2 leading-none" style={{ bottom: `${(tick / axis.top) * 100}%` }}>{formatCount(tick)}</span>)}
        </div>
        <div className="relative mt-0 border-b border-line-strong" style={{ height: HEIGHT }}>
          {axis.ticks.slice(1).map((tick) => <span key={tick} aria-hidden className="absolute inset-x-0 border-t border-grid" style={{ bottom: `${(tick / axis.top) * 100}%` }} />)}
          {moment === null || moment < model.from || moment > model.to ? null : <span className="absolute inset-y-0 border-l border-dashed border-ink-3" style={{ left: inside(share(moment)) }}><span className="absolute left-1 top-0 whitespace-nowrap text-2xs text-ink-3">compare here</span></span>}
          <ol aria-label={`Rollouts of ${model.workload}`}>
            {model.marks.map((mark) => (
              <li key={mark.key}>
                <Link
                  href={rolloutLink(state, { workload, at: mark.at })} title={`${formatDateTime(mark.at, zone)}: ${mark.words}`} aria-label={`Rollout at ${formatDateTime(mark.at, zone)}: ${mark.words}`} data-testid="trend-mark"
                  className="group absolute inset-y-0 flex w-4 -translate-x-1/2 flex-col items-center justify-end hover:bg-hover" style={{ left: inside(share(mark.at)) }}
                >
                  <span className="w-2.5 rounded-t-[2px] border-x border-t border-bad bg-bad-soft" style={{ height: `${mark.nearHeight * scale * 100}%`, display: mark.nearHeight > 0 ? undefined : 'none' }} />
                  <span className="w-2.5 bg-bad" style={{ height: `${mark.failedHeight * scale * 100}%`, display: mark.failed > 0 ? undefined : 'none' }} />
                  <span className="-mb-1 size-2 shrink-0 rounded-full border-2 border-surface bg-ink-2 group-hover:bg-accent" />
                </Link>
              </li>
            ))}
          </ol>
        </div>
        <span />
        <div className="relative h-5 overflow-hidden text-2xs text-ink-3" aria-hidden>
          {timeTicks(model, zone, 5).map((at) => <span key={at} className="absolute top-1.5 -translate-x-1/2 whitespace-nowrap leading-none" style={{ left: inside(share(at)) }}>{formatTimeTick(at, span, zone)}</span>)}
        </div>
      </div>
    </div>
  );
}

/** The same as a table. */
export function trendTable(model: TrendModel, zone: string): TableModel {
  const marks = [...model.marks].reverse();
  return {
    head: [`rollout began (${zone})`, 'failed', 'near misses'],
    rows: marks.map(({ at, failed, nearMisses }) => [formatDateTime(at, zone), formatCount(failed), formatCount(nearMisses)]),
    raw: marks.map(({ at, failed, nearMisses }) => [new Date(at).toISOString(), failed, nearMisses]),
  };
}
