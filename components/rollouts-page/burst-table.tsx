'use client';

import Link from 'next/link';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import { formatCount, formatDuration, formatP, formatTime } from '@/lib/present/format';
import type { BurstRow } from '@/lib/present/rollouts';
import { tracesLink } from '@/lib/url/links';
import { ScrollBox } from '../ui/scroll-box';

/** Bursts of errors with the rollouts near them; all overlapping ones are named. */
export function BurstTable({ rows }: { readonly rows: readonly BurstRow[] }) {
  const zone = useTimeZone();
  const { state } = useViewState();
  return (
    <ScrollBox label="Bursts">
      <table className="data-table [&_.r]:whitespace-nowrap min-w-[620px]">
        <caption className="sr-only">Bursts of gateway errors</caption>
        <thead><tr><th scope="col">when ({zone})</th><th scope="col" className="r">failed</th><th scope="col" className="r">expected</th><th scope="col" className="r">chance</th><th scope="col">rollouts near</th></tr></thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row" className="align-top !font-normal !text-ink"><Link className="link" aria-label={`Traces of the burst at ${formatTime(row.burst.from, zone, true)}`} href={tracesLink({ env: state.env, tz: state.tz, from: row.burst.from, to: row.burst.to, proxy: state.proxy, status: topCode(row.burst.codes) })}>{formatTime(row.burst.from, zone, true)}</Link><span className="block text-[11px] text-ink-3">{formatDuration(row.burst.to - row.burst.from)}</span></th>
              <td className="r">{formatCount(row.failed)}<span className="block text-[11px] text-ink-3">{row.codes}</span></td>
              <td className="r">{formatCount(row.burst.expected)}</td>
              <td className="r whitespace-nowrap">{formatP(row.burst.p)}</td>
              <td><bdi>{row.rollouts}</bdi></td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** The code most of the burst had: the trace search takes one. */
function topCode(codes: Readonly<Record<string, number>>): number | null {
  const [top] = Object.entries(codes).filter(([code]) => /^[1-5]\d\d$/.test(code)).sort((a, b) => b[1] - a[1]);
  return top ? Number(top[0]) : null;
}
