import { visibleText } from '@/lib/present/hostile-text';
import type { FlipRow } from '@/lib/present/zones';

/** A flip's cause, what speaks for and against it, what it cost, and, folded, what was looked at and not seen. */
export function FlipCauseCell({ flip }: { readonly flip: FlipRow }) {
  return (
    <>
      {flip.cause}
      {flip.evidence.map((text, i) => <span key={i} className="block text-xs text-ink-3">{visibleText(text)}</span>)}
      {flip.against.map((text, i) => <span key={i} className="block text-xs text-ink-2"><b className="font-medium">Against:</b> {visibleText(text)}</span>)}
      {flip.harm.map((text, i) => <span key={i} className="block text-xs text-ink-2"><b className="font-medium">Cost:</b> {visibleText(text)}</span>)}
      {flip.ruledOut.length === 0 ? null : (
        <details className="text-xs text-ink-3">
          <summary className="cursor-pointer hover:text-ink">also looked at</summary>
          {flip.ruledOut.map((text, i) => <span key={i} className="block">{visibleText(text)}</span>)}
        </details>
      )}
    </>
  );
}
