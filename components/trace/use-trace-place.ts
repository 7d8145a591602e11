'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type TracePlace, parseTracePlace, withTracePlace } from '@/lib/url/links';

export interface TracePlaceHandle {
  readonly place: TracePlace;
  readonly change: (patch: Partial<TracePlace>) => void;
}

/** Browsers refuse an address that changes hundreds of times in a few seconds: a held arrow key would. */
const LEAST_MS = 250;

/** The place as the page itself keeps it: for traces that have no address. */
export function useOwnPlace(): TracePlaceHandle {
  const [place, setPlace] = useState<TracePlace>({ span: null, show: 'all' });
  const change = useCallback((patch: Partial<TracePlace>) => setPlace((now) => ({ ...now, ...patch })), []);
  return { place, change };
}

/** The place as the URL holds it. The page follows at once, the address soon after; it is replaced, so that "back" leaves the page. */
export function useUrlPlace(): TracePlaceHandle {
  const search = useSearchParams();
  const [place, setPlace] = useState(() => parseTracePlace(Object.fromEntries(search)));
  const write = useReplacedSearch();
  const change = useCallback((patch: Partial<TracePlace>) => {
    setPlace((now) => ({ ...now, ...patch }));
    write(patch);
  }, [write]);
  // The browser's history is outside: back and forward within the page bring another place.
  useEffect(() => {
    const restore = () => setPlace(parseTracePlace(Object.fromEntries(new URLSearchParams(window.location.search))));
    window.addEventListener('popstate', restore);
    return () => window.removeEventListener('popstate', restore);
  }, []);
  return { place, change };
}

/** Writes places into the address: the first at once, later ones together. What is not written when the page is left is dropped. */
function useReplacedSearch(): (patch: Partial<TracePlace>) => void {
  const waiting = useRef<Partial<TracePlace>>({});
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => () => { if (timer.current !== null) clearTimeout(timer.current); }, []);
  return useCallback((patch) => {
    waiting.current = { ...waiting.current, ...patch };
    if (timer.current !== null) return;
    const flush = () => {
      timer.current = null;
      if (Object.keys(waiting.current).length === 0) return;
      const now = parseTracePlace(Object.fromEntries(new URLSearchParams(window.location.search)));
      const next = withTracePlace(window.location.search, { ...now, ...waiting.current });
      waiting.current = {};
      // Next keeps its own state in step with the history API.
      if (next !== window.location.search) window.history.replaceState(null, '', `${window.location.pathname}${next}`);
      timer.current = setTimeout(flush, LEAST_MS);
    };
    flush();
  }, []);
}
