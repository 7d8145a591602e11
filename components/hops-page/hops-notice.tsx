'use client';

import Link from 'next/link';
import { useViewState } from '@/lib/client/use-view-state';
import type { HopsPick } from '@/lib/present/hops-pick';
import { hopsLink } from '@/lib/url/hops-url';
import { useHopsView } from './use-hops-view';

/** What was asked for and is not here, and where it is. Nothing where all is as asked. */
export function HopsNotice({ pick }: { readonly pick: Pick<HopsPick, 'ignored' | 'elsewhere' | 'status'> | null }) {
  const { state } = useViewState();
  const { view } = useHopsView();
  if (pick === null || (pick.ignored.length === 0 && pick.elsewhere === null)) return null;
  const { ignored, elsewhere, status } = pick;
  return (
    <div role="status" data-testid="hops-notice" className="mb-3 rounded-md bg-warn-soft px-3 py-1.5 text-[13px] text-warn">
      {ignored.map((line) => <p key={line}><bdi>{line}</bdi></p>)}
      {elsewhere === null ? null : <p><bdi>{elsewhere.text}</bdi>. <Link className="link" href={hopsLink({ ...state, proxy: elsewhere.proxy }, { ...view, status })}>Show it</Link></p>}
    </div>
  );
}
