'use client';

import { type FormEvent, useState } from 'react';
import { cn } from '@/lib/client/class-names';
import { parseTimeText } from '@/lib/url/time-text';
import { Popover } from '../ui/popover';
import { useNotFoundView } from './use-not-found-view';

/** Chooses the window to compare with: the one before, or one of the same length from a given time on. The URL holds it. */
export function AgainstForm() {
  const { view, change } = useNotFoundView();
  const [wrong, setWrong] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const value = String(new FormData(event.currentTarget).get('against') ?? '').trim();
    const known = parseTimeText(value) !== null;
    setWrong(!known);
    if (known) change({ against: value });
  };
  const trigger = <button type="button" className="tool">{view.against === null ? 'other window' : 'from a chosen time'}</button>;
  return (
    <>
      <Popover trigger={trigger} className="w-72">
        <form onSubmit={submit} className="grid gap-1.5 text-sm">
          <label htmlFor="against" className="text-xs text-ink-2">Compare with a window of the same length that begins at</label>
          <div className="flex gap-1.5">
            <input id="against" name="against" defaultValue={againstText(view.against)} placeholder="2026-11-28 14:05 or now-1d" aria-invalid={wrong} className={cn('h-[28px] min-w-0 flex-1 rounded-md border bg-surface px-2 text-xs', wrong ? 'border-bad' : 'border-line')} />
            <button type="submit" className="pill h-[28px]">Compare</button>
          </div>
          {wrong ? <span role="alert" className="text-xs text-bad">expected a time such as 2026-11-28 14:05 (UTC) or now-1d</span> : null}
        </form>
      </Popover>
      {view.against === null ? null : <button type="button" className="tool" onClick={() => change({ against: null })}>the window before</button>}
    </>
  );
}

/** Epoch milliseconds of a link as a time that people read. */
function againstText(against: string | null): string {
  const time = against === null ? null : parseTimeText(against);
  return time?.kind === 'absolute' ? new Date(time.at).toISOString().slice(0, 19).replace('T', ' ') : (against ?? '');
}
