'use client';

import { useState } from 'react';
import { cn } from '@/lib/client/class-names';
import type { ClippedText } from '@/lib/present/hostile-text';

/**
 * Text from outside, as text and nothing else: hidden characters are already written out, `bdi` keeps right-to-left text
 * from moving its neighbours. What was cut opens in place.
 */
export function Clipped({ value, className }: { readonly value: ClippedText; readonly className?: string }) {
  const [open, setOpen] = useState(false);
  if (!value.clipped) return <bdi className={className}>{value.text}</bdi>;
  return (
    <span className={className}>
      <bdi className={cn(open && 'block max-h-64 overflow-auto')}>{open ? value.full : value.text}</bdi>{' '}
      <button type="button" className="tool" aria-expanded={open} onClick={() => setOpen(!open)}>{open ? 'less' : 'all'}</button>
    </span>
  );
}
