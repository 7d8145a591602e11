import type { ReactNode } from 'react';
import { cn } from '@/lib/client/class-names';

const looks = {
  bad: 'bg-bad-soft text-bad', warn: 'bg-warn-soft text-warn', good: 'bg-good-soft text-good', info: 'bg-info-soft text-info', neutral: 'bg-sunken text-ink-2',
} as const;

/** A short word in a soft colour; the word says it, the colour only helps. */
export function Tag({ tone, children, className }: { readonly tone: keyof typeof looks; readonly children: ReactNode; readonly className?: string }) {
  return <span className={cn('inline-block rounded-[5px] px-[7px] py-px text-[11.5px] font-medium', looks[tone], className)}>{children}</span>;
}
