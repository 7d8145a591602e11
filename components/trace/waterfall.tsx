'use client';

import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { cn } from '@/lib/client/class-names';
import { formatDuration } from '@/lib/present/format';
import type { WaterfallModel } from '@/lib/present/waterfall';
import { useRowWindow } from './use-row-window';
import { ROW_HEIGHT, WaterfallRowView, onLane } from './waterfall-row';

/** Rows seen without scrolling. */
const MOST_ROWS = 20;

/** Spans over time. One stop for the tab key; arrows, Home, End and Page keys move the selection. */
export function Waterfall({ model, good = false, selected, onSelect }: { readonly model: WaterfallModel; readonly good?: boolean; readonly selected: string | null; readonly onSelect: (spanId: string) => void }) {
  const id = useId();
  const { rows, totalMs } = model;
  const box = useRef<HTMLDivElement | null>(null);
  const { first, last, onScroll, reveal } = useRowWindow(box, rows.length, ROW_HEIGHT);
  const active = rows.findIndex((row) => row.spanId !== null && row.spanId === selected);

  // The scroll position lives in the DOM: a span chosen from outside (evidence, ladder) is brought into sight.
  useEffect(() => {
    if (active >= 0) reveal(active);
  }, [active, reveal]);

  const onKeyDown = (event: KeyboardEvent) => {
    const target = nextRow(event.key, active, rows.length);
    if (target === null) return;
    event.preventDefault();
    const step = target >= active ? 1 : -1;
    // Missing spans have nothing to show: the selection passes over them.
    for (let i = target; i >= 0 && i < rows.length; i += step) {
      const spanId = rows[i]!.spanId;
      if (spanId !== null) return onSelect(spanId);
    }
  };

  return (
    <div className="[--indent:6px] [--lane:62%] md:[--indent:16px] md:[--lane:80%]">
      <TimeAxis totalMs={totalMs} />
      <div
        ref={box} role="listbox" aria-label="Spans" tabIndex={0} onScroll={onScroll} onKeyDown={onKeyDown}
        aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
        className="relative overflow-y-auto overflow-x-hidden outline-offset-[-2px]" style={{ height: Math.min(rows.length, MOST_ROWS) * ROW_HEIGHT }}
      >
        <div className="relative" style={{ height: rows.length * ROW_HEIGHT }}>
          {rows.slice(first, last).map((row, i) => {
            const index = first + i;
            return <WaterfallRowView key={row.key} id={`${id}-${index}`} row={row} index={index} count={rows.length} totalMs={totalMs} good={good} selected={index === active} onSelect={onSelect} />;
          })}
        </div>
      </div>
    </div>
  );
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
