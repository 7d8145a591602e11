import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { cn } from '@/lib/client/class-names';
import { formatCount } from '@/lib/present/format';
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
  /** Shown only since a wanted row hangs below it. */
  readonly context: boolean;
  /** Null: there is nothing to fold, or folding is off. */
  readonly folded: boolean | null;
  readonly onSelect: (spanId: string) => void;
  readonly onFold: (key: string) => void;
}

/** One span: name and service left, its bar on the time axis right. Evidence, errors and attempts are said in words too. */
export const WaterfallRowView = memo(function WaterfallRowView({ id, row, index, count, totalMs, good, selected, context, folded, onSelect, onFold }: RowProps) {
  const marked = row.evidence.length > 0 || row.deciding;
  const { spanId } = row;
  return (
    <div
      id={id} role="option" aria-selected={selected} aria-posinset={index + 1} aria-setsize={count} aria-disabled={spanId === null || undefined} data-span={spanId ?? undefined}
      onClick={spanId === null ? undefined : () => onSelect(spanId)}
      className={cn('absolute inset-x-0 print:static print:break-inside-avoid grid grid-cols-[150px_1fr] items-center border-b border-grid md:grid-cols-[270px_1fr]', spanId !== null && 'cursor-pointer hover:bg-hover', marked && (good ? 'bg-good-soft hover:bg-good-soft' : 'bg-bad-soft hover:bg-bad-soft'), selected && 'shadow-[inset_3px_0_0_var(--accent)] bg-accent-soft hover:bg-accent-soft')}
      style={{ height: ROW_HEIGHT, top: index * ROW_HEIGHT }}
    >
      <div className={cn('truncate pr-2', (row.look === 'missing' || context) && 'text-ink-3')} style={{ paddingLeft: `calc(4px + ${Math.min(row.depth, MOST_INDENT)} * var(--indent))` }} title={`${row.name} · ${row.service}`}>
        <Fold row={row} folded={folded} onFold={onFold} />
        {marked ? <span aria-hidden className={cn('mr-1', good ? 'text-good' : 'text-bad')}>●</span> : null}
        {row.orphan ? <span aria-hidden title="its parent span is missing" className="mr-1 text-warn">⋯</span> : null}
        <bdi>{row.name}</bdi> <Service row={row} />
        {row.attempt ? <> <span className="text-[11px] text-warn">{row.attempt}</span></> : null}
        {folded ? <> <span aria-hidden className="text-[11px] text-ink-3">+{formatCount(row.below)}</span></> : null}
      </div>{' '}
      <Lane row={row} totalMs={totalMs} context={context} />
      <span className="sr-only">, {spoken(row, folded)}</span>
    </div>
  );
});

/** For the mouse: keys fold with left and right, and the list has one stop for the tab key. */
function Fold({ row, folded, onFold }: { readonly row: WaterfallRow; readonly folded: boolean | null; readonly onFold: (key: string) => void }) {
  if (folded === null) return <span aria-hidden className="inline-block w-[14px]" />;
  const Icon = folded ? ChevronRight : ChevronDown;
  return (
    <span
      aria-hidden title={`${folded ? 'Show' : 'Hide'} the ${formatCount(row.below)} rows below`} data-fold={folded ? 'folded' : 'open'} className="inline-flex h-[22px] w-[14px] cursor-pointer items-center justify-center align-middle text-ink-3 hover:text-ink"
      onClick={(event) => { event.stopPropagation(); onFold(row.key); }}
    >
      <Icon size={12} />
    </span>
  );
}

function Service({ row }: { readonly row: WaterfallRow }) {
  if (row.service === '') return null;
  return <span className="text-[11px] text-ink-3"><span aria-hidden className="mr-[3px] inline-block size-[7px] rounded-[2px]" style={{ background: `var(${row.color})` }} /><bdi>{row.service}</bdi></span>;
}

function Lane({ row, totalMs, context }: { readonly row: WaterfallRow; readonly totalMs: number; readonly context: boolean }) {
  const left = clampShare(row.offsetMs / totalMs);
  const width = Math.max(0.002, Math.min(1 - left, row.durationMs / totalMs));
  // Codes beside a short bar near the end would push the words out of the lane: there they stand before it.
  const after = width >= LONG_BAR || row.marks.length === 0 || left + width < LATE;
  const look = row.look === 'missing' ? HATCHED : row.look === 'error' ? {} : { background: `var(${row.color})` };
  return (
    <div className={cn('relative mr-2 h-full', context && 'opacity-55')}>
      <span className={cn('absolute top-[9px] h-3 min-w-[2px] rounded-[3px]', bars[row.look])} style={{ left: onLane(left), width: onLane(width), ...look }} />
      {row.marks.length > 0 && width >= LONG_BAR ? <span className="absolute top-[5px] truncate" style={{ left: `calc(${onLane(left)} + 4px)`, width: `calc(${onLane(width)} - 8px)` }}><Marks row={row} /></span> : null}
      <span className={cn('absolute top-[6px] truncate text-[11.5px] text-ink-3', after ? 'right-0' : 'left-0 text-right')} style={after ? { left: `calc(${onLane(left + width)} + 6px)` } : { width: `calc(${onLane(left)} - 6px)` }}>
        {width >= LONG_BAR ? null : <Marks row={row} />}
        <span title={row.note}>{row.note}</span>
      </span>
    </div>
  );
}

/** A bar of this share of the lane has room for codes on it; beside a shorter one is more room. */
const LONG_BAR = 0.4;
const LATE = 0.6;

function Marks({ row }: { readonly row: WaterfallRow }) {
  return row.marks.map((mark) => <span key={mark.text} aria-hidden title={mark.text} className={cn('mr-1 rounded-[4px] border border-line-strong bg-surface px-1 font-mono text-[10.5px]', mark.against ? 'text-ink-2' : 'text-ink')} data-mark={mark.code}>{mark.text}</span>);
}

const bars = {
  span: 'opacity-85', error: 'bg-bad', missing: 'border border-dashed border-line-strong', 'side-call': 'opacity-40',
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
function spoken(row: WaterfallRow, folded: boolean | null): string {
  const parts = [
    row.look === 'error' ? 'error' : null, row.look === 'missing' ? 'no span' : null, row.deciding ? 'answered' : null,
    row.evidence.length > 0 ? `evidence ${textsOf(row, false)}` : null, row.against.length > 0 ? `against ${textsOf(row, true)}` : null,
    row.orphan ? 'its parent span is missing' : null, `level ${row.depth + 1}`, folded === null ? null : folded ? `${formatCount(row.below)} rows below are hidden` : null,
  ];
  return parts.filter((part): part is string => part !== null && part !== '').join(', ');
}

const textsOf = (row: WaterfallRow, against: boolean) => row.marks.filter((mark) => mark.against === against).map(({ text }) => text).join(', ');
