'use client';

import { type RefObject, useEffect, useRef, useState } from 'react';

/** True from the moment on at which the element came near the view; stays true. */
export function useSeen<Element extends HTMLElement>(): readonly [RefObject<Element | null>, boolean] {
  const ref = useRef<Element>(null);
  const [seen, setSeen] = useState(false);
  // Outside system: the viewport. Cleaned up by disconnecting.
  useEffect(() => {
    if (seen || ref.current === null) return;
    const observer = new IntersectionObserver((entries) => { if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true); }, { rootMargin: '200px' });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [seen]);
  return [ref, seen];
}
