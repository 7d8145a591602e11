'use client';

import Link from 'next/link';
import { useMemo } from 'react';
import { cn } from '@/lib/client/class-names';
import { useEnvironment } from '@/lib/client/use-answer';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import type { Answer } from '@/lib/domain/answer';
import type { TracesAnswer, TracesRequest } from '@/lib/domain/requests';
import { emptyReasons, filterText, stratumViews } from '@/lib/present/traces-list';
import { pageLink } from '@/lib/url/links';
import { QueryList } from '../charts/query-list';
import { TrustList } from '../trust/trust-list';
import { AsidePanel } from '../ui/aside-panel';
import { FindingSummary } from './finding-summary';
import { StratumPanel } from './stratum-panel';

/** What the search found, stratum by stratum, or why it found nothing; then what limits it and how it was asked. */
export function TracesReport({ answer, request, stale }: { readonly answer: Answer<TracesAnswer>; readonly request: TracesRequest; readonly stale: boolean }) {
  const zone = useTimeZone();
  const { state } = useViewState();
  const { finding, strata } = answer.data;
  const recorded = useEnvironment()?.kind === 'recording';
  const views = useMemo(() => stratumViews(strata, zone, recorded), [strata, zone, recorded]);
  const found = strata.some((one) => one.lookedAt > 0);
  const gone = request.finding !== null && !finding;
  return (
    <div className={cn('transition-opacity', stale && 'opacity-55')} aria-busy={stale}>
      {finding ? <FindingSummary finding={finding} /> : null}
      {gone ? <FindingGone /> : null}
      {found || gone ? null : <NoTraces reasons={emptyReasons(strata, answer.failures)} narrow={filterText(request) !== ''} failed={answer.failures.some(({ source }) => source !== 'metrics')} />}
      {found ? views.map((view) => <StratumPanel key={view.key} view={view} zone={zone} />) : null}
      {answer.trust.length + answer.failures.length === 0 ? null : <AsidePanel title="Can we trust this sample?"><TrustList answer={answer} good={[]} /></AsidePanel>}
      {answer.queries.length === 0 ? null : (
        <details className="panel">
          <summary className="cursor-pointer px-3.5 py-2 text-xs text-ink-3">show query ({answer.queries.length})</summary>
          <QueryList queries={answer.queries} zone={zone} />
        </details>
      )}
      <p className="mt-3 text-xs"><Link className="link" href={pageLink('/', state)}>Overview of this range</Link></p>
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

function NoTraces({ reasons, narrow, failed }: { readonly reasons: readonly string[]; readonly narrow: boolean; readonly failed: boolean }) {
  return (
    <section className="panel mb-3 p-4" role="status" data-testid="no-traces">
      <h2 className="font-semibold">{failed ? 'Traces could not be looked for' : 'No trace was found'}</h2>
      <ul className="mt-1 list-disc pl-5 text-ink-2">
        {reasons.map((reason) => <li key={reason}><bdi>{reason}</bdi></li>)}
        {narrow && !failed ? <li>The filter may be too narrow.</li> : null}
      </ul>
    </section>
  );
}
