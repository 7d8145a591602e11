'use client';

import Link from 'next/link';
import { useViewState } from '@/lib/client/use-view-state';
import type { TracesRequest } from '@/lib/domain/requests';
import { tracesLink } from '@/lib/url/links';

const choices = [null, 404, 500, 502, 503, 504] as const;

/** The statuses that the four questions are about, as links: the URL stays the state. */
export function StatusFilter({ request }: { readonly request: TracesRequest }) {
  const { state } = useViewState();
  const link = (status: number | null) => tracesLink({ ...request, tz: state.tz, status });
  return (
    <nav aria-label="Status" className="mb-3 flex flex-wrap gap-1">
      {choices.map((status) => (
        <Link key={status ?? 'any'} href={link(status)} aria-current={request.status === status ? 'true' : undefined} className="pill h-7 aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:text-accent">
          {status ?? 'any status'}
        </Link>
      ))}
    </nav>
  );
}
