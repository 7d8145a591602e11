'use client';

import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { draggedRange } from '@/lib/client/shown-range';
import type { ChartModel } from '@/lib/present/chart-model';
import { formatDateTime } from '@/lib/present/format';
import { moveCrosshair } from './crosshair';
import { CrosshairLine } from './crosshair-line';
import { BOTTOM, LEFT, TOP, type TimeSpan, indexUnder, plotWidth, timeAt, xOf } from './geometry';
import { PointMenu } from './point-menu';
import type { PointLinks } from './point-links';

interface OverlayProps {
  readonly model: ChartModel;
  readonly hidden: ReadonlySet<string>;
  readonly span: TimeSpan;
  readonly zone: string;
  readonly width: number;
  readonly height: number;
  readonly onZoom?: ((from: number, to: number) => void) | undefined;
  readonly onZoomOut?: (() => void) | undefined;
  readonly pointLinks?: PointLinks | undefined;
}

/** Fewer pixels than this between press and release are a click, not a drag. */
const DRAG_FROM = 5;

/**
 * Takes the pointer and the keyboard for a chart: crosshair, drag to zoom, double click to zoom out, click for the traces of
 * a point. Recharts itself gets no events: its own hover costs ten times as much.
 */
export function PlotOverlay(props: OverlayProps) {
  const { model, span, zone, width, height, onZoom, onZoomOut, pointLinks } = props;
  const [drag, setDrag] = useState<{ readonly start: number; readonly x: number } | null>(null);
  const [picked, setPicked] = useState<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  // The chart must not leave its crosshair behind when it goes away.
  useEffect(() => () => moveCrosshair({ at: null, owner: null }), []);

  const xAt = (event: { readonly clientX: number }) => event.clientX - (box.current?.getBoundingClientRect().left ?? 0);
  const snapped = (x: number) => indexUnder(model, timeAt(x, span, width));
  const hover = (index: number) => { if (index >= 0) moveCrosshair({ at: model.at[index]!, owner: model.id }); };
  const pick = (index: number) => { if (index >= 0) setPicked(index); };

  const onDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    setDrag({ start: xAt(event), x: xAt(event) });
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onMove = (event: PointerEvent) => {
    hover(snapped(xAt(event)));
    if (drag) setDrag({ ...drag, x: xAt(event) });
  };
  const dragged = useRef(false);
  const onUp = (event: PointerEvent) => {
    const x = xAt(event);
    dragged.current = drag !== null && Math.abs(x - drag.start) >= DRAG_FROM;
    if (drag && dragged.current) {
      const next = draggedRange(timeAt(drag.start, span, width), timeAt(x, span, width));
      onZoom?.(next.from, next.to);
    }
    setDrag(null);
  };
  // On click, not on release: on a touch screen the click of the same tap would otherwise fall into the menu that just opened.
  const onClick = (event: MouseEvent) => {
    if (!dragged.current) pick(snapped(xAt(event)));
    dragged.current = false;
  };
  const cursor = useRef(-1);
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      cursor.current = Math.min(model.at.length - 1, Math.max(0, cursor.current < 0 ? model.at.length - 1 : cursor.current + by));
      hover(cursor.current);
    } else if (event.key === 'Enter' && cursor.current >= 0) pick(cursor.current);
    else if (event.key === 'Escape') moveCrosshair({ at: null, owner: null });
  };
  const dragging = drag && Math.abs(drag.x - drag.start) >= DRAG_FROM ? drag : null;
  return (
    <div
      ref={box} tabIndex={0} role="group" aria-roledescription="chart" data-testid="plot"
      aria-label={`${model.title}, ${formatDateTime(span.from, zone)} to ${formatDateTime(span.to, zone)}. Arrow keys move the crosshair, Enter opens the traces of a moment; the table holds all values.`}
      className="absolute inset-0 cursor-crosshair touch-pan-y select-none"
      onPointerDown={onDown} onPointerMove={onMove} onPointerUp={onUp} onClick={onClick} onPointerCancel={() => setDrag(null)}
      onPointerLeave={() => moveCrosshair({ at: null, owner: null })} onKeyDown={onKey} onBlur={() => moveCrosshair({ at: null, owner: null })}
      onDoubleClick={() => { setPicked(null); onZoomOut?.(); }}
    >
      {dragging ? <DragBox from={dragging.start} to={dragging.x} width={width} height={height} /> : null}
      <CrosshairLine {...props} />
      {picked !== null && model.at[picked] !== undefined
        ? <PointMenu model={model} hidden={props.hidden} index={picked} x={xOf(model.at[picked], span, width)} zone={zone} pointLinks={pointLinks} onClose={() => setPicked(null)} />
        : null}
    </div>
  );
}

function DragBox({ from, to, width, height }: { readonly from: number; readonly to: number; readonly width: number; readonly height: number }) {
  const inside = (x: number) => Math.min(LEFT + plotWidth(width), Math.max(LEFT, x));
  const [left, right] = [inside(Math.min(from, to)), inside(Math.max(from, to))];
  return <div className="absolute border-x border-accent bg-accent/15" style={{ left, width: right - left, top: TOP, height: height - TOP - BOTTOM }} />;
}
