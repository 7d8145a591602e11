'use client';

import { Menu } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { Nav } from './nav';

/** The navigation as a sheet, for narrow screens. */
export function MobileNav() {
  const [open, setOpen] = useState(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className="pill lg:hidden" aria-label="Open navigation"><Menu size={16} aria-hidden /></Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/30" />
        <Dialog.Content aria-describedby={undefined} className="fixed inset-y-0 left-0 z-50 w-60 border-r border-line bg-bg shadow-pop">
          <Dialog.Title className="sr-only">Navigation</Dialog.Title>
          <Nav onGo={() => setOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
