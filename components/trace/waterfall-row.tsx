import { memo } from 'react';
import { cn } from '@/lib/client/class-names';
import type { WaterfallRow } from '@/lib/present/waterfall';

export const ROW_HEIGHT = 30;
/** Deep chains stay readable: the indent stops growing here, the depth is still said. */
const MOST_INDENT = 10;

interface RowProps {
  readonly id: string;
  readonly row: WaterfallRow;
  readonly index: number;
  readonly count: number;
  readonly totalMs: number;
  /** Nothing is to blame: marks are no alarm. */
  readonly good: boolean;
  readonly selected: boolean;
  readonly onSelect: (spanId: string) => void;
}

/** One span: name and service left, its bar on the time axis right. Evidence, errors and attempts are said in words too. */
export const WaterfallRowView = memo(function WaterfallRowView({ id, row, index, count, totalMs, good, selected, onSelect }: RowProps) {
  const marked = row.evidence.length > 0 || row.deciding;
  const left = clampShare(row.offsetMs / totalMs);
  const width = Math.max(0.002, Math.min(1 - left, row.durationMs / totalMs));
  const { spanId } = row;
  return (
    <div
      id={id} role="option" aria-selected={selected} aria-posinset={index + 1} aria-setsize={count} aria-disabled={spanId === null || undefined}
      onClick={spanId === null ? undefined : () => onSelect(spanId)}
      className={cn('absolute inset-x-0 grid grid-cols-[150px_1fr] items-center border-b border-grid md:grid-cols-[270px_1fr]', spanId !== null && 'cursor-pointer hover:bg-hover', marked && (good ? 'bg-good-soft hover:bg-good-soft' : 'bg-bad-soft hover:bg-bad-soft'), selected && 'shadow-[inset_3px_0_0_var(--accent)] bg-accent-soft hover:bg-accent-soft')}
      style={{ height: ROW_HEIGHT, top: index * ROW_HEIGHT }}
    >
      <div className={cn('truncate pr-2', row.look === 'missing' && 'text-ink-3')} style={{ paddingLeft: `calc(14px + ${Math.min(row.depth, MOST_INDENT)} * var(--indent))` }} title={`${row.name} · ${row.service}`}>
        {marked ? <span aria-hidden className={cn('mr-1', good ? 'text-good' : 'text-bad')}>●</span> : null}
        {row.orphan ? <span aria-hidden title="its parent span is missing" className="mr-1 text-warn">⋯</span> : null}
        <bdi>{row.name}</bdi> <bdi className="text-[11px] text-ink-3">{row.service}</bdi>
        {row.attempt ? <> <span className="text-[11px] text-warn">{row.attempt}</span></> : null}
      </div>{' '}
      <div className="relative mr-2 h-full">
        <span className={cn('absolute top-[9px] h-3 min-w-[2px] rounded-[3px]', bars[row.look])} style={{ left: onLane(left), width: onLane(width), ...(row.look === 'missing' ? HATCHED : {}) }} />
        <span className="absolute right-0 top-[6px] truncate text-[11.5px] text-ink-3" style={{ left: `calc(${onLane(left + width)} + 6px)` }} title={row.note}>{row.note}</span>
      </div>
      <span className="sr-only">, {spoken(row)}</span>
    </div>
  );
});

const bars = {
  span: 'bg-[var(--zone-1)] opacity-85', error: 'bg-bad', missing: 'border border-dashed border-line-strong', 'side-call': 'bg-[var(--zone-1)] opacity-40',
} as const;
/** Bars take the left part of the lane (`--lane`, set by the waterfall); the rest is kept for the words beside them. */
export function onLane(share: number): string {
  return `calc(var(--lane) * ${share.toFixed(5)})`;
}
const HATCHED = { background: 'repeating-linear-gradient(135deg, var(--line-strong) 0 4px, transparent 4px 8px)' };

function clampShare(share: number): number {
  return Number.isFinite(share) ? Math.min(0.998, Math.max(0, share)) : 0;
}

/** What only colour, indent and place show, for screen readers: it follows the words that are seen. */
function spoken(row: WaterfallRow): string {
  const parts = [row.look === 'error' ? 'error' : null, row.look === 'missing' ? 'no span' : null,
    row.deciding ? 'answered' : null, row.evidence.length > 0 ? `evidence ${row.evidence.join(', ')}` : null, row.against.length > 0 ? `against ${row.against.join(', ')}` : null, row.orphan ? 'its parent span is missing' : null, `level ${row.depth + 1}`];
  return parts.filter((part): part is string => part !== null && part !== '').join(', ');
}
