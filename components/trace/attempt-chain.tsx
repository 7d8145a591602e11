import { cn } from '@/lib/client/class-names';
import type { AttemptView } from '@/lib/present/trace-attempts';

const MOST = 20;
const ink = { good: 'text-good', warn: 'text-warn', bad: 'text-bad' } as const;

/** The tries of the deciding proxy, first to last: where to, what came of it. One click shows its span. */
export function AttemptChain({ attempts, onSelect }: { readonly attempts: readonly AttemptView[]; readonly onSelect: (spanId: string) => void }) {
  if (attempts.length === 0) return null;
  return (
    <div className="mt-3" role="group" aria-label="Attempts">
      <p className="text-xs font-medium text-ink-3">{attempts.length === 1 ? 'The one attempt of the proxy' : `${attempts.length} attempts of the proxy`}</p>
      <ol className="mt-1 flex flex-wrap items-stretch gap-1.5">
        {attempts.slice(0, MOST).map((attempt, i) => (
          <li key={attempt.spanId} className="flex min-w-0 max-w-full items-center gap-1.5">
            {i > 0 ? <span aria-hidden className="text-ink-3">→</span> : null}
            <button type="button" onClick={() => onSelect(attempt.spanId)} title="Show its span" className="min-w-0 rounded-md border border-line px-2 py-1 text-left hover:bg-hover">
              <span className="text-[11.5px] text-ink-3">attempt {attempt.number}{attempt.target === null ? null : <> to <bdi className="font-mono">{attempt.target}</bdi></>}</span>
              <span className="block"><b className={cn('font-semibold', ink[attempt.tone])}>{attempt.outcome}</b> <span className="text-ink-3">{attempt.after}, took {attempt.took}{attempt.reached === null ? null : <>, reached <bdi>{attempt.reached}</bdi></>}</span></span>
              {attempt.error === null ? null : <span className="line-clamp-2 max-w-[60ch] text-[11.5px] text-ink-2" title={attempt.error}><bdi>{attempt.error}</bdi></span>}
            </button>
          </li>
        ))}
        {attempts.length > MOST ? <li className="self-center text-xs text-ink-3">and {attempts.length - MOST} more</li> : null}
      </ol>
    </div>
  );
}
