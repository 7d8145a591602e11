'use client';

import { useEffect, useRef } from 'react';
import { followCrosshair } from './crosshair';
import { type TimeSpan, xOf } from './geometry';

/** The shared crosshair where there is no chart to take the pointer. */
export function StripCrosshair({ span, width, height }: { readonly span: TimeSpan; readonly width: number; readonly height: number }) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => followCrosshair(({ at }) => {
    const element = line.current;
    if (!element) return;
    const inside = at !== null && at >= span.from && at <= span.to;
    element.style.opacity = inside ? '1' : '0';
    if (inside) element.style.transform = `translateX(${xOf(at, span, width)}px)`;
  }), [span, width]);
  return <div ref={line} aria-hidden className="pointer-events-none absolute left-0 top-0 w-px opacity-0" style={{ height, background: 'var(--cross)' }} />;
}
