'use client';

import type { ReactNode } from 'react';
import type { Answer } from '@/lib/domain/answer';
import { toUrlRange, zoomOut } from '@/lib/client/shown-range';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import type { ChartModel } from '@/lib/present/chart-model';
import type { Panel } from '@/lib/present/panel';
import { ChartFrame } from './chart-frame';
import { type AnswerState, frameState } from './frame-state';
import { useHiddenSeries } from './hidden-series';
import { Legend } from './legend';
import type { PointLinks } from './point-links';
import { TableTwin, chartTable } from './table-twin';
import { TimeChart } from './time-chart';

export interface ChartPanelProps {
  /** Shown until the model brings its own. */
  readonly title: string;
  /** The question's result (`useAnswer`). */
  readonly answer: AnswerState & { readonly refetch?: () => unknown };
  /** What to draw; null while there is no answer. */
  readonly panel: Panel<ChartModel> | null;
  /** Signals behind the chart: they choose the queries and failures that are shown. Empty: all. */
  readonly signals?: readonly string[];
  readonly height?: number;
  readonly tools?: ReactNode;
  readonly pointLinks?: PointLinks;
}

/** The queries of an answer that belong to these signals. */
export function queriesOf(answer: Answer<unknown> | undefined, signals: readonly string[]) {
  return (answer?.queries ?? []).filter(({ purpose }) => signals.length === 0 || signals.some((signal) => purpose === signal || purpose.startsWith(`${signal} `)));
}

/** A chart in its frame, wired to the URL: drag and double click change the range, the legend what is hidden. */
export function ChartPanel({ title, answer, panel, signals = [], height = 190, tools, pointLinks }: ChartPanelProps) {
  const zone = useTimeZone();
  const state = frameState(answer, panel, signals);
  const range = answer.data?.range;
  return (
    <ChartFrame
      title={state.kind === 'ready' ? state.model.title : title} note={state.kind === 'ready' ? state.model.note : undefined}
      state={state} height={height} zone={zone} queries={queriesOf(answer.data, signals)} tools={tools}
      onRetry={answer.refetch ? () => { void answer.refetch?.(); } : undefined}
      table={(model) => <TableTwin title={model.title} unit={model.unit} table={chartTable(model, zone)} />}
    >
      {(model) => <ChartBody model={model} span={range ?? { from: model.at[0] ?? 0, to: model.at.at(-1) ?? 1 }} zone={zone} height={height} pointLinks={pointLinks} />}
    </ChartFrame>
  );
}

function ChartBody({ model, span, zone, height, pointLinks }: { readonly model: ChartModel; readonly span: { readonly from: number; readonly to: number }; readonly zone: string; readonly height: number; readonly pointLinks: PointLinks | undefined }) {
  const { change } = useViewState();
  const { hidden, click } = useHiddenSeries(model.id, model.series.map(({ key }) => key).join('\n'));
  return (
    <>
      <Legend model={model} hidden={hidden} onClick={click} />
      <TimeChart
        model={model} hidden={hidden} span={span} zone={zone} height={height} pointLinks={pointLinks}
        onZoom={(from, to) => change(toUrlRange({ from, to }))} onZoomOut={() => change(toUrlRange(zoomOut(span, Date.now())))}
      />
    </>
  );
}
