'use client';

import { Ban, CircleAlert, SearchCheck } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { QueryRecord, SourceFailure } from '@/lib/domain/answer';
import { cn } from '@/lib/client/class-names';
import { visibleText } from '@/lib/present/hostile-text';
import { listShort, sourceName } from '@/lib/present/words';
import { asSentence } from '../ui/as-sentence';
import type { FrameState } from './frame-state';
import { QueryList } from './query-list';

/**
 * Panel around a chart, strip or table, in all its states: loading, ready, partial, empty, failed with a next step, and not
 * checked. The body keeps `height` in each of them, so that nothing jumps.
 */
export function ChartFrame<Model>({ title, note, state, height, zone, queries = [], tools, legend, table, onRetry, children }: {
  readonly title: string;
  readonly note?: string | undefined;
  readonly state: FrameState<Model>;
  readonly height: number;
  readonly zone: string;
  readonly queries?: readonly QueryRecord[];
  readonly tools?: ReactNode;
  readonly legend?: ((model: Model) => ReactNode) | undefined;
  readonly table?: ((model: Model) => ReactNode) | undefined;
  readonly onRetry?: (() => void) | undefined;
  readonly children: (model: Model) => ReactNode;
}) {
  const [open, setOpen] = useState<'table' | 'query' | null>(null);
  const heading = useId();
  const flip = (what: 'table' | 'query') => setOpen(open === what ? null : what);
  const ready = state.kind === 'ready';
  return (
    <section className="panel mb-3" aria-labelledby={heading} aria-busy={state.kind === 'loading'} data-testid="chart-frame" data-state={stateName(state)}>
      <div className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1 px-3 pb-1 pt-2.5">
        <h2 id={heading} className="text-sm font-semibold">{title}</h2>
        {note ? <span className="text-xs text-ink-3">{note}</span> : null}
        <div className="ml-auto flex flex-wrap items-baseline justify-end gap-1">
          {tools}
          {table && ready ? <button type="button" className="tool" aria-expanded={open === 'table'} onClick={() => flip('table')}>table</button> : null}
          {queries.length > 0 ? <button type="button" className="tool" aria-expanded={open === 'query'} onClick={() => flip('query')}>show query</button> : null}
        </div>
      </div>
      {ready && legend ? legend(state.model) : null}
      {(state.kind === 'ready' || state.kind === 'empty') && state.failures.length > 0 ? <Partial failures={state.failures} /> : null}
      <div className={cn('relative transition-opacity', ready && state.stale && 'opacity-55')} style={{ minHeight: height }}>
        {ready ? children(state.model) : <Instead state={state} height={height} onRetry={onRetry} />}
      </div>
      {open === 'table' && ready && table ? table(state.model) : null}
      {open === 'query' ? <QueryList queries={queries} zone={zone} /> : null}
    </section>
  );
}

/** A drawn model beside a failed source is partial. */
function stateName(state: FrameState<unknown>): FrameState<unknown>['kind'] | 'partial' {
  return state.kind === 'ready' && state.failures.length > 0 ? 'partial' : state.kind;
}

function Partial({ failures }: { readonly failures: readonly SourceFailure[] }) {
  return (
    <div className="mx-3 mb-1 rounded-md bg-warn-soft px-2 py-1 text-xs text-warn" role="status">
      {failures.map((failure, i) => (
        <p key={i} data-testid="source-failure">Partial: {sourceName(failure.source)} did not answer ({visibleText(failure.message)}){failure.affects.length > 0 ? `; missing: ${listShort(failure.affects)}` : ''}.</p>
      ))}
    </div>
  );
}

/** What stands in place of the drawing. */
function Instead({ state, height, onRetry }: { readonly state: Exclude<FrameState<unknown>, { kind: 'ready' }>; readonly height: number; readonly onRetry: (() => void) | undefined }) {
  if (state.kind === 'loading') return <Skeleton height={height} />;
  if (state.kind === 'failed') {
    return (
      <Notice height={height} icon={<CircleAlert size={16} aria-hidden className="text-bad" />} title={asSentence(state.message)} role="alert">
        <p>{asSentence(state.next)}</p>
        {onRetry ? <button type="button" className="pill mt-2" onClick={onRetry}>Try again</button> : null}
      </Notice>
    );
  }
  if (state.kind === 'not-checked') {
    return (
      <Notice height={height} icon={<Ban size={16} aria-hidden className="text-warn" />} title="Not checked">
        <p>{asSentence(state.why)}{unnamed(state).length > 0 ? ` Missing: ${unnamed(state).map(visibleText).join(', ')}.` : ''}</p>
        {state.mend ? <p className="mt-1 text-ink">{asSentence(state.mend)}</p> : null}
      </Notice>
    );
  }
  return <Notice height={height} icon={<SearchCheck size={16} aria-hidden className="text-ink-3" />} title="Nothing to show"><p>{asSentence(state.why)}</p></Notice>;
}

/** Missing signals that the reason does not name already. */
function unnamed({ why, missing }: { readonly why: string; readonly missing: readonly string[] }): readonly string[] {
  return missing.filter((name) => !why.includes(name));
}

function Notice({ height, icon, title, role, children }: { readonly height: number; readonly icon: ReactNode; readonly title: string; readonly role?: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-center justify-center px-4 py-3" style={{ minHeight: height }} role={role}>
      <div className="max-w-lg text-ink-2">
        <p className="mb-1 flex items-center gap-2 font-medium text-ink">{icon}{title}</p>
        {children}
      </div>
    </div>
  );
}

/** Placeholder of the size of what comes. */
export function Skeleton({ height }: { readonly height: number }) {
  return (
    <div className="px-3 py-2" style={{ height }} role="status">
      <div className="h-full animate-pulse rounded-md bg-sunken" />
      <span className="sr-only">Loading</span>
    </div>
  );
}
