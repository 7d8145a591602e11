import { ExternalLink } from 'lucide-react';
import type { QueryRecord } from '@/lib/domain/answer';
import { formatDateTime, formatDuration } from '@/lib/present/format';
import { visibleText } from '@/lib/present/hostile-text';

/** Only web addresses become links: a `javascript:` one from a crafted recording stays text. */
function webLink(link: string | null): string | null {
  return link !== null && /^https?:\/\//i.test(link) ? link : null;
}

/** The queries behind a figure, as they were sent, with the way to the source's own UI. */
export function QueryList({ queries, zone }: { readonly queries: readonly QueryRecord[]; readonly zone: string }) {
  if (queries.length === 0) return <p className="border-t border-line px-3 py-2 text-xs text-ink-3">No query was sent for this.</p>;
  return (
    <ul className="max-h-80 overflow-auto border-t border-line px-3 py-1 text-xs">
      {queries.map((query, i) => {
        const link = webLink(query.link);
        return (
          <li key={i} className="border-b border-line py-2 last:border-0">
            <div className="mb-1 flex flex-wrap gap-x-3 text-ink-3">
              <span className="text-ink-2">{visibleText(query.purpose)}</span>
              <span>{visibleText(query.source)}</span>
              <span>{formatDateTime(query.range.from, zone)} to {formatDateTime(query.range.to, zone)}, step {formatDuration(query.range.stepMs)}</span>
              {link ? <a href={link} target="_blank" rel="noreferrer" className="link ml-auto inline-flex items-center gap-1">Open in {visibleText(query.source)} <ExternalLink size={12} aria-hidden /></a> : null}
            </div>
            <code className="block whitespace-pre-wrap rounded bg-sunken px-2 py-1 font-mono text-[11.5px]">{visibleText(query.query)}</code>
          </li>
        );
      })}
    </ul>
  );
}
