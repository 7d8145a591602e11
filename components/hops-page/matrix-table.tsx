'use client';

import { ArrowDown, ArrowUp } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useViewState } from '@/lib/client/use-view-state';
import { filterOfPart } from '@/lib/domain/hop-filter';
import type { HopTotal } from '@/lib/domain/hops';
import { cssVar } from '@/lib/present/colors';
import { formatCount, formatPercent, plural } from '@/lib/present/format';
import type { HopCellView, HopMatrixRow } from '@/lib/present/hops-rows';
import { type HopSort, type HopsView, hopSorts } from '@/lib/url/hops-url';
import { stratumLink } from '@/lib/url/links';
import { Clipped } from '../traces/clipped';
import { Known } from '../traces/known';
import { ScrollBox } from '../ui/scroll-box';
import { ShareBar } from './share-bar';
import { SlashBreaks } from './slash-breaks';

const sortWords: Record<HopSort, string> = { share: 'share', certain: 'certain', answered: 'answered by', caused: 'caused by', mechanism: 'mechanism' };
const isFigure = (sort: HopSort) => sort === 'share' || sort === 'certain';

type Order = Pick<HopsView, 'sort' | 'descending'>;

/** Who answered, who caused it, how: with counts, shares and how sure. The last row is what they add up to. */
export function MatrixTable({ rows, total, note = null, order, onSort }: { readonly rows: readonly HopMatrixRow[]; readonly total: HopTotal; /** How requests without a looked-at trace come into it. */ readonly note?: string | null; readonly order: Order; readonly onSort: (sort: HopSort, descending: boolean) => void }) {
  const { state } = useViewState();
  const head = { order, onSort };
  return (
    <ScrollBox label={`Hops of ${total.status}`}>
      <label className="flex items-center gap-1.5 pb-1 text-xs text-ink-3 sm:hidden">sorted by
        <select className="h-[26px] rounded-md border border-line bg-surface px-1.5 text-xs text-ink" value={order.sort} onChange={(event) => { const sort = hopSorts.find((name) => name === event.target.value); if (sort) onSort(sort, isFigure(sort)); }}>
          {hopSorts.map((sort) => <option key={sort} value={sort}>{sortWords[sort]}</option>)}
        </select>
      </label>
      <table className="data-table stack-table [&_.r]:whitespace-nowrap sm:min-w-[760px]">
        <caption className="sr-only">Answers with {total.status} by answering hop, causing hop and mechanism</caption>
        <thead>
          <tr>
            <Sortable {...head} name="answered">answered by</Sortable><Sortable {...head} name="caused">caused by</Sortable><Sortable {...head} name="mechanism">mechanism</Sortable>
            <th scope="col" className="r">traces</th><th scope="col" className="r">about</th><Sortable {...head} name="share" right>share</Sortable><th scope="col">95 % interval</th><Sortable {...head} name="certain" right>certain</Sortable>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className="hover:bg-hover" data-testid="hop-row" data-open={row.open}>
              <th scope="row" className="!font-normal"><Hop hop={row.answered} /></th>
              <td data-label="caused by"><Hop hop={row.caused} /></td>
              <td className="min-w-32"><span className="cursor-help underline decoration-line-strong decoration-dotted underline-offset-4" title={row.meaning}>{row.mechanism}</span></td>
              <td className="r beside" data-label="traces">{row.part.count === 0 ? '0' : <Link className="link" href={stratumLink(total.stratum, state, filterOfPart(row.part))} aria-label={`${formatCount(row.part.count)} traces of ${total.status}: answered by ${row.answered.label}, caused by ${row.caused.label}, ${row.mechanism}`}>{formatCount(row.part.count)}</Link>}</td>
              <td className="r beside" data-label="about" title="its share of the counted requests"><Known value={row.requests} write={formatCount} /></td>
              <td className="r beside font-medium" data-label="share">{formatPercent(row.part.share)}</td>
              <td className="whitespace-nowrap"><ShareBar share={row.part.share} low={row.part.low} high={row.part.high} /> <span className="ml-1 text-xs text-ink-2">{row.interval}</span></td>
              <td className="r beside" data-label="certain"><Known value={row.certainShare} write={formatPercent} /> {row.part.count === 0 ? null : <span className="text-[11px] text-ink-3 sm:block">{formatCount(row.part.certain)} of {formatCount(row.part.count)}</span>}{row.doubt === null ? null : <span className="block max-w-36 text-[11px] whitespace-normal text-ink-3 sm:ml-auto">{row.doubt}</span>}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3} className="!border-b-0 !text-[13px] !text-ink">all together</th><td className="r !border-b-0 font-medium" data-label="traces">{formatCount(total.lookedAt)}</td>
            <td className="r !border-b-0 font-medium" data-label="about"><Known value={total.requests === null ? null : Math.round(total.requests)} write={formatCount} /></td><td className="!border-b-0 text-ink-2" colSpan={3}>{total.truncated ? 'the search stopped at its limit: there are more' : total.requests === null ? 'requests are not counted here' : `${plural(total.lookedAt, 'trace')} ${total.lookedAt === 1 ? 'stands for all requests' : 'stand for all requests by their shares'}`}</td>
          </tr>
        </tfoot>
      </table>
      {note === null ? null : <p className="max-w-[100ch] pt-1.5 text-xs text-ink-2" data-testid="spread">{note}</p>}
    </ScrollBox>
  );
}

function Hop({ hop }: { readonly hop: HopCellView }) {
  return (
    <span className="inline-flex items-baseline gap-1.5 sm:min-w-28">
      <i aria-hidden className="size-[9px] shrink-0 rounded-[2px]" style={{ background: cssVar(hop.colorVar) }} />
      <span className="min-w-0">{hop.name.clipped ? <span className="[overflow-wrap:anywhere]"><Clipped value={hop.name} /></span> : <SlashBreaks text={hop.name.text} />}{hop.role === null ? null : <span className="text-[11px] text-ink-3 max-sm:ml-1 sm:block">{hop.role}</span>}</span>
    </span>
  );
}

/** A heading that sorts; a second press turns the order around. Figures begin with the highest, names with A. On a phone the headings are out of sight: the menu sorts. */
function Sortable({ name, order, onSort, right = false, children }: { readonly name: HopSort; readonly order: Order; readonly onSort: (sort: HopSort, descending: boolean) => void; readonly right?: boolean; readonly children: ReactNode }) {
  const active = order.sort === name;
  const Arrow = order.descending ? ArrowDown : ArrowUp;
  return (
    <th scope="col" className={right ? 'r' : undefined} aria-sort={active ? (order.descending ? 'descending' : 'ascending') : undefined}>
      <span className="sm:hidden">{children}</span>
      <button type="button" className="inline-flex items-center gap-0.5 max-sm:hidden rounded hover:text-ink" onClick={() => onSort(name, active ? !order.descending : isFigure(name))}>{children}{active ? <Arrow size={11} aria-hidden /> : null}</button>
    </th>
  );
}
