'use client';

import { useMemo } from 'react';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import type { HopDetail } from '@/lib/domain/hops';
import { formatRange } from '@/lib/present/format';
import type { HopsPick } from '@/lib/present/hops-pick';
import { tracesLink } from '@/lib/url/links';
import type { PointLinks } from '../charts/point-links';

/** From a bar to the traces of its stretch: those of the shown status first, then all of the fleet. */
export function useStretchLinks(edges: HopDetail['edges'], pick: HopsPick | null): PointLinks {
  const { state } = useViewState();
  const zone = useTimeZone();
  return useMemo(() => (point) => {
    const end = edges.findIndex((edge) => edge >= point.at);
    const [from, to] = [edges[end - 1] ?? point.from, edges[end] ?? point.at];
    const base = { env: state.env, tz: state.tz, from, to, proxy: pick?.proxy ?? null };
    return [
      ...(pick ? [{ label: `Traces with ${pick.status}, ${formatRange(from, to, zone)}`, href: tracesLink({ ...base, status: pick.status }) }] : []),
      { label: 'All traces of this stretch', href: tracesLink({ ...base, proxy: null }) },
    ];
  }, [edges, pick, state, zone]);
}
