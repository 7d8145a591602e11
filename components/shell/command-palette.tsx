'use client';

import { Command as Menu } from 'cmdk';
import { Dialog } from '../ui/dialog';
import type { Command } from './command-center';
import { KeyCaps } from './shortcuts-help';

const groups = ['Go to', 'Time', 'View', 'Environment'] as const;

/** All commands, found by typing. */
export function CommandPalette({ commands, open, onOpenChange }: { readonly commands: readonly Command[]; readonly open: boolean; readonly onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Go to or do" hideTitle className="p-0">
      <Menu label="Commands">
        <Menu.Input autoFocus placeholder="Go to a page, or do something" className="w-full border-b border-line bg-transparent px-4 py-3 text-base outline-none" />
        <Menu.List className="max-h-[50vh] overflow-auto p-2">
          <Menu.Empty className="px-3 py-4 text-ink-3">Nothing fits.</Menu.Empty>
          {groups.map((group) => (
            <Menu.Group key={group} heading={group} className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:text-ink-3">
              {commands.filter((command) => command.group === group).map((command) => (
                <Menu.Item
                  key={command.id} value={`${command.group} ${command.label}`} onSelect={() => { onOpenChange(false); command.run(); }}
                  className="flex cursor-pointer items-center justify-between gap-3 rounded-md px-2 py-1.5 data-[selected=true]:bg-hover"
                >
                  {command.label}
                  {command.keys ? <KeyCaps keys={command.keys} /> : null}
                </Menu.Item>
              ))}
            </Menu.Group>
          ))}
        </Menu.List>
      </Menu>
    </Dialog>
  );
}
