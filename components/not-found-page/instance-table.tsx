'use client';

import Link from 'next/link';
import { useState } from 'react';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import { cn } from '@/lib/client/class-names';
import { formatCount, formatDateTime, formatPercent, formatSeconds, formatTime } from '@/lib/present/format';
import type { BlastRow, InstanceRow } from '@/lib/present/not-found';
import { maxKnown } from '@/lib/present/values';
import { tracesLink } from '@/lib/url/links';
import { Clipped } from '../traces/clipped';
import { Known } from '../traces/known';
import { Sparkline } from '../traces/sparkline';
import { Tag } from '../traces/tag';
import { ScrollBox } from '../ui/scroll-box';

const PAGE = 12;
const DAY_SECONDS = 86_400;

/** The time of day; with its date when it lies more than a day back. */
const writeMoment = (at: number, zone: string, old: boolean) => (old ? formatDateTime(at, zone) : formatTime(at, zone, true));

/** Instances by their share of misses, with the part of the traffic they could hit (their blast radius). */
export function InstanceTable({ rows }: { readonly rows: readonly InstanceRow[] }) {
  const { state } = useViewState();
  const timeZone = useTimeZone();
  const [shown, setShown] = useState(PAGE);
  const most = rows.reduce((top, { instance }) => Math.max(top, maxKnown(instance.perStep) ?? 0), 0);
  return (
    <ScrollBox label="Misses by instance">
      <table className="data-table [&_.r]:whitespace-nowrap min-w-[980px]">
        <caption className="sr-only">Route misses by proxy instance</caption>
        <thead>
          <tr>
            <th scope="col">instance</th><th scope="col">zone</th><th scope="col" className="r">misses</th><th scope="col" className="r">of its requests</th>
            <th scope="col" className="r" title="Share of all requests of the fleet in the range that this instance served">of the fleet&apos;s traffic<span className="block">in the range</span></th><th scope="col" className="r">routes</th><th scope="col" className="r">table changed<span className="block">({timeZone})</span></th><th scope="col" title="What its lack of routes hit while it lasted: requests, their share of the fleet's traffic, hosts">blast radius</th><th scope="col">misses over time</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map(({ instance, name, zone, outlier, tableChangedAt, blast }) => (
            <tr key={`${instance.proxy}/${instance.instance}`} className={cn(outlier && 'bg-bad-soft')}>
              <th scope="row" className="align-top !text-[13px] !font-normal !text-ink">
                <Clipped value={name} className="font-mono text-xs" />{outlier ? <> <Tag tone="bad">differs</Tag></> : null}
                <Link className="link ml-2 text-xs" aria-label={`Traces of 404 at ${name.text}`} href={tracesLink({ env: state.env, from: state.from, to: state.to, tz: state.tz, status: 404, proxy: instance.proxy, instance: instance.instance })}>traces</Link>
              </th>
              <td className="whitespace-nowrap"><bdi>{zone}</bdi></td>
              <td className="r">{formatCount(instance.misses)}</td>
              <td className="r"><Known value={instance.missShare} write={formatPercent} /><span className="block whitespace-nowrap text-[11px] text-ink-3">fleet <Known value={instance.fleetMissShare} write={formatPercent} /></span></td>
              <td className="r"><Known value={instance.trafficShare} write={formatPercent} /></td>
              <td className="r"><Known value={instance.routes} write={formatCount} /><span className="block whitespace-nowrap text-[11px] text-ink-3">fleet <Known value={instance.fleetRoutes} write={formatCount} /></span></td>
              <td className="r whitespace-nowrap"><span title={instance.tableAgeSeconds === null ? undefined : `${formatSeconds(instance.tableAgeSeconds)} before the end of the range`}><Known value={tableChangedAt} write={(at) => writeMoment(at, timeZone, (instance.tableAgeSeconds ?? 0) > DAY_SECONDS)} /></span></td>
              <td className="min-w-[150px] max-w-[220px] text-xs"><Blast blast={blast} zone={timeZone} /></td>
              <td><Sparkline values={instance.perStep} most={most} colorVar={outlier ? '--nf-route-miss' : '--nf-scanner'} label={`Misses of ${name.text} over time, ${formatCount(instance.misses)} in all`} /></td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown ? <button type="button" className="tool mt-1" onClick={() => setShown(rows.length)}>all {rows.length} instances</button> : null}
    </ScrollBox>
  );
}

/** What the instance's lack of routes hit; an instance without a finding hit nothing that is known. */
function Blast({ blast, zone }: { readonly blast: BlastRow | null; readonly zone: string }) {
  if (blast === null) return <span className="text-ink-3" title="No finding names this instance">none</span>;
  const { requests, trafficShare, hosts, first, last } = blast;
  return (
    <div data-testid="blast">
      <span className="whitespace-nowrap">{formatCount(requests)} requests{trafficShare === null ? '' : <>, <b className="font-medium">{formatPercent(trafficShare)}</b> of the fleet&apos;s</>}</span>
      <span className="block whitespace-nowrap text-[11px] text-ink-2">{formatTime(first, zone, true)} to {formatTime(last, zone, true)}</span>
      {hosts === null ? <span className="block text-[11px] text-ink-3">hosts not known</span> : <Hosts hosts={hosts} />}
    </div>
  );
}

const HOSTS = 2;

function Hosts({ hosts }: { readonly hosts: NonNullable<BlastRow['hosts']> }) {
  const [open, setOpen] = useState(false);
  if (hosts.length === 0) return <span className="block text-[11px] text-ink-3">no host seen</span>;
  return (
    <span className="block break-all text-[11px] text-ink-2">
      {(open ? hosts : hosts.slice(0, HOSTS)).map((host, i) => <span key={i}>{i > 0 ? ', ' : ''}<bdi title={host.clipped ? host.full : undefined}>{host.text}</bdi></span>)}
      {hosts.length > HOSTS ? <> <button type="button" className="tool !text-[11px]" aria-expanded={open} onClick={() => setOpen(!open)}>{open ? 'less' : `and ${hosts.length - HOSTS} more`}</button></> : null}
    </span>
  );
}
