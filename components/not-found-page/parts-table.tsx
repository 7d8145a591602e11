import { formatCount, formatPercent } from '@/lib/present/format';
import type { PartRow } from '@/lib/present/not-found';
import { cssVar } from '@/lib/present/colors';
import { Known } from '../traces/known';
import { ScrollBox } from '../ui/scroll-box';

/** The parts of the ledger with method and interval; the last row is the counter they add up to. */
export function PartsTable({ parts, total }: { readonly parts: readonly PartRow[]; readonly total: number }) {
  return (
    <ScrollBox label="Parts of the 404 answers">
      <table className="data-table min-w-[640px] [&_.r]:whitespace-nowrap">
        <caption className="sr-only">404 answers by class</caption>
        <thead><tr><th scope="col">class</th><th scope="col" className="r">requests</th><th scope="col" className="r">share</th><th scope="col" className="r">95 % interval</th><th scope="col">how it is told</th></tr></thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.class}>
              <th scope="row" className="align-top !text-[13px] !font-normal !text-ink"><i aria-hidden className="mr-1.5 inline-block size-[9px] rounded-[2px]" style={{ background: cssVar(part.colorVar) }} />{part.label}</th>
              <td className="r">{formatCount(part.requests)}</td>
              <td className="r"><Known value={part.share} write={formatPercent} /></td>
              <td className="r whitespace-nowrap text-ink-2">{formatCount(part.low)} to {formatCount(part.high)}</td>
              <td className="text-ink-2 max-sm:whitespace-nowrap">{part.method}{part.note === null ? null : <span className="block text-xs text-ink-3" data-testid="part-note">{part.note}</span>}</td>
            </tr>
          ))}
        </tbody>
        <tfoot><tr><th scope="row" className="align-top !border-b-0 !text-[13px] !text-ink">all 404</th><td className="r !border-b-0 font-medium">{formatCount(total)}</td><td className="!border-b-0" colSpan={3} /></tr></tfoot>
      </table>
    </ScrollBox>
  );
}
