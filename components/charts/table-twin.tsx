'use client';

import { useState } from 'react';
import { toast } from 'sonner';
import type { ChartModel } from '@/lib/present/chart-model';
import { formatDateTime, formatValue } from '@/lib/present/format';
import { toCsv } from '@/lib/present/csv';

/** Rows shown at first; a table of thousands would slow the page, and CSV holds them all. */
const PAGE = 100;

export interface TableModel {
  readonly head: readonly string[];
  /** Texts for people. */
  readonly rows: readonly (readonly string[])[];
  /** Raw values for CSV: times as ISO 8601 in UTC, numbers as they are, unknown empty. */
  readonly raw: readonly (readonly (string | number | null)[])[];
}

/** The same numbers as a table, newest first: for screen readers, for reading off, for spreadsheets. */
export function chartTable(model: ChartModel, zone: string): TableModel {
  const order = model.at.map((_, i) => model.at.length - 1 - i);
  return {
    head: [`time (${zone})`, ...model.series.map(({ label }) => label)],
    rows: order.map((i) => [formatDateTime(model.at[i]!, zone), ...model.series.map(({ values }) => formatValue(values[i] ?? null, model.unit))]),
    raw: order.map((i) => [new Date(model.at[i]!).toISOString(), ...model.series.map(({ values }) => values[i] ?? null)]),
  };
}

export function TableTwin({ title, unit, table }: { readonly title: string; readonly unit: string; readonly table: TableModel }) {
  const [shown, setShown] = useState(PAGE);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(toCsv([`time (UTC)`, ...table.head.slice(1)], table.raw));
      toast('Table copied as CSV', { description: `${table.raw.length} rows, times in UTC` });
    } catch {
      toast('The browser did not allow copying');
    }
  };
  return (
    <div className="border-t border-line px-3 py-2">
      <div className="mb-1 flex items-center justify-between gap-2 text-xs text-ink-3">
        <span>{table.rows.length} rows, unit: {unit}</span>
        <button type="button" className="tool" onClick={() => { void copy(); }}>Copy CSV</button>
      </div>
      <div className="max-h-72 overflow-auto" tabIndex={0} role="region" aria-label={`Table of ${title}`}>
        <table className="data-table text-xs">
          <caption className="sr-only">{title}</caption>
          <thead className="sticky top-0 bg-surface"><tr>{table.head.map((cell, i) => <th key={i} scope="col" className={i === 0 ? undefined : 'r'}>{cell}</th>)}</tr></thead>
          <tbody>
            {table.rows.slice(0, shown).map((row, i) => (
              <tr key={i}>{row.map((cell, j) => (j === 0 ? <th key={j} scope="row" className="font-mono">{cell}</th> : <td key={j} className="r">{cell}</td>))}</tr>
            ))}
          </tbody>
        </table>
        {shown < table.rows.length ? <button type="button" className="tool my-1" onClick={() => setShown(shown + 5 * PAGE)}>Show more ({table.rows.length - shown} left)</button> : null}
      </div>
    </div>
  );
}
