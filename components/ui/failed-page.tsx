'use client';

import { CircleAlert } from 'lucide-react';
import { nextStep } from '@/lib/client/fetch-answer';
import { asSentence } from './as-sentence';

/** In place of a page whose one question failed. */
export function FailedPage({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  return (
    <div className="panel px-4 py-5" role="alert" data-testid="failed">
      <h1 className="flex items-center gap-2 text-[13px] font-medium"><CircleAlert size={16} aria-hidden className="text-bad" />{asSentence(error.message)}</h1>
      <p className="mt-1 text-ink-2">{nextStep(error)}</p>
      <button type="button" className="pill mt-3" onClick={onRetry}>Try again</button>
    </div>
  );
}
