'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useMemo, useState } from 'react';
import { environmentsQuery } from '@/lib/client/queries';
import { shiftRange, toUrlRange, zoomOut } from '@/lib/client/shown-range';
import { useSpan } from '@/lib/client/use-span';
import { useViewState } from '@/lib/client/use-view-state';
import { visibleText } from '@/lib/present/hostile-text';
import { pageLink } from '@/lib/url/links';
import { CommandPalette } from './command-palette';
import { useCopyLink } from './copy-link';
import { makeKeySequence } from './key-sequence';
import { places } from './places';
import { OPEN_COMMANDS, openRange } from './shell-events';
import { ShortcutsHelp } from './shortcuts-help';
import { useToggleTheme } from './theme-toggle';

export interface Command {
  readonly id: string;
  readonly group: 'Go to' | 'Time' | 'View' | 'Environment';
  readonly label: string;
  /** Key or two-key sequence. */
  readonly keys: string | null;
  readonly run: () => void;
}

/** Every command once: the palette lists them, the keyboard runs those with keys, the help shows which. */
function useCommands(showHelp: () => void): readonly Command[] {
  const router = useRouter();
  const { state, change } = useViewState();
  const { span, setSpan, now } = useSpan();
  const { copy } = useCopyLink();
  const toggleTheme = useToggleTheme();
  const { data } = useQuery(environmentsQuery());
  const withSpan = (next: (current: NonNullable<typeof span>) => NonNullable<typeof span>) => () => { if (span) setSpan(next(span)); };
  return [
    ...places.map((place): Command => ({ id: place.page, group: 'Go to', label: place.label, keys: `g ${place.key}`, run: () => router.push(pageLink(place.page, state)) })),
    { id: 'judge', group: 'Go to', label: 'Paste a trace to judge', keys: 'g p', run: () => router.push(pageLink('/traces/judge', state)) },
    { id: 'range', group: 'Time', label: 'Choose a time range', keys: 't r', run: openRange },
    { id: 'earlier', group: 'Time', label: 'Earlier', keys: 't ArrowLeft', run: withSpan((current) => shiftRange(current, -1, now)) },
    { id: 'later', group: 'Time', label: 'Later', keys: 't ArrowRight', run: withSpan((current) => shiftRange(current, 1, now)) },
    { id: 'out', group: 'Time', label: 'Zoom out', keys: 't -', run: withSpan((current) => zoomOut(current, now)) },
    { id: 'absolute', group: 'Time', label: 'Make the range absolute', keys: 't a', run: () => { if (span) change(toUrlRange(span)); } },
    { id: 'utc', group: 'Time', label: 'Times in UTC', keys: 't u', run: () => change({ tz: 'UTC' }) },
    { id: 'local', group: 'Time', label: 'Times of this browser', keys: 't l', run: () => change({ tz: 'browser' }) },
    { id: 'copy', group: 'View', label: 'Copy link with absolute times', keys: 'c l', run: copy },
    { id: 'theme', group: 'View', label: 'Switch between light and dark', keys: 'd t', run: toggleTheme },
    { id: 'help', group: 'View', label: 'Keyboard shortcuts', keys: '?', run: showHelp },
    ...(data ?? []).map((environment): Command => ({
      id: `env:${environment.name}`, group: 'Environment', label: `Switch to ${visibleText(environment.name)}`, keys: null,
      run: () => change({ env: environment.name, from: null, to: null, proxy: null, refreshMs: null }),
    })),
  ];
}

/** Palette (Ctrl+K), shortcuts, and their help (`?`). */
export function CommandCenter() {
  const [open, setOpen] = useState<'palette' | 'help' | null>(null);
  const commands = useCommands(() => setOpen('help'));
  const names = commands.map(({ keys }) => keys ?? '').filter((keys) => keys !== '').join('\n');
  const sequence = useMemo(() => makeKeySequence(names.split('\n')), [names]);
  // Outside system: the document's keyboard, and the bar's button.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setOpen('palette');
        return;
      }
      const name = sequence(event);
      const command = name === null ? undefined : commands.find(({ keys }) => keys === name);
      if (command) {
        event.preventDefault();
        command.run();
      }
    };
    const onOpen = () => setOpen('palette');
    document.addEventListener('keydown', onKey);
    window.addEventListener(OPEN_COMMANDS, onOpen);
    return () => {
      document.removeEventListener('keydown', onKey);
      window.removeEventListener(OPEN_COMMANDS, onOpen);
    };
  }, [commands, sequence]);
  const close = (isOpen: boolean) => { if (!isOpen) setOpen(null); };
  return (
    <>
      <CommandPalette commands={commands} open={open === 'palette'} onOpenChange={close} />
      <ShortcutsHelp commands={commands} open={open === 'help'} onOpenChange={close} />
    </>
  );
}
