import type { EvidenceRow } from '@/lib/present/evidence';

/** "Why" and "Against": what speaks for the verdict, what speaks against it, with codes and weights. */
export function EvidencePanel({ why, against, onSelect }: { readonly why: readonly EvidenceRow[]; readonly against: readonly EvidenceRow[]; readonly onSelect: (spanId: string) => void }) {
  return (
    <aside className="panel" aria-label="Evidence">
      <h2 className="border-b border-line px-3.5 pb-2 pt-[11px] font-semibold">Why</h2>
      <EvidenceList rows={why} onSelect={onSelect} />
      <h2 className="border-y border-line px-3.5 pb-2 pt-[11px] font-semibold">Against</h2>
      <EvidenceList rows={against} onSelect={onSelect} />
    </aside>
  );
}

function EvidenceList({ rows, onSelect }: { readonly rows: readonly EvidenceRow[]; readonly onSelect: (spanId: string) => void }) {
  if (rows.length === 0) return <p className="px-3.5 py-2.5 text-ink-2">nothing found</p>;
  return (
    <ul className="px-3.5 pb-2.5 pt-1">
      {rows.map((row, i) => (
        <li key={`${row.code}-${i}`} className="border-t border-grid py-2 first:border-t-0">
          <span className="float-right text-ink-3">{row.weight}</span>
          <b className="font-mono text-xs font-semibold">{row.code}</b>
          <span className="block text-ink-2"><bdi>{row.text}</bdi></span>
          <ShowSpan spanId={row.spanId} onSelect={onSelect} />
        </li>
      ))}
    </ul>
  );
}

function ShowSpan({ spanId, onSelect }: { readonly spanId: string | null; readonly onSelect: (spanId: string) => void }) {
  if (spanId === null) return null;
  return <button type="button" className="tool -ml-1" onClick={() => onSelect(spanId)}>show span</button>;
}
