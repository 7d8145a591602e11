'use client';

import Link from 'next/link';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import type { HopTotal } from '@/lib/domain/hops';
import { formatDateTime, formatTime } from '@/lib/present/format';
import { type ProofRow, proofRows } from '@/lib/present/hops-proof';
import { compareTracesLink } from '@/lib/url/hops-url';
import { traceLink } from '@/lib/url/links';
import { ChartFrame } from '../charts/chart-frame';
import { ScrollBox } from '../ui/scroll-box';
import { SlashBreaks } from './slash-breaks';

/** Traces to open for each way in which the answers came about. */
export function ProofPanel({ total }: { readonly total: HopTotal }) {
  const zone = useTimeZone();
  const rows = proofRows(total);
  if (rows.length === 0) return null;
  return (
    <ChartFrame title="Traces that prove it" note={`the surest of each kind with ${total.status}`} height={84} zone={zone} state={{ kind: 'ready', model: rows, failures: [], stale: false }}>
      {(all) => <ProofTable rows={all} zone={zone} />}
    </ChartFrame>
  );
}

/** One row a kind, with traces to open and one to put beside a good request of its route. */
export function ProofTable({ rows, zone }: { readonly rows: readonly ProofRow[]; readonly zone: string }) {
  const { state } = useViewState();
  return (
    <ScrollBox label="Traces that prove it">
      <table className="data-table stack-table [&_.r]:whitespace-nowrap">
        <caption className="sr-only">Example traces by answering hop and mechanism</caption>
        <thead><tr><th scope="col">answered by</th><th scope="col">caused by</th><th scope="col">mechanism</th><th scope="col">traces ({zone})</th><th scope="col">against a good one</th></tr></thead>
        <tbody>
          {rows.map(({ key, answered, caused, mechanism, traces }) => (
            <tr key={key} data-testid="proof">
              <th scope="row"><SlashBreaks text={answered} /></th><td data-label="caused by"><SlashBreaks text={caused} /></td><td>{mechanism}</td>
              <td>
                {traces.map((trace) => (
                  <span key={trace.traceId} className="mr-3 inline-block whitespace-nowrap">
                    <Link className="link font-mono text-xs" title={`${trace.traceId}, ${formatDateTime(trace.at, zone)}`} aria-label={`Trace ${trace.traceId.slice(0, 8)}, ${trace.sure}`} href={traceLink({ env: state.env, traceId: trace.traceId, at: trace.at, view: state })}>{trace.traceId.slice(0, 8)}</Link> <span className="text-[11px] text-ink-3">{formatTime(trace.at, zone, true)}, {trace.sure}</span>
                  </span>
                ))}
              </td>
              <td className="whitespace-nowrap">{traces[0] ? <Link className="link text-xs" aria-label={`Side by side: ${traces[0].traceId.slice(0, 8)} and a good trace`} href={compareTracesLink(state, traces[0])}>side by side</Link> : null}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
