import { TriangleAlert } from 'lucide-react';
import { cn } from '@/lib/client/class-names';
import type { SearchFact } from '@/lib/present/hops-search';

/** How the traces were searched, to read off. What takes something away from the figures stands out. */
export function SearchFacts({ facts }: { readonly facts: readonly SearchFact[] }) {
  return (
    <dl className="[&>div+div]:border-t [&>div+div]:border-line [&>div]:py-1.5 [&>div:first-child]:pt-0 [&>div:last-child]:pb-0" data-testid="search-facts">
      {facts.map(({ label, text, warn, hint }) => (
        <div key={label}>
          <dt className="text-xs text-ink-3">{label}</dt>
          <dd className={cn(warn && 'text-warn')}>{warn ? <TriangleAlert size={12} aria-hidden className="mr-1 inline align-[-1px]" /> : null}{text}{hint === undefined ? null : <span className="block text-[11px] text-ink-3">{hint}</span>}</dd>
        </div>
      ))}
    </dl>
  );
}
