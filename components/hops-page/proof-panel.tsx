'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { tracesQuery } from '@/lib/client/queries';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import type { HopTotal } from '@/lib/domain/hops';
import { formatCount, formatDateTime, formatTime } from '@/lib/present/format';
import { type ProofRow, proofRows } from '@/lib/present/hops-proof';
import { readyOr } from '@/lib/present/panel';
import { compareTracesLink } from '@/lib/url/hops-url';
import { traceLink } from '@/lib/url/links';
import { ChartFrame } from '../charts/chart-frame';
import { frameState } from '../charts/frame-state';
import { ScrollBox } from '../ui/scroll-box';
import { useHopsView } from './use-hops-view';

/** Traces to open for each way in which the answers came about. They are a search of their own: asked for on demand. */
export function ProofPanel({ total }: { readonly total: HopTotal }) {
  const { state } = useViewState();
  const zone = useTimeZone();
  const { view, change } = useHopsView();
  const { from, to, status, proxy, instance, zone: at, host } = total.stratum;
  const question = useQuery({ ...tracesQuery({ env: state.env, from: String(from), to: String(to), maxPoints: null, finding: null, status, proxy, instance, zone: at, host }), enabled: view.proof });
  if (!view.proof) {
    return (
      <section className="panel mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2.5">
        <h2 className="text-sm font-semibold">Traces that prove it</h2>
        <button type="button" className="pill h-[26px]" onClick={() => change({ proof: true })}>Show examples</button>
        <span className="text-xs text-ink-3">one more search of the trace source</span>
      </section>
    );
  }
  const rows = question.data ? proofRows(question.data.data.strata) : null;
  const hide = <button type="button" className="tool" onClick={() => change({ proof: false })}>hide</button>;
  return (
    <ChartFrame
      title="Traces that prove it" note={`the surest of each kind with ${status ?? 'any status'}`} height={120} zone={zone} tools={hide} queries={question.data?.queries ?? []} onRetry={() => { void question.refetch(); }}
      state={frameState(question, rows && readyOr(rows.length > 0 ? rows : null, 'The search found no trace of these answers.'), [])}
    >
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
        <thead><tr><th scope="col">answered by</th><th scope="col">mechanism</th><th scope="col" className="r">found</th><th scope="col">traces ({zone})</th><th scope="col">against a good one</th></tr></thead>
        <tbody>
          {rows.map(({ key, answered, mechanism, count, traces }) => (
            <tr key={key} data-testid="proof">
              <th scope="row" className="[overflow-wrap:anywhere]"><bdi>{answered}</bdi></th><td>{mechanism}</td><td className="r" data-label="found">{formatCount(count)}</td>
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
