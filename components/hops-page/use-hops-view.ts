'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { type HopsView, hopsParams, parseHopsUrl, unknownStatusIn } from '@/lib/url/hops-url';

/** The page's own part of the URL, and how to change it: a new history entry, no page load; everything else in the address stays. */
export function useHopsView(): { readonly view: HopsView; readonly unknownStatus: string | null; readonly change: (patch: Partial<HopsView>) => void } {
  const search = useSearchParams();
  const view = useMemo(() => parseHopsUrl(Object.fromEntries(search)), [search]);
  const unknownStatus = useMemo(() => unknownStatusIn(Object.fromEntries(search)), [search]);
  const change = useCallback((patch: Partial<HopsView>) => {
    // The address bar is ahead of useSearchParams while a transition runs: two quick changes must not undo each other.
    const { pathname, search: now } = window.location;
    const params = new URLSearchParams(now);
    for (const [name, value] of Object.entries(hopsParams({ ...parseHopsUrl(Object.fromEntries(params)), ...patch }))) {
      if (value === null) params.delete(name);
      else params.set(name, value);
    }
    const query = params.toString();
    window.history.pushState(null, '', query === '' ? pathname : `${pathname}?${query}`);
  }, []);
  return { view, unknownStatus, change };
}
