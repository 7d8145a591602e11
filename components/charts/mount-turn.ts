'use client';

import { type RefObject, useEffect, useState } from 'react';

const waiting: (() => void)[] = [];
let running = false;

/** One chart a frame: mounting eight at once blocks the page for a quarter of a second. */
function takeTurn(mount: () => void): () => void {
  waiting.push(mount);
  if (!running) {
    running = true;
    requestAnimationFrame(next);
  }
  return () => {
    const place = waiting.indexOf(mount);
    if (place >= 0) waiting.splice(place, 1);
  };
}

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) requestAnimationFrame(next);
  else running = false;
}

/** True once the element is near the screen and its turn has come. It stays true: a chart that was drawn is kept. */
export function useMountTurn(ref: RefObject<HTMLElement | null>): boolean {
  const [mounted, setMounted] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (mounted || !element) return undefined;
    let cancel = () => {};
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      cancel = takeTurn(() => setMounted(true));
    }, { rootMargin: '400px' });
    observer.observe(element);
    return () => { observer.disconnect(); cancel(); };
  }, [ref, mounted]);
  return mounted;
}
