'use client';

import Link from 'next/link';
import { useViewState } from '@/lib/client/use-view-state';
import { traceLink } from '@/lib/url/links';

const EXAMPLES = 3;

/** Links to a few traces, by the front of their ids. */
export function ExampleTraces({ traceIds, most = EXAMPLES }: { readonly traceIds: readonly string[]; readonly most?: number }) {
  const { state } = useViewState();
  if (traceIds.length === 0) return <span className="text-ink-3">none</span>;
  return traceIds.slice(0, most).map((traceId) => (
    <Link key={traceId} className="link mr-2 font-mono" aria-label={`Example trace ${traceId.slice(0, 6)}`} href={traceLink({ env: state.env, traceId, at: null, view: state })}>{traceId.slice(0, 6)}</Link>
  ));
}
