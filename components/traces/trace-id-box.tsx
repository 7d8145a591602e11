'use client';

import { Search } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { type ClipboardEvent, type FormEvent, useId, useState } from 'react';
import { useViewState } from '@/lib/client/use-view-state';
import { pageLink, traceLink } from '@/lib/url/links';
import { readTraceReference } from '@/lib/url/trace-reference';
import { handOver } from '../judge/handed-text';

/** The one place to paste: an id (alone, in a URL, as a `traceparent`) opens its trace; JSON is handed to the page that judges it. */
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
  const judge = pageLink('/traces/judge', state);
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (!/^\s*[{[]/.test(pasted)) return;
    event.preventDefault();
    handOver(pasted);
    router.push(judge);
  };
  return (
    <form onSubmit={open} className="flex flex-wrap items-center gap-1.5" role="search">
      <label htmlFor={id} className="sr-only">Trace id, link or JSON</label>
      <span className="pill flex-1 sm:flex-none"><Search size={14} aria-hidden className="text-ink-3" />
        <input
          id={id} value={text} onChange={(event) => { setText(event.target.value); setWrong(false); }} onPaste={onPaste} placeholder="Paste a trace id, link or JSON" maxLength={2_000} spellCheck={false} autoComplete="off"
          aria-invalid={wrong} aria-describedby={wrong ? `${id}-wrong` : undefined} className="w-full bg-transparent font-mono text-xs outline-none placeholder:font-sans placeholder:text-ink-3 sm:w-60"
        />
      </span>
      <button type="submit" className="pill">Open</button>
      <Link className="link px-1 text-xs" href={judge}>or a file</Link>
      {wrong ? <span id={`${id}-wrong`} role="alert" className="text-xs text-bad">No trace id in that: 16 or 32 hex digits are expected, or the JSON of a trace.</span> : null}
    </form>
  );
}
