'use client';

import { type RefObject, type UIEvent, useCallback, useEffect, useState } from 'react';

/** Rows above and below the seen ones, so that quick scrolling shows no holes. */
const OVERSCAN = 12;

/** First and last (exclusive) row to draw, for rows of one fixed height. */
export function rowWindow(scrollTop: number, height: number, rowHeight: number, count: number): { readonly first: number; readonly last: number } {
  const first = Math.max(0, Math.min(count - 1, Math.floor(scrollTop / rowHeight)) - OVERSCAN);
  return { first, last: Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + OVERSCAN) };
}

export interface RowWindow {
  readonly first: number;
  readonly last: number;
  readonly onScroll: (event: UIEvent<HTMLDivElement>) => void;
  /** Scrolls as little as needed to show a row. */
  readonly reveal: (index: number) => void;
}

/**
 * Draws only the rows in sight. All rows have one height, so plain arithmetic does; the state is the block of rows, not the
 * pixel, so that most scroll events change nothing.
 */
export function useRowWindow(ref: RefObject<HTMLDivElement | null>, count: number, rowHeight: number): RowWindow {
  const [height, setHeight] = useState(600);
  const [block, setBlock] = useState(0);
  const blockRows = Math.floor(OVERSCAN / 2);

  // The height belongs to the layout: watched for as long as the list is mounted.
  useEffect(() => {
    const element = ref.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.height > 0) setHeight(entry.contentRect.height);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);

  const onScroll = useCallback((event: UIEvent<HTMLDivElement>) => setBlock(Math.floor(event.currentTarget.scrollTop / rowHeight / blockRows)), [rowHeight, blockRows]);
  const reveal = useCallback((index: number) => {
    const element = ref.current;
    if (!element) return;
    const top = index * rowHeight;
    if (top < element.scrollTop) element.scrollTo({ top });
    else if (top + rowHeight > element.scrollTop + element.clientHeight) element.scrollTo({ top: top + rowHeight - element.clientHeight });
  }, [ref, rowHeight]);

  return { ...rowWindow(block * blockRows * rowHeight, height + blockRows * rowHeight, rowHeight, count), onScroll, reveal };
}
