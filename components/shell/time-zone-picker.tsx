'use client';

import { Check } from 'lucide-react';
import { Command } from 'cmdk';
import { useState } from 'react';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import { Popover } from '../ui/popover';

/** UTC, the browser's zone, or any. It holds for every time on every page. */
export function TimeZonePicker() {
  const { state, change } = useViewState();
  const zone = useTimeZone();
  const [open, setOpen] = useState(false);
  const choose = (tz: string) => { change({ tz }); setOpen(false); };
  const short = state.tz === 'UTC' ? 'UTC' : zone.split('/').at(-1)!.replaceAll('_', ' ');
  return (
    <Popover
      open={open} onOpenChange={setOpen} className="w-64 p-0"
      trigger={<button type="button" className="pill" aria-label={`Time zone: ${zone}`} title={`Time zone: ${zone}`}>{short}</button>}
    >
      <Command label="Time zone">
        <Command.Input placeholder="Find a zone" className="w-full border-b border-line bg-transparent px-3 py-2 outline-none" />
        <Command.List className="max-h-72 overflow-auto p-1">
          <Command.Empty className="px-3 py-2 text-ink-3">No such zone.</Command.Empty>
          <ZoneItem value="UTC" label="UTC" on={state.tz === 'UTC'} onChoose={choose} />
          <ZoneItem value="browser" label="Local (this browser)" on={state.tz === 'browser'} onChoose={choose} />
          {open ? Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC').map((name) => <ZoneItem key={name} value={name} label={name.replaceAll('_', ' ')} on={state.tz === name} onChoose={choose} />) : null}
        </Command.List>
      </Command>
    </Popover>
  );
}

function ZoneItem({ value, label, on, onChoose }: { readonly value: string; readonly label: string; readonly on: boolean; readonly onChoose: (value: string) => void }) {
  return (
    <Command.Item value={label} onSelect={() => onChoose(value)} className="flex cursor-pointer items-center gap-2 rounded-md px-2 py-1.5 data-[selected=true]:bg-hover">
      <span className="w-4">{on ? <Check size={14} aria-hidden /> : null}</span>{label}
    </Command.Item>
  );
}
