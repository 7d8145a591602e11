'use client';

import { type FormEvent, useState } from 'react';
import { cn } from '@/lib/client/class-names';
import { parseTimeText } from '@/lib/url/time-text';

/** Takes the moment at which to compare; what is no time is said to be none, and asks nothing. */
export function MomentForm({ moment, onChoose }: { readonly moment: string | null; readonly onChoose: (value: string) => void }) {
  const [wrong, setWrong] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const value = String(new FormData(event.currentTarget).get('moment') ?? '').trim();
    setWrong(parseTimeText(value) === null);
    if (parseTimeText(value) !== null) onChoose(value);
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-1.5">
      <input name="moment" defaultValue={momentText(moment)} placeholder="2026-11-29 14:05 or now-3h" aria-label="Moment to compare at" aria-invalid={wrong} className={cn('h-[26px] w-52 rounded-md border bg-surface px-2 text-xs', wrong ? 'border-bad' : 'border-line')} />
      <button type="submit" className="pill h-[26px]">Compare</button>
      {wrong ? <span role="alert" className="text-xs text-bad">expected a time such as 2026-11-29 14:05 (UTC) or now-3h</span> : null}
    </form>
  );
}

/** Epoch milliseconds of a link as a time that people read. */
function momentText(moment: string | null): string {
  const time = moment === null ? null : parseTimeText(moment);
  return time?.kind === 'absolute' ? new Date(time.at).toISOString().slice(0, 19).replace('T', ' ') : (moment ?? '');
}
