'use client';

import Link from 'next/link';
import { useLive } from '@/lib/client/use-live';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import type { Finding } from '@/lib/domain/findings';
import { describeFinding } from '@/lib/present/finding';
import { clipText } from '@/lib/present/hostile-text';
import { findingLink } from '@/lib/url/links';
import { Sentence } from '../findings/sentence';
import { Tag } from './tag';

/** The finding whose traces are shown, with what speaks for and against it. */
export function FindingSummary({ finding }: { readonly finding: Finding }) {
  const zone = useTimeZone();
  const live = useLive();
  const { state } = useViewState();
  const view = describeFinding(finding, zone, live);
  return (
    <section className="panel mb-3 px-4 py-3" aria-label="Finding">
      <p className="flex flex-wrap items-center gap-2 text-xs"><Tag tone={view.tone}>{view.kindLabel}</Tag><span className="text-ink-3">{view.when}</span></p>
      <p className="mt-1.5 max-w-[90ch] text-base"><Sentence parts={view.sentence} /></p>
      <Lines title="Why" items={finding.evidence.map(({ text }) => text)} />
      <Lines title="Against" items={finding.against.map(({ text }) => text)} />
      <Lines title="What helps" items={finding.advice} />
      <p className="mt-2"><Link className="link" href={findingLink(finding, state)}>See it in the charts</Link></p>
    </section>
  );
}

function Lines({ title, items }: { readonly title: string; readonly items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <div className="mt-1.5 text-ink-2">
      <b className="font-medium text-ink">{title}</b>
      <ul className="list-disc pl-5">{items.map((item, i) => <li key={i}><bdi>{clipText(item, 400).text}</bdi></li>)}</ul>
    </div>
  );
}
