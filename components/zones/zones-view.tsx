'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useMemo } from 'react';
import { zonesQuery } from '@/lib/client/queries';
import { useAnswer } from '@/lib/client/use-answer';
import type { Finding } from '@/lib/domain/findings';
import type { ZoneDetail } from '@/lib/domain/zone-detail';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import { useLive } from '@/lib/client/use-live';
import { describeFinding } from '@/lib/present/finding';
import { sortedFindings } from '@/lib/present/finding-order';
import { findingsOf } from '@/lib/present/overview';
import { type Panel, panelOf } from '@/lib/present/panel';
import { regimeStrip } from '@/lib/present/regime-strip';
import { expectedBasisText, pickFleet, type ZoneModels, zoneModels } from '@/lib/present/zones';
import { parseTimeText } from '@/lib/url/time-text';
import { toRangeRequest } from '@/lib/url/view-state';
import { MOMENT } from '@/lib/url/zones-url';
import { ChartPanel } from '../charts/chart-panel';
import { StripPanel } from '../charts/state-strip';
import { FindingList } from '../findings/finding-list';
import { ForecastList } from '../overview/forecast-list';
import { usePointLinks } from '../overview/use-point-links';
import { TrustList } from '../trust/trust-list';
import { AsidePanel } from '../ui/aside-panel';
import { FailedPage } from '../ui/failed-page';
import { PageHead } from '../ui/page-head';
import { ComparePanel } from './compare-panel';
import { FleetPicker } from './fleet-picker';
import { FlipTable } from './flip-table';
import { HarmTable } from './harm-table';
import { LegsPanel } from './legs-panel';
import { OutlookList } from './outlook-list';
import { PodsPanel } from './pods-panel';
import { zoneHeadline } from './zone-headline';

const NO_FLEET = 'No proxy fleet reported requests in this range.';

/** How traffic is spread over zones, when it flipped, why, and whether it hurt. */
export function ZonesView() {
  const { state } = useViewState();
  const zone = useTimeZone();
  const live = useLive();
  const [moment] = useQueryState(MOMENT);
  const answer = useAnswer(zonesQuery(toRangeRequest(state), moment !== null && parseTimeText(moment) !== null ? moment : null));
  const run = answer.data?.data ?? null;
  const [shape, setShape] = useQueryState('view', parseAsStringLiteral(['stacked', 'share'] as const).withDefault('stacked'));
  const panel = useMemo(() => (run ? panelOf(run, (detail) => zoneModels(detail, state.proxy, findingsOf(run)), NO_FLEET) : null), [run, state.proxy]);
  const strip = useMemo(() => (run ? panelOf(run, (detail) => stripOf(detail, state.proxy, findingsOf(run)), 'There was too little traffic to tell spread from concentrated.') : null), [run, state.proxy]);
  const models = panel?.state === 'ready' ? panel.model : null;
  const detail = run?.kind === 'checked' ? run.detail : null;
  const fleet = detail && models ? pickFleet(detail, models.proxy) : null;
  const links = usePointLinks(models?.proxy ?? null);
  if (answer.error && !answer.data) return <FailedPage error={answer.error} onRetry={() => { void answer.refetch(); }} />;
  const findings = run?.kind === 'checked' ? sortedFindings(run.findings).map((finding) => ({ finding, view: describeFinding(finding, zone, live) })) : [];
  const shapes = (
    <span role="group" aria-label="Draw as">
      {(['stacked', 'share'] as const).map((one) => <button key={one} type="button" className="tool" aria-pressed={shape === one} onClick={() => { void setShape(one); }}>{one}</button>)}
    </span>
  );
  return (
    <>
      <PageHead title={zoneHeadline(run, models)}>
        {models ? <FleetPicker proxies={models.proxies} proxy={models.proxy} /> : null}
        {models ? <span>Expected share of a zone: {expectedBasisText(models.expectedBasis)}. Concentrated: a zone gets clearly more than that.</span> : null}
      </PageHead>
      <FindingList findings={findings} range={answer.data?.range} fleet={models?.proxy} />
      <div className="grid items-start gap-3 xl:grid-cols-[minmax(0,1fr)_300px]">
        <div className="min-w-0">
          <ChartPanel title="Requests a second by zone" answer={answer} panel={pick(panel, (one) => (shape === 'share' ? one.share : one.stacked))} signals={['zone-requests', 'zone-ready-pods']} height={220} tools={shapes} pointLinks={links.byZone} />
          <StripPanel title="Spread or concentrated" answer={answer} panel={strip} signals={['zone-requests', 'hinted-share']} />
          <FlipTable answer={answer} panel={pick(panel, (one) => one.flips)} zone={zone} />
          <ChartPanel title="Latency by zone" answer={answer} panel={pick(panel, (one) => one.latency, 'Latency is not measured by zone here. Sources says how to switch it on.')} signals={['zone-latency']} height={170} pointLinks={links.around} />
          {detail && models ? <ComparePanel detail={detail} proxy={models.proxy} zone={zone} /> : null}
          <ChartPanel title="Ready proxy pods by zone" answer={answer} panel={pick(panel, (one) => one.pods, 'Pods by zone are not known here. Sources says how to switch it on.')} signals={['zone-ready-pods']} height={130} pointLinks={links.around} />
          {detail && models ? <LegsPanel detail={detail} proxy={models.proxy} zone={zone} /> : null}
        </div>
        <aside className="min-w-0" aria-label="Harm, outlook and trust">
          <AsidePanel title="Does it hurt?"><HarmTable models={models} run={run} /></AsidePanel>
          <AsidePanel title="Next unsafe scale"><ForecastList loading={run === null} zones={run} /><OutlookList detail={detail} /></AsidePanel>
          <AsidePanel title="Pods">{run === null ? <p className="text-ink-3">…</p> : <PodsPanel fleet={fleet} />}</AsidePanel>
          <AsidePanel title="Can we trust the data?">{answer.data ? <TrustList answer={answer.data} good={[]} /> : <p className="text-ink-3">…</p>}</AsidePanel>
        </aside>
      </div>
    </>
  );
}

function stripOf(detail: ZoneDetail, proxy: string | null, findings: readonly Finding[]) {
  const fleet = pickFleet(detail, proxy, findings);
  return regimeStrip(detail, fleet ? [fleet] : [], findings);
}

/** One part of the models as a panel of its own; a part that is null is empty, with the reason. */
function pick<Part>(panel: Panel<ZoneModels> | null, part: (models: ZoneModels) => Part | null, why = NO_FLEET): Panel<Part> | null {
  if (panel === null || panel.state !== 'ready') return panel;
  const model = part(panel.model);
  return model === null ? { state: 'empty', why } : { state: 'ready', model };
}
