'use client';

import { useSyncExternalStore } from 'react';
import { useViewState } from './use-view-state';

const never = () => () => {};
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** IANA name of the zone that times are shown in. The server does not know the browser's: it draws UTC first. */
export function useTimeZone(): string {
  const { state } = useViewState();
  const local = useSyncExternalStore(never, browserZone, () => 'UTC');
  return state.tz === 'browser' ? local : state.tz;
}
