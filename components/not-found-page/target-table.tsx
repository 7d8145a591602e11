'use client';

import Link from 'next/link';
import { useState } from 'react';
import { useViewState } from '@/lib/client/use-view-state';
import { cssVar } from '@/lib/present/colors';
import { formatCount } from '@/lib/present/format';
import type { TargetRow } from '@/lib/present/not-found';
import { traceLink } from '@/lib/url/links';
import { Clipped } from '../traces/clipped';
import { Known } from '../traces/known';
import { ScrollBox } from '../ui/scroll-box';

const PAGE = 20;
const EXAMPLES = 3;

/** Missed hosts and paths with class, evidence and example traces. All text here may come from a scanner. */
export function TargetTable({ rows }: { readonly rows: readonly TargetRow[] }) {
  const [shown, setShown] = useState(PAGE);
  if (rows.length === 0) return <p className="px-3 pb-3 text-ink-2">The traces that were looked at hold no 404.</p>;
  return (
    <ScrollBox label="Missed hosts and paths">
      <table className="data-table [&_.r]:whitespace-nowrap min-w-[900px]">
        <caption className="sr-only">Most missed hosts and paths</caption>
        <thead><tr><th scope="col">host and path</th><th scope="col">class</th><th scope="col" className="r">about</th><th scope="col" className="r">traces</th><th scope="col" className="r">clients</th><th scope="col">evidence</th><th scope="col">examples</th></tr></thead>
        <tbody>{rows.slice(0, shown).map((row, i) => <TargetLine key={i} row={row} />)}</tbody>
      </table>
      <p className="pt-1.5 text-xs text-ink-3">Weights of the evidence: + speaks for a scanner, − for a lost route.</p>
      {rows.length > shown ? <button type="button" className="tool mt-1" onClick={() => setShown(shown + PAGE)}>show {Math.min(PAGE, rows.length - shown)} more of {rows.length}</button> : null}
    </ScrollBox>
  );
}

function TargetLine({ row }: { readonly row: TargetRow }) {
  const { target } = row;
  return (
    <tr>
      <th scope="row" className="align-top max-w-[380px] font-mono !text-xs !font-normal !text-ink !whitespace-normal">
        {row.host ? <Clipped value={row.host} className="text-ink-2" /> : <span className="text-ink-3" title="host not known">–</span>}<Clipped value={row.path} />
      </th>
      <td className="whitespace-nowrap"><i aria-hidden className="mr-1.5 inline-block size-[9px] rounded-[2px]" style={{ background: cssVar(row.colorVar) }} />{row.classLabel}</td>
      <td className="r" title={target.requests === null ? undefined : 'samples scaled to the counter'}><Known value={target.requests} write={formatCount} /></td>
      <td className="r">{formatCount(target.samples)}</td>
      <td className="r">{formatCount(target.clients)}</td>
      <td className="min-w-[240px] max-w-[260px] text-xs text-ink-2 max-sm:max-w-none max-sm:whitespace-nowrap"><EvidenceWords row={row} /></td>
      <td className="whitespace-nowrap text-xs"><Examples traceIds={target.traceIds} /></td>
    </tr>
  );
}

/** Positive weights speak for a scanner, negative ones for a lost route (log-odds, reference detectors section 4). */
function EvidenceWords({ row }: { readonly row: TargetRow }) {
  if (row.evidence.length === 0) return <span className="text-ink-3">none</span>;
  return (
    <span title={row.evidence.map(({ code, weight }) => `${code} ${weight.toFixed(1)}`).join(', ')}>
      {row.evidence.slice(0, 3).map(({ text, weight }, i) => <span key={i} className="mr-2 inline-block"><bdi>{text}</bdi> {Math.abs(weight) < 0.05 ? null : <span className="text-ink-3">{weight > 0 ? '+' : ''}{weight.toFixed(1)}</span>}</span>)}
      {row.evidence.length > 3 ? <span className="text-ink-3">and {row.evidence.length - 3} more</span> : null}
    </span>
  );
}

function Examples({ traceIds }: { readonly traceIds: readonly string[] }) {
  const { state } = useViewState();
  return traceIds.slice(0, EXAMPLES).map((traceId) => (
    <Link key={traceId} className="link mr-2 font-mono" aria-label={`Example trace ${traceId.slice(0, 6)}`} href={traceLink({ env: state.env, traceId, at: null, view: state })}>{traceId.slice(0, 6)}</Link>
  ));
}
