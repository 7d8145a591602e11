'use client';

import { type SyntheticEvent, useId, useState } from 'react';
import { checkRange, parseTimeText, withDate } from '@/lib/url/time-text';

/** What stands in the field: epoch milliseconds as the UTC time that they mean, everything else as it was written. */
function toFieldText(text: string): string {
  const time = parseTimeText(text);
  return time?.kind === 'absolute' ? new Date(time.at).toISOString().replace('T', ' ').replace(/\.000Z$/, '').replace(/Z$/, '') : text;
}

/** What goes to the URL: absolute times as epoch milliseconds, as Grafana writes them. */
function toUrlText(text: string): string {
  const time = parseTimeText(text);
  return time?.kind === 'absolute' ? String(time.at) : text.trim();
}

/** Two time texts. What cannot be read is said at its field, and nothing is applied. */
export function RangeForm({ from, to, now, day, zone, shown, onApply }: {
  readonly from: string;
  readonly to: string;
  readonly now: number;
  /** A moment on the day that a time without a date means: the end of a recording; `now` when not given. */
  readonly day?: number | undefined;
  readonly zone: string;
  readonly shown: (at: number) => string;
  readonly onApply: (from: string, to: string) => void;
}) {
  const [fromText, setFrom] = useState(toFieldText(from));
  const [toText, setTo] = useState(toFieldText(to));
  const [tried, setTried] = useState(false);
  const [start, end] = [withDate(fromText, day ?? now), withDate(toText, day ?? now)];
  const check = checkRange(start, end, now);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setTried(true);
    if (check.ok) onApply(toUrlText(start), toUrlText(end));
  };
  const errorOf = (field: 'from' | 'to') => (tried && !check.ok && check.field === field ? check.why : null);
  return (
    <form onSubmit={submit} className="flex flex-col gap-2.5">
      <TimeField label="From" value={fromText} onChange={setFrom} error={errorOf('from')} meaning={check.ok ? shown(check.from) : null} />
      <TimeField label="To" value={toText} onChange={setTo} error={errorOf('to')} meaning={check.ok ? shown(check.to) : null} />
      <p className="text-2xs text-ink-3">Like now-6h, now-1d/d, 2026-11-29 14:05 (UTC), 14:05 or epoch milliseconds. Times are shown in {zone}.</p>
      <button type="submit" className="rounded-md bg-accent px-3 py-1.5 font-medium text-on-accent">Apply</button>
    </form>
  );
}

function TimeField({ label, value, onChange, error, meaning }: { readonly label: string; readonly value: string; readonly onChange: (value: string) => void; readonly error: string | null; readonly meaning: string | null }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-xs text-ink-2">{label}</label>
      <input
        id={id} value={value} onChange={(event) => onChange(event.target.value)} spellCheck={false} autoComplete="off"
        aria-invalid={error !== null} aria-describedby={`${id}-help`}
        className="w-full rounded-md border border-line-strong bg-surface px-2 py-1.5 font-mono text-xs aria-invalid:border-bad"
      />
      <p id={`${id}-help`} className={error ? 'mt-1 text-xs text-bad' : 'mt-1 text-2xs text-ink-3'} role={error ? 'alert' : undefined}>{error ?? meaning ?? ' '}</p>
    </div>
  );
}
