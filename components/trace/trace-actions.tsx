'use client';

import { ArrowUpRight, Braces, Check, ListTree } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { toast } from 'sonner';
import type { TraceAnswer } from '@/lib/domain/requests';

/** What to do with a trace: open it where it came from, see its like, take it along. */
export function TraceActions({ answer, backend, similar }: { readonly answer: TraceAnswer; readonly backend: string; readonly similar: string | null }) {
  const link = safeLink(answer.link);
  return (
    <>
      {link === null ? null : (
        <a className="pill h-7" href={link} target="_blank" rel="noreferrer noopener">Open in {backend}<ArrowUpRight size={13} aria-hidden className="text-ink-3" /></a>
      )}
      {similar === null ? null : <Link className="pill h-7" href={similar}><ListTree size={13} aria-hidden className="text-ink-3" />Traces like this one</Link>}
      <CopyJson answer={answer} />
    </>
  );
}

/** Only web addresses become links, whatever the source says. */
export function safeLink(link: string | null): string | null {
  if (link === null) return null;
  try {
    const { protocol, href } = new URL(link);
    return protocol === 'http:' || protocol === 'https:' ? href : null;
  } catch {
    return null;
  }
}

function CopyJson({ answer }: { readonly answer: TraceAnswer }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(JSON.stringify({ trace: answer.trace, verdict: answer.verdict }, null, 2));
      setCopied(true);
      setTimeout(() => setCopied(false), 2_000);
    } catch {
      toast('The browser did not allow copying');
    }
  };
  return (
    <button type="button" className="pill h-7" onClick={() => void copy()}>
      {copied ? <Check size={13} aria-hidden className="text-good" /> : <Braces size={13} aria-hidden className="text-ink-3" />}
      <span aria-live="polite">{copied ? 'Copied' : 'Copy JSON'}</span>
    </button>
  );
}
