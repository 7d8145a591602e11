'use client';

import { useMemo } from 'react';
import { useViewState } from '@/lib/client/use-view-state';
import { formatCount, formatRate } from '@/lib/present/format';
import { zoneName } from '@/lib/present/zones';
import { tracesLink } from '@/lib/url/links';
import type { PointLink, PointLinks } from '../charts/point-links';

/** Traces of a moment lie around it: clocks differ a little, and a step is short. */
const AROUND = 15_000;

export interface PagePointLinks {
  /** For charts whose series are zones. */
  readonly byZone: PointLinks;
  /** For charts whose series are status codes. */
  readonly byStatus: PointLinks;
  /** For the 404 ledger: its classes are told apart by the traces themselves. */
  readonly notFound: PointLinks;
  /** For charts of what is no request: latency, pods, route tables. */
  readonly around: PointLinks;
}

/** From a point of a chart to the traces behind it, in the environment and fleet of the view. */
export function usePointLinks(proxy?: string | null): PagePointLinks {
  const { state } = useViewState();
  const fleet = proxy === undefined ? state.proxy : proxy;
  return useMemo(() => {
    const base = (point: { readonly at: number; readonly from: number }) => ({ env: state.env, tz: state.tz, from: point.from - AROUND, to: point.at + AROUND, proxy: fleet });
    const around: PointLinks = (point) => [{ label: 'Traces around this moment', href: tracesLink({ ...base(point), proxy: null }) }];
    const orAround = (links: readonly PointLink[], point: Parameters<PointLinks>[0]) => (links.length > 0 ? links : around(point));
    return {
      around,
      byZone: (point) => [
        ...point.series.map((one) => ({ label: `Traces of ${zoneName(one.key)} (${formatRate(one.value)})`, href: tracesLink({ ...base(point), zone: one.key || null }) })),
        { label: 'Traces of all zones', href: tracesLink(base(point)) },
      ],
      byStatus: (point) => orAround(point.series.filter(({ key }) => /^[1-5]\d\d$/.test(key)).map((one) => ({ label: `Traces with ${one.key} (${formatCount(one.value)})`, href: tracesLink({ ...base(point), proxy: null, status: Number(one.key) }) })), point),
      notFound: (point) => orAround(point.series.length === 0 ? [] : [{ label: `Traces with 404 (${formatCount(point.series.reduce((sum, { value }) => sum + value, 0))})`, href: tracesLink({ ...base(point), proxy: null, status: 404 }) }], point),
    };
  }, [state, fleet]);
}
