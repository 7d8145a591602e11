'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { type ViewState, formatViewState, parseViewState } from '@/lib/url/view-state';

const SHARED = ['env', 'from', 'to', 'tz', 'refresh', 'proxy'];

export interface ViewStateHandle {
  readonly state: ViewState;
  /** Changes part of the view: a new history entry, no page load. Parameters of the page itself stay. */
  readonly change: (patch: Partial<ViewState>) => void;
}

/** Page-own parameters that name something of the old environment or range, and mean nothing after a change of environment. */
const OF_ENVIRONMENT = ['finding', 'zone', 'instance', 'host', 'at'];

/** The shared view as the URL holds it. */
export function useViewState(): ViewStateHandle {
  const search = useSearchParams();
  const pathname = usePathname();
  const state = useMemo(() => parseViewState(Object.fromEntries(search)), [search]);
  const change = useCallback((patch: Partial<ViewState>) => {
    const params = formatViewState({ ...parseViewState(Object.fromEntries(search)), ...patch });
    for (const [name, value] of search) {
      if (!SHARED.includes(name) && !('env' in patch && OF_ENVIRONMENT.includes(name))) params.append(name, value);
    }
    const query = params.toString();
    // Next keeps useSearchParams in step with the history API; no round trip to the server is needed for a new range.
    window.history.pushState(null, '', query === '' ? pathname : `${pathname}?${query}`);
  }, [search, pathname]);
  return { state, change };
}
