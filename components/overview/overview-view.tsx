'use client';

import { useMemo } from 'react';
import { overviewQuery } from '@/lib/client/queries';
import { useAnswer } from '@/lib/client/use-answer';
import { useLive } from '@/lib/client/use-live';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import { overviewModels } from '@/lib/present/overview';
import { toRangeRequest } from '@/lib/url/view-state';
import { ChartPanel } from '../charts/chart-panel';
import { StripPanel } from '../charts/state-strip';
import { FindingList } from '../findings/finding-list';
import { TrustList, goodNews } from '../trust/trust-list';
import { AsidePanel } from '../ui/aside-panel';
import { FailedPage } from '../ui/failed-page';
import { PageHead } from '../ui/page-head';
import { FleetPicker } from '../zones/fleet-picker';
import { AnsweredTable } from './answered-table';
import { AsideRoom } from './aside-room';
import { FindingsSkeleton } from './findings-skeleton';
import { ForecastList } from './forecast-list';
import { NotCheckedList } from './not-checked-list';
import { usePointLinks } from './use-point-links';

/** What needs eyes now, and the four strips over one time axis. */
export function OverviewView() {
  const { state } = useViewState();
  const zone = useTimeZone();
  const answer = useAnswer(overviewQuery(toRangeRequest(state)));
  const live = useLive();
  const { data } = answer;
  const models = useMemo(() => (data ? overviewModels(data.data, { range: data.range, zone, live, proxy: state.proxy }) : null), [data, zone, live, state.proxy]);
  // The traffic chart draws one fleet; so do its links. Errors and 404s are of all of them.
  const links = usePointLinks(models?.fleet ?? null);
  if (answer.error && !data) return <FailedPage error={answer.error} onRetry={() => { void answer.refetch(); }} />;
  const fleets = data?.data.zones.kind === 'checked' ? data.data.zones.detail.fleets.map(({ proxy }) => proxy) : [];
  const sound = data !== undefined && data.trust.length === 0 && data.failures.length === 0;
  return (
    <>
      <PageHead title={models?.headline ?? 'Looking at the traffic'}>
        {models ? null : <span aria-hidden className="h-[26px] w-56 animate-pulse rounded-md bg-sunken max-sm:h-[86px] max-sm:w-full" />}
        {models?.facts.map((fact, i) => <span key={fact}>{fact}{i + 1 < models.facts.length ? ' ·' : ''}</span>)}
        {fleets.length > 1 ? <FleetPicker proxies={fleets} proxy={models?.fleet ?? fleets[0]!} /> : null}
        {sound ? <span className="badge bg-good-soft text-good">data looks sound</span> : null}
        {data && data.trust.length > 0 ? <a href="#trust" className="badge bg-warn-soft text-warn">{data.trust.length === 1 ? '1 limit of the data' : `${data.trust.length} limits of the data`}</a> : null}
        {data && data.failures.length > 0 ? <a href="#trust" className="badge bg-bad-soft text-bad">{data.failures.length === 1 ? '1 source failed' : `${data.failures.length} sources failed`}</a> : null}
      </PageHead>
      {models ? <FindingList findings={models.findings} range={data?.range} /> : <FindingsSkeleton />}
      {models ? <NotCheckedList rows={models.notChecked} /> : null}
      {/* How many findings come is not known: the placeholders are replaced, not moved. */}
      <div key={models ? 'drawn' : 'placeholders'} className="grid items-start gap-3 xl:grid-cols-[minmax(0,1fr)_300px]">
        <div className="min-w-0">
          <ChartPanel title="Requests a second by zone" answer={answer} panel={models?.rps ?? null} signals={['zone-requests']} height={190} pointLinks={links.byZone} />
          <StripPanel title="Spread or concentrated" answer={answer} panel={models?.regime ?? null} signals={['zone-requests', 'hinted-share']} />
          <ChartPanel title="404 by cause" answer={answer} panel={models?.notFound ?? null} signals={['not-found', 'route-misses']} height={150} pointLinks={links.notFound} />
          <ChartPanel title="Gateway errors and rollouts" answer={answer} panel={models?.errors ?? null} signals={['gateway-errors', 'replicaset-pods']} height={140} pointLinks={links.byStatus} />
        </div>
        <aside className="min-w-0" aria-label="Trust and outlook">
          <div id="trust" className="scroll-mt-16"><AsidePanel title="Can we trust the data?">{data ? <TrustList answer={data} good={goodNews(data.data)} /> : <AsideRoom lines={18} />}</AsidePanel></div>
          <AsidePanel title="Who answered the errors"><AnsweredTable loading={!models} rows={models?.answered ?? null} /></AsidePanel>
          <AsidePanel title="Next unsafe scale"><ForecastList loading={!data} zones={data?.data.zones ?? null} /></AsidePanel>
        </aside>
      </div>
    </>
  );
}
