import { formatCount } from '@/lib/present/format';
import { printedRows } from '@/lib/present/trace-rows';
import type { WaterfallModel } from '@/lib/present/waterfall';
import { Waterfall } from './waterfall';

/** The spans on paper: all of a small trace, else those of the way of the request and of the evidence. */
export function PrintedSpans({ model, good }: { readonly model: WaterfallModel; readonly good: boolean }) {
  const rows = printedRows(model.rows);
  return (
    <section className="panel !overflow-visible" aria-label="Waterfall">
      <h2 className="border-b border-line px-3.5 pb-2 pt-[11px] font-semibold">Spans <span className="font-normal text-ink-3">{model.summary}</span></h2>
      {rows.length < model.rows.length ? <p className="border-b border-grid px-3.5 py-1.5 text-xs text-ink-3">Printed: the way of the request and the evidence, {formatCount(rows.length)} of {formatCount(model.rows.length)} rows.</p> : null}
      <Waterfall rows={rows} totalMs={model.totalMs} good={good} selected={null} whole onSelect={ignore} />
    </section>
  );
}

const ignore = () => {};
