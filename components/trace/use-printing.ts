'use client';

import { useSyncExternalStore } from 'react';

/** True while the page is drawn for paper: nobody scrolls there, so lists are drawn whole. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, isPrinting, () => false);
}

const media = () => (typeof window === 'undefined' || typeof window.matchMedia !== 'function' ? null : window.matchMedia('print'));
const isPrinting = () => media()?.matches === true;

function subscribe(changed: () => void): () => void {
  const list = media();
  list?.addEventListener?.('change', changed);
  return () => list?.removeEventListener?.('change', changed);
}
