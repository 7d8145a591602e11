'use client';

import { hopStatuses } from '@/lib/domain/hops';
import type { HopsPick } from '@/lib/present/hops-pick';
import { cn } from '@/lib/client/class-names';
import { useHopsView } from './use-hops-view';

/** The statuses with their counts; one of them is shown. */
export function StatusSwitch({ pick }: { readonly pick: HopsPick | null }) {
  const { change } = useHopsView();
  return (
    <div role="group" aria-label="Status" className="mb-3 grid grid-cols-2 gap-2 sm:grid-cols-4">
      {hopStatuses.map((status) => {
        const choice = pick?.statuses.find((one) => one.status === status);
        const here = pick?.status === status;
        return (
          <button
            key={status} type="button" aria-pressed={here} disabled={pick === null} onClick={() => change({ status })} data-testid="status" data-status={status}
            className={cn('flex items-baseline gap-2 rounded-lg border bg-surface px-3 py-1.5 text-left hover:bg-hover', here ? 'border-accent shadow-[inset_0_0_0_1px_var(--accent)]' : 'border-line')}
          >
            <span className="font-semibold">{status}</span><span className="sr-only">: </span>
            <span className={cn('ml-auto', choice === undefined || choice.none || choice.text === 'not known' ? 'text-ink-3' : 'font-medium')}>{choice?.text ?? '…'}</span>
          </button>
        );
      })}
    </div>
  );
}
