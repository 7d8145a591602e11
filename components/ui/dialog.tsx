'use client';

import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from '@/lib/client/class-names';

/** A modal box with a title, which screen readers announce. */
export function Dialog({ open, onOpenChange, title, hideTitle = false, children, className }: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly hideTitle?: boolean;
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-black/30" />
        <Radix.Content
          aria-describedby={undefined}
          className={cn('fixed left-1/2 top-[12vh] z-50 max-h-[76vh] w-[min(560px,calc(100vw-24px))] -translate-x-1/2 overflow-auto rounded-xl border border-line bg-raised p-4 text-ink shadow-pop', className)}
        >
          <div className={hideTitle ? 'sr-only' : 'mb-3 flex items-center justify-between gap-3'}>
            <Radix.Title className="text-base font-semibold">{title}</Radix.Title>
            {hideTitle ? null : <Radix.Close className="rounded-md p-1 text-ink-3 hover:bg-hover" aria-label="Close"><X size={16} aria-hidden /></Radix.Close>}
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
