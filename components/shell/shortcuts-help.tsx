'use client';

import { Dialog } from '../ui/dialog';
import type { Command } from './command-center';

const shown: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→' };

/** A sequence as key caps. */
export function KeyCaps({ keys }: { readonly keys: string }) {
  return <span className="inline-flex shrink-0 gap-1">{keys.split(' ').map((key, i) => <kbd key={i} className="kbd">{shown[key] ?? key}</kbd>)}</span>;
}

const onCharts = [
  ['Drag', 'zoom in'], ['Double click', 'zoom out'], ['Click', 'traces of that moment'], ['← →', 'move the crosshair of a focused chart'],
  ['Click a legend entry', 'show it alone'], ['Ctrl and click it', 'hide or show it'],
] as const;

/** Which keys do what. */
export function ShortcutsHelp({ commands, open, onOpenChange }: { readonly commands: readonly Command[]; readonly open: boolean; readonly onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard and mouse">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        <dt><KeyCaps keys="Ctrl K" /></dt><dd>Go to anything</dd>
        {commands.filter(({ keys }) => keys !== null).map((command) => (
          <div key={command.id} className="contents"><dt><KeyCaps keys={command.keys!} /></dt><dd>{command.group === 'Go to' ? `Go to ${command.label}` : command.label}</dd></div>
        ))}
        <dt className="col-span-2 mt-2 font-medium">On charts</dt>
        {onCharts.map(([what, does]) => <div key={what} className="contents"><dt className="text-ink-2">{what}</dt><dd>{does}</dd></div>)}
      </dl>
    </Dialog>
  );
}
