'use client';

import { usePathname } from 'next/navigation';
import { useEnvironment } from '@/lib/client/use-answer';
import { useSpan } from '@/lib/client/use-span';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import { formatDateTime } from '@/lib/present/format';

/** Pages that show a range. */
const RANGED = ['/', '/zones', '/not-found', '/rollouts', '/traces'];

/** Says that the chosen range lies outside of the recording: without it every panel would look as if nothing had happened. */
export function OutsideRecording() {
  const pathname = usePathname();
  const { change } = useViewState();
  const { span } = useSpan();
  const recorded = useEnvironment()?.recorded ?? null;
  const zone = useTimeZone();
  const outside = span !== null && recorded !== null && (span.to <= recorded.from || span.from >= recorded.to);
  if (!outside || !RANGED.includes(pathname)) return null;
  return (
    <p role="status" data-testid="outside-recording" className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-warn-soft px-3 py-2 text-warn">
      <span>This range lies outside of the recording, which holds {formatDateTime(recorded.from, zone)} to {formatDateTime(recorded.to, zone)} ({zone}).</span>
      <button type="button" className="pill h-7" onClick={() => change({ from: null, to: null })}>Whole recording</button>
    </p>
  );
}
