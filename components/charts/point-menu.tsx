'use client';

import Link from 'next/link';
import { useEffect, useRef } from 'react';
import type { ChartModel } from '@/lib/present/chart-model';
import { formatDateTime, formatValue } from '@/lib/present/format';
import type { PointLinks } from './point-links';
import { isStacked } from './series-view';

/** What a click on a point offers: its values, and the traces behind them. */
export function PointMenu({ model, hidden, index, x, zone, pointLinks, onClose }: {
  readonly model: ChartModel;
  readonly hidden: ReadonlySet<string>;
  readonly index: number;
  readonly x: number;
  readonly zone: string;
  readonly pointLinks: PointLinks | undefined;
  readonly onClose: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  // Outside system: the document. A press elsewhere or Escape closes the menu.
  useEffect(() => {
    const onPress = (event: PointerEvent) => { if (!box.current?.contains(event.target as Node)) onClose(); };
    const onKey = (event: globalThis.KeyboardEvent) => { if (event.key === 'Escape') onClose(); };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey);
    box.current?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true });
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey);
    };
  }, [onClose]);
  const at = model.at[index]!;
  const from = model.at[index - 1] ?? at;
  const series = model.series.filter((one) => !hidden.has(one.key)).flatMap((one) => {
    const value = one.values[index] ?? null;
    return value === null ? [] : [{ key: one.key, label: one.label, value }];
  });
  const links = pointLinks?.({ at, from, series: isStacked(model) ? series.filter(({ value }) => value > 0) : series }) ?? [];
  return (
    <div
      ref={box} role="dialog" aria-label={`Moment ${formatDateTime(at, zone)}`}
      className="absolute top-6 z-20 w-64 max-w-full cursor-default rounded-lg border border-line bg-raised p-2 text-xs shadow-pop"
      style={{ left: `clamp(4px, ${x + 8}px, calc(100% - 262px))` }}
      onPointerDown={(event) => event.stopPropagation()} onPointerUp={(event) => event.stopPropagation()} onClick={(event) => event.stopPropagation()} onDoubleClick={(event) => event.stopPropagation()} onKeyDown={(event) => { if (event.key !== 'Escape') event.stopPropagation(); }}
    >
      <p className="px-1.5 pb-1 text-ink-3">{formatDateTime(at, zone)}</p>
      {series.length === 0 ? <p className="px-1.5 pb-1 text-ink-2">No data at this moment.</p> : null}
      {links.length > 0
        ? links.map((link) => <Link key={link.href} href={link.href} className="block truncate rounded-md px-1.5 py-1 text-accent hover:bg-hover">{link.label}</Link>)
        : series.map((one) => <p key={one.key} className="flex justify-between gap-3 px-1.5"><span className="truncate">{one.label}</span><b className="font-medium">{formatValue(one.value, model.unit)}</b></p>)}
    </div>
  );
}
