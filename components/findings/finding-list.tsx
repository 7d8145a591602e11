import type { Finding } from '@/lib/domain/findings';
import type { FindingView } from '@/lib/present/finding';
import { FindingCard } from './finding-card';

/** Findings side by side, as many as fit. */
export function FindingList({ findings, range, fleet }: { readonly findings: readonly { readonly finding: Finding; readonly view: FindingView }[]; readonly range?: { readonly from: number; readonly to: number } | undefined; readonly fleet?: string | undefined }) {
  if (findings.length === 0) return null;
  return (
    <section aria-label="Findings" className="mb-4 grid grid-cols-[repeat(auto-fill,minmax(min(320px,100%),1fr))] gap-3">
      {findings.map(({ finding, view }) => <FindingCard key={finding.id} finding={finding} view={view} range={range} fleet={fleet} />)}
    </section>
  );
}
