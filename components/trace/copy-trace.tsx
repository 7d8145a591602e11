'use client';

import { Braces, Download } from 'lucide-react';
import type { TraceAnswer } from '@/lib/domain/requests';
import { traceJsonPath } from '@/lib/client/queries';
import { traceJson } from '@/lib/present/trace-json';
import { CopyButton } from './copy-button';
import type { TraceOrigin } from './trace-origin';

/** More spans than this are no text for a clipboard, and writing them would hold the page up. */
const MOST_COPIED = 5_000;

/** The whole trace with its verdict as JSON that `weir attribute` and the paste box read again: copied, or saved when it is large. */
export function CopyTrace({ answer, origin }: { readonly answer: TraceAnswer; readonly origin: TraceOrigin | null }) {
  const { traceId, spans } = answer.trace;
  if (!answer.lean && spans.length <= MOST_COPIED) return <CopyButton className="pill h-7" icon={Braces} label="Copy JSON" text={() => traceJson(answer)} />;
  const look = <><Download size={13} aria-hidden className="text-ink-3" />Save JSON</>;
  const name = `trace-${traceId}.json`;
  if (origin !== null) return <a className="pill h-7" href={traceJsonPath(origin.env, traceId, origin.at)} download={name}>{look}</a>;
  return <button type="button" className="pill h-7" onClick={() => save(name, traceJson(answer))}>{look}</button>;
}

/** Hands a text to the browser's downloads. */
function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
