'use client';

import { useMemo } from 'react';
import { hopsQuery } from '@/lib/client/queries';
import { useAnswer } from '@/lib/client/use-answer';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import { plural } from '@/lib/present/format';
import { hopsPanel, overTime, signalsOf, splitTrust } from '@/lib/present/hops';
import { searchFacts } from '@/lib/present/hops-search';
import { toRangeRequest } from '@/lib/url/view-state';
import { ChartPanel } from '../charts/chart-panel';
import { StripPanel } from '../charts/state-strip';
import { TrustList } from '../trust/trust-list';
import { AsidePanel } from '../ui/aside-panel';
import { FailedPage } from '../ui/failed-page';
import { HopsHead } from './hops-head';
import { HopsNotice } from './hops-notice';
import { COMPACT, HopsTables } from './hops-tables';
import { SearchFacts } from './search-facts';
import { StatusSwitch } from './status-switch';
import { useHopsView } from './use-hops-view';
import { useStretchLinks } from './use-stretch-links';

const QUESTIONS = [['answered', 'answered by'], ['caused', 'caused by']] as const;

/** The page "Hops": which hop answered 404, 502, 503 and 504, which caused them, and how sure that is. */
export function HopsView() {
  const { state } = useViewState();
  const zone = useTimeZone();
  const { view, unknownStatus, change } = useHopsView();
  const question = useAnswer(hopsQuery(toRangeRequest(state)));
  const answer = question.data;
  const panel = useMemo(() => (answer ? hopsPanel(answer, { proxy: state.proxy, status: view.status, unknownStatus, by: view.by }) : null), [answer, state.proxy, view.status, unknownStatus, view.by]);
  const models = panel?.state === 'ready' ? panel.model : null;
  const links = useStretchLinks(answer?.data.edges ?? [], models?.pick ?? null);
  if (question.error && !answer) return <FailedPage error={question.error} onRetry={() => { void question.refetch(); }} />;
  const signals = models ? signalsOf(models.pick) : [];
  const trust = answer && models ? splitTrust(answer.trust, models.pick) : { shown: answer?.trust ?? [], others: [] };
  const chart = overTime(panel, (shown) => shown.chart);
  const by = (
    <span role="group" aria-label="Split by">
      {QUESTIONS.map(([name, label]) => <button key={name} type="button" className="tool" aria-pressed={view.by === name} onClick={() => change({ by: name })}>{label}</button>)}
    </span>
  );
  return (
    <>
      <HopsHead panel={panel} />
      <HopsNotice pick={models?.pick ?? null} />
      <StatusSwitch pick={models?.pick ?? null} />
      <div className="grid items-start gap-x-3 xl:grid-cols-[minmax(0,1fr)_300px]">
        <div className="min-w-0">
          <ChartPanel title="Who answered" answer={question} height={chart === null || chart.state === 'ready' ? 220 : COMPACT} tools={by} pointLinks={links} signals={signals} panel={chart} />
          <StripPanel title="How sure over time" answer={question} signals={signals} panel={overTime(panel, ({ strip }) => strip)} />
          <HopsTables question={question} panel={panel} zone={zone} />
        </div>
        <aside className="min-w-0" aria-label="Search and trust">
          <AsidePanel title="How the traces were searched">{answer ? <SearchFacts facts={searchFacts(answer.data, models?.pick.proxy ?? null)} /> : <p className="min-h-80 text-ink-3">…</p>}</AsidePanel>
          <AsidePanel title="Can we trust the data?">
            {answer ? <TrustList answer={{ failures: answer.failures, trust: trust.shown }} good={[]} /> : <p className="text-ink-3">…</p>}
            {trust.others.length > 0 ? (
              <details className="mt-2 border-t border-line pt-2">
                <summary className="cursor-pointer text-xs text-ink-2">{plural(trust.others.length, 'note')} about other fleets and statuses</summary>
                <div className="mt-2"><TrustList answer={{ failures: [], trust: trust.others }} good={[]} /></div>
              </details>
            ) : null}
          </AsidePanel>
        </aside>
      </div>
    </>
  );
}
