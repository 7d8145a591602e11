'use client';

import { type ReactNode, useState } from 'react';
import { cn } from '@/lib/client/class-names';
import { cssVar } from '@/lib/present/colors';
import { formatCount } from '@/lib/present/format';
import type { CampaignRow } from '@/lib/present/not-found-campaigns';
import { type ChangesModel, type InstanceChangeRow, type TargetChangeRow, shareMove } from '@/lib/present/not-found-changes';
import { Clipped } from '../traces/clipped';
import { Tag } from '../traces/tag';
import { ScrollBox } from '../ui/scroll-box';

const PAGE = 8;

/** Requests by class before and after, beside what is new, gone or grew. */
export function ChangesReport({ changes }: { readonly changes: ChangesModel }) {
  const { verdict, title, text, compared, caveats } = changes;
  return (
    <div className="px-3 pb-2.5">
      <p className="text-sm"><b className={cn('font-semibold', verdict === 'changed' ? 'text-ink' : 'text-ink-2')}>{title}.</b>{text === null ? null : <span className="text-ink-2"> {text}</span>}</p>
      {compared ? (
        <div className="mt-1 grid gap-x-6 gap-y-2 lg:grid-cols-2">
          <CountTable changes={changes} />
          <div className="min-w-0">
            <Part title="Hosts and paths" none={changes.targets === null ? 'Not looked at in both windows.' : 'None is new, gone or grew beyond chance.'} rows={(changes.targets ?? []).map((row, i) => <TargetLine key={i} row={row} />)} />
            <Part title="Instances" none="None joined, left, or moved against its fleet." rows={changes.instances.map((row, i) => <InstanceLine key={i} row={row} />)} />
            <Part title="Scanner campaigns" none={changes.targets === null ? 'Not looked at in both windows.' : 'None is new or gone.'} rows={[...changes.newCampaigns.map((row, i) => <CampaignLine key={`n${i}`} row={row} word="new" />), ...changes.goneCampaigns.map((row, i) => <CampaignLine key={`g${i}`} row={row} word="gone" />)]} />
          </div>
        </div>
      ) : null}
      {caveats.length > 0 ? <ul className="mt-1.5 text-xs text-warn">{caveats.map((caveat, i) => <li key={i}>{caveat}</li>)}</ul> : null}
    </div>
  );
}

function CountTable({ changes }: { readonly changes: ChangesModel }) {
  return (
    <ScrollBox label="Requests before and after" className="!px-0">
      <table className="data-table [&_.r]:whitespace-nowrap min-w-[500px]">
        <caption className="sr-only">404 answers by class before and after</caption>
        <thead><tr><th scope="col">class</th><th scope="col" className="r">before</th><th scope="col" className="r">after</th><th scope="col" className="r" title="Rate after over rate before, over the time that is known">rate</th><th scope="col" className="r">95 % interval</th><th scope="col"><span className="sr-only">verdict</span></th></tr></thead>
        <tbody>
          {changes.rows.map((row) => (
            <tr key={row.key} data-changed={row.beyondChance}>
              <th scope="row" className="align-top !text-[13px] !font-normal !text-ink">{row.colorVar === null ? null : <i aria-hidden className="mr-1.5 inline-block size-[9px] rounded-[2px]" style={{ background: cssVar(row.colorVar) }} />}{row.label}</th>
              <td className="r">{formatCount(row.before)}</td>
              <td className="r">{formatCount(row.after)}</td>
              <td className={cn('r', row.beyondChance ? 'font-semibold' : 'text-ink-2')}>{row.times ?? '–'}</td>
              <td className="r text-ink-2">{row.interval ?? '–'}</td>
              <td className="whitespace-nowrap text-xs">{row.beyondChance ? 'changed' : <span className="text-ink-3">{row.doubt}</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="pt-1 text-xs text-ink-3">{changes.fleets.map((fleet, i) => <span key={i} className="mr-3 inline-block">misses of <bdi>{fleet.name.text}</bdi>: {shareMove(fleet.before, fleet.after)}</span>)}</p>
    </ScrollBox>
  );
}

/** A short list with its heading; longer ones open in place. */
function Part({ title, none, rows }: { readonly title: string; readonly none: string; readonly rows: readonly ReactNode[] }) {
  const [shown, setShown] = useState(PAGE);
  return (
    <section className="mb-2 last:mb-0">
      <h3 className="text-xs font-medium text-ink-3">{title}{rows.length > 0 ? ` (${rows.length})` : ''}</h3>
      {rows.length === 0 ? <p className="text-ink-2">{none}</p> : <ul>{rows.slice(0, shown)}</ul>}
      {rows.length > shown ? <button type="button" className="tool" onClick={() => setShown(rows.length)}>all {rows.length}</button> : null}
    </section>
  );
}

const kindTone = { new: 'warn', gone: 'neutral', grew: 'warn' } as const;

function TargetLine({ row }: { readonly row: TargetChangeRow }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-2 py-0.5">
      <Tag tone={row.class === 'route-miss' && row.kind !== 'gone' ? 'bad' : kindTone[row.kind]}>{row.kind}</Tag>
      <span className="min-w-0 break-all font-mono text-xs">{row.host ? <Clipped value={row.host} className="text-ink-2" /> : null}{row.path ? <Clipped value={row.path} /> : <span className="text-ink-3"> (host)</span>}</span>
      <span className="text-xs text-ink-2"><i aria-hidden className="mr-1 inline-block size-[8px] rounded-[2px]" style={{ background: cssVar(row.colorVar) }} />{row.classLabel}, {row.before} → {row.after}{row.times === null ? '' : `, ${row.times}`}</span>
    </li>
  );
}

function InstanceLine({ row }: { readonly row: InstanceChangeRow }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-2 py-0.5">
      <Tag tone={row.kind === 'misses-more' ? 'bad' : 'neutral'}>{row.words}</Tag>
      <Clipped value={row.name} className="min-w-0 break-all font-mono text-xs" />
      <span className="text-xs text-ink-2"><bdi>{row.zone}</bdi>{row.kind === 'left' ? '' : `, misses ${row.kind === 'joined' ? shareMove(null, row.after).replace(/^.*→ /, '') : shareMove(row.before, row.after)}`}</span>
    </li>
  );
}

function CampaignLine({ row, word }: { readonly row: CampaignRow; readonly word: 'new' | 'gone' }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-2 py-0.5">
      <Tag tone="neutral">{word}</Tag>
      <span>{row.title}</span>
      <span className="text-xs text-ink-2">about {formatCount(row.campaign.requests)} requests{row.origin === null ? '' : `, ${row.origin}`}</span>
    </li>
  );
}
