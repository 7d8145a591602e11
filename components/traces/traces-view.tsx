'use client';

import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { tracesQuery } from '@/lib/client/queries';
import { useAnswer } from '@/lib/client/use-answer';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import type { Answer } from '@/lib/domain/answer';
import type { TracesAnswer, TracesRequest } from '@/lib/domain/requests';
import { emptyReasons, filterText, stratumViews } from '@/lib/present/traces-list';
import { describeTrustNotes } from '@/lib/present/trust';
import { pageLink, parseTracesUrl } from '@/lib/url/links';
import { QueryList } from '../charts/query-list';
import { FailedQuestion } from './failed-question';
import { FindingSummary } from './finding-summary';
import { StatusFilter } from './status-filter';
import { StratumPanel } from './stratum-panel';
import { TraceIdBox } from './trace-id-box';

/** Traces behind a finding or a point of a chart: by answering hop and mechanism, then one by one. */
export function TracesView() {
  const search = useSearchParams();
  const { state } = useViewState();
  const request = useMemo(() => parseTracesUrl(Object.fromEntries(search)), [search]);
  const question = useAnswer(tracesQuery(request));
  const filter = filterText(request);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1>{request.finding === null ? 'Traces' : 'Traces behind a finding'}</h1>
          <p className="mt-0.5 text-ink-2">{filter === '' ? 'By the hop that answered, with the verdict on each.' : <>Only with <bdi>{filter}</bdi>. <Link className="link" href={pageLink('/traces', state)}>Without the filter</Link></>}</p>
        </div>
        <TraceIdBox />
      </div>
      {request.finding === null ? <StatusFilter request={request} /> : null}
      {question.data ? <TracesReport answer={question.data} request={request} stale={question.isPlaceholderData} />
        : question.isError ? <FailedQuestion error={question.error} what="Traces" onRetry={() => void question.refetch()} /> : <TracesLoading />}
    </>
  );
}

function TracesReport({ answer, request, stale }: { readonly answer: Answer<TracesAnswer>; readonly request: TracesRequest; readonly stale: boolean }) {
  const zone = useTimeZone();
  const { state } = useViewState();
  const { finding, strata } = answer.data;
  const views = useMemo(() => stratumViews(strata, zone), [strata, zone]);
  const found = strata.some((one) => one.lookedAt > 0);
  const notes = describeTrustNotes(answer.trust);
  const sampled = answer.trust.find((note) => note.code === 'sampled-traces')?.effect ?? null;
  return (
    <div className={stale ? 'opacity-55 transition-opacity' : 'transition-opacity'} aria-busy={stale}>
      {finding ? <FindingSummary finding={finding} /> : null}
      {request.finding !== null && !finding ? <FindingGone /> : null}
      {answer.failures.length > 0 && found ? <p role="status" className="mb-3 rounded-md bg-warn-soft px-2.5 py-1.5 text-xs text-warn">Partial: {emptyReasons(strata, answer.failures, null).join(' ')}</p> : null}
      {views.map((view) => <StratumPanel key={view.key} view={view} zone={zone} />)}
      {found || (request.finding !== null && !finding) ? null : <NoTraces reasons={emptyReasons(strata, answer.failures, sampled)} hasFilter={filterText(request) !== ''} />}
      {notes.length === 0 ? null : (
        <section className="panel mb-3 px-3.5 py-2.5" aria-label="Limits of these traces">
          <h2 className="mb-1 font-semibold">Can we trust this sample?</h2>
          <ul>{notes.map((note, i) => <li key={i} className="border-t border-line py-1.5 text-ink-2 first:border-t-0"><b className="font-medium text-warn">{note.title}</b> <bdi>{note.effect}</bdi> <bdi className="text-ink-3">{note.mend}</bdi></li>)}</ul>
        </section>
      )}
      {answer.queries.length === 0 ? null : (
        <details className="panel">
          <summary className="cursor-pointer px-3.5 py-2 text-xs text-ink-3">show the {answer.queries.length} {answer.queries.length === 1 ? 'query' : 'queries'} behind this</summary>
          <QueryList queries={answer.queries} zone={zone} />
        </details>
      )}
      <p className="mt-3 text-xs text-ink-3"><Link className="link" href={pageLink('/', state)}>Back to the overview of this range</Link></p>
    </div>
  );
}

function FindingGone() {
  const { state } = useViewState();
  return (
    <section className="panel mb-3 p-4" role="status">
      <h2 className="font-semibold">This range has no such finding</h2>
      <p className="mt-1 text-ink-2">A finding is named by its kind, subject and start. In another range, or while it moves with &quot;now&quot;, it may begin elsewhere or not be there.</p>
      <Link className="pill mt-3" href={pageLink('/', state)}>Findings of this range</Link>
    </section>
  );
}

function NoTraces({ reasons, hasFilter }: { readonly reasons: readonly string[]; readonly hasFilter: boolean }) {
  return (
    <section className="panel mb-3 p-4" role="status">
      <h2 className="font-semibold">No trace was found</h2>
      <ul className="mt-1 list-disc pl-5 text-ink-2">
        {reasons.map((reason) => <li key={reason}><bdi>{reason}</bdi></li>)}
        {hasFilter ? <li>The filter may be too narrow.</li> : null}
      </ul>
    </section>
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
