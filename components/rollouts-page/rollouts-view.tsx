'use client';

import { useMemo } from 'react';
import { detectorQuery } from '@/lib/client/queries';
import { useAnswer } from '@/lib/client/use-answer';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import type { RolloutDetail } from '@/lib/domain/rollout-detail';
import { type Panel, panelOf, readyOr } from '@/lib/present/panel';
import { type RolloutModels, rolloutModels } from '@/lib/present/rollouts';
import { tracesLink } from '@/lib/url/links';
import { toRangeRequest } from '@/lib/url/view-state';
import { ChartFrame } from '../charts/chart-frame';
import { ChartPanel } from '../charts/chart-panel';
import { frameState } from '../charts/frame-state';
import type { PointLinks } from '../charts/point-links';
import { FindingStrip } from '../traces/finding-strip';
import { BurstTable } from './burst-table';
import { HopTable } from './hop-table';
import { PodTimeline } from './pod-timeline';
import { RolloutTable } from './rollout-table';
import { WorkloadTable } from './workload-table';

const ERROR_SIGNALS = ['gateway-errors', 'replicaset-pods'];
const POD_SIGNALS = ['replicaset-pods', 'pod-ready'];

/** The page "Rollouts": which gateway errors did which deployment cause. */
export function RolloutsView() {
  const { state } = useViewState();
  const zone = useTimeZone();
  const question = useAnswer(detectorQuery('rollout-errors', toRangeRequest(state)));
  const run = question.data?.data;
  const models = useMemo(() => (run ? panelOf<RolloutDetail, RolloutModels>(run, rolloutModels, '') : null), [run]);
  const part = <Model,>(pick: (all: RolloutModels) => Model | null, why: string): Panel<Model> | null => (models?.state === 'ready' ? readyOr(pick(models.model), why) : models);
  const list = <Row,>(pick: (all: RolloutModels) => readonly Row[], why: string) => part((all) => (pick(all).length > 0 ? pick(all) : null), why);
  const frame = { zone, onRetry: () => void question.refetch() };
  const links: PointLinks = ({ at, from, series }) => series.flatMap(({ key, label }) => {
    const status = /^[1-5]\d\d$/.test(key) ? Number(key) : null;
    return status === null ? [] : [{ label: `Traces of ${label}`, href: tracesLink({ env: state.env, from, to: at, tz: state.tz, status, proxy: state.proxy }) }];
  });
  return (
    <>
      <h1>Rollouts</h1>
      <p className="mb-3.5 mt-0.5 text-ink-2">Gateway errors counted one by one, beside the deployments that were going on.</p>
      {run?.kind === 'checked' ? <FindingStrip findings={run.findings} /> : null}
      <ChartPanel title="Gateway errors and rollouts" answer={question} signals={ERROR_SIGNALS} pointLinks={links} panel={part((all) => (all.errors.series.length > 0 ? all.errors : null), 'No gateway error was counted in this range.')} />
      <ChartFrame {...frame} title="Errors per rollout" note="failed requests against what the time outside predicts" height={140} state={frameState(question, list((all) => all.perRollout, 'No rollout in this range.'), ERROR_SIGNALS)}>
        {(rows) => <RolloutTable rows={rows} />}
      </ChartFrame>
      <div className="grid items-start gap-x-3 lg:grid-cols-2">
        <ChartFrame {...frame} title="Bursts" note="more errors than the base rate explains" height={110} state={frameState(question, list((all) => all.bursts, 'No burst: the errors stayed within what chance explains.'), ERROR_SIGNALS)}>
          {(rows) => <BurstTable rows={rows} />}
        </ChartFrame>
        <ChartFrame {...frame} title="Hops that answered" note="sampled traces of the errors" height={110} state={frameState(question, part((all) => (all.hops === null || all.hops.length === 0 ? null : all), 'No trace of a gateway error was found: errors may be too few for the sampling, or the trace source is down.'), [])}>
          {(all) => <HopTable rows={all.hops ?? []} statuses={all.hopStatuses} />}
        </ChartFrame>
      </div>
      <ChartFrame {...frame} title="By workload" note="over all its rollouts; q: p after Benjamini-Hochberg" height={110} state={frameState(question, list((all) => all.workloads, 'No workload had a rollout in this range.'), ERROR_SIGNALS)}>
        {(rows) => <WorkloadTable rows={rows} />}
      </ChartFrame>
      <ChartFrame {...frame} title="Pods of each rollout" note="created, ready, gone" height={120} state={frameState(question, list((all) => all.timelines, 'No rollout in this range.'), POD_SIGNALS)}>
        {(timelines) => <div className="px-3 pb-3">{timelines.map((timeline) => <PodTimeline key={timeline.key} model={timeline} zone={zone} />)}</div>}
      </ChartFrame>
      {models?.state === 'ready' && models.model.nearMisses ? <ChartPanel title="Failed attempts that a retry saved" answer={question} signals={['near-misses']} height={120} panel={{ state: 'ready', model: models.model.nearMisses }} /> : null}
    </>
  );
}
