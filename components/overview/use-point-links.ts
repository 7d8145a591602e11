'use client';

import { useMemo } from 'react';
import { useViewState } from '@/lib/client/use-view-state';
import { formatCount, formatRate } from '@/lib/present/format';
import { zoneName } from '@/lib/present/zones';
import { tracesLink } from '@/lib/url/links';
import type { PointLinks } from '../charts/point-links';

/** Traces of a moment lie around it: clocks differ a little, and a step is short. */
const AROUND = 15_000;

export interface PagePointLinks {
  /** For charts whose series are zones. */
  readonly byZone: PointLinks;
  /** For charts whose series are status codes. */
  readonly byStatus: PointLinks;
  /** For the 404 ledger: its classes are told apart by the traces themselves. */
  readonly notFound: PointLinks;
}

/** From a point of a chart to the traces behind it, in the environment and fleet of the view. */
export function usePointLinks(proxy?: string | null): PagePointLinks {
  const { state } = useViewState();
  const fleet = proxy === undefined ? state.proxy : proxy;
  return useMemo(() => {
    const base = (point: { readonly at: number; readonly from: number }) => ({ env: state.env, tz: state.tz, from: point.from - AROUND, to: point.at + AROUND, proxy: fleet });
    return {
      byZone: (point) => [
        ...point.series.map((one) => ({ label: `Traces of ${zoneName(one.key)} (${formatRate(one.value)})`, href: tracesLink({ ...base(point), zone: one.key || null }) })),
        { label: 'Traces of all zones', href: tracesLink(base(point)) },
      ],
      byStatus: (point) => point.series.filter(({ key }) => /^[1-5]\d\d$/.test(key)).map((one) => ({ label: `Traces with ${one.key} (${formatCount(one.value)})`, href: tracesLink({ ...base(point), proxy: null, status: Number(one.key) }) })),
      notFound: (point) => (point.series.length === 0 ? [] : [{ label: `Traces with 404 (${formatCount(point.series.reduce((sum, { value }) => sum + value, 0))})`, href: tracesLink({ ...base(point), proxy: null, status: 404 }) }]),
    };
  }, [state, fleet]);
}
