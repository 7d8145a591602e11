'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { SourceStatus } from '@/lib/domain/capability';
import { capabilitiesQuery } from '@/lib/client/queries';
import { useEnvironment } from '@/lib/client/use-answer';
import { useViewState } from '@/lib/client/use-view-state';
import { visibleText } from '@/lib/present/hostile-text';
import { pageLink } from '@/lib/url/links';

const words: Record<SourceStatus['state'], string> = { ok: 'answers', failed: 'does not answer', 'not-configured': 'not configured' };
const tones: Record<SourceStatus['state'], string> = { ok: 'bg-good', failed: 'bg-bad', 'not-configured': 'bg-line-strong' };

/** At the foot of the navigation: does each source answer? */
export function SourceLines() {
  const { state } = useViewState();
  const environment = useEnvironment();
  const { data } = useQuery({ ...capabilitiesQuery(state.env), refetchInterval: environment?.kind === 'live' ? 60_000 : false });
  if (!data) return <div className="mt-auto min-h-12" />;
  return (
    <Link href={pageLink('/sources', state)} className="mt-auto block rounded-md p-2 text-[11.5px] text-ink-3 hover:bg-hover">
      {data.data.sources.map((source) => (
        <span key={source.source} className="flex items-center gap-1.5">
          <span aria-hidden className={`size-1.5 rounded-full ${tones[source.state]}`} />
          <span className={source.state === 'failed' ? 'text-bad' : ''}>{source.source}: {visibleText(source.type)}{source.state === 'ok' ? <span className="sr-only"> {words.ok}</span> : ` ${words[source.state]}`}</span>
        </span>
      ))}
    </Link>
  );
}
