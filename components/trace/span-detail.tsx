'use client';

import { useState } from 'react';
import type { Attributes, Span } from '@/lib/domain/traces';
import { formatDuration, formatTimeMs } from '@/lib/present/format';
import { clipText } from '@/lib/present/hostile-text';
import { attributeRows } from '@/lib/present/waterfall';
import { Clipped } from '../traces/clipped';

/** Raw attributes, resource and events of the selected span, as the backend gave them. */
export function SpanDetail({ span, zone }: { readonly span: Span; readonly zone: string }) {
  return (
    <section className="panel" aria-label="Selected span">
      <h2 className="border-b border-line px-3.5 pb-2 pt-[11px] font-semibold">
        <Clipped value={clipText(span.name === '' ? '(no name)' : span.name, 100)} /> <bdi className="font-normal text-ink-3">{clipText(span.service, 80).text}</bdi>
      </h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 px-3.5 py-2.5">
        <Fact name="span id"><code className="font-mono text-xs">{clipText(span.spanId, 40).text}</code></Fact>
        <Fact name="kind">{span.kind}</Fact>
        <Fact name="started">{formatTimeMs(span.start, zone)} <span className="text-ink-3">{zone}</span></Fact>
        <Fact name="took">{formatDuration(span.durationMs)}</Fact>
        <Fact name="span status">{span.status === 'unset' ? 'not set' : span.status}{span.statusMessage === '' ? null : <>: <Clipped value={clipText(span.statusMessage, 160)} /></>}</Fact>
        {span.scope === '' ? null : <Fact name="instrumentation"><Clipped value={clipText(span.scope, 80)} /></Fact>}
      </dl>
      <AttributeTable title="Attributes" attributes={span.attributes} />
      {span.events.map((event, i) => (
        <AttributeTable key={i} title={`Event ${clipText(event.name, 80).text}, ${formatDuration(event.at - span.start)} after the start`} attributes={event.attributes} />
      ))}
      <AttributeTable title="Resource" attributes={span.resource} />
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return <><dt className="text-ink-3">{name}</dt><dd>{children}</dd></>;
}

/** More than anybody reads at once. */
const FIRST_ROWS = 40;

function AttributeTable({ title, attributes }: { readonly title: string; readonly attributes: Attributes }) {
  const [all, setAll] = useState(false);
  const rows = attributeRows(attributes);
  return (
    <div className="border-t border-line px-3.5 py-2.5">
      <h3 className="mb-1 text-xs font-semibold text-ink-2"><bdi>{title}</bdi></h3>
      {rows.length === 0 ? <p className="text-ink-3">none</p> : (
        <table className="w-full table-fixed border-collapse text-xs">
          <tbody>
            {rows.slice(0, all ? undefined : FIRST_ROWS).map((row) => (
              <tr key={row.name} className="border-t border-grid first:border-t-0">
                <th scope="row" className="w-[34%] py-1 pr-3 text-left align-top font-mono font-normal text-ink-2 [overflow-wrap:anywhere]"><bdi>{clipText(row.name, 80).text}</bdi></th>
                <td className="py-1 align-top font-mono [overflow-wrap:anywhere]"><Clipped value={clipText(row.value, 200)} /></td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length > FIRST_ROWS && !all ? <button type="button" className="tool mt-1" onClick={() => setAll(true)}>all {rows.length}</button> : null}
    </div>
  );
}
