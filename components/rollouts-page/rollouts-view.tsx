'use client';

import { useMemo } from 'react';
import { detectorQuery } from '@/lib/client/queries';
import { useAnswer } from '@/lib/client/use-answer';
import { useLive } from '@/lib/client/use-live';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import { describeFinding } from '@/lib/present/finding';
import { sortedFindings } from '@/lib/present/finding-order';
import { type Panel, panelOf, readyOr } from '@/lib/present/panel';
import { type RolloutModels, rolloutModels } from '@/lib/present/rollouts';
import { toRangeRequest } from '@/lib/url/view-state';
import { ChartFrame } from '../charts/chart-frame';
import { ChartPanel, queriesOf } from '../charts/chart-panel';
import { frameState } from '../charts/frame-state';
import { FindingList } from '../findings/finding-list';
import { usePointLinks } from '../overview/use-point-links';
import { TrustList } from '../trust/trust-list';
import { AsidePanel } from '../ui/aside-panel';
import { FailedPage } from '../ui/failed-page';
import { PageHead } from '../ui/page-head';
import { BurstTable } from './burst-table';
import { HopTable } from './hop-table';
import { PodTimeline } from './pod-timeline';
import { RolloutTable } from './rollout-table';
import { WorkloadTable } from './workload-table';

const ERROR_SIGNALS = ['gateway-errors', 'replicaset-pods'];
const POD_SIGNALS = ['replicaset-pods', 'pod-ready'];
const NO_ERROR = 'No gateway error and no rollout in this range.';
const NO_ROLLOUT = 'No rollout in this range.';

/** The page "Rollouts": which gateway errors did which deployment cause. */
export function RolloutsView() {
  const { state } = useViewState();
  const zone = useTimeZone();
  const live = useLive();
  const question = useAnswer(detectorQuery('rollout-errors', toRangeRequest(state)));
  const run = question.data?.data ?? null;
  const models = useMemo(() => (run ? panelOf(run, rolloutModels, '') : null), [run]);
  const links = usePointLinks();
  if (question.error && !question.data) return <FailedPage error={question.error} onRetry={() => { void question.refetch(); }} />;
  const findings = run?.kind === 'checked' ? sortedFindings(run.findings).map((finding) => ({ finding, view: describeFinding(finding, zone, live) })) : [];
  const frame = { zone, queries: queriesOf(question.data, ERROR_SIGNALS), onRetry: () => { void question.refetch(); } };
  const nearMisses = models?.state === 'ready' ? models.model.nearMisses : null;
  return (
    <>
      <PageHead title={models?.state === 'ready' ? models.model.headline : 'Rollouts'}>Gateway errors counted one by one, beside the deployments that were going on.</PageHead>
      <FindingList findings={findings} range={question.data?.range} />
      <ChartPanel title="Gateway errors and rollouts" answer={question} signals={ERROR_SIGNALS} pointLinks={links.byStatus} panel={part(models, (all) => all.errors, NO_ERROR)} />
      {nearMisses ? <ChartPanel title={nearMisses.title} answer={question} signals={['near-misses']} height={110} pointLinks={links.around} panel={{ state: 'ready', model: nearMisses }} /> : null}
      <ChartFrame {...frame} title="Errors per rollout" note="failed requests against what the time outside predicts" height={90} state={frameState(question, list(models, (all) => all.perRollout, NO_ROLLOUT), ERROR_SIGNALS)}>
        {(rows) => <RolloutTable rows={rows} />}
      </ChartFrame>
      <div className="grid items-start gap-x-3 xl:grid-cols-[minmax(0,1fr)_300px]">
        <div className="min-w-0">
          <ChartFrame {...frame} title="Bursts" note="more errors than the base rate explains" height={80} state={frameState(question, list(models, (all) => all.bursts, 'No burst: the errors stayed within what chance explains.'), ERROR_SIGNALS)}>
            {(rows) => <BurstTable rows={rows} />}
          </ChartFrame>
          <ChartFrame {...frame} title="By workload" note="bursts that began in its rollouts, against chance; q: p after Benjamini-Hochberg" height={80} state={frameState(question, part(models, (all) => (all.workloads.length > 0 ? all : null), 'No workload had a rollout in this range.'), ERROR_SIGNALS)}>
            {(all) => <WorkloadTable rows={all.workloads} few={all.fewBursts} />}
          </ChartFrame>
          <ChartFrame {...frame} title="Hops that answered" note="sampled traces of the errors" height={80} state={frameState(question, part(models, (all) => (all.hops === null || all.hops.length === 0 ? null : all), models?.state === 'ready' ? models.model.noHops : NO_ERROR), [])}>
            {(all) => <HopTable rows={all.hops ?? []} statuses={all.hopStatuses} />}
          </ChartFrame>
        </div>
        <aside className="min-w-0" aria-label="Trust">
          <AsidePanel title="Can we trust the data?">{question.data ? <TrustList answer={question.data} good={[]} /> : <p className="text-ink-3">…</p>}</AsidePanel>
        </aside>
      </div>
      <ChartFrame {...frame} queries={queriesOf(question.data, POD_SIGNALS)} title="Pods of each rollout" note="thin: not ready yet; full: ready" height={100} state={frameState(question, list(models, (all) => all.timelines, NO_ROLLOUT), POD_SIGNALS)}>
        {(timelines) => <div className="px-3 pb-3">{timelines.map((timeline) => <PodTimeline key={timeline.key} model={timeline} zone={zone} />)}</div>}
      </ChartFrame>
    </>
  );
}

/** One part of the models as a panel of its own; a part that is null is empty, with the reason. */
function part<Model>(models: Panel<RolloutModels> | null, pick: (all: RolloutModels) => Model | null, why: string): Panel<Model> | null {
  return models?.state === 'ready' ? readyOr(pick(models.model), why) : models;
}

/** The same for lists: an empty one has nothing to show. */
function list<Row>(models: Panel<RolloutModels> | null, pick: (all: RolloutModels) => readonly Row[], why: string): Panel<readonly Row[]> | null {
  return part(models, (all) => (pick(all).length > 0 ? pick(all) : null), why);
}
