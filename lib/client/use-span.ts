'use client';

import { useCallback, useSyncExternalStore } from 'react';
import { type Span, shownRange, toUrlRange } from './shown-range';
import { useEnvironment } from './use-answer';
import { useViewState } from './use-view-state';

/** A clock that ticks every ten seconds: enough for a label, and equal for all who ask within a tick. */
const TICK = 10_000;
const subscribe = (onTick: () => void) => {
  const timer = setInterval(onTick, TICK);
  return () => clearInterval(timer);
};
const ticked = () => Math.floor(Date.now() / TICK) * TICK;

/** The shown range as two times, and how to change it. Null on the server and before the environment is known: it depends on "now". */
export function useSpan(): { readonly span: Span | null; readonly setSpan: (span: Span) => void; readonly now: number } {
  const { state, change } = useViewState();
  const environment = useEnvironment();
  const clock = useSyncExternalStore(subscribe, ticked, () => 0);
  // As on the server: in a recording "now" is its end, so `now-1m` lies inside it.
  const now = environment?.recorded?.to ?? clock;
  const known = clock > 0 && (state.from !== null || environment !== undefined);
  const setSpan = useCallback((next: Span) => change(toUrlRange(next)), [change]);
  return { span: known ? shownRange(state, environment, now) : null, setSpan, now };
}
