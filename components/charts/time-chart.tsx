'use client';

import dynamic from 'next/dynamic';
import { useMemo, useRef } from 'react';
import type { ChartModel } from '@/lib/present/chart-model';
import { type TimeSpan, plotWidth } from './geometry';
import { MarkersLayer, RegionsLayer } from './marks-layer';
import { useMountTurn } from './mount-turn';
import { PlotOverlay } from './plot-overlay';
import type { PointLinks } from './point-links';
import { toSeriesView } from './series-view';
import { useWidth } from './use-width';

/** Recharts is two thirds of a page's script: it loads after the page, into a place that already has its size. */
const RechartsPlot = dynamic(() => import('./recharts-plot').then((module) => module.RechartsPlot), { ssr: false });

/** One chart: regions behind, marks, markers and the pointer's overlay in front, all on the same geometry. */
export function TimeChart({ model, hidden, span, zone, height, onZoom, onZoomOut, pointLinks }: {
  readonly model: ChartModel;
  readonly hidden: ReadonlySet<string>;
  readonly span: TimeSpan;
  readonly zone: string;
  readonly height: number;
  readonly onZoom?: ((from: number, to: number) => void) | undefined;
  readonly onZoomOut?: (() => void) | undefined;
  readonly pointLinks?: PointLinks | undefined;
}) {
  const [box, width] = useWidth<HTMLDivElement>();
  const turn = useRef<HTMLDivElement>(null);
  const mounted = useMountTurn(turn);
  const pixels = plotWidth(width);
  const view = useMemo(() => toSeriesView(model, hidden, pixels), [model, hidden, pixels]);
  const shared = { model, span, width, height };
  return (
    <div ref={box} className="relative" style={{ height }}>
      <div ref={turn} className="absolute inset-0" />
      {mounted && width > 0 ? (
        <>
          <RegionsLayer {...shared} />
          <div className="pointer-events-none absolute inset-0" aria-hidden><RechartsPlot {...shared} view={view} zone={zone} /></div>
          <MarkersLayer {...shared} view={view} />
          <PlotOverlay {...shared} hidden={hidden} zone={zone} onZoom={onZoom} onZoomOut={onZoomOut} pointLinks={pointLinks} />
        </>
      ) : null}
    </div>
  );
}
