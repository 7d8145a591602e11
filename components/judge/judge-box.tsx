'use client';

import { FileUp } from 'lucide-react';
import { type ChangeEvent, type ClipboardEvent, type DragEvent, type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { cn } from '@/lib/client/class-names';
import { formatBytes } from '@/lib/present/format';
import { exampleTrace } from '@/lib/present/example-trace';
import { clipText } from '@/lib/present/hostile-text';
import { takeHanded } from './handed-text';

/** A text area with more than this makes typing slow: the text is held beside it. */
const MOST_SHOWN = 100_000;
/** The server takes no more (POST traces/judge). */
const MOST_BYTES = 64 * 1024 * 1024;

/** What was typed when this page was last left in this tab; a reload forgets it. */
let draft = '';

interface Held {
  readonly name: string;
  readonly content: string | Blob;
  readonly bytes: number;
}

/** The box: paste, type, choose a file or drop one. What is pasted or dropped is judged without another click. */
export function JudgeBox({ busy, onJudge }: { readonly busy: boolean; readonly onJudge: (content: string | Blob) => void }) {
  const id = useId();
  const file = useRef<HTMLInputElement | null>(null);
  const [text, setText] = useState(draft);
  const [held, setHeld] = useState<Held | null>(null);
  const [over, setOver] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const taken = useRef<(text: string) => void>(() => {});

  // For the way back to this page: kept in the tab's memory only, for nobody else to read.
  useEffect(() => { draft = text; }, [text]);

  const judge = (content: string | Blob) => {
    const bytes = typeof content === 'string' ? new Blob([content]).size : content.size;
    setWrong(bytes > MOST_BYTES ? `That is ${formatBytes(bytes)}; at most ${formatBytes(MOST_BYTES)} can be judged here. "weir attribute" on the command line takes more.` : bytes === 0 ? 'There is nothing in it.' : null);
    if (bytes > 0 && bytes <= MOST_BYTES) onJudge(content);
  };
  const hold = (name: string, content: string | Blob) => {
    setHeld({ name, content, bytes: typeof content === 'string' ? content.length : content.size });
    setText('');
    judge(content);
  };
  const takeFiles = (files: FileList | null) => { const first = files?.[0]; if (first) hold(clipText(first.name, 60).text, first); };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer.files.length > 0) takeFiles(event.dataTransfer.files);
    else takeText(event.dataTransfer.getData('text/plain'));
  };
  const takeText = (pasted: string) => {
    if (pasted.length > MOST_SHOWN) return hold('pasted text', pasted);
    setHeld(null);
    setText(pasted);
    judge(pasted);
  };
  // Pasted on another page of this tab: it is judged as if it were pasted here, once.
  useEffect(() => { taken.current = takeText; });
  useEffect(() => {
    const handed = takeHanded();
    if (handed !== null) taken.current(handed);
  }, []);
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    // Into an empty box: that is the whole question. Else somebody edits.
    if (pasted.trim() === '' || (text.trim() !== '' && pasted.length <= MOST_SHOWN)) return;
    event.preventDefault();
    takeText(pasted);
  };
  const onChoose = (event: ChangeEvent<HTMLInputElement>) => { takeFiles(event.target.files); event.target.value = ''; };
  const again = () => { if (!busy) judge(held?.content ?? text); };
  const submit = (event: FormEvent) => { event.preventDefault(); again(); };
  const onKeyDown = (event: KeyboardEvent) => { if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) again(); };

  return (
    <form
      onSubmit={submit} onDragOver={(event) => { event.preventDefault(); setOver(true); }} onDragLeave={() => setOver(false)} onDrop={onDrop} aria-label="Trace to judge"
      className={cn('panel mb-3 p-3', over && 'border-accent bg-accent-soft')}
    >
      <label htmlFor={id} className="mb-1 block text-xs text-ink-3">JSON of a trace (Jaeger, OTLP, Tempo, Zipkin, Weir), trace id, traceparent or link</label>
      {held ? <p className="mb-2 flex flex-wrap items-center gap-2 rounded-md bg-sunken px-2.5 py-2"><bdi className="font-mono text-xs">{held.name}</bdi><span className="text-ink-3">{formatBytes(held.bytes)}</span><button type="button" className="tool" onClick={() => { setHeld(null); setWrong(null); }}>remove</button></p> : (
        <textarea
          id={id} value={text} onChange={(event) => { setText(event.target.value); setWrong(null); }} onPaste={onPaste} onKeyDown={onKeyDown} rows={5} spellCheck={false} autoComplete="off" autoFocus
          aria-invalid={wrong !== null} aria-describedby={wrong === null ? undefined : `${id}-wrong`} placeholder={'{"data": [{"traceID": "…", "spans": […]}]}   or   4bf92f3577b34da6a3ce929d0e0e4736'}
          className="mb-2 block max-h-[40vh] min-h-[96px] w-full resize-y rounded-md border border-line bg-surface px-2.5 py-2 font-mono text-xs placeholder:text-ink-3"
        />
      )}
      <div className="flex flex-wrap items-center gap-1.5">
        <button type="submit" className="pill" disabled={busy || (held === null && text.trim() === '')}>Judge</button>
        <button type="button" className="pill" onClick={() => file.current?.click()}><FileUp size={14} aria-hidden className="text-ink-3" />Choose a file</button>
        <input ref={file} type="file" accept=".json,.ndjson,.txt,application/json,text/plain" className="sr-only" tabIndex={-1} aria-label="File with a trace" onChange={onChoose} />
        <span className="text-xs text-ink-3 max-sm:hidden">or drop it here</span>
        <button type="button" className="link px-1 text-xs" onClick={() => takeText(exampleTrace)}>Try an example</button>
        {wrong === null ? null : <span id={`${id}-wrong`} role="alert" className="text-xs text-bad">{wrong}</span>}
      </div>
    </form>
  );
}
