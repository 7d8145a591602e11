'use client';

import Link from 'next/link';
import { useViewState } from '@/lib/client/use-view-state';
import { formatCount } from '@/lib/present/format';
import type { HopRow } from '@/lib/present/rollouts';
import { tracesLink } from '@/lib/url/links';
import { ScrollBox } from '../ui/scroll-box';

/** Who answered the errors, by status; from sampled traces, so counts of samples, not of requests. */
export function HopTable({ rows, statuses }: { readonly rows: readonly HopRow[]; readonly statuses: readonly string[] }) {
  const { state } = useViewState();
  const link = (status: string) => tracesLink({ env: state.env, from: state.from, to: state.to, tz: state.tz, status: Number(status), proxy: state.proxy });
  return (
    <ScrollBox label="Hops by status">
      <table className="data-table [&_.r]:whitespace-nowrap">
        <caption className="sr-only">Answering hops by status</caption>
        <thead><tr><th scope="col">hop</th>{statuses.map((status) => <th key={status} scope="col" className="r"><Link className="link" href={link(status)} aria-label={`Traces of ${status}`}>{status}</Link></th>)}<th scope="col" className="r">traces</th></tr></thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}><th scope="row" className="align-top !text-[13px] !font-normal !text-ink"><bdi>{row.label}</bdi></th>{statuses.map((status) => <td key={status} className="r">{formatCount(row.byStatus[status] ?? 0)}</td>)}<td className="r">{formatCount(row.samples)}</td></tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
