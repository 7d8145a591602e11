'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { type ViewState, formatViewState, parseViewState } from '@/lib/url/view-state';

const SHARED = ['env', 'from', 'to', 'tz', 'refresh', 'proxy'];

export interface ViewStateHandle {
  readonly state: ViewState;
  /** Changes part of the view: a new history entry, no page load. Parameters of the page itself stay. */
  readonly change: (patch: Partial<ViewState>) => void;
}

/** Page-own parameters that name something of the old environment or range, and mean nothing after a change of environment. */
const OF_ENVIRONMENT = ['finding', 'zone', 'instance', 'host', 'at', 'moment', 'against', 'workload'];

/** The address after a change of the view. Parameters of the page itself stay. */
export function changedAddress(pathname: string, search: URLSearchParams, patch: Partial<ViewState>): string {
  const params = formatViewState({ ...parseViewState(Object.fromEntries(search)), ...patch });
  for (const [name, value] of search) {
    if (!SHARED.includes(name) && !('env' in patch && OF_ENVIRONMENT.includes(name))) params.append(name, value);
  }
  const query = params.toString();
  return query === '' ? pathname : `${pathname}?${query}`;
}

/** The shared view as the URL holds it. */
export function useViewState(): ViewStateHandle {
  const search = useSearchParams();
  const state = useMemo(() => parseViewState(Object.fromEntries(search)), [search]);
  const change = useCallback((patch: Partial<ViewState>) => {
    // The address bar is ahead of useSearchParams while a transition runs: two quick changes must not undo each other.
    const { pathname, search: now } = window.location;
    // Next keeps useSearchParams in step with the history API; no round trip to the server is needed for a new range.
    window.history.pushState(null, '', changedAddress(pathname, new URLSearchParams(now), patch));
  }, []);
  return { state, change };
}
