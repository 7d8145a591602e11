'use client';

import { useState } from 'react';
import type { StripModel, StripSegment } from '@/lib/present/chart-model';
import { cssVar, toneColor } from '@/lib/present/colors';
import { formatDateTime, formatDuration } from '@/lib/present/format';
import { useTimeZone } from '@/lib/client/use-time-zone';
import type { Panel } from '@/lib/present/panel';
import { ChartFrame } from './chart-frame';
import { queriesOf } from './chart-panel';
import { type AnswerState, frameState } from './frame-state';
import { LEFT, type TimeSpan, plotWidth, xOf } from './geometry';
import { TableTwin } from './table-twin';
import { useWidth } from './use-width';
import { StripCrosshair } from './strip-crosshair';

const ROW = 34;
const BAR = 11;

/** Rows of states on the time axis and the margins of the charts around it. */
export function StateStrip({ model, span, zone }: { readonly model: StripModel; readonly span: TimeSpan; readonly zone: string }) {
  const [box, width] = useWidth<HTMLDivElement>();
  const height = model.rows.length * ROW + 4;
  return (
    <div ref={box} className="relative" style={{ height }}>
      {width > 0 ? (
        <svg width={width} height={height} role="img" aria-label={`${model.title}: ${model.rows.map(({ label }) => label).join('; ')}. The table holds every stretch.`}>
          {model.rows.map((row, i) => (
            <g key={row.key}>
              <foreignObject x={LEFT} y={i * ROW} width={plotWidth(width)} height={16}><div className="truncate text-2xs leading-4 text-ink-3" title={row.label}>{row.label}</div></foreignObject>
              {row.segments.map((segment, j) => <Segment key={j} segment={segment} y={i * ROW + 17} span={span} width={width} zone={zone} />)}
            </g>
          ))}
          {(model.markers ?? []).map((marker, i) => <path key={i} d={`M${xOf(marker.at, span, width) - 4},0h8l-4,6Z`} fill={cssVar(toneColor(marker.tone))} />)}
        </svg>
      ) : null}
      {width > 0 ? <StripCrosshair span={span} width={width} height={height} /> : null}
    </div>
  );
}

function Segment({ segment, y, span, width, zone }: { readonly segment: StripSegment; readonly y: number; readonly span: TimeSpan; readonly width: number; readonly zone: string }) {
  const [from, to] = [Math.max(segment.from, span.from), Math.min(segment.to, span.to)];
  if (to <= from) return null;
  const x = xOf(from, span, width);
  const long = xOf(to, span, width) - x;
  return (
    <rect x={x} y={y} width={Math.max(1.5, long - 1)} height={BAR} rx={2} fill={cssVar(segment.colorVar)}>
      <title>{`${segment.label}, ${formatDateTime(segment.from, zone)}, ${formatDuration(segment.to - segment.from)}`}</title>
    </rect>
  );
}

/** A state strip in its frame. */
export function StripPanel({ title, answer, panel, signals = [] }: { readonly title: string; readonly answer: AnswerState & { readonly refetch?: () => unknown }; readonly panel: Panel<StripModel> | null; readonly signals?: readonly string[] }) {
  const zone = useTimeZone();
  const [unfolded, setUnfolded] = useState(false);
  const state = frameState(answer, panel, signals);
  return (
    <ChartFrame
      title={state.kind === 'ready' ? state.model.title : title} note={state.kind === 'ready' ? state.model.note : undefined} state={state} zone={zone}
      height={state.kind === 'ready' ? state.model.rows.length * ROW + 4 : 2 * ROW} queries={queriesOf(answer.data, signals)}
      onRetry={answer.refetch ? () => { void answer.refetch?.(); } : undefined}
      legend={(model) => <StripLegend model={unfolded ? withFolded(model) : model} />}
      table={(model) => <TableTwin title={model.title} unit="state" table={stripTable(model, zone)} />}
    >
      {(model) => (
        <div className="pb-2">
          <StateStrip model={unfolded ? withFolded(model) : model} span={answer.data?.range ?? model} zone={zone} />
          {model.folded ? <button type="button" className="tool ml-2.5" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>{unfolded ? 'Hide services without hints' : `${model.folded.label}: show`}</button> : null}
        </div>
      )}
    </ChartFrame>
  );
}

/** What each colour of the strip means, in the order in which they first appear. */
function StripLegend({ model }: { readonly model: StripModel }) {
  const states = new Map(model.rows.flatMap((row) => row.segments.map(({ label, colorVar }) => [label, colorVar] as const)));
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-0.5 px-3 pb-1 text-xs text-ink-2">
      {[...states].map(([label, colorVar]) => <span key={label} className="inline-flex items-center gap-1.5"><span aria-hidden className="size-2.5 shrink-0 rounded-[2px]" style={{ background: cssVar(colorVar) }} />{label}</span>)}
    </p>
  );
}

function withFolded(model: StripModel): StripModel {
  return { ...model, rows: [...model.rows, ...(model.folded?.rows ?? [])] };
}

/** Every stretch of every row, the folded ones included. */
export function stripTable(model: StripModel, zone: string) {
  const segments = withFolded(model).rows.flatMap((row) => row.segments.map((segment) => ({ row, segment })));
  return {
    head: [`from (${zone})`, 'row', 'state', 'for'],
    rows: segments.map(({ row, segment }) => [formatDateTime(segment.from, zone), row.label, segment.label, formatDuration(segment.to - segment.from)]),
    raw: segments.map(({ row, segment }) => [new Date(segment.from).toISOString(), row.label, segment.label, (segment.to - segment.from) / 1000]),
  };
}
