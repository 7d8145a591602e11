'use client';

import { useMemo } from 'react';
import { rolloutsQuery } from '@/lib/client/queries';
import { useAnswer } from '@/lib/client/use-answer';
import { useLive } from '@/lib/client/use-live';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import type { DetectorRun } from '@/lib/domain/detector';
import { type HopStatus, hopStatuses } from '@/lib/domain/hops';
import { describeFinding } from '@/lib/present/finding';
import { sortedFindings } from '@/lib/present/finding-order';
import { type Panel, panelOf, readyOr } from '@/lib/present/panel';
import type { SeenDetail } from '@/lib/present/rollout-extras';
import { rolloutRows } from '@/lib/present/rollout-list';
import { phaseStrip } from '@/lib/present/rollout-phases';
import { type RolloutModels, rolloutModels } from '@/lib/present/rollouts';
import { toRangeRequest } from '@/lib/url/view-state';
import { ChartFrame } from '../charts/chart-frame';
import { ChartPanel, queriesOf } from '../charts/chart-panel';
import { frameState } from '../charts/frame-state';
import { StripPanel } from '../charts/state-strip';
import { FindingList } from '../findings/finding-list';
import { HopsWay } from '../hops-page/hops-way';
import { usePointLinks } from '../overview/use-point-links';
import { TrustList } from '../trust/trust-list';
import { AsidePanel } from '../ui/aside-panel';
import { FailedPage } from '../ui/failed-page';
import { PageHead } from '../ui/page-head';
import { BurstTable } from './burst-table';
import { HopTable } from './hop-table';
import { NoteList } from './note-list';
import { RolloutsList } from './rollouts-list';
import { useRolloutsView } from './use-rollouts-view';
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
  const { view } = useRolloutsView();
  const question = useAnswer(rolloutsQuery(toRangeRequest(state), view.moment));
  const run: DetectorRun<SeenDetail> | null = question.data?.data ?? null;
  const models = useMemo(() => (run ? panelOf(run, rolloutModels, '') : null), [run]);
  const rows = useMemo(() => (run ? panelOf(run, (detail) => (detail.perRollout.length > 0 ? rolloutRows(detail) : null), NO_ROLLOUT) : null), [run]);
  const range = question.data?.range;
  const phases = useMemo(() => (run && range ? panelOf(run, ({ rollouts }) => phaseStrip(view.workload === null ? rollouts : rollouts.filter(({ workload }) => workload === view.workload), range.from, range.to), NO_ROLLOUT) : null), [run, range, view.workload]);
  const links = usePointLinks();
  if (question.error && !question.data) return <FailedPage error={question.error} onRetry={() => { void question.refetch(); }} />;
  const findings = run?.kind === 'checked' ? sortedFindings(run.findings).map((finding) => ({ finding, view: describeFinding(finding, zone, live) })) : [];
  const frame = { zone, queries: queriesOf(question.data, ERROR_SIGNALS), onRetry: () => { void question.refetch(); } };
  const notes = run?.kind === 'checked' ? (run.detail.markers ?? []) : [];
  const nearMisses = models?.state === 'ready' ? models.model.nearMisses : null;
  return (
    <>
      <PageHead title={models?.state === 'ready' ? models.model.headline : 'Rollouts'}>Gateway errors counted one by one, beside the deployments that were going on.</PageHead>
      <FindingList findings={findings} range={question.data?.range} />
      <ChartPanel title="Gateway errors and rollouts" answer={question} signals={ERROR_SIGNALS} pointLinks={links.byStatus} panel={part(models, (all) => all.errors, NO_ERROR)} />
      {nearMisses ? <ChartPanel title={nearMisses.title} answer={question} signals={['near-misses']} height={110} pointLinks={links.around} panel={{ state: 'ready', model: nearMisses }} /> : null}
      <StripPanel title="Rollouts and their phases" answer={question} signals={POD_SIGNALS} panel={phases} />
      {notes.length > 0 ? <NoteList notes={notes} zone={zone} /> : null}
      <RolloutsList question={question} rows={rows} detail={run?.kind === 'checked' ? run.detail : null} />
      <div className="grid items-start gap-x-3 xl:grid-cols-[minmax(0,1fr)_300px]">
        <div className="min-w-0">
          <ChartFrame {...frame} title="Bursts" note="more errors than the base rate explains" height={80} state={frameState(question, list(models, (all) => all.bursts, 'No burst: the errors stayed within what chance explains.'), ERROR_SIGNALS)}>
            {(bursts) => <BurstTable rows={bursts} />}
          </ChartFrame>
          <ChartFrame {...frame} title="By workload" note="bursts that began in its rollouts, against chance; q: p after Benjamini-Hochberg" height={80} state={frameState(question, part(models, (all) => (all.workloads.length > 0 ? all : null), 'No workload had a rollout in this range.'), ERROR_SIGNALS)}>
            {(all) => <WorkloadTable rows={all.workloads} few={all.fewBursts} />}
          </ChartFrame>
          <ChartFrame {...frame} title="Hops that answered" note="sampled traces of the errors" height={80} tools={<HopsWay status={worstOf(models)} />} state={frameState(question, part(models, (all) => (all.hops === null || all.hops.length === 0 ? null : all), models?.state === 'ready' ? models.model.noHops : NO_ERROR), [])}>
            {(all) => <HopTable rows={all.hops ?? []} statuses={all.hopStatuses} />}
          </ChartFrame>
        </div>
        <aside className="min-w-0" aria-label="Trust">
          <AsidePanel title="Can we trust the data?">{question.data ? <TrustList answer={question.data} good={[]} /> : <p className="text-ink-3">…</p>}</AsidePanel>
        </aside>
      </div>
    </>
  );
}

/** The gateway error that most of the looked-at traces have; null where none was looked at. */
function worstOf(models: Panel<RolloutModels> | null): HopStatus | null {
  if (models?.state !== 'ready') return null;
  const count = (status: HopStatus) => (models.model.hops ?? []).reduce((sum, { byStatus }) => sum + (byStatus[String(status)] ?? 0), 0);
  const [worst] = hopStatuses.filter((status) => status !== 404 && count(status) > 0).sort((a, b) => count(b) - count(a));
  return worst ?? null;
}

/** One part of the models as a panel of its own; a part that is null is empty, with the reason. */
function part<Model>(models: Panel<RolloutModels> | null, pick: (all: RolloutModels) => Model | null, why: string): Panel<Model> | null {
  return models?.state === 'ready' ? readyOr(pick(models.model), why) : models;
}

/** The same for lists: an empty one has nothing to show. */
function list<Row>(models: Panel<RolloutModels> | null, pick: (all: RolloutModels) => readonly Row[], why: string): Panel<readonly Row[]> | null {
  return part(models, (all) => (pick(all).length > 0 ? pick(all) : null), why);
}
