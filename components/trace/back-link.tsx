'use client';

import { ChevronLeft } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import type { MouseEvent } from 'react';

/** Back to where one came from, scroll position included; in a fresh tab, where there is no "back", to `fallback`. */
export function BackLink({ fallback, label }: { readonly fallback: string; readonly label: string }) {
  const router = useRouter();
  const goBack = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || window.history.length <= 1) return;
    event.preventDefault();
    router.back();
  };
  return <Link href={fallback} onClick={goBack} className="inline-flex items-center gap-0.5 text-ink-3 hover:text-ink"><ChevronLeft size={14} aria-hidden />{label}</Link>;
}
