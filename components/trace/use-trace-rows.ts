'use client';

import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { Trace } from '@/lib/domain/traces';
import { type RowFilter, type ShownRows, findSpans, foldsOver, shownRows } from '@/lib/present/trace-rows';
import type { WaterfallModel } from '@/lib/present/waterfall';

const NONE: ReadonlySet<string> = new Set();

export interface TraceRows {
  readonly shown: ShownRows;
  readonly only: RowFilter;
  readonly setOnly: (only: RowFilter) => void;
  readonly search: string;
  readonly setSearch: (search: string) => void;
  readonly folded: ReadonlySet<string>;
  readonly fold: (key: string) => void;
  readonly foldAll: () => void;
  readonly unfoldAll: () => void;
  /** Makes a span visible whatever is folded or filtered. */
  readonly uncover: (spanId: string) => void;
}

/** Which rows of a trace are drawn: filter, search and folded subtrees. Typing stays quick, the rows follow. The filter is kept by the caller: it may stand in the URL. */
export function useTraceRows(trace: Trace, { rows }: WaterfallModel, only: RowFilter, setOnly: (only: RowFilter) => void): TraceRows {
  const [search, setSearch] = useState('');
  const [folded, setFolded] = useState<ReadonlySet<string>>(NONE);
  const late = useDeferredValue(search);
  const found = useMemo(() => findSpans(trace.spans, late), [trace, late]);
  const shown = useMemo(() => shownRows(rows, { only, found, folded }), [rows, only, found, folded]);
  const fold = useCallback((key: string) => setFolded((now) => { const next = new Set(now); if (!next.delete(key)) next.add(key); return next; }), []);
  const uncover = useCallback((spanId: string) => {
    setFolded((now) => { const over = foldsOver(rows, spanId, now); return over.length === 0 ? now : new Set([...now].filter((key) => !over.includes(key))); });
    if (shown.context !== null && !shown.rows.some((row) => row.spanId === spanId)) { setOnly('all'); setSearch(''); }
  }, [rows, shown, setOnly]);
  // The root stays open: folded, it would hide everything.
  const foldAll = useCallback(() => setFolded(new Set(rows.flatMap((row) => (row.below > 0 && row.depth > 0 ? [row.key] : [])))), [rows]);
  const unfoldAll = useCallback(() => setFolded(NONE), []);
  return { shown, only, setOnly, search, setSearch, folded, fold, foldAll, unfoldAll, uncover };
}
