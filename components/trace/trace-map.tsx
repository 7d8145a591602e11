'use client';

import { useMemo } from 'react';
import { type MapBar, mapBars } from '@/lib/present/trace-map';
import type { WaterfallRow } from '@/lib/present/waterfall';

const HEIGHT = 44;
/** Fewer rows than this are seen at once without a map. */
const LEAST_ROWS = 40;

/** The whole trace in a strip: where its spans lie, where errors and evidence are, where the selection stands. A picture of what the list says. */
export function TraceMap({ rows, totalMs, selected }: { readonly rows: readonly WaterfallRow[]; readonly totalMs: number; readonly selected: string | null }) {
  const bars = useMemo(() => mapBars(rows, totalMs, HEIGHT), [rows, totalMs]);
  const here = useMemo(() => rows.findIndex((row) => row.spanId !== null && row.spanId === selected), [rows, selected]);
  if (rows.length < LEAST_ROWS) return null;
  return (
    <svg aria-hidden data-testid="trace-map" className="block w-full border-b border-grid bg-sunken" height={HEIGHT} viewBox={`0 0 1000 ${HEIGHT}`} preserveAspectRatio="none">
      <Bars bars={bars} />
      {here < 0 ? null : <line x1={0} x2={1000} y1={((here + 0.5) / rows.length) * HEIGHT} y2={((here + 0.5) / rows.length) * HEIGHT} stroke="var(--accent)" strokeWidth={1} vectorEffect="non-scaling-stroke" />}
    </svg>
  );
}

function Bars({ bars }: { readonly bars: readonly MapBar[] }) {
  return bars.map((bar) => <rect key={bar.key} x={bar.left * 1000} y={bar.top} width={Math.max(1.5, bar.width * 1000)} height={bar.height} fill={`var(${bar.color})`} opacity={bar.strong ? 1 : 0.6} />);
}
