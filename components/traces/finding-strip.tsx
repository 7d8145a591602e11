'use client';

import Link from 'next/link';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import type { Finding } from '@/lib/domain/findings';
import { describeFinding } from '@/lib/present/finding';
import { sortedFindings } from '@/lib/present/overview';
import { findingTracesLink } from '@/lib/url/links';
import { Tag } from './tag';

/** Findings of one question on its own page, each with the way to its traces. */
export function FindingStrip({ findings }: { readonly findings: readonly Finding[] }) {
  const zone = useTimeZone();
  const { state } = useViewState();
  if (findings.length === 0) return <p className="mb-3 text-ink-2">Checked: nothing found in this range.</p>;
  return (
    <ul className="panel mb-3 px-3.5 py-1">
      {sortedFindings(findings).map((finding) => {
        const view = describeFinding(finding, zone);
        return (
          <li key={finding.id} id={finding.id} className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1 border-t border-line py-2 first:border-t-0 target:bg-accent-soft">
            <Tag tone={view.tone}>{view.kindLabel}</Tag>
            <p className="min-w-0 flex-[1_1_320px]">{view.sentence.map((part, i) => (typeof part === 'string' ? <bdi key={i}>{part}</bdi> : <b key={i} className="font-semibold"><bdi>{part.strong}</bdi></b>))}</p>
            <span className="text-xs text-ink-3">{view.when}</span>
            <Link className="link" href={findingTracesLink(finding, state)}>Traces</Link>
          </li>
        );
      })}
    </ul>
  );
}
