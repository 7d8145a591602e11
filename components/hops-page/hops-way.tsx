'use client';

import Link from 'next/link';
import { useViewState } from '@/lib/client/use-view-state';
import type { HopStatus } from '@/lib/domain/hops';
import { defaultHopsView, hopsLink } from '@/lib/url/hops-url';

/** The way to the page that says which hop answered and which caused it, over the same range. `status` null: the worst one. */
export function HopsWay({ status }: { readonly status: HopStatus | null }) {
  const { state } = useViewState();
  const href = hopsLink(state, { ...defaultHopsView, status });
  if (status === null) return <Link className="link text-xs" href={href}>Who answered, who caused it</Link>;
  return <Link className="link px-1 text-xs whitespace-nowrap" href={href} title={`Who answered ${status}, who caused it`}>Hops of {status}</Link>;
}
