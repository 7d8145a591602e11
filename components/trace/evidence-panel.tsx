import { cn } from '@/lib/client/class-names';
import type { EvidenceRow } from '@/lib/present/evidence';
import type { Doubt } from '@/lib/present/trace-doubt';

/** "Why" and "Against": what speaks for the verdict, what speaks against it, with codes and weights; then why it is as sure as it is. */
export function EvidencePanel({ why, against, doubt, selected, onSelect }: {
  readonly why: readonly EvidenceRow[];
  readonly against: readonly EvidenceRow[];
  readonly doubt: Doubt;
  /** Evidence of this span is marked: the way back from a span to what it proves. */
  readonly selected: string | null;
  readonly onSelect: (spanId: string) => void;
}) {
  return (
    <aside className="panel" aria-label="Evidence">
      <h2 className="border-b border-line px-3.5 pb-2 pt-[11px] font-semibold">Why</h2>
      <EvidenceList rows={why} selected={selected} onSelect={onSelect} />
      <h2 className="border-y border-line px-3.5 pb-2 pt-[11px] font-semibold">Against</h2>
      <EvidenceList rows={against} selected={selected} onSelect={onSelect} />
      <h2 className="border-y border-line px-3.5 pb-2 pt-[11px] font-semibold">{doubt.title}</h2>
      <ul className="list-disc space-y-1 py-2.5 pl-8 pr-3.5 text-ink-2">{doubt.lines.map((line) => <li key={line}><bdi>{line}</bdi></li>)}</ul>
    </aside>
  );
}

function EvidenceList({ rows, selected, onSelect }: { readonly rows: readonly EvidenceRow[]; readonly selected: string | null; readonly onSelect: (spanId: string) => void }) {
  if (rows.length === 0) return <p className="px-3.5 py-2.5 text-ink-2">nothing found</p>;
  return (
    <ul className="px-3.5 pb-2.5 pt-1">
      {rows.map((row, i) => {
        const here = row.spanId !== null && row.spanId === selected;
        return (
          <li key={`${row.code}-${i}`} className={cn('border-t border-grid py-2 first:border-t-0', here && '-mx-3.5 bg-accent-soft px-3.5')} data-here={here || undefined}>
            <span className="float-right text-ink-3">{row.weight}</span>
            <b className="font-mono text-xs font-semibold">{row.code}</b>
            <span className="block text-ink-2"><bdi>{row.text}</bdi></span>
            <ShowSpan spanId={row.spanId} here={here} onSelect={onSelect} />
          </li>
        );
      })}
    </ul>
  );
}

function ShowSpan({ spanId, here, onSelect }: { readonly spanId: string | null; readonly here: boolean; readonly onSelect: (spanId: string) => void }) {
  if (spanId === null) return null;
  return <button type="button" className="tool -ml-1" onClick={() => onSelect(spanId)} aria-current={here || undefined}>show span</button>;
}
