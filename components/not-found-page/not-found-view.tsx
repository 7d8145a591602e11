'use client';

import { useMemo } from 'react';
import { detectorQuery } from '@/lib/client/queries';
import { useAnswer } from '@/lib/client/use-answer';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import type { NotFoundDetail } from '@/lib/domain/not-found-detail';
import { type NotFoundModels, notFoundModels } from '@/lib/present/not-found';
import { type Panel, panelOf, readyOr } from '@/lib/present/panel';
import { tracesLink } from '@/lib/url/links';
import { toRangeRequest } from '@/lib/url/view-state';
import { ChartFrame } from '../charts/chart-frame';
import { ChartPanel } from '../charts/chart-panel';
import { frameState } from '../charts/frame-state';
import type { PointLinks } from '../charts/point-links';
import { FindingStrip } from '../traces/finding-strip';
import { InstanceTable } from './instance-table';
import { PartsTable } from './parts-table';
import { StatusFacts } from './status-facts';
import { TargetTable } from './target-table';

const LEDGER_SIGNALS = ['not-found', 'route-misses', 'instance-requests'];

/** The page "Not found": which 404s are noise, which are lost routes, which are the application's own. */
export function NotFoundView() {
  const { state } = useViewState();
  const zone = useTimeZone();
  const question = useAnswer(detectorQuery('not-found-split', toRangeRequest(state)));
  const run = question.data?.data;
  const models = useMemo(() => (run ? panelOf<NotFoundDetail, NotFoundModels>(run, notFoundModels, '') : null), [run]);
  const part = <Model,>(pick: (all: NotFoundModels) => Model | null, why: string): Panel<Model> | null => (models?.state === 'ready' ? readyOr(pick(models.model), why) : models);
  const frame = { zone, onRetry: () => void question.refetch() };
  const links: PointLinks = ({ at, from }) => [{ label: 'Traces of these 404s', href: tracesLink({ env: state.env, from, to: at, tz: state.tz, status: 404, proxy: state.proxy }) }];
  return (
    <>
      <h1>Not found</h1>
      <p className="mb-3.5 mt-0.5 text-ink-2">Scanner noise, lost routes and the application&apos;s own 404s, split so that the parts add up to the counter.</p>
      {run?.kind === 'checked' ? <FindingStrip findings={run.findings} /> : null}
      <ChartPanel title="404 by cause" answer={question} signals={LEDGER_SIGNALS} pointLinks={links} panel={part((all) => (all.total > 0 ? all.ledger : null), 'No 404 in this range.')} />
      <div className="grid items-start gap-x-3 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="min-w-0">
          <ChartFrame {...frame} title="Parts" note="with 95 % interval" height={180} state={frameState(question, part((all) => (all.parts.length > 0 ? all : null), 'No 404 to split in this range.'), LEDGER_SIGNALS)}>
            {(all) => <PartsTable parts={all.parts} total={all.total} />}
          </ChartFrame>
          <ChartFrame {...frame} title="By proxy instance" note="misses: requests without a route" height={160} state={frameState(question, part((all) => (all.instances.length > 0 ? all.instances : null), 'No instance reported requests.'), LEDGER_SIGNALS)}>
            {(rows) => <InstanceTable rows={rows} />}
          </ChartFrame>
        </div>
        <StatusFacts />
      </div>
      <ChartPanel title="Route table by instance" answer={question} signals={['route-table-size']} height={150} panel={part((all) => all.routes, 'The size of the route table is not exported by these proxies.')} />
      <ChartFrame {...frame} title="Most missed hosts and paths" note={models?.state === 'ready' ? `from ${models.model.sampled} sampled traces` : undefined} height={200} state={frameState(question, part((all) => all.targets, 'No traces could be looked at: hosts and paths are known from traces only.'), [])}>
        {(rows) => <TargetTable rows={rows} />}
      </ChartFrame>
    </>
  );
}
