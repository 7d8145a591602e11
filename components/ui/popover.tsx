'use client';

import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from '@/lib/client/class-names';

/** A floating box under its trigger. `trigger` must be a single element that takes a ref, usually a button. */
export function Popover({ trigger, children, open, onOpenChange, align = 'end', className }: {
  readonly trigger: ReactNode;
  readonly children: ReactNode;
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly align?: 'start' | 'center' | 'end';
  readonly className?: string;
}) {
  return (
    <Radix.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align} sideOffset={6} collisionPadding={10}
          className={cn('z-50 max-h-[var(--radix-popover-content-available-height)] max-w-[calc(100vw-20px)] overflow-auto rounded-lg border border-line bg-raised p-3 text-ink shadow-pop', className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
