'use client';

import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { tracesQuery } from '@/lib/client/queries';
import { useAnswer } from '@/lib/client/use-answer';
import { useViewState } from '@/lib/client/use-view-state';
import { filterText } from '@/lib/present/traces-list';
import { pageLink, parseTracesUrl } from '@/lib/url/links';
import { FailedPage } from '../ui/failed-page';
import { PageHead } from '../ui/page-head';
import { StatusFilter } from './status-filter';
import { TraceIdBox } from './trace-id-box';
import { TracesReport } from './traces-report';

/** Traces behind a finding or a point of a chart: by answering hop and mechanism, then one by one. */
export function TracesView() {
  const search = useSearchParams();
  const { state } = useViewState();
  const request = useMemo(() => parseTracesUrl(Object.fromEntries(search)), [search]);
  const question = useAnswer(tracesQuery(request));
  const filter = filterText(request);
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        <PageHead title={request.finding === null ? 'Traces' : 'Traces behind a finding'}>
          {filter === '' ? 'By the hop that answered, with the verdict on each.' : <span>Only with <bdi>{filter}</bdi>. <Link className="link" href={pageLink('/traces', { ...state, proxy: null })}>Without the filter</Link></span>}
        </PageHead>
        <div className="mb-3"><TraceIdBox /></div>
      </div>
      {request.finding === null ? <StatusFilter request={request} /> : null}
      {question.data ? <TracesReport answer={question.data} request={request} stale={question.isPlaceholderData} />
        : question.error ? <FailedPage error={question.error} onRetry={() => { void question.refetch(); }} /> : <TracesLoading />}
    </>
  );
}

function TracesLoading() {
  return (
    <div role="status" aria-busy>
      <span className="sr-only">Looking for traces</span>
      {[120, 320].map((height) => <div key={height} className="panel mb-3 animate-pulse" style={{ height }} />)}
    </div>
  );
}
