'use client';

import { useMemo } from 'react';
import type { Answer } from '@/lib/domain/answer';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { plural } from '@/lib/present/format';
import { type Panel, readyOr } from '@/lib/present/panel';
import { clipText } from '@/lib/present/hostile-text';
import type { SeenDetail } from '@/lib/present/rollout-extras';
import { type RolloutRow, sortRows, workloadChoices } from '@/lib/present/rollout-list';
import { compareView, trendOf, uncheckedCompare } from '@/lib/present/rollout-trend';
import { parseTimeText, resolveTimeText } from '@/lib/url/time-text';
import { ChartFrame } from '../charts/chart-frame';
import { queriesOf } from '../charts/chart-panel';
import { type AnswerState, frameState } from '../charts/frame-state';
import { TableTwin } from '../charts/table-twin';
import { ComparePanel } from './compare-panel';
import { RolloutTable } from './rollout-table';
import { TrendChart, trendTable } from './trend-panel';
import { useRolloutsView } from './use-rollouts-view';
import { WorkloadFilter } from './workload-filter';

const SIGNALS = ['gateway-errors', 'replicaset-pods'];

type Question = AnswerState & { readonly data: Answer<unknown> | undefined; readonly refetch: () => unknown };

/** The rollouts one by one, and the trend of one workload with its before and after. */
export function RolloutsList({ question, rows, detail }: { readonly question: Question; readonly rows: Panel<readonly RolloutRow[]> | null; readonly detail: SeenDetail | null }) {
  const zone = useTimeZone();
  const { view, change } = useRolloutsView();
  const all = useMemo(() => (rows?.state === 'ready' ? rows.model : []), [rows]);
  const choices = useMemo(() => workloadChoices(all), [all]);
  const shown = useMemo(() => sortRows(view.workload === null ? all : all.filter(({ id }) => id === view.workload), view.sort, view.descending), [all, view]);
  const chosen = view.workload ?? choices[0]?.id ?? null;
  const range = question.data?.range;
  const trend = useMemo(() => (chosen === null || !range ? null : trendOf(all, chosen, range)), [all, chosen, range]);
  const moment = momentAt(view.moment, range?.to ?? 0);
  const comparison = detail?.comparison?.find((one) => one.workload === chosen) ?? null;
  const compared = moment === null || trend === null || chosen === null ? null : comparison ? compareView(comparison) : uncheckedCompare(all, chosen, moment);
  const none = view.workload === null ? 'No rollout in this range.' : `No rollout of ${clipText(view.workload, 60).text} in this range: choose another workload, or all.`;
  const frame = { zone, queries: queriesOf(question.data, SIGNALS), onRetry: () => { void question.refetch(); } };
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <WorkloadFilter choices={choices} value={view.workload} onChoose={(workload) => change({ workload })} />
        {rows?.state === 'ready' ? <span className="text-xs text-ink-3" role="status">{shown.length === all.length ? plural(all.length, 'rollout') : `${shown.length} of ${plural(all.length, 'rollout')}`}</span> : null}
      </div>
      <ChartFrame {...frame} title="Errors per rollout" note="failed requests against what the time outside predicts" height={90} state={frameState(question, some(rows, shown, none), SIGNALS)}>
        {(list) => <RolloutTable rows={list} view={view} onSort={(sort, descending) => change({ sort, descending })} />}
      </ChartFrame>
      <ChartFrame
        {...frame} title="Failed requests per rollout" note={trend ? `of ${trend.workload}${view.workload === null && choices.length > 1 ? ', which had most of them; choose another above' : ''}` : undefined} height={150}
        state={frameState(question, rows?.state === 'ready' ? readyOr(trend, none) : rows, SIGNALS)} table={(model) => <TableTwin title={`Failed requests per rollout of ${model.workload}`} unit="requests" table={trendTable(model, zone)} />}
      >
        {(model) => (
          <>
            <TrendChart model={model} workload={chosen ?? ''} moment={moment} />
            <ComparePanel view={compared} moment={view.moment} zone={zone} onMoment={(text) => change({ moment: text })} />
          </>
        )}
      </ChartFrame>
    </>
  );
}

function some(rows: Panel<readonly RolloutRow[]> | null, shown: readonly RolloutRow[], why: string): Panel<readonly RolloutRow[]> | null {
  return rows?.state === 'ready' ? readyOr(shown.length > 0 ? shown : null, why) : rows;
}

/** The moment in epoch ms; relative ones count back from the end of the range that was looked at. */
function momentAt(text: string | null, now: number): number | null {
  const time = text === null ? null : parseTimeText(text);
  return time === null ? null : resolveTimeText(time, now);
}
