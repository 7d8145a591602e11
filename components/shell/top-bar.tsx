'use client';

import { ChevronDown, Search } from 'lucide-react';
import { useEnvironment } from '@/lib/client/use-answer';
import { useViewState } from '@/lib/client/use-view-state';
import { ChoiceMenu } from '../ui/choice-menu';
import { CopyLink } from './copy-link';
import { EnvironmentPicker } from './environment-picker';
import { RangePicker } from './range-picker';
import { RangeSteps } from './range-steps';
import { openCommands } from './shell-events';
import { ThemeToggle } from './theme-toggle';
import { TimeZonePicker } from './time-zone-picker';

/** Environment, range, zone, refresh, link, theme: what all pages share. */
export function TopBar() {
  return (
    <>
      <EnvironmentPicker />
      <span className="grow" />
      <button type="button" className="pill hidden xl:inline-flex" onClick={openCommands} aria-keyshortcuts="Control+K">
        <Search size={14} aria-hidden className="text-ink-3" /> Go to… <span className="kbd">Ctrl K</span>
      </button>
      <RangePicker />
      <RangeSteps />
      <TimeZonePicker />
      <RefreshPicker />
      <CopyLink />
      <ThemeToggle />
    </>
  );
}

const refreshChoices = [['off', 'Off'], ['5000', '5 s'], ['15000', '15 s'], ['30000', '30 s'], ['60000', '1 min'], ['300000', '5 min']] as const;

/** Refresh interval; a recording does not change, so it has none. */
function RefreshPicker() {
  const { state, change } = useViewState();
  const environment = useEnvironment();
  if (environment?.kind !== 'live') return null;
  const value = state.refreshMs === null ? 'off' : String(state.refreshMs);
  const label = refreshChoices.find(([choice]) => choice === value)?.[1] ?? 'Off';
  return (
    <ChoiceMenu
      label="Refresh" value={value} choices={refreshChoices.map(([choice, text]) => ({ value: choice, label: text }))}
      onChoose={(choice) => change({ refreshMs: choice === 'off' ? null : Number(choice) })}
      trigger={<button type="button" className="pill"><span className="sr-only">Refresh</span><span className="text-ink-3">every</span> {label} <ChevronDown size={13} aria-hidden className="text-ink-3" /></button>}
    />
  );
}
