'use client';

import Link from 'next/link';
import { useState } from 'react';
import { useViewState } from '@/lib/client/use-view-state';
import type { SampleView } from '@/lib/present/traces-list';
import { traceLink } from '@/lib/url/links';
import { Clipped } from './clipped';
import { ScrollBox } from '../ui/scroll-box';

const PAGE = 15;

/** The traces one by one; the time is the link to the trace. */
export function SampleTable({ samples, zone }: { readonly samples: readonly SampleView[]; readonly zone: string }) {
  const { state } = useViewState();
  const [shown, setShown] = useState(PAGE);
  return (
    <ScrollBox label="Traces one by one" className="border-t border-line px-3.5 pb-2">
      <table className="data-table [&_.r]:whitespace-nowrap min-w-[940px]">
        <caption className="sr-only">Traces</caption>
        <thead>
          <tr>
            <th scope="col">time ({zone})</th><th scope="col">status</th><th scope="col">request</th><th scope="col">instance</th><th scope="col" className="r">took</th><th scope="col">verdict</th><th scope="col">caused by</th>
          </tr>
        </thead>
        <tbody>
          {samples.slice(0, shown).map((sample) => (
            <tr key={sample.traceId} className="hover:bg-hover">
              <th scope="row" className="align-top whitespace-nowrap !font-normal">
                <Link className="link font-mono text-xs" data-testid="trace-row" data-trace={sample.traceId} href={traceLink({ env: state.env, traceId: sample.traceId, at: sample.at, view: { ...state, proxy: sample.proxy } })} aria-label={`Trace at ${sample.time}`}>{sample.time}</Link>
              </th>
              <td>{sample.status ?? <span className="text-ink-3" title="no status was sent">–</span>}</td>
              <td className="max-w-[420px]"><Target sample={sample} /></td>
              <td className="whitespace-nowrap">{sample.instance ? <Clipped value={sample.instance} /> : <span className="text-ink-3" title="not known">–</span>}</td>
              <td className="r whitespace-nowrap">{sample.duration}</td>
              <td><bdi>{sample.verdict}</bdi> <span className="text-xs text-ink-3">{sample.band}{sample.retried > 0 ? `, retried ${sample.retried} ×` : ''}</span></td>
              <td>{sample.caused === '–' ? <span className="text-ink-3" title="nothing is to blame">–</span> : <bdi>{sample.caused}</bdi>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {samples.length > shown ? <button type="button" className="tool mt-1" onClick={() => setShown(shown + PAGE)}>show {Math.min(PAGE, samples.length - shown)} more of {samples.length}</button> : null}
    </ScrollBox>
  );
}

function Target({ sample }: { readonly sample: SampleView }) {
  if (!sample.host && !sample.path) return <span className="text-ink-3" title="not known">–</span>;
  return (
    <span className="font-mono text-xs">
      {sample.method === '' ? null : <span className="text-ink-3">{sample.method} </span>}
      {sample.host ? <Clipped value={sample.host} className="text-ink-2" /> : null}
      {sample.path ? <Clipped value={sample.path} /> : null}
    </span>
  );
}
