'use client';

import { ChevronDown, Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useEnvironment } from '@/lib/client/use-answer';
import { rangeLabel, rangePresets } from '@/lib/client/shown-range';
import { useSpan } from '@/lib/client/use-span';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import { formatDateTime, formatRange } from '@/lib/present/format';
import { Popover } from '../ui/popover';
import { RangeForm } from './range-form';
import { OPEN_RANGE } from './shell-events';

/** Which stretch of time: two text fields in Grafana's syntax, or a preset. */
export function RangePicker() {
  const { state, change } = useViewState();
  const environment = useEnvironment();
  const { span, now } = useSpan();
  const zone = useTimeZone();
  const [open, setOpen] = useState(false);
  // The palette and the keyboard open the picker from outside of this tree.
  useEffect(() => {
    const show = () => setOpen(true);
    window.addEventListener(OPEN_RANGE, show);
    return () => window.removeEventListener(OPEN_RANGE, show);
  }, []);
  const choose = (from: string | null, to: string | null) => { change({ from, to }); setOpen(false); };
  const label = rangeLabel(state, environment);
  const recorded = environment?.recorded ?? null;
  return (
    <Popover
      open={open} onOpenChange={setOpen} className="w-[min(440px,calc(100vw-20px))]"
      trigger={
        <button type="button" className="pill">
          <span className="sr-only">Time range</span>
          <Clock size={14} aria-hidden className="text-ink-3" />
          {label ? <span className="font-medium">{label}</span> : null}
          {span ? <span className={label ? 'text-ink-3 max-sm:hidden' : 'font-medium'}>{formatRange(span.from, span.to, zone)}</span> : null}
          <ChevronDown size={13} aria-hidden className="text-ink-3" />
        </button>
      }
    >
      <div className="grid gap-4 sm:grid-cols-[1fr_150px]">
        <RangeForm
          key={`${state.from}|${state.to}|${open}`} now={now} day={recorded?.to}
          from={state.from ?? (span ? String(span.from) : 'now-1h')} to={state.to ?? (span ? String(span.to) : 'now')}
          shown={(at) => formatDateTime(at, zone)} zone={zone} onApply={choose}
        />
        <div className="flex flex-wrap gap-0.5 sm:flex-col" role="group" aria-label="Presets">
          {recorded
            ? <Preset label="Whole recording" on={state.from === null} onChoose={() => choose(null, null)} />
            : rangePresets.map(([from, text]) => <Preset key={from} label={text} on={state.to === 'now' && state.from === from} onChoose={() => choose(from, 'now')} />)}
        </div>
      </div>
    </Popover>
  );
}

function Preset({ label, on, onChoose }: { readonly label: string; readonly on: boolean; readonly onChoose: () => void }) {
  return <button type="button" aria-pressed={on} onClick={onChoose} className="rounded-md px-2 py-1 text-left hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:font-medium">{label}</button>;
}
