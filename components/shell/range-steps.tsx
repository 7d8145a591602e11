'use client';

import { ChevronLeft, ChevronRight, ZoomOut } from 'lucide-react';
import { shiftRange, zoomOut } from '@/lib/client/shown-range';
import { useSpan } from '@/lib/client/use-span';

/** Back, forth and out: half a range each, twice the range. */
export function RangeSteps() {
  const { span, setSpan, now } = useSpan();
  const step = (next: typeof shiftRange, direction: -1 | 1) => () => { if (span) setSpan(next(span, direction, now)); };
  return (
    <span className="inline-flex" role="group" aria-label="Move the time range">
      <button type="button" className="pill rounded-r-none px-2" disabled={!span} aria-label="Earlier" title="Earlier (t ←)" onClick={step(shiftRange, -1)}><ChevronLeft size={15} aria-hidden /></button>
      <button type="button" className="pill -ml-px rounded-none px-2" disabled={!span} aria-label="Later" title="Later (t →)" onClick={step(shiftRange, 1)}><ChevronRight size={15} aria-hidden /></button>
      <button type="button" className="pill -ml-px rounded-l-none px-2" disabled={!span} aria-label="Zoom out" title="Zoom out (t -)" onClick={() => { if (span) setSpan(zoomOut(span, now)); }}><ZoomOut size={15} aria-hidden /></button>
    </span>
  );
}
