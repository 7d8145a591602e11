import type { ReactNode } from 'react';
import { cn } from '@/lib/client/class-names';
import type { Verdict } from '@/lib/domain/verdict';
import type { LadderHop } from '@/lib/present/ladder';
import type { VerdictView } from '@/lib/present/verdict';
import type { TraceNote } from '@/lib/present/trace-notes';
import { Tag } from '../traces/tag';
import { Ladder } from './ladder';

/** The verdict on top of the page: one headline, why in a sentence, the ladder, what to do next. */
export function VerdictCard({ verdict, view, hops, notes, actions, onSelect, children, nested = false }: {
  readonly verdict: Pick<Verdict, 'answeredBy' | 'causedBy' | 'band'>;
  readonly view: VerdictView;
  readonly hops: readonly LadderHop[];
  readonly notes: readonly TraceNote[];
  readonly actions: ReactNode;
  readonly onSelect: (spanId: string) => void;
  /** Between the ladder and the actions. */
  readonly children?: ReactNode;
  /** The page has a headline of its own. */
  readonly nested?: boolean;
}) {
  const Headline = nested ? 'h2' : 'h1';
  return (
    <section className="mb-3 mt-2.5 rounded-[10px] border border-line bg-surface px-[18px] py-4" aria-label="Verdict" data-testid="verdict" data-answered-by={verdict.answeredBy.role} data-caused-by={verdict.causedBy.role} data-band={verdict.band}>
      <Headline className="mb-0.5 text-xl font-semibold tracking-[-0.015em]"><bdi>{view.headline}</bdi></Headline>
      <p className="max-w-[80ch] text-ink-2">
        <bdi>{view.sentence}</bdi>{view.sentence === '' ? '' : ' '}
        <Tag tone={view.tone}>{view.mechanism}</Tag> <span title="How strongly the spans speak for it, from 0 to 1; why, and what speaks against it, stands beside the spans"><Tag tone="neutral">{view.confidence}</Tag></span>
      </p>
      {notes.length === 0 ? null : (
        <ul className="mt-2 flex flex-wrap gap-2">
          {notes.map((note, i) => <li key={i} className={cn('rounded-md px-2 py-1 text-xs', note.ours ? 'bg-warn-soft text-warn' : 'bg-sunken text-ink-2')}><b className="font-semibold">{note.title}.</b> <bdi>{note.text}</bdi></li>)}
        </ul>
      )}
      <Ladder hops={hops} good={view.tone === 'good'} onSelect={onSelect} />
      {children}
      <div className="mt-3.5 flex flex-wrap gap-1.5">{actions}</div>
    </section>
  );
}
