'use client';

import { Search } from 'lucide-react';
import { useId } from 'react';
import type { Trace } from '@/lib/domain/traces';
import { formatCount } from '@/lib/present/format';
import { clipText } from '@/lib/present/hostile-text';
import { type ServiceKey, serviceKeys } from '@/lib/present/trace-colors';
import { type RowFilter, rowFilters } from '@/lib/present/trace-rows';
import type { ProofElsewhere } from '@/lib/present/trace-proof';
import type { WaterfallModel } from '@/lib/present/waterfall';
import { PrintedSpans } from './printed-spans';
import { usePrinting } from './use-printing';
import type { TraceRows } from './use-trace-rows';
import { TraceMap } from './trace-map';
import { Waterfall } from './waterfall';

const filterWords: Record<RowFilter, string> = { all: 'all spans', path: 'way of the request', evidence: 'evidence', errors: 'errors' };

interface PanelProps {
  readonly trace: Trace;
  readonly model: WaterfallModel;
  readonly rows: TraceRows;
  readonly good: boolean;
  /** Most spans came without attributes: a search does not see them. */
  readonly lean: boolean;
  readonly selected: string | null;
  readonly asked: number;
  /** The heaviest evidence, when it is on another span than the deciding one. */
  readonly proof: ProofElsewhere | null;
  /** The page itself is scrolled to the selected span when it opens. */
  readonly intoView: boolean;
  readonly onSelect: (spanId: string) => void;
  /** From outside of the list: brings the span into sight. */
  readonly onShow: (spanId: string) => void;
}

/** The spans over time with what narrows them: filter, search, folding. */
export function WaterfallPanel({ trace, model, rows, good, lean, selected, asked, proof, intoView, onSelect, onShow }: PanelProps) {
  const { shown } = rows;
  const printing = usePrinting();
  if (printing) return <PrintedSpans model={model} good={good} />;
  return (
    <section className="panel" aria-label="Waterfall">
      <h2 className="border-b border-line px-3.5 pb-2 pt-[11px] font-semibold">Spans <span className="font-normal text-ink-3">{model.summary}</span></h2>
      {model.rows.length === 0 ? <p className="px-3.5 py-3 text-ink-2">The backend has this trace, but without any span.</p> : (
        <>
          <RowTools rows={rows} total={model.rows.length} lean={lean} />
          <TraceMap rows={model.rows} totalMs={model.totalMs} selected={selected} />
          {proof === null ? null : <p className="border-b border-grid px-3.5 py-1.5 text-xs text-ink-2" data-testid="proof">Heaviest evidence: <code className="font-mono">{proof.mark}</code> on <bdi>{proof.where}</bdi> <button type="button" className="tool" aria-current={proof.spanId === selected || undefined} onClick={() => onShow(proof.spanId)}>show it</button></p>}
          {shown.rows.length === 0 ? <p className="px-3.5 py-3 text-ink-2">No span fits. <button type="button" className="link" onClick={() => { rows.setOnly('all'); rows.setSearch(''); }}>Show all</button></p>
            : <Waterfall rows={shown.rows} totalMs={model.totalMs} good={good} selected={selected} asked={asked} also={proof?.spanId ?? null} intoView={intoView} context={shown.context} folded={rows.folded} onSelect={onSelect} onFold={rows.fold} />}
          <Services keys={serviceKeys(trace.spans)} />
        </>
      )}
    </section>
  );
}

function RowTools({ rows, total, lean }: { readonly rows: TraceRows; readonly total: number; readonly lean: boolean }) {
  const id = useId();
  const { shown, only, setOnly, search, setSearch } = rows;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 border-b border-grid px-3.5 py-2" role="group" aria-label="Which spans">
      <span className="flex flex-wrap gap-1">{rowFilters.map((one) => <button key={one} type="button" className="tool" aria-pressed={only === one} onClick={() => setOnly(one)}>{filterWords[one]}</button>)}</span>
      <label htmlFor={id} className="sr-only">Find in spans</label>
      <span className="pill h-7 max-sm:w-full"><Search size={13} aria-hidden className="text-ink-3" />
        <input id={id} value={search} onChange={(event) => setSearch(event.target.value)} maxLength={200} spellCheck={false} autoComplete="off" placeholder={lean ? 'Find a name, service or id' : 'Find a name, service, attribute'} className="w-full bg-transparent text-xs outline-none placeholder:text-ink-3 sm:w-52" />
      </span>
      <span className="flex gap-1"><button type="button" className="tool" onClick={rows.foldAll} disabled={shown.context !== null}>fold all</button><button type="button" className="tool" onClick={rows.unfoldAll} disabled={rows.folded.size === 0}>unfold all</button></span>
      <span className="ml-auto text-xs text-ink-3" role="status">{shown.context === null ? (shown.rows.length < total ? `${formatCount(shown.rows.length)} of ${formatCount(total)} rows` : '') : `${formatCount(shown.wanted)} of ${formatCount(total)} fit`}</span>
    </div>
  );
}

const MOST_KEYS = 12;

function Services({ keys }: { readonly keys: readonly ServiceKey[] }) {
  return (
    <ul aria-label="Services" className="flex flex-wrap gap-x-3 gap-y-0.5 border-t border-grid px-3.5 py-2 text-[11.5px] text-ink-3">
      {keys.slice(0, MOST_KEYS).map(({ service, color, spans }) => (
        <li key={service}><span aria-hidden className="mr-1 inline-block size-[8px] rounded-[2px]" style={{ background: `var(${color})` }} /><bdi>{clipText(service, 40).text}</bdi> {formatCount(spans)}</li>
      ))}
      {keys.length > MOST_KEYS ? <li>and {formatCount(keys.length - MOST_KEYS)} more</li> : null}
    </ul>
  );
}
