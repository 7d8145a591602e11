'use client';

import { Area, CartesianGrid, ComposedChart, Line, XAxis, YAxis } from 'recharts';
import { type ChartModel, isCounted } from '@/lib/present/chart-model';
import { cssVar } from '@/lib/present/colors';
import { formatTick, formatTimeTick } from '@/lib/present/format';
import { BOTTOM, LEFT, RIGHT, TOP, type TimeSpan, plotWidth, ticksWithin, timeTicks, valueTicks } from './geometry';
import { type DrawnSeries, type SeriesView, isStacked } from './series-view';

const axisText = { fontSize: 11, fill: 'var(--ink-3)' };

/** A chart model as Recharts marks: straight lines, visible gaps, no dots, no animation. It decides nothing; pointer and labels are the overlay's. */
export function RechartsPlot({ model, view, span, zone, width, height }: {
  readonly model: ChartModel;
  readonly view: SeriesView;
  readonly span: TimeSpan;
  readonly zone: string;
  readonly width: number;
  readonly height: number;
}) {
  const values = valueTicks(view.highest, model.yMax, isCounted(model.unit));
  const label = (at: number) => formatTimeTick(at, span.to - span.from, zone);
  const times = ticksWithin(timeTicks(span, zone, Math.max(2, plotWidth(width) / 95)), span, width, label);
  return (
    <ComposedChart width={width} height={height} data={[...view.rows]} margin={{ top: TOP, right: RIGHT, bottom: 0, left: 0 }} accessibilityLayer={false}>
      <CartesianGrid vertical={false} stroke="var(--grid)" />
      <XAxis
        dataKey="at" type="number" scale="linear" domain={[span.from, span.to]} allowDataOverflow ticks={times} interval={0} height={BOTTOM}
        tickFormatter={label} tick={axisText} tickLine={false} axisLine={{ stroke: 'var(--line)' }}
      />
      <YAxis
        type="number" width={LEFT} domain={[0, values.top]} ticks={[...values.ticks]} interval={0} allowDataOverflow
        tickFormatter={(value: number) => formatTick(value, model.unit)} tick={axisText} tickLine={false} axisLine={false}
      />
      {view.drawn.map((one) => marks(model, one))}
    </ComposedChart>
  );
}

const curves = { 'stacked-area': 'linear', line: 'linear', 'stacked-bar': 'stepBefore', step: 'stepAfter' } as const;

function marks(model: ChartModel, { dataKey, series }: DrawnSeries) {
  const color = cssVar(series.colorVar);
  const shared = { dataKey, type: curves[model.kind], isAnimationActive: false, connectNulls: false, dot: false, activeDot: false } as const;
  if (!isStacked(model)) {
    return <Line key={dataKey} {...shared} stroke={color} strokeWidth={series.dashed ? 1.25 : 1.75} {...(series.dashed ? { strokeDasharray: '4 4', strokeOpacity: 0.85 } : {})} />;
  }
  const bars = model.kind === 'stacked-bar';
  return <Area key={dataKey} {...shared} stackId="all" fill={color} fillOpacity={bars ? 1 : 0.8} stroke={bars ? 'none' : 'var(--surface)'} strokeWidth={1} />;
}
