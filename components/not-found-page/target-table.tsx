'use client';

import { useState } from 'react';
import { notFoundClasses } from '@/lib/domain/not-found-detail';
import { cssVar } from '@/lib/present/colors';
import { formatCount } from '@/lib/present/format';
import { clipText } from '@/lib/present/hostile-text';
import { type TargetRow, filterTargets, targetHosts } from '@/lib/present/not-found';
import { classWords } from '@/lib/present/words';
import type { NotFoundView } from '@/lib/url/not-found-url';
import { Clipped } from '../traces/clipped';
import { Known } from '../traces/known';
import { ScrollBox } from '../ui/scroll-box';
import { EvidenceBar } from './evidence-bar';
import { ExampleTraces } from './example-traces';
import { useNotFoundView } from './use-not-found-view';

const PAGE = 20;

/** Missed hosts and paths with class, evidence and example traces; the URL holds the filter. All text here may come from a scanner. */
export function TargetTable({ rows }: { readonly rows: readonly TargetRow[] }) {
  const { view, change } = useNotFoundView();
  if (rows.length === 0) return <p className="px-3 pb-3 text-ink-2">The traces that were looked at hold no 404.</p>;
  const left = filterTargets(rows, view);
  const filtered = left.length < rows.length;
  return (
    <>
      <Filters rows={rows} view={view} change={change} />
      <p className="px-3 text-xs text-ink-3" role="status">{filtered ? `${left.length} of ${rows.length} rows` : `${rows.length} rows`}{filtered ? <> <button type="button" className="link" onClick={() => change({ class: null, host: null, hideCampaigns: false })}>show all</button></> : null}</p>
      {left.length === 0 ? <p className="px-3 py-3 text-ink-2">No row is left by this filter.</p> : <Rows key={`${view.class} ${view.host} ${view.hideCampaigns}`} rows={left} />}
    </>
  );
}

interface FilterProps {
  readonly rows: readonly TargetRow[];
  readonly view: NotFoundView;
  readonly change: (patch: Partial<NotFoundView>) => void;
}

function Filters({ rows, view, change }: FilterProps) {
  const hosts = targetHosts(rows);
  const shown = view.host !== null && !hosts.includes(view.host.toLowerCase()) ? [view.host, ...hosts] : hosts;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 pb-1 text-xs">
      <span role="group" aria-label="Class" className="flex flex-wrap gap-1">
        <button type="button" className="tool" aria-pressed={view.class === null} onClick={() => change({ class: null })}>all</button>
        {notFoundClasses.map((name) => <button key={name} type="button" className="tool" aria-pressed={view.class === name} onClick={() => change({ class: name, ...(name === 'scanner' ? { hideCampaigns: false } : {}) })}>{classWords[name]}</button>)}
      </span>
      <label className="flex min-w-0 items-center gap-1.5 text-ink-3">host
        <select className="h-[26px] max-w-64 rounded-md border border-line bg-surface px-1.5 text-xs text-ink" value={view.host?.toLowerCase() ?? ''} onChange={(event) => change({ host: event.target.value === '' ? null : event.target.value })}>
          <option value="">all hosts</option>
          {shown.map((host) => <option key={host} value={host.toLowerCase()}>{clipText(host, 48).text}</option>)}
        </select>
      </label>
      <label className="flex items-center gap-1.5 text-ink-2"><input type="checkbox" checked={view.hideCampaigns} onChange={(event) => change({ hideCampaigns: event.target.checked, ...(event.target.checked && view.class === 'scanner' ? { class: null } : {}) })} />hide scanner campaigns</label>
    </div>
  );
}

function Rows({ rows }: { readonly rows: readonly TargetRow[] }) {
  const [shown, setShown] = useState(PAGE);
  return (
    <ScrollBox label="Missed hosts and paths">
      <table className="data-table [&_.r]:whitespace-nowrap min-w-[900px]">
        <caption className="sr-only">Most missed hosts and paths</caption>
        <thead><tr><th scope="col">host and path</th><th scope="col">class</th><th scope="col" className="r">about</th><th scope="col" className="r">traces</th><th scope="col" className="r">clients</th><th scope="col">evidence: lost route − | + scanner</th><th scope="col">examples</th></tr></thead>
        <tbody>{rows.slice(0, shown).map((row, i) => <TargetLine key={i} row={row} />)}</tbody>
      </table>
      {rows.length > shown ? <button type="button" className="tool mt-1" onClick={() => setShown(shown + PAGE)}>show {Math.min(PAGE, rows.length - shown)} more of {rows.length}</button> : null}
    </ScrollBox>
  );
}

function TargetLine({ row }: { readonly row: TargetRow }) {
  const { target } = row;
  return (
    <tr data-testid="target" data-class={target.class}>
      <th scope="row" className="align-top max-w-[380px] break-all font-mono !text-xs !font-normal !text-ink !whitespace-normal">
        {row.host ? <Clipped value={row.host} className="text-ink-2" /> : <span className="text-ink-3" title="host not known">–</span>}{row.host ? ' ' : null}<Clipped value={row.path} />
      </th>
      <td className="whitespace-nowrap"><i aria-hidden className="mr-1.5 inline-block size-[9px] rounded-[2px]" style={{ background: cssVar(row.colorVar) }} />{row.classLabel}</td>
      <td className="r" title={target.requests === null ? undefined : 'samples scaled to the counter'}><Known value={target.requests} write={formatCount} /></td>
      <td className="r">{formatCount(target.samples)}</td>
      <td className="r">{formatCount(target.clients)}</td>
      <td className="min-w-[300px] text-xs text-ink-2"><EvidenceBar parts={row.evidence} /></td>
      <td className="whitespace-nowrap text-xs"><ExampleTraces traceIds={target.traceIds} /></td>
    </tr>
  );
}
