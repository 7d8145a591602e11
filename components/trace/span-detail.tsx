'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { spanQuery } from '@/lib/client/queries';
import type { Attributes as AttributeMap, Span } from '@/lib/domain/traces';
import { formatDay, formatDuration, formatTimeMs } from '@/lib/present/format';
import { clipText } from '@/lib/present/hostile-text';
import { attributeRows } from '@/lib/present/trace-span';
import { Clipped } from '../traces/clipped';
import { CopyButton } from './copy-button';
import type { TraceOrigin } from './trace-origin';

interface DetailProps {
  readonly span: Span;
  readonly zone: string;
  readonly traceId: string;
  /** Where to ask for what a lean trace leaves out; null: the span is whole. */
  readonly origin: TraceOrigin | null;
}

/** Raw attributes, resource and events of the selected span, as the backend gave them. */
export function SpanDetail({ span: drawn, zone, traceId, origin }: DetailProps) {
  const question = useQuery({ ...spanQuery(origin?.env ?? null, traceId, origin?.at ?? null, drawn.spanId), enabled: origin !== null });
  const span = question.data ?? drawn;
  const waiting = origin !== null && question.data === undefined;
  return (
    <section className="panel" aria-label="Selected span" aria-busy={waiting && question.error === null}>
      <div className="flex items-baseline gap-2 border-b border-line px-3.5 pb-2 pt-[11px]">
        <h2 className="min-w-0 flex-1 font-semibold">
          <Clipped value={clipText(span.name === '' ? '(no name)' : span.name, 100)} /> <bdi className="font-normal text-ink-3">{clipText(span.service, 80).text}</bdi>
        </h2>
        {waiting ? null : <CopyButton label="copy span" text={() => JSON.stringify(span, null, 2)} />}
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 px-3.5 py-2.5">
        <Fact name="span id"><code className="font-mono text-xs">{clipText(span.spanId, 40).text}</code></Fact>
        <Fact name="kind">{span.kind}</Fact>
        <Fact name="started">{formatDay(span.start, zone)} {formatTimeMs(span.start, zone)} <span className="text-ink-3">{zone}</span></Fact>
        <Fact name="took">{formatDuration(span.durationMs)}</Fact>
        <Fact name="span status">{span.status === 'unset' ? 'not set' : span.status}{span.statusMessage === '' ? null : <>: <Clipped value={clipText(span.statusMessage, 160)} /></>}</Fact>
        {span.scope === '' ? null : <Fact name="instrumentation"><Clipped value={clipText(span.scope, 80)} /></Fact>}
      </dl>
      {waiting ? <Waiting failed={question.error !== null} onRetry={() => void question.refetch()} /> : <Attributes span={span} />}
    </section>
  );
}

function Waiting({ failed, onRetry }: { readonly failed: boolean; readonly onRetry: () => void }) {
  return <p role="status" className="border-t border-line px-3.5 py-2.5 text-ink-3">{failed ? <>Its attributes could not be read. <button type="button" className="link" onClick={onRetry}>Try again</button></> : 'Reading its attributes'}</p>;
}

function Attributes({ span }: { readonly span: Span }) {
  return (
    <>
      <AttributeTable title="Attributes" attributes={span.attributes} />
      {span.events.map((event, i) => (
        <AttributeTable key={i} title={`Event ${clipText(event.name, 80).text}, ${formatDuration(event.at - span.start)} after the start`} attributes={event.attributes} />
      ))}
      <AttributeTable title="Resource" attributes={span.resource} />
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return <><dt className="text-ink-3">{name}</dt><dd>{children}</dd></>;
}

/** More than anybody reads at once. */
const FIRST_ROWS = 40;

function AttributeTable({ title, attributes }: { readonly title: string; readonly attributes: AttributeMap }) {
  const [all, setAll] = useState(false);
  const rows = attributeRows(attributes);
  return (
    <div className="border-t border-line px-3.5 py-2.5">
      <h3 className="mb-1 flex justify-between gap-2 text-xs font-semibold text-ink-2"><bdi>{title}</bdi>{rows.length === 0 ? null : <CopyButton label="copy" className="tool font-normal" text={() => JSON.stringify(attributes, null, 2)} />}</h3>
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
