'use client';

import { useEffect, useMemo, useRef } from 'react';
import type { ChartModel } from '@/lib/present/chart-model';
import { cssVar } from '@/lib/present/colors';
import { formatDateTime, formatValue } from '@/lib/present/format';
import { followCrosshair } from './crosshair';
import { BOTTOM, TOP, type TimeSpan, indexUnder, xOf } from './geometry';
import { isStacked } from './series-view';

/** Most rows of a tooltip; the table has the rest. */
const MOST = 12;

/**
 * The crosshair of one chart and, where the pointer is, its tooltip. Both follow the shared crosshair by DOM writes: text goes
 * in as text nodes, never as markup.
 */
export function CrosshairLine({ model, hidden, span, zone, width, height }: {
  readonly model: ChartModel;
  readonly hidden: ReadonlySet<string>;
  readonly span: TimeSpan;
  readonly zone: string;
  readonly width: number;
  readonly height: number;
}) {
  const line = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => model.series.filter((one) => !hidden.has(one.key)).slice(0, MOST), [model, hidden]);
  const stacked = isStacked(model) && shown.length > 1;

  useEffect(() => followCrosshair(({ at, owner }) => {
    const [lineElement, tipElement] = [line.current, tip.current];
    if (!lineElement || !tipElement) return;
    const index = at === null || at < span.from || at > span.to ? -1 : indexUnder(model, at);
    const moment = model.at[index];
    if (moment === undefined) {
      lineElement.style.opacity = '0';
      tipElement.style.opacity = '0';
      return;
    }
    const x = xOf(moment, span, width);
    lineElement.style.opacity = '1';
    lineElement.style.transform = `translateX(${x}px)`;
    tipElement.style.opacity = owner === model.id ? '1' : '0';
    if (owner !== model.id) return;
    write(tipElement, 'time', formatDateTime(moment, zone));
    let total = 0;
    shown.forEach((series, i) => {
      const value = series.values[index] ?? null;
      total += value ?? 0;
      write(tipElement, `v${i}`, value === null ? 'no data' : formatValue(value, model.unit));
    });
    if (stacked) write(tipElement, 'total', formatValue(total, model.unit));
    const region = (model.regions ?? []).filter(({ from, to }) => from <= moment && moment <= to).map(({ label }) => label);
    const marker = (model.markers ?? []).filter((one) => Math.abs(xOf(one.at, span, width) - x) < 6).map(({ label }) => label);
    write(tipElement, 'regions', [...marker, ...region].join(' · '));
    const side = x > width / 2 ? x - tipElement.offsetWidth - 12 : x + 12;
    tipElement.style.transform = `translate(${Math.max(0, side)}px, ${TOP}px)`;
  }), [model, shown, stacked, span, zone, width]);

  return (
    <>
      <div ref={line} aria-hidden className="pointer-events-none absolute left-0 w-px opacity-0" style={{ top: TOP, height: height - TOP - BOTTOM, background: 'var(--cross)' }} />
      <div ref={tip} role="status" className="pointer-events-none absolute left-0 top-0 z-10 max-w-72 rounded-md border border-line bg-raised px-2.5 py-1.5 text-xs opacity-0 shadow-pop">
        <div data-slot="time" className="mb-0.5 whitespace-nowrap text-ink-3" />
        {shown.map((series, i) => (
          <div key={series.key} className="flex items-center gap-1.5">
            <span aria-hidden className="size-2 shrink-0 rounded-[2px]" style={{ background: cssVar(series.colorVar) }} />
            <span className="min-w-0 truncate text-ink-2">{series.label}</span><span data-slot={`v${i}`} className="ml-auto whitespace-nowrap pl-3 font-medium" />
          </div>
        ))}
        {stacked ? <div className="mt-0.5 flex border-t border-line pt-0.5"><span className="text-ink-2">total</span><span data-slot="total" className="ml-auto pl-3 font-medium" /></div> : null}
        <div data-slot="regions" className="text-ink-3 empty:hidden" />
      </div>
    </>
  );
}

function write(root: HTMLElement, slot: string, text: string): void {
  const element = root.querySelector(`[data-slot="${slot}"]`);
  if (element && element.textContent !== text) element.textContent = text;
}
