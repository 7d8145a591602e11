'use client';

import { ArrowUpRight, Columns2, ListTree } from 'lucide-react';
import Link from 'next/link';
import type { TraceAnswer } from '@/lib/domain/requests';
import { openableLinks } from '@/lib/present/trace-links';
import { CopyTrace } from './copy-trace';
import type { TraceOrigin } from './trace-origin';

/** Pages of Weir that go on from a trace; null: there is nothing to go on to. */
export interface TraceLinks {
  readonly similar: string | null;
  /** Side by side with a good one. */
  readonly compare: string | null;
  /** The trace's own page, where this is not it. */
  readonly page: string | null;
}

/** What to do with a trace: open it where it came from, see its like, take it along. */
export function TraceActions({ answer, origin, links }: { readonly answer: TraceAnswer; readonly origin: TraceOrigin | null; readonly links: TraceLinks }) {
  return (
    <>
      {openableLinks(answer).map(({ label, url, focused }) => (
        <a key={url} className="pill h-7" href={url} target="_blank" rel="noreferrer noopener" title={focused ? 'Opens with the deciding span in focus' : undefined}>Open in {label}<ArrowUpRight size={13} aria-hidden className="text-ink-3" /></a>
      ))}
      {links.page === null ? null : <Link className="pill h-7" href={links.page}>Page of this trace</Link>}
      {links.compare === null ? null : <Link className="pill h-7" href={links.compare} prefetch={false}><Columns2 size={13} aria-hidden className="text-ink-3" />Compare with a good one</Link>}
      {links.similar === null ? null : <Link className="pill h-7" href={links.similar}><ListTree size={13} aria-hidden className="text-ink-3" />Traces like this one</Link>}
      <CopyTrace answer={answer} origin={origin} />
    </>
  );
}
