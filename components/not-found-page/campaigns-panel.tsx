'use client';

import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { cn } from '@/lib/client/class-names';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { formatCount, formatPercent, formatTime, plural } from '@/lib/present/format';
import type { CampaignName, CampaignRow, CampaignsModel } from '@/lib/present/not-found-campaigns';
import { familyWords } from '@/lib/present/not-found-campaigns';
import { Clipped } from '../traces/clipped';
import { Known } from '../traces/known';
import { ScrollBox } from '../ui/scroll-box';
import { ExampleTraces } from './example-traces';
import { useNotFoundView } from './use-not-found-view';

const PAGE = 10;

/** Scanner campaigns: closed, they take one line; open, one line each. */
export function CampaignsPanel({ model, exports }: { readonly model: CampaignsModel; readonly exports: ReactNode }) {
  const [open, setOpen] = useState(false);
  const body = useId();
  const { view, change } = useNotFoundView();
  return (
    <section className="panel mb-3" aria-label="Scanner campaigns" data-testid="campaigns" data-open={open}>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-3 py-2.5">
        <h2 className="text-sm font-semibold">
          <button type="button" className="inline-flex items-center gap-1" aria-expanded={open} aria-controls={body} onClick={() => setOpen(!open)}><Arrow open={open} />Scanner campaigns</button>
        </h2>
        <span className="text-xs text-ink-2">{model.summary}</span>
        <div className="ml-auto flex flex-wrap gap-1">
          <button type="button" className="tool" aria-pressed={view.hideCampaigns} onClick={() => change({ hideCampaigns: !view.hideCampaigns })}>hide in hosts and paths</button>
          {exports}
        </div>
        {open || model.largest === '' ? null : <p className="w-full text-xs text-ink-3">Largest: {model.largest}</p>}
      </div>
      <div id={body} hidden={!open}>{open ? <CampaignTable rows={model.rows} /> : null}</div>
    </section>
  );
}

function Arrow({ open }: { readonly open: boolean }) {
  return <ChevronRight size={14} aria-hidden className={cn('shrink-0 text-ink-3 transition-transform', open && 'rotate-90')} />;
}

function CampaignTable({ rows }: { readonly rows: readonly CampaignRow[] }) {
  const [shown, setShown] = useState(PAGE);
  const timeZone = useTimeZone();
  return (
    <ScrollBox label="Scanner campaigns">
      <table className="data-table [&_.r]:whitespace-nowrap min-w-[820px]">
        <caption className="sr-only">Scanner campaigns by their requests</caption>
        <thead><tr><th scope="col">what it looks for</th><th scope="col" className="r">about</th><th scope="col" className="r">of all 404s</th><th scope="col" className="r">traces</th><th scope="col" className="!pl-3">from</th><th scope="col">as</th><th scope="col" className="r">paths</th><th scope="col" className="r">hosts</th><th scope="col" className="r">seen ({timeZone})</th></tr></thead>
        {rows.slice(0, shown).map((row, i) => <CampaignLine key={i} row={row} zone={timeZone} />)}
      </table>
      {rows.length > shown ? <button type="button" className="tool mt-1" onClick={() => setShown(shown + PAGE)}>show {Math.min(PAGE, rows.length - shown)} more of {rows.length}</button> : null}
      <p className="pt-1.5 text-xs text-ink-3">Requests are sampled traces scaled to the scanner part of the counter: the rows add up to it.</p>
    </ScrollBox>
  );
}

function CampaignLine({ row, zone }: { readonly row: CampaignRow; readonly zone: string }) {
  const [open, setOpen] = useState(false);
  const detail = useId();
  const { campaign } = row;
  return (
    <tbody data-testid="campaign">
      <tr>
        <th scope="row" className="align-top !text-[13px] !font-normal !text-ink !whitespace-normal"><button type="button" className="inline-flex items-start gap-1 text-left" aria-expanded={open} aria-controls={detail} onClick={() => setOpen(!open)}><span className="mt-0.5"><Arrow open={open} /></span>{row.title}</button></th>
        <td className="r">{formatCount(campaign.requests)}</td>
        <td className="r"><Known value={campaign.share} write={formatPercent} /></td>
        <td className="r">{formatCount(campaign.samples)}</td>
        <td className="whitespace-nowrap !pl-3">{row.origin ?? <span className="text-ink-3">not known</span>}</td>
        <td className="max-w-[240px] text-xs text-ink-2">{row.agent ? <Clipped value={row.agent} className="font-mono" /> : null} {row.manner}{row.agent === null && row.manner === null ? <span className="text-ink-3">not known</span> : null}</td>
        <td className="r">{formatCount(campaign.pathCount)}</td>
        <td className="r">{formatCount(campaign.hostCount)}</td>
        <td className="r">{formatTime(campaign.first, zone, true)}<span className="block text-[11px] text-ink-3">to {formatTime(campaign.last, zone, true)}</span></td>
      </tr>
      <tr id={detail} hidden={!open}>
        <td colSpan={9} className="!pt-0">{open ? <CampaignDetail row={row} /> : null}</td>
      </tr>
    </tbody>
  );
}

function CampaignDetail({ row }: { readonly row: CampaignRow }) {
  const { families, traceIds, pathCount, hostCount, clientCount, agentCount } = row.campaign;
  return (
    <div className="grid gap-x-6 gap-y-2 rounded-md bg-sunken px-3 py-2 sm:grid-cols-2 xl:grid-cols-4">
      <Names title={`Paths (${formatCount(pathCount)})`} names={row.paths} />
      <Names title={`Hosts (${formatCount(hostCount)})`} names={row.hosts} />
      <Names title={clientCount === null ? 'Clients' : `Clients (${formatCount(clientCount)})`} names={row.clients} />
      <div className="min-w-0">
        <Names title={`User agents (${formatCount(agentCount)})`} names={row.agents} />
        <h3 className="mt-2 text-xs font-medium text-ink-3">Kinds of paths</h3>
        <p className="text-xs">{families.map(({ family, samples }) => `${familyWords[family]} ${formatCount(samples)}`).join(', ')}</p>
        <h3 className="mt-2 text-xs font-medium text-ink-3">Examples</h3>
        <p className="text-xs"><ExampleTraces traceIds={traceIds} /></p>
      </div>
    </div>
  );
}

function Names({ title, names }: { readonly title: string; readonly names: readonly CampaignName[] }) {
  return (
    <div className="min-w-0">
      <h3 className="text-xs font-medium text-ink-3">{title}</h3>
      {names.length === 0 ? <p className="text-xs text-ink-3">The traces name none.</p> : (
        <ul className="text-xs">{names.map(({ text, samples }, i) => <li key={i} className="break-all"><Clipped value={text} className="font-mono" /> <span className="whitespace-nowrap text-ink-3">{plural(samples, 'trace')}</span></li>)}</ul>
      )}
    </div>
  );
}
