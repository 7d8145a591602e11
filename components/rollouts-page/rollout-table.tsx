'use client';

import { ArrowDown, ArrowUp } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import { formatCount, formatDateTime, formatDuration, formatP } from '@/lib/present/format';
import type { RolloutRow } from '@/lib/present/rollout-list';
import { type RolloutSort, type RolloutsPageView, rolloutLink } from '@/lib/url/rollouts-url';
import { Known } from '../traces/known';
import { Tag } from '../traces/tag';
import { ScrollBox } from '../ui/scroll-box';

const PAGE = 50;

/** Failed requests of each rollout, beside what the time outside predicts. The time is the link to the rollout's own page. */
export function RolloutTable({ rows, view, onSort }: { readonly rows: readonly RolloutRow[]; readonly view: Pick<RolloutsPageView, 'sort' | 'descending'>; readonly onSort: (sort: RolloutSort, descending: boolean) => void }) {
  const zone = useTimeZone();
  const [shown, setShown] = useState(PAGE);
  const head = { view, onSort };
  return (
    <ScrollBox label="Rollouts">
      <table className="data-table [&_.r]:whitespace-nowrap min-w-[1040px]">
        <caption className="sr-only">Errors per rollout</caption>
        <thead>
          <tr>
            <Sortable {...head} name="when">when ({zone})</Sortable><Sortable {...head} name="workload">workload</Sortable><th scope="col">state</th>
            <Sortable {...head} name="failed" right>failed</Sortable><Sortable {...head} name="near-misses" right>near misses</Sortable><Sortable {...head} name="expected" right>expected</Sortable>
            <Sortable {...head} name="p" right>chance</Sortable><th scope="col">what it tells</th><th scope="col">answering hop</th>
          </tr>
        </thead>
        <tbody>{rows.slice(0, shown).map((row) => <Row key={row.key} row={row} zone={zone} />)}</tbody>
      </table>
      {rows.length > shown ? <button type="button" className="tool mt-1" onClick={() => setShown(shown + PAGE)}>show {Math.min(PAGE, rows.length - shown)} more of {rows.length}</button> : null}
    </ScrollBox>
  );
}

function Row({ row, zone }: { readonly row: RolloutRow; readonly zone: string }) {
  const { state } = useViewState();
  const { count } = row;
  return (
    <tr className="hover:bg-hover" data-testid="rollout-row" data-workload={row.id}>
      <th scope="row" className="!font-normal">
        <Link className="link whitespace-nowrap" aria-label={`Rollout of ${row.workload} at ${formatDateTime(count.from, zone)}`} href={rolloutLink(state, { workload: row.id, at: count.from })}>{formatDateTime(count.from, zone)}</Link>
        <span className="block text-[11px] text-ink-3">{formatDuration(count.to - count.from)}{row.rollout?.ongoing ? ', going on' : ''}</span>
      </th>
      <td className="min-w-36 [overflow-wrap:anywhere]"><bdi className="font-medium">{row.workload}</bdi><span className="block text-[11px] text-ink-3">{row.image === null ? 'image not known' : <bdi>{row.image}</bdi>}</span></td>
      <td><span className={row.stateTone === 'warn' ? 'text-warn' : row.state === 'not checked' ? 'text-ink-3' : ''}>{row.state}</span></td>
      <td className="r font-medium">{row.link === 'unknown' ? '–' : formatCount(count.failed)}<span className="block text-[11px] font-normal text-ink-3">{row.link === 'unknown' ? 'not known' : row.codes === '' ? 'none' : row.codes}</span></td>
      <td className="r"><Known value={count.nearMisses} write={formatCount} /></td>
      <td className="r">{formatCount(count.expectedFailed)}</td>
      <td className="r">{row.link === 'strong' ? <Tag tone="bad">{formatP(count.p)}</Tag> : formatP(count.p)}</td>
      <td className="min-w-36 text-xs text-ink-2">{row.linkWords}</td>
      <td className="min-w-32 text-xs text-ink-2">{row.hop === '–' ? <span className="text-ink-3"><span aria-hidden>–</span><span className="sr-only">nothing failed</span></span> : <bdi>{row.hop}</bdi>}</td>
    </tr>
  );
}

/** A heading that sorts; a second press turns the order around. Counts begin with the highest, p with the lowest. */
function Sortable({ name, view, onSort, right = false, children }: { readonly name: RolloutSort; readonly view: Pick<RolloutsPageView, 'sort' | 'descending'>; readonly onSort: (sort: RolloutSort, descending: boolean) => void; readonly right?: boolean; readonly children: React.ReactNode }) {
  const active = view.sort === name;
  const first = name !== 'workload' && name !== 'p';
  const Arrow = view.descending ? ArrowDown : ArrowUp;
  return (
    <th scope="col" className={right ? 'r' : undefined} aria-sort={active ? (view.descending ? 'descending' : 'ascending') : undefined}>
      <button type="button" className="inline-flex items-center gap-0.5 rounded hover:text-ink" onClick={() => onSort(name, active ? !view.descending : first)}>{children}{active ? <Arrow size={11} aria-hidden /> : null}</button>
    </th>
  );
}
