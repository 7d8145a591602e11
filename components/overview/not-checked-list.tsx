import { Ban } from 'lucide-react';
import type { OverviewModels } from '@/lib/present/overview';
import { asSentence } from '../ui/as-sentence';

/** Questions that could not be looked at: said, not passed over. */
export function NotCheckedList({ rows }: { readonly rows: OverviewModels['notChecked'] }) {
  if (rows.length === 0) return null;
  return (
    <ul className="mb-3 grid gap-2">
      {rows.map((row) => (
        <li key={row.title} className="panel flex gap-2 border-dashed px-3 py-2 text-ink-2">
          <Ban size={15} aria-hidden className="mt-0.5 shrink-0 text-warn" />
          <span><b className="font-medium text-ink">{row.title}: not checked.</b> {asSentence(row.why)} {asSentence(row.mend)}</span>
        </li>
      ))}
    </ul>
  );
}
