'use client';

import { ArrowLeftRight } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { type FormEvent, useId, useState } from 'react';
import { type CompareTarget, compareLink } from '@/lib/url/links';
import { readTraceReference } from '@/lib/url/trace-reference';
import type { ViewState } from '@/lib/url/view-state';

/** Another trace beside the first one, by its id; `swapped`: both the other way round, null while there is only one. */
export function OtherTrace({ target, swapped, view }: { readonly target: CompareTarget; readonly swapped: CompareTarget | null; readonly view: ViewState }) {
  const id = useId();
  const router = useRouter();
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  const open = (event: FormEvent) => {
    event.preventDefault();
    const b = readTraceReference(text)?.traceId ?? null;
    setWrong(b === null);
    if (b !== null) router.push(compareLink({ ...target, b, bAt: null }, view));
  };
  return (
    <form onSubmit={open} className="mt-2 flex flex-wrap items-center gap-1.5">
      <label htmlFor={id} className="text-xs text-ink-3">Beside another trace</label>
      <span className="pill h-7"><input id={id} value={text} onChange={(event) => { setText(event.target.value); setWrong(false); }} placeholder="Its id" maxLength={2_000} spellCheck={false} autoComplete="off" aria-invalid={wrong} aria-describedby={wrong ? `${id}-wrong` : undefined} className="w-full bg-transparent font-mono text-xs outline-none placeholder:font-sans placeholder:text-ink-3 sm:w-60" /></span>
      <button type="submit" className="pill h-7">Compare</button>
      {swapped === null ? null : <Link className="pill h-7" href={compareLink(swapped, view)} prefetch={false}><ArrowLeftRight size={13} aria-hidden className="text-ink-3" />Swap</Link>}
      {wrong ? <span id={`${id}-wrong`} role="alert" className="text-xs text-bad">No trace id in that: 16 or 32 hex digits are expected.</span> : null}
    </form>
  );
}
