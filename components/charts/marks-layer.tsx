import { type ChartModel, isCounted } from '@/lib/present/chart-model';
import { cssVar, toneColor, toneSoftColor } from '@/lib/present/colors';
import { BOTTOM, LEFT, TOP, type TimeSpan, plotWidth, valueTicks, xOf } from './geometry';
import { isolatedIndices } from './reduce';
import { type SeriesView, isStacked } from './series-view';

interface LayerProps {
  readonly model: ChartModel;
  readonly span: TimeSpan;
  readonly width: number;
  readonly height: number;
}

/** A region or marker narrower than this would not be seen. */
const LEAST = 2;
/** Width of a character of a label, and the gap between two of them on one line. */
const CHARACTER = 5.8;
const LABEL_GAP = 8;

const clamp = (x: number, width: number) => Math.min(LEFT + plotWidth(width), Math.max(LEFT, x));

/** Behind the marks: stretches such as rollouts and concentrated regimes. Their names stand in the tooltip and, where there is room, in the plot. */
export function RegionsLayer({ model, span, width, height }: LayerProps) {
  const bottom = height - BOTTOM;
  return (
    <svg width={width} height={height} className="pointer-events-none absolute inset-0" aria-hidden>
      {(model.regions ?? []).filter((region) => region.to >= span.from && region.from <= span.to).map((region, i) => {
        const [x1, x2] = [clamp(xOf(region.from, span, width), width), clamp(xOf(region.to, span, width), width)];
        return (
          <g key={i}>
            <rect x={x1} y={TOP} width={Math.max(LEAST, x2 - x1)} height={bottom - TOP} fill={cssVar(toneSoftColor(region.tone))} fillOpacity={region.tone === 'rollout' ? 1 : 0.55} />
            {region.tone === 'rollout' ? <line x1={x1} x2={x1} y1={TOP} y2={bottom} stroke={cssVar(toneColor(region.tone))} /> : null}
          </g>
        );
      })}
    </svg>
  );
}

/** In front of the marks: flip markers, names of rollouts, and dots for values that stand alone between gaps. */
export function MarkersLayer({ model, view, span, width, height }: LayerProps & { readonly view: SeriesView }) {
  const bottom = height - BOTTOM;
  const { top } = valueTicks(view.highest, model.yMax, isCounted(model.unit));
  const y = (value: number) => bottom - (Math.min(value, top) / top) * (bottom - TOP);
  const stacked = isStacked(model);
  return (
    <svg width={width} height={height} className="pointer-events-none absolute inset-0" aria-hidden>
      {(model.markers ?? []).filter(({ at }) => at >= span.from && at <= span.to).map((marker, i) => {
        const x = xOf(marker.at, span, width);
        return (
          <g key={i} stroke={cssVar(toneColor(marker.tone))} fill={cssVar(toneColor(marker.tone))}>
            <line x1={x} x2={x} y1={TOP} y2={bottom} strokeDasharray="2 3" strokeOpacity={0.7} />
            <path d={`M${x - 4},${TOP - 4}h8l-4,6Z`} stroke="none" />
          </g>
        );
      })}
      {rolloutLabels(model, span, width).map(({ x, line, text, room }, i) => (
        <foreignObject key={i} x={x} y={TOP + 1 + line * 14} width={room} height={15}>
          <div className="truncate text-2xs leading-[14px] text-rollout-line">{text}</div>
        </foreignObject>
      ))}
      {stacked ? null : view.drawn.flatMap(({ column, series, dataKey }) => isolatedIndices(column).map((i) => (
        <circle key={`${dataKey}.${i}`} cx={xOf(view.at[i]!, span, width)} cy={y(column[i]!)} r={2} fill={cssVar(series.colorVar)} />
      )))}
    </svg>
  );
}

/** Names beside the starts of rollouts, on up to three lines; one that finds no room is in the tooltip only. */
export function rolloutLabels(model: Pick<ChartModel, 'regions'>, span: TimeSpan, width: number) {
  const ends: number[] = [];
  const right = LEFT + plotWidth(width);
  return (model.regions ?? []).filter((region) => region.tone === 'rollout' && region.to >= span.from && region.from <= span.to).flatMap((region) => {
    const room = Math.min(plotWidth(width), Math.ceil(region.label.length * CHARACTER) + 4);
    const x = Math.min(clamp(xOf(region.from, span, width), width) + 4, right - room);
    const line = [0, 1, 2].find((candidate) => (ends[candidate] ?? -Infinity) <= x);
    if (line === undefined) return [];
    ends[line] = x + room + LABEL_GAP;
    return [{ x, line, text: region.label, room }];
  });
}
