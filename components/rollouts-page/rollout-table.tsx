'use client';

import Link from 'next/link';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import { formatCount, formatDuration, formatP, formatTime } from '@/lib/present/format';
import type { RolloutRow } from '@/lib/present/rollouts';
import { tracesLink } from '@/lib/url/links';
import { Known } from '../traces/known';
import { Tag } from '../traces/tag';
import { ScrollBox } from '../ui/scroll-box';

/** Failed requests of each rollout, beside what the time outside predicts. */
export function RolloutTable({ rows }: { readonly rows: readonly RolloutRow[] }) {
  const zone = useTimeZone();
  return (
    <ScrollBox label="Rollouts">
      <table className="data-table [&_.r]:whitespace-nowrap min-w-[820px]">
        <caption className="sr-only">Errors per rollout</caption>
        <thead>
          <tr>
            <th scope="col">workload</th><th scope="col">when ({zone})</th><th scope="col" className="r">failed</th><th scope="col">codes</th><th scope="col" className="r">expected</th>
            <th scope="col" className="r">chance</th><th scope="col" className="r">saved by retries</th><th scope="col" className="r">requests</th><th scope="col">traces by code</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row" className="align-top !whitespace-normal !text-[13px] !font-medium !text-ink"><bdi>{row.workload}</bdi>{row.image ? <span className="block text-[11px] font-normal text-ink-3"><bdi>{row.image}</bdi></span> : null}</th>
              <td className="whitespace-nowrap">{formatTime(row.count.from, zone, true)}<span className="block text-[11px] text-ink-3">{formatDuration(row.count.to - row.count.from)}{row.rollout?.ongoing ? ', going on' : ''}</span></td>
              <td className="r font-medium">{formatCount(row.count.failed)}</td>
              <td>{row.codes === '' ? <span className="text-ink-3">none</span> : row.codes}</td>
              <td className="r">{formatCount(row.count.expectedFailed)}</td>
              <td className="r whitespace-nowrap">{row.count.failed > 0 && row.count.p < 0.01 ? <Tag tone="bad">{formatP(row.count.p)}</Tag> : formatP(row.count.p)}</td>
              <td className="r"><Known value={row.count.nearMisses} write={formatCount} /></td>
              <td className="r"><Known value={row.count.requests} write={formatCount} /></td>
              <td><CodeLinks row={row} /></td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function CodeLinks({ row }: { readonly row: RolloutRow }) {
  const { state } = useViewState();
  const codes = Object.entries(row.count.codes).filter(([code, count]) => count > 0 && /^[1-5]\d\d$/.test(code)).map(([code]) => Number(code));
  if (codes.length === 0) return <span className="text-ink-3">none</span>;
  return codes.map((status) => (
    <Link key={status} className="link mr-2" aria-label={`Traces of ${status} in this rollout`} href={tracesLink({ env: state.env, tz: state.tz, from: row.count.from, to: row.count.to, status, proxy: state.proxy })}>{status}</Link>
  ));
}
