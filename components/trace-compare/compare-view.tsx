'use client';

import { compareQuery } from '@/lib/client/queries';
import { useAnswer } from '@/lib/client/use-answer';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import { type CompareTarget, traceLink } from '@/lib/url/links';
import { QueryList } from '../charts/query-list';
import { BackLink } from '../trace/back-link';
import { TraceFailed } from '../trace/trace-failed';
import { CompareReport } from './compare-report';

/** Asks for two traces (or for one and a good one like it) and puts them side by side, or says why that cannot be. */
export function CompareView({ target }: { readonly target: CompareTarget }) {
  const { state } = useViewState();
  const zone = useTimeZone();
  const question = useAnswer(compareQuery(target));
  const answer = question.data;
  return (
    <>
      <nav aria-label="Breadcrumb" className="text-xs text-ink-3"><BackLink fallback={traceLink({ env: target.env, traceId: target.a, at: target.at, view: state })} label="Back" /></nav>
      {answer ? (
        <>
          <CompareReport answer={answer.data} target={target} zone={zone} view={state} />
          {answer.queries.length === 0 ? null : (
            <details className="panel mt-3">
              <summary className="cursor-pointer px-3.5 py-2 text-xs text-ink-3">show query ({answer.queries.length})</summary>
              <QueryList queries={answer.queries} zone={zone} />
            </details>
          )}
        </>
      ) : question.error ? <TraceFailed error={question.error} at={target.at} onRetry={() => void question.refetch()} /> : (
        <div role="status" aria-busy className="mt-2.5"><h1 className="sr-only">{target.b === null ? 'Looking for a good trace of the same route' : 'Loading both traces'}</h1><div className="panel mb-3 h-40 animate-pulse" /><div className="panel h-72 animate-pulse" /></div>
      )}
    </>
  );
}
