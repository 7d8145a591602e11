'use client';

import { Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type FormEvent, useId, useState } from 'react';
import { useViewState } from '@/lib/client/use-view-state';
import { traceLink } from '@/lib/url/links';
import { readTraceReference } from '@/lib/url/trace-reference';

/** Opens a trace whose id somebody pasted: alone, in a URL, or as a `traceparent`. */
export function TraceIdBox() {
  const id = useId();
  const router = useRouter();
  const { state } = useViewState();
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  const open = (event: FormEvent) => {
    event.preventDefault();
    const traceId = readTraceReference(text)?.traceId ?? null;
    setWrong(traceId === null);
    if (traceId !== null) router.push(traceLink({ env: state.env, traceId, at: null, view: state }));
  };
  return (
    <form onSubmit={open} className="flex flex-wrap items-center gap-1.5" role="search">
      <label htmlFor={id} className="sr-only">Trace id</label>
      <span className="pill flex-1 sm:flex-none"><Search size={14} aria-hidden className="text-ink-3" />
        <input
          id={id} value={text} onChange={(event) => { setText(event.target.value); setWrong(false); }} placeholder="Paste a trace id" maxLength={2_000} spellCheck={false} autoComplete="off"
          aria-invalid={wrong} aria-describedby={wrong ? `${id}-wrong` : undefined} className="w-full bg-transparent font-mono text-xs outline-none placeholder:font-sans placeholder:text-ink-3 sm:w-60"
        />
      </span>
      <button type="submit" className="pill">Open</button>
      {wrong ? <span id={`${id}-wrong`} role="alert" className="text-xs text-bad">No trace id in that: 16 or 32 hex digits are expected.</span> : null}
    </form>
  );
}
