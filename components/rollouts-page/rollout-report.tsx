'use client';

import type { Answer } from '@/lib/domain/answer';
import { cn } from '@/lib/client/class-names';
import { formatCount, formatDateTime, formatDuration } from '@/lib/present/format';
import { eventRows, laneTable, podRows } from '@/lib/present/rollout-tables';
import type { RolloutPageModel } from '@/lib/present/rollout-page';
import { ChartFrame } from '../charts/chart-frame';
import { queriesOf } from '../charts/chart-panel';
import { TableTwin } from '../charts/table-twin';
import { Tag } from '../traces/tag';
import { TrustList } from '../trust/trust-list';
import { AsidePanel } from '../ui/aside-panel';
import { PageHead } from '../ui/page-head';
import { ObservedTable } from './observed-table';
import { ProvingTraces } from './proving-traces';
import { RemedyList } from './remedy-list';
import { RolloutTimeline } from './rollout-timeline';
import { SuspectTable } from './suspect-table';

const SIGNALS = ['gateway-errors', 'near-misses', 'replicaset-pods', 'replicaset-image', 'pod-ready'];

/** Everything about one rollout that is there. */
export function RolloutReport({ model, answer, stale, zone }: { readonly model: RolloutPageModel; readonly answer: Answer<unknown>; readonly stale: boolean; readonly zone: string }) {
  const { rollout } = model;
  const ready = { kind: 'ready' as const, model, failures: answer.failures, stale };
  return (
    <div className={cn('transition-opacity', stale && 'opacity-55')} aria-busy={stale} data-testid="rollout-report">
      <PageHead title={<span className="[overflow-wrap:anywhere]"><bdi>{model.headline}</bdi></span>}>
        <Tag tone={model.link === 'strong' ? 'bad' : model.link === 'none' ? 'good' : 'warn'}>{model.linkWords}</Tag><span>{model.under}</span>
      </PageHead>
      <dl className="panel mb-3 grid grid-cols-2 gap-x-6 gap-y-1.5 px-3 py-2.5 text-[13px] [overflow-wrap:anywhere] md:grid-cols-3 xl:grid-cols-6 [&_dt]:text-xs [&_dt]:text-ink-3">
        <div><dt>began ({zone})</dt><dd>{formatDateTime(rollout.from, zone)}</dd></div>
        <div><dt>took</dt><dd>{formatDuration(rollout.to - rollout.from)}{rollout.ongoing ? ', going on' : ''}</dd></div>
        <div><dt>state</dt><dd className={model.stateTone === 'warn' ? 'text-warn' : undefined}>{model.state}</dd></div>
        <div><dt>image</dt><dd><bdi>{model.image ?? 'not known'}</bdi></dd></div>
        <div><dt>requests in it</dt><dd>{model.count.requests === null ? 'not known' : formatCount(model.count.requests)}</dd></div>
        <div><dt>known from</dt><dd>{model.sources}</dd></div>
      </dl>
      <ChartFrame
        title="Errors and pods" note="exact counts per scrape step above, pods below, one axis" state={ready} height={120} zone={zone} queries={queriesOf(answer, SIGNALS)}
        table={() => (
          <>
            <TableTwin title="Errors in this rollout" unit="requests" table={laneTable(model, zone)} />
            <TableTwin title="Pods of this rollout" unit="state" table={podRows(model, zone)} />
            {model.events === null || model.events.length === 0 ? null : <TableTwin title="Events in this rollout" unit="state" table={eventRows(model, zone)} />}
          </>
        )}
      >
        {(drawn) => <RolloutTimeline model={drawn} zone={zone} />}
      </ChartFrame>
      <div className="grid items-start gap-x-3 xl:grid-cols-[minmax(0,1fr)_300px]">
        <div className="min-w-0">
          <section className="panel mb-3" aria-labelledby="suspects"><h2 id="suspects" className="px-3 pb-1 pt-2.5 text-sm font-semibold">What may be behind it</h2><p className="px-3 pb-1 text-ink-2" data-testid="pattern"><b className="font-medium text-ink">Pattern:</b> {model.pattern}</p><SuspectTable model={model} /></section>
          <section className="panel mb-3" aria-labelledby="observed"><h2 id="observed" className="px-3 pb-1 pt-2.5 text-sm font-semibold">What was observed <span className="text-xs font-normal text-ink-3">retries, ejections, health checks, budgets</span></h2>{model.observed === null ? <p className="px-3 pb-3 text-ink-2">{model.count.failed === 0 && !model.count.nearMisses ? 'No request failed or nearly failed here, so it was not looked for.' : 'Not checked.'}</p> : model.observed.length === 0 ? <p className="px-3 pb-3 text-ink-2">Looked, and nothing of it was seen.</p> : <ObservedTable facts={model.observed} />}</section>
          <section className="panel mb-3" aria-labelledby="remedies"><h2 id="remedies" className="px-3 pb-1 pt-2.5 text-sm font-semibold">What would help</h2><RemedyList model={model} /></section>
        </div>
        <aside className="min-w-0" aria-label="Trust"><AsidePanel title="Can we trust the data?"><TrustList answer={answer} good={[]} /></AsidePanel></aside>
      </div>
      <h2 className="mb-1.5 text-sm font-semibold">Traces of these errors</h2>
      <ProvingTraces model={model} range={answer.range} zone={zone} />
    </div>
  );
}
