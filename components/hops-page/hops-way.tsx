'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { useViewState } from '@/lib/client/use-view-state';
import type { HopStatus } from '@/lib/domain/hops';
import { defaultHopsView, hopsLink } from '@/lib/url/hops-url';

/** The way to the page that says which hop answered and which caused it, over the same range. `status` null: the worst one. `everyFleet`: the fleet with most of it. */
export function HopsWay({ status, everyFleet = false, children }: { readonly status: HopStatus | null; readonly everyFleet?: boolean; readonly children?: ReactNode }) {
  const { state } = useViewState();
  const href = hopsLink(everyFleet ? { ...state, proxy: null } : state, { ...defaultHopsView, status });
  if (status === null) return <Link className="link text-xs" href={href}>Who answered, who caused it</Link>;
  if (children !== undefined) return <Link className="link text-xs" href={href}>{children}</Link>;
  return <Link className="link px-1 text-xs whitespace-nowrap" href={href} title={`Who answered ${status}, who caused it`}>Hops of {status}</Link>;
}
