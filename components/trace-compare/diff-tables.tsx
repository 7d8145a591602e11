import { cn } from '@/lib/client/class-names';
import { clipText } from '@/lib/present/hostile-text';
import type { AttributeDiff, AttributeDiffs } from '@/lib/present/trace-attribute-diff';
import type { DiffRow } from '@/lib/present/trace-compare';
import { Clipped } from '../traces/clipped';
import { ScrollBox } from '../ui/scroll-box';
import { Breakable } from './breakable';

/** Fact by fact, then the attributes that differ on spans that match. */
export function DiffTables({ rows, attributes, names }: { readonly rows: readonly DiffRow[]; readonly attributes: AttributeDiffs; readonly names: readonly [string, string] }) {
  return (
    <div className="grid items-start gap-3 xl:grid-cols-2">
      <section className="panel pt-2.5" aria-label="Facts side by side">
        <h2 className="px-3.5 pb-1 font-semibold">Side by side</h2>
        <ScrollBox label="Facts side by side">
          <table className="data-table min-w-[300px] [overflow-wrap:anywhere]">
            <thead><tr><th scope="col"><span className="sr-only">fact</span></th><th scope="col">{names[0]}</th><th scope="col">{names[1]}</th></tr></thead>
            <tbody>{rows.map((row) => <FactRow key={row.key} row={row} />)}</tbody>
          </table>
        </ScrollBox>
      </section>
      <section className="panel pt-2.5" aria-label="Attributes that differ">
        <h2 className="px-3.5 pb-1 font-semibold">Attributes that differ <span className="font-normal text-ink-3">on spans that match; ids, times, ports and sizes are left out</span></h2>
        {attributes.rows.length === 0 ? <p className="px-3.5 pb-3 text-ink-2">None.</p> : (
          <ScrollBox label="Attributes that differ">
            <table className="data-table min-w-[520px]">
              <thead><tr><th scope="col">span</th><th scope="col">attribute</th><th scope="col">{names[0]}</th><th scope="col">{names[1]}</th></tr></thead>
              <tbody>{attributes.rows.map((row) => <AttributeRow key={row.key} row={row} />)}</tbody>
            </table>
          </ScrollBox>
        )}
        {attributes.leftOut > 0 ? <p className="px-3.5 pb-2.5 text-xs text-ink-3">and {attributes.leftOut} more</p> : null}
      </section>
    </div>
  );
}

function FactRow({ row }: { readonly row: DiffRow }) {
  return (
    <tr data-differs={row.differs || undefined} className={cn(!row.differs && 'text-ink-3')}>
      <th scope="row"><bdi>{row.what}</bdi>{row.differs ? <span className="sr-only">, differs</span> : null}</th>
      {[row.a, row.b].map((text, i) => <td key={i} className={cn(row.differs && 'font-medium')}>{text === '–' ? <span title="not known">–</span> : <bdi>{text}</bdi>}</td>)}
    </tr>
  );
}

function AttributeRow({ row }: { readonly row: AttributeDiff }) {
  return (
    <tr>
      <th scope="row" className="min-w-[90px] max-w-[180px] [overflow-wrap:break-word]"><Breakable name={row.where} /></th>
      <td className="min-w-[130px] max-w-[220px] font-mono text-xs [overflow-wrap:break-word]"><Breakable name={clipText(row.name, 60).text} /></td>
      {[row.a, row.b].map((text, i) => <td key={i} className="max-w-[260px] font-mono text-xs [overflow-wrap:anywhere]">{text === null ? <span className="text-ink-3">absent</span> : <Clipped value={clipText(text, 120)} />}</td>)}
    </tr>
  );
}
