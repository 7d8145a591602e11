'use client';

import { useState } from 'react';
import { cn } from '@/lib/client/class-names';
import { type AttemptView, shownAttempts } from '@/lib/present/trace-attempts';

const ink = { good: 'text-good', warn: 'text-warn', bad: 'text-bad', plain: 'text-ink' } as const;

interface ChainProps {
  /** `3 attempts of the proxy`, naming it where there are several. */
  readonly title: string;
  readonly attempts: readonly AttemptView[];
  readonly onSelect: (spanId: string) => void;
}

/** The tries of the deciding proxy, first to last: where to, what came of it. One click shows its span. Of many, the middle is folded. */
export function AttemptChain({ title, attempts, onSelect }: ChainProps) {
  const [all, setAll] = useState(false);
  if (attempts.length === 0) return null;
  const { first, between, last } = shownAttempts(attempts, all);
  return (
    <div className="mt-3" role="group" aria-label="Attempts">
      <p className="text-xs font-medium text-ink-3"><bdi>{title}</bdi></p>
      <ol className="mt-1 flex flex-wrap items-stretch gap-1.5">
        {first.map((attempt) => <Attempt key={attempt.spanId} attempt={attempt} onSelect={onSelect} />)}
        {between.length === 0 ? null : <li className="flex items-center gap-1.5"><Arrow /><button type="button" className="tool" onClick={() => setAll(true)}>show {between.length} more</button></li>}
        {last.map((attempt) => <Attempt key={attempt.spanId} attempt={attempt} onSelect={onSelect} />)}
      </ol>
    </div>
  );
}

function Attempt({ attempt, onSelect }: { readonly attempt: AttemptView; readonly onSelect: ChainProps['onSelect'] }) {
  return (
    <li className="flex min-w-0 max-w-full items-center gap-1.5">
      {attempt.number > 1 ? <Arrow /> : null}
      <button type="button" onClick={() => onSelect(attempt.spanId)} title="Show its span" className="min-w-0 rounded-md border border-line px-2 py-1 text-left hover:bg-hover">
        <span className="text-[11.5px] text-ink-3">attempt {attempt.number}{attempt.target === null ? null : <> to <bdi className="font-mono">{attempt.target}</bdi></>}</span>
        <span className="block"><b className={cn('font-semibold', ink[attempt.tone])}>{attempt.outcome}</b> <span className="text-ink-3">{attempt.after}, took {attempt.took}{attempt.reached === null ? null : <>, reached <bdi>{attempt.reached}</bdi></>}</span></span>
        {attempt.error === null ? null : <span className="line-clamp-2 max-w-[60ch] text-[11.5px] text-ink-2" title={attempt.error}><bdi>{attempt.error}</bdi></span>}
      </button>
    </li>
  );
}

function Arrow() {
  return <span aria-hidden className="text-ink-3">→</span>;
}
