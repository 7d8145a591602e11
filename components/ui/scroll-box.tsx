import type { ReactNode } from 'react';
import { cn } from '@/lib/client/class-names';

/** A wide table on a narrow screen scrolls in its own box, by keyboard too; a shade shows where more is. */
export function ScrollBox({ label, className, children }: { readonly label: string; readonly className?: string; readonly children: ReactNode }) {
  return <div className={cn('scroll-cue relative overflow-x-auto px-3 pb-2', className)} tabIndex={0} role="region" aria-label={`Table: ${label}`}>{children}</div>;
}
