'use client';

import { Check, Copy } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { visibleText } from '@/lib/present/hostile-text';

const SAID_MS = 4_000;

/** Lines with what hides written out; line breaks and tabs stay. */
function shownLines(text: string): string {
  return text.split('\n').map((line) => line.split('\t').map(visibleText).join('\t')).join('\n');
}

/** Text to copy: reachable and scrollable by keyboard, and "copied" is announced. What is copied is the text itself, not what is drawn of it. */
export function CopyBlock({ label, text }: { readonly label: string; readonly text: string }) {
  const [said, setSaid] = useState<{ readonly text: string; readonly turn: number } | null>(null);
  const id = useId();
  // Outside: the timer that takes the word back; cleared when another press or the end of the page comes first.
  useEffect(() => {
    if (said === null) return undefined;
    const timer = setTimeout(() => setSaid(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid({ text: 'copied', turn: Date.now() });
    } catch {
      setSaid({ text: 'the browser did not allow copying: select the text', turn: Date.now() });
    }
  };
  return (
    <div className="mt-1.5 rounded-md border border-line bg-sunken">
      <div className="flex items-center justify-between gap-2 border-b border-line px-2 py-0.5 text-xs text-ink-3">
        <span id={id}>{label}</span>
        <span className="flex items-center gap-2">
          <span role="status" className={said?.text === 'copied' ? 'text-good' : 'text-warn'}>{said?.text ?? ''}</span>
          <button type="button" className="tool inline-flex items-center gap-1" aria-label={`Copy ${label}`} onClick={() => { void copy(); }}>{said?.text === 'copied' ? <Check size={12} aria-hidden /> : <Copy size={12} aria-hidden />}Copy</button>
        </span>
      </div>
      <pre className="max-h-80 overflow-auto px-2.5 py-2 font-mono text-xs leading-[1.45]" tabIndex={0} role="region" aria-labelledby={id}>{shownLines(text)}</pre>
    </div>
  );
}
