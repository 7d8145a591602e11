'use client';

import { Check, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';

const SAID_MS = 2_000;

/** Copies a text that is made when it is asked for, and says so. */
export function CopyButton({ label, text, icon: Icon, className }: { readonly label: string; readonly text: () => string; readonly icon?: LucideIcon; readonly className?: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setCopied(true);
      setTimeout(() => setCopied(false), SAID_MS);
    } catch {
      toast('The browser did not allow copying');
    }
  };
  return (
    <button type="button" className={className ?? 'tool'} onClick={() => void copy()}>
      {copied ? <Check size={13} aria-hidden className="text-good" /> : Icon ? <Icon size={13} aria-hidden className="text-ink-3" /> : null}
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </button>
  );
}
