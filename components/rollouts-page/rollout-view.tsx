'use client';

import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { rolloutsQuery } from '@/lib/client/queries';
import { useAnswer } from '@/lib/client/use-answer';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import type { DetectorRun } from '@/lib/domain/detector';
import type { SeenDetail } from '@/lib/present/rollout-extras';
import { rolloutPage } from '@/lib/present/rollout-page';
import { defaultRolloutsView, parseRolloutUrl, rolloutsLink } from '@/lib/url/rollouts-url';
import { toRangeRequest } from '@/lib/url/view-state';
import { BackLink } from '../trace/back-link';
import { FailedPage } from '../ui/failed-page';
import { PageSkeleton } from '../ui/page-skeleton';
import { NoRollout, NotLookedAt } from './no-rollout';
import { RolloutReport } from './rollout-report';

/** The page of one rollout: what failed in it, when, why, and what to change. The question is that of the list, so that the way here costs nothing. */
export function RolloutView() {
  const { state } = useViewState();
  const search = useSearchParams();
  const zone = useTimeZone();
  const target = useMemo(() => parseRolloutUrl(Object.fromEntries(search)), [search]);
  const question = useAnswer(rolloutsQuery(toRangeRequest(state), null));
  const run: DetectorRun<SeenDetail> | null = question.data?.data ?? null;
  const model = useMemo(() => (run?.kind === 'checked' && target ? rolloutPage(run.detail, run.findings, target.workload, target.at) : null), [run, target]);
  const list = rolloutsLink(state, { ...defaultRolloutsView, workload: target?.workload ?? null });
  if (question.error && !question.data) return <FailedPage error={question.error} onRetry={() => { void question.refetch(); }} />;
  return (
    <>
      <p className="mb-1.5 text-xs"><BackLink fallback={list} label="Rollouts" /></p>
      {target === null ? <NoRollout target={null} list={list} zone={zone} /> : null}
      {target !== null && !question.data ? <PageSkeleton /> : null}
      {target !== null && run?.kind === 'not-checked' ? <NotLookedAt run={run} list={list} /> : null}
      {target !== null && run?.kind === 'checked' && model === null ? <NoRollout target={target} list={list} zone={zone} /> : null}
      {model && question.data ? <RolloutReport model={model} answer={question.data} stale={question.isPlaceholderData} zone={zone} /> : null}
    </>
  );
}
