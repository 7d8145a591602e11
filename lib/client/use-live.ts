'use client';

import { useEnvironment } from './use-answer';
import { useViewState } from './use-view-state';

/** True when the shown range ends now: only then what touches its end is still going on. */
export function useLive(): boolean {
  const { state } = useViewState();
  return useEnvironment()?.kind === 'live' && (state.to === null || state.to === 'now');
}
