'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { nextStep } from '@/lib/client/fetch-answer';
import { tracesQuery } from '@/lib/client/queries';
import { useEnvironment } from '@/lib/client/use-answer';
import { toUrlRange } from '@/lib/client/shown-range';
import { useViewState } from '@/lib/client/use-view-state';
import type { RolloutPageModel } from '@/lib/present/rollout-page';
import { stratumViews } from '@/lib/present/traces-list';
import { findingTracesLink, tracesLink } from '@/lib/url/links';
import { Skeleton } from '../charts/chart-frame';
import { StratumPanel } from '../traces/stratum-panel';
import { asSentence } from '../ui/as-sentence';

/** Traces of the rollout's most frequent error, who answered them, and links to those of the other codes. */
export function ProvingTraces({ model, range, zone }: { readonly model: RolloutPageModel; readonly range: { readonly from: number; readonly to: number } | undefined; readonly zone: string }) {
  const { state } = useViewState();
  const { count, finding, topStatus } = model;
  const recorded = useEnvironment()?.kind === 'recording';
  const span = { from: String(Math.round(count.from)), to: String(Math.round(count.to)) };
  const question = useQuery({ ...tracesQuery({ env: state.env, ...span, maxPoints: null, finding: null, status: topStatus, proxy: state.proxy, instance: null, zone: null, host: null }), enabled: topStatus !== null });
  if (topStatus === null) return <p className="panel mb-3 px-3 py-2.5 text-ink-2">No request failed in this rollout, so there is nothing to prove.</p>;
  const codes = Object.entries(count.codes).filter(([code, failed]) => failed > 0 && /^[1-5]\d\d$/.test(code)).map(([code]) => Number(code));
  return (
    <section aria-label="Traces of these errors">
      {question.error ? <p className="panel mb-3 px-3 py-2.5 text-ink-2" role="status">Traces could not be looked at: {asSentence(question.error.message)} {nextStep(question.error)}</p> : null}
      {!question.data && !question.error ? <div className="panel mb-3"><Skeleton height={120} /></div> : null}
      {question.data ? stratumViews(question.data.data.strata, zone, recorded).map((view) => <StratumPanel key={view.key} view={view} zone={zone} />) : null}
      <p className="mb-3 flex flex-wrap gap-x-3 text-xs">
        {codes.map((status) => <Link key={status} className="link" href={tracesLink({ env: state.env, tz: state.tz, ...span, status, proxy: state.proxy })}>Traces of {status} in this rollout</Link>)}
        {finding && finding.strata.length > 0 ? <Link className="link" href={findingTracesLink(finding, range ? { ...state, ...toUrlRange(range) } : state)}>Traces of the finding</Link> : null}
      </p>
    </section>
  );
}
