'use client';

import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { cn } from '@/lib/client/class-names';
import { formatDuration } from '@/lib/present/format';
import type { WaterfallRow } from '@/lib/present/waterfall';
import { type RowWindow, useRowWindow } from './use-row-window';
import { ROW_HEIGHT, WaterfallRowView, onLane } from './waterfall-row';

/** Rows seen without scrolling, and those that a Page key goes on by. */
const MOST_ROWS = 20;

/** What the bars at the top of a narrow page cover. */
const BARS = 100;
const ALL = { first: 0, last: Infinity };
const NONE: ReadonlySet<string> = new Set();
const ignore = () => {};

export interface WaterfallProps {
  readonly rows: readonly WaterfallRow[];
  /** Length of the time axis; two traces side by side share one. */
  readonly totalMs: number;
  readonly good?: boolean;
  readonly selected: string | null;
  /** Changes each time that the selected span is asked to be brought into sight. */
  readonly asked?: number;
  /** A second span to be in sight when the list is first drawn, as far as both fit. */
  readonly also?: string | null;
  /** The page is scrolled to the selected row when the list is first drawn. */
  readonly intoView?: boolean;
  /** All rows at once, without a scroll bar: for paper. */
  readonly whole?: boolean;
  readonly label?: string;
  /** Rows seen without scrolling. */
  readonly mostRows?: number;
  /** Keys of rows that only show where wanted ones hang; null: nothing is filtered, subtrees can be folded. */
  readonly context?: ReadonlySet<string> | null;
  readonly folded?: ReadonlySet<string>;
  readonly onSelect: (spanId: string) => void;
  readonly onFold?: ((key: string) => void) | undefined;
}

/** Spans over time. One stop for the tab key; up, down, Home, End and Page keys move the selection, left and right fold. */
export function Waterfall({ rows, totalMs, good = false, selected, asked = 0, also = null, intoView = false, whole = false, label = 'Spans', mostRows = MOST_ROWS, context = null, folded = NONE, onSelect, onFold }: WaterfallProps) {
  const id = useId();
  const box = useRef<HTMLDivElement | null>(null);
  const window = useRowWindow(box, rows.length, ROW_HEIGHT);
  const { reveal } = window;
  const active = useMemo(() => rows.findIndex((row) => row.spanId !== null && row.spanId === selected), [rows, selected]);

  // Once, before the selected one, which wins where both do not fit.
  const [first] = useState({ also, intoView });
  useEffect(() => {
    const place = first.also === null ? -1 : rows.findIndex((row) => row.spanId === first.also);
    if (place >= 0) reveal(place);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when the list is first drawn
  }, [first]);

  // The scroll position lives in the DOM: a span chosen from outside (evidence, ladder) is brought into sight.
  useEffect(() => {
    if (active >= 0) reveal(active);
  }, [active, asked, reveal]);

  // A copied link may point below the fold; the page's scroll position is the browser's. The row itself may not be drawn yet.
  useEffect(() => {
    const list = box.current;
    if (!first.intoView || !list || active < 0) return;
    const middle = list.getBoundingClientRect().top + (active + 0.5) * ROW_HEIGHT - list.scrollTop;
    if (middle < BARS || middle > globalThis.innerHeight - ROW_HEIGHT) globalThis.scrollBy({ top: middle - globalThis.innerHeight / 2 });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when the list is first drawn
  }, [first]);

  const onKeyDown = (event: KeyboardEvent) => {
    // With these held the key is the browser's or the app's: back, forward, the command palette.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const fold = onFold && context === null ? foldKey(event.key, rows[active], folded) : null;
    const target = nextRow(event.key, active, rows.length);
    if (fold === null && target === null) return;
    event.preventDefault();
    if (fold !== null) return onFold?.(fold);
    const spanId = selectableFrom(rows, target!, target! >= active ? 1 : -1);
    if (spanId !== null) onSelect(spanId);
  };

  const canFold = onFold !== undefined && context === null;
  return (
    <div className="[--indent:6px] [--lane:62%] md:[--indent:16px] md:[--lane:78%]">
      <TimeAxis totalMs={totalMs} />
      <div
        ref={box} role="listbox" aria-label={label} tabIndex={0} onScroll={window.onScroll} onKeyDown={onKeyDown}
        aria-activedescendant={active < 0 || active < window.first || active >= window.last ? undefined : `${id}-${active}`}
        className={cn('relative outline-offset-[-2px]', whole ? '[print-color-adjust:exact]' : 'overflow-y-auto overflow-x-hidden')} style={{ height: whole ? 'auto' : Math.min(rows.length, mostRows) * ROW_HEIGHT }}
      >
        <div role="presentation" className="relative" style={{ height: rows.length * ROW_HEIGHT }}>
          {inWindow(rows, whole ? ALL : window).map(([index, row]) => (
            <WaterfallRowView
              key={row.key} id={`${id}-${index}`} row={row} index={index} count={rows.length} totalMs={totalMs} good={good} selected={index === active} context={context?.has(row.key) ?? false}
              folded={canFold && row.below > 0 ? folded.has(row.key) : null} onSelect={onSelect} onFold={onFold ?? ignore}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

function inWindow(rows: readonly WaterfallRow[], { first, last }: Pick<RowWindow, 'first' | 'last'>): (readonly [number, WaterfallRow])[] {
  return rows.slice(first, last).map((row, i) => [first + i, row] as const);
}

/** The first row from a place in a direction that can be selected: missing spans have nothing to show and are passed over. */
function selectableFrom(rows: readonly WaterfallRow[], from: number, step: 1 | -1): string | null {
  for (let i = from; i >= 0 && i < rows.length; i += step) if (rows[i]!.spanId !== null) return rows[i]!.spanId;
  return null;
}

/** Key of the row whose subtree a key folds or unfolds; null: none. */
function foldKey(key: string, row: WaterfallRow | undefined, folded: ReadonlySet<string>): string | null {
  if (!row || row.below === 0) return null;
  const isFolded = folded.has(row.key);
  return (key === 'ArrowLeft' && !isFolded) || (key === 'ArrowRight' && isFolded) ? row.key : null;
}

function TimeAxis({ totalMs }: { readonly totalMs: number }) {
  return (
    <div aria-hidden className="grid h-6 grid-cols-[150px_1fr] items-center border-b border-grid text-2xs text-ink-3 md:grid-cols-[270px_1fr]">
      <span className="pl-3.5">span</span>
      <span className="relative mr-2 h-full">
        {[0, 0.25, 0.5, 0.75, 1].map((part) => (
          <span key={part} className={cn('absolute top-1 whitespace-nowrap', part % 0.5 !== 0 && 'max-md:hidden')} style={{ left: onLane(part), transform: `translateX(${part === 0 ? 0 : -50}%)` }}>{formatDuration(totalMs * part)}</span>
        ))}
      </span>
    </div>
  );
}

/** Row that a key leads to; null for keys that are not ours. */
export function nextRow(key: string, active: number, count: number): number | null {
  const last = count - 1;
  const at = Math.max(0, active);
  switch (key) {
    case 'ArrowDown': case 'j': return Math.min(last, active + 1);
    case 'ArrowUp': case 'k': return Math.max(0, at - 1);
    case 'PageDown': return Math.min(last, at + MOST_ROWS);
    case 'PageUp': return Math.max(0, at - MOST_ROWS);
    case 'Home': return 0;
    case 'End': return last;
    default: return null;
  }
}
