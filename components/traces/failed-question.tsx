'use client';

import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError, nextStep } from '@/lib/client/fetch-answer';

/** A question that was not answered: what failed, what to do next, and a way to ask again. */
export function FailedQuestion({ error, what, onRetry, children }: { readonly error: unknown; readonly what: string; readonly onRetry: () => void; readonly children?: ReactNode }) {
  const title = error instanceof ApiError ? error.title : 'Something went wrong';
  const detail = error instanceof ApiError ? error.detail : '';
  return (
    <section className="panel p-4" role="alert">
      <h2 className="flex items-center gap-2 font-semibold text-bad"><CircleAlert size={16} aria-hidden />{what}: {title}</h2>
      {detail === '' ? null : <p className="mt-1 text-ink-2">{detail}</p>}
      <p className="mt-1 text-ink-2">{nextStep(error)}</p>
      {children}
      <button type="button" className="pill mt-3" onClick={onRetry}>Ask again</button>
    </section>
  );
}
