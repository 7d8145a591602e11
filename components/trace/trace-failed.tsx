import { ApiError } from '@/lib/client/fetch-answer';
import { FailedPage } from '../ui/failed-page';

/** In place of a trace that could not be shown; when no backend has it, the reasons that are possible. */
export function TraceFailed({ error, at, onRetry }: { readonly error: Error; readonly at: number | null; readonly onRetry: () => void }) {
  const missing = error instanceof ApiError && error.status === 404;
  return (
    <div className="mt-2.5">
      <FailedPage error={error} onRetry={onRetry} />
      {missing ? (
        <ul className="mt-3 list-disc pl-5 text-ink-2">
          <li>It may be older than the trace backend keeps traces.</li>
          <li>It may never have been kept: most fleets sample.</li>
          <li>It may belong to another environment than the one chosen above.</li>
          {at === null ? <li>The link names no time; some backends find a trace only near its time.</li> : null}
        </ul>
      ) : null}
    </div>
  );
}
