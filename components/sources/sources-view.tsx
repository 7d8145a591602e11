'use client';

import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleSlash } from 'lucide-react';
import type { SourceStatus } from '@/lib/domain/capability';
import { capabilitiesQuery } from '@/lib/client/queries';
import { useEnvironment } from '@/lib/client/use-answer';
import { useViewState } from '@/lib/client/use-view-state';
import { capabilitiesHeadline } from '@/lib/present/capabilities';
import { visibleText } from '@/lib/present/hostile-text';
import { FailedPage } from '../ui/failed-page';
import { PageHead } from '../ui/page-head';
import { CapabilityTable } from './capability-table';

/** What this environment can see, and what would switch the rest on. */
export function SourcesView() {
  const { state } = useViewState();
  const environment = useEnvironment();
  const answer = useQuery(capabilitiesQuery(state.env));
  if (answer.error && !answer.data) return <FailedPage error={answer.error} onRetry={() => { void answer.refetch(); }} />;
  const data = answer.data?.data;
  const failed = data?.sources.filter(({ state: now }) => now === 'failed').length ?? 0;
  return (
    <>
      <PageHead title={!data ? 'Sources' : failed > 0 ? `${failed === 1 ? 'One source does' : `${failed} sources do`} not answer` : capabilitiesHeadline(data.capabilities)}>
        {environment ? <span>{environment.kind === 'recording' ? 'Recording' : 'Live'} <b className="font-medium text-ink">{visibleText(environment.name)}</b>: {visibleText(environment.note)}</span> : null}
        <button type="button" className="pill h-[26px]" disabled={answer.isFetching} onClick={() => { void answer.refetch(); }}>{answer.isFetching ? 'Asking…' : 'Ask again'}</button>
      </PageHead>
      {environment?.kind === 'recording' ? <p className="mb-3 text-ink-2">A recording is frozen: it shows what its sources held when it was made, and nothing can be added to it.</p> : null}
      <section aria-label="Sources" className="mb-4 grid grid-cols-[repeat(auto-fill,minmax(min(320px,100%),1fr))] gap-3">
        {data ? data.sources.map((source) => <SourceCard key={source.source} source={source} />) : [0, 1].map((i) => <div key={i} className="panel h-20 animate-pulse bg-sunken" />)}
      </section>
      {data ? <CapabilityTable capabilities={data.capabilities} frozen={environment?.kind === 'recording'} /> : <div className="panel h-96 animate-pulse bg-sunken" role="status"><span className="sr-only">Loading</span></div>}
    </>
  );
}

const looks = {
  ok: { icon: CircleCheck, tone: 'text-good', word: 'answers' },
  failed: { icon: CircleAlert, tone: 'text-bad', word: 'does not answer' },
  'not-configured': { icon: CircleSlash, tone: 'text-ink-3', word: 'not configured' },
} as const;

const sourceTitles: Readonly<Record<SourceStatus['source'], string>> = { metrics: 'Metrics', traces: 'Traces', annotations: 'Annotations' };

function SourceCard({ source }: { readonly source: SourceStatus }) {
  const { icon: Icon, tone, word } = looks[source.state];
  return (
    <article className="panel px-3.5 py-3" data-testid="source" data-state={source.state}>
      <p className="flex items-center gap-2 font-medium"><Icon size={16} aria-hidden className={tone} />{sourceTitles[source.source]}: {visibleText(source.type)} {word}</p>
      <p className="mt-1 text-ink-2">{source.version ? `Version ${visibleText(source.version)}. ` : ''}{visibleText(source.detail)}</p>
    </article>
  );
}
