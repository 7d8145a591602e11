'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import type { Answer } from '@/lib/domain/answer';
import type { HopDetail } from '@/lib/domain/hops';
import { type HopsModels, overTime, signalsOf } from '@/lib/present/hops';
import { matrixRows, spreadNote } from '@/lib/present/hops-rows';
import { type AgreementRow, agreementRows, noComparison, profileViews, spanMetricsModel } from '@/lib/present/hops-witnesses';
import { type Panel, readyOr } from '@/lib/present/panel';
import { ChartFrame } from '../charts/chart-frame';
import { queriesOf } from '../charts/chart-panel';
import { frameState } from '../charts/frame-state';
import { AgreementTable } from './agreement-table';
import { MatrixTable } from './matrix-table';
import { ProfileTable } from './profile-table';
import { ProofPanel } from './proof-panel';
import { SpanMetricsTable } from './span-metrics';
import { useHopsView } from './use-hops-view';

/** A panel with nothing to draw takes no more than its words need. */
export const COMPACT = 64;

/** The tables of the page: the cut by hop, and the witnesses beside it. */
export function HopsTables({ question, panel, zone }: { readonly question: UseQueryResult<Answer<HopDetail>, Error>; readonly panel: Panel<HopsModels> | null; readonly zone: string }) {
  const { view, change } = useHopsView();
  const frame = { zone, onRetry: () => { void question.refetch(); } };
  const detail = question.data?.data ?? null;
  const status = panel?.state === 'ready' ? panel.model.pick.status : null;
  const signals = panel?.state === 'ready' ? signalsOf(panel.model.pick) : [];
  const matrix = overTime(panel, ({ pick }) => (pick.total && pick.total.lookedAt > 0 ? { total: pick.total, rows: matrixRows(pick.total, pick.colors, view), note: spreadNote(pick) } : null));
  const counters = agreementPanel(panel, detail);
  return (
    <>
      <ChartFrame {...frame} title="Answered by, caused by, mechanism" note={status === null ? undefined : `answers with ${status}`} height={matrix === null || matrix.state === 'ready' ? 180 : COMPACT} queries={queriesOf(question.data, signals)} state={frameState(question, matrix, signals)}>
        {({ total, rows, note }) => <MatrixTable rows={rows} total={total} note={note} order={view} onSort={(sort, descending) => change({ sort, descending })} />}
      </ChartFrame>
      {matrix?.state === 'ready' ? <ProofPanel total={matrix.model.total} /> : null}
      <ChartFrame {...frame} title="Do the proxy's own counters agree?" height={counters === null || counters.state === 'ready' ? 150 : COMPACT} queries={queriesOf(question.data, ['gateway-responders', 'route-misses'])} state={frameState(question, counters, ['gateway-responders', 'route-misses'])}>
        {({ rows, none }) => <AgreementTable rows={rows} status={status ?? 502} none={none} />}
      </ChartFrame>
      <ChartFrame {...frame} title="The same cut in span metrics" height={80} queries={queriesOf(question.data, ['span-requests', 'span-status'])} state={frameState(question, spanPanel(detail, status), ['span-requests'])}>
        {(model) => <SpanMetricsTable model={model} status={status ?? 502} />}
      </ChartFrame>
      <ChartFrame {...frame} title="What each emitter usually shows" note="emitter: a service that sends spans" height={100} state={frameState(question, detail && readyOr(nonEmpty(profileViews(detail.profiles, zone)), 'No profile was used: no trace was judged in this range.'), ['emitter-profiles'])}>
        {(profiles) => <ProfileTable profiles={profiles} />}
      </ChartFrame>
    </>
  );
}

function nonEmpty<Row>(rows: readonly Row[]): readonly Row[] | null {
  return rows.length > 0 ? rows : null;
}

/** "Not there" and "could not be asked" keep their reason and mend. */
function spanPanel(detail: HopDetail | null, status: HopsModels['pick']['status'] | null): Panel<ReturnType<typeof spanMetricsModel>> | null {
  if (detail === null) return null;
  const { spanMetrics } = detail;
  if (spanMetrics.kind !== 'found') return { state: 'not-checked', why: spanMetrics.why, missing: [], mend: spanMetrics.mend };
  return { state: 'ready', model: spanMetricsModel(spanMetrics, status ?? 502) };
}

/** Nothing to compare is "cannot tell", never "agrees". */
function agreementPanel(panel: Panel<HopsModels> | null, detail: HopDetail | null): Panel<{ readonly rows: readonly AgreementRow[]; readonly none: string }> | null {
  if (panel === null || detail === null || panel.state !== 'ready') return panel?.state === 'ready' ? null : panel;
  const rows = agreementRows(detail, panel.model.pick.proxy, panel.model.pick.status);
  const none = noComparison(panel.model.pick);
  if (rows.length > 0) return { state: 'ready', model: { rows, none } };
  return { state: 'not-checked', why: `There is nothing to compare: ${none}.`, missing: [], mend: 'Sources shows which counters would tell.' };
}
