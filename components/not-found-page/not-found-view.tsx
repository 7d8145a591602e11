'use client';

import { useMemo } from 'react';
import { detectorQuery } from '@/lib/client/queries';
import { useAnswer } from '@/lib/client/use-answer';
import { useLive } from '@/lib/client/use-live';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import { describeFinding } from '@/lib/present/finding';
import { type NotFoundModels, notFoundModels } from '@/lib/present/not-found';
import { plural } from '@/lib/present/format';
import type { ExportKind } from '@/lib/present/not-found-export';
import { sortedFindings } from '@/lib/present/finding-order';
import { type Panel, panelOf, readyOr } from '@/lib/present/panel';
import { toRangeRequest } from '@/lib/url/view-state';
import { ChartFrame } from '../charts/chart-frame';
import { ChartPanel, queriesOf } from '../charts/chart-panel';
import { frameState } from '../charts/frame-state';
import { FindingList } from '../findings/finding-list';
import { HopsWay } from '../hops-page/hops-way';
import { usePointLinks } from '../overview/use-point-links';
import { TrustList } from '../trust/trust-list';
import { AsidePanel } from '../ui/aside-panel';
import { FailedPage } from '../ui/failed-page';
import { PageHead } from '../ui/page-head';
import { CampaignsPanel } from './campaigns-panel';
import { ChangesPanel } from './changes-panel';
import { ExportButtons } from './export-buttons';
import { InstanceTable } from './instance-table';
import { PartsTable } from './parts-table';
import { StatusFacts } from './status-facts';
import { TargetTable } from './target-table';

const LEDGER_SIGNALS = ['not-found', 'route-misses', 'instance-requests'];

/** The page "Not found": which 404s are noise, which are lost routes, which are the application's own. */
export function NotFoundView() {
  const { state } = useViewState();
  const zone = useTimeZone();
  const live = useLive();
  const question = useAnswer(detectorQuery('not-found-split', toRangeRequest(state)));
  const run = question.data?.data ?? null;
  const models = useMemo(() => (run ? panelOf(run, (detail) => notFoundModels(detail), '') : null), [run]);
  const links = usePointLinks();
  if (question.error && !question.data) return <FailedPage error={question.error} onRetry={() => { void question.refetch(); }} />;
  const findings = run?.kind === 'checked' ? sortedFindings(run.findings).map((finding) => ({ finding, view: describeFinding(finding, zone, live) })) : [];
  const frame = { zone, onRetry: () => { void question.refetch(); } };
  const ledger = { ...frame, queries: queriesOf(question.data, LEDGER_SIGNALS) };
  const detail = run?.kind === 'checked' ? run.detail : null;
  const exports = (kind: ExportKind) => (detail && question.data ? <ExportButtons detail={detail} kind={kind} range={question.data.range} /> : null);
  const campaigns = models?.state === 'ready' ? models.model.campaigns : null;
  return (
    <>
      <PageHead title={models?.state === 'ready' ? models.model.headline : 'Not found'}>Scanner noise, lost routes and the application&apos;s own 404s, split so that the parts add up to the counter.</PageHead>
      <FindingList findings={findings} range={question.data?.range} />
      <ChartPanel title="404 by cause" answer={question} signals={LEDGER_SIGNALS} pointLinks={links.notFound} tools={<>{exports('ledger')}<HopsWay status={404} /></>} panel={part(models, (all) => (all.total > 0 ? all.ledger : null), 'No 404 in this range.')} />
      <div className="grid gap-x-3 xl:grid-cols-[minmax(0,1fr)_300px] xl:[&>*>section]:h-[calc(100%-12px)]">
        <div className="min-w-0">
          <ChartFrame {...ledger} title="Parts" note="with 95 % interval" height={120} state={frameState(question, part(models, (all) => (all.parts.length > 0 ? all : null), 'No 404 to split in this range.'), LEDGER_SIGNALS)}>
            {(all) => <PartsTable parts={all.parts} total={all.total} />}
          </ChartFrame>
        </div>
        <aside className="min-w-0" aria-label="Trust">
          <AsidePanel title="Can we trust the data?">{question.data ? <TrustList answer={question.data} good={[]} /> : <p className="text-ink-3">…</p>}</AsidePanel>
        </aside>
      </div>
      <ChangesPanel ready={question.data !== undefined} />
      <ChartPanel title="Route table by instance" answer={question} signals={['route-table-size']} height={120} pointLinks={links.around} panel={part(models, (all) => all.routes, 'The size of the route table is not exported by these proxies.')} />
      <ChartFrame {...ledger} title="By proxy instance" note="misses: requests without a route" height={100} state={frameState(question, part(models, (all) => (all.instances.length > 0 ? all.instances : null), 'No instance reported requests.'), LEDGER_SIGNALS)}>
        {(rows) => <InstanceTable rows={rows} />}
      </ChartFrame>
      {campaigns === null ? null : <CampaignsPanel model={campaigns} exports={exports('campaigns')} />}
      <ChartFrame {...frame} title="Most missed hosts and paths" note={models?.state === 'ready' ? `from ${plural(models.model.sampled, 'sampled trace')}` : undefined} height={100} tools={exports('hosts-and-paths')} state={frameState(question, part(models, (all) => all.targets, 'No traces could be looked at: hosts and paths are known from traces only.'), [])}>
        {(rows) => <TargetTable rows={rows} />}
      </ChartFrame>
      <StatusFacts />
    </>
  );
}

/** One part of the models as a panel of its own; a part that is null is empty, with the reason. */
function part<Model>(models: Panel<NotFoundModels> | null, pick: (all: NotFoundModels) => Model | null, why: string): Panel<Model> | null {
  return models?.state === 'ready' ? readyOr(pick(models.model), why) : models;
}
