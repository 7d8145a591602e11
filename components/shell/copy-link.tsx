'use client';

import { Check, Link2 } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { type Span, toUrlRange } from '@/lib/client/shown-range';
import { useEnvironment } from '@/lib/client/use-answer';
import { useSpan } from '@/lib/client/use-span';
import { formatViewState, parseViewState } from '@/lib/url/view-state';

/** The address of what is on the screen, with absolute times and the environment named: it means the same tomorrow and to a colleague. */
export function absoluteAddress(origin: string, pathname: string, search: URLSearchParams, span: Span | null, env: string | null): string {
  const state = parseViewState(Object.fromEntries(search));
  const params = formatViewState({ ...state, env: state.env ?? env, refreshMs: null, ...(span ? toUrlRange(span) : {}) });
  for (const [name, value] of search) {
    if (!params.has(name) && name !== 'refresh') params.append(name, value);
  }
  const query = params.toString();
  return `${origin}${pathname}${query === '' ? '' : `?${query}`}`;
}

/** Copies that address. */
export function useCopyLink(): { readonly copy: () => void; readonly copied: boolean } {
  const environment = useEnvironment();
  const { span } = useSpan();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    const address = absoluteAddress(window.location.origin, window.location.pathname, new URLSearchParams(window.location.search), span, environment?.name ?? null);
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
      toast('Link copied, with absolute times');
      setTimeout(() => setCopied(false), 2_000);
    } catch {
      // Without a secure context there is no clipboard: show the address to copy by hand.
      toast('The browser did not allow copying', { description: address, duration: 20_000 });
    }
  };
  return { copy: () => { void copy(); }, copied };
}

export function CopyLink() {
  const { copy, copied } = useCopyLink();
  return (
    <button type="button" className="pill" onClick={copy} aria-label="Copy link" title="Copy link with absolute times (c l)">
      {copied ? <Check size={14} aria-hidden className="text-good" /> : <Link2 size={14} aria-hidden className="text-ink-3" />}
      <span className="max-xl:hidden">Copy link</span>
    </button>
  );
}
