'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { environmentsQuery } from '@/lib/client/queries';
import { useEnvironment } from '@/lib/client/use-answer';
import { useViewState } from '@/lib/client/use-view-state';
import { clipText, visibleText } from '@/lib/present/hostile-text';
import { ChoiceMenu } from '../ui/choice-menu';

/** Which fleet, live or recorded. Choosing one goes back to its default range: ranges of one recording mean nothing in another. */
export function EnvironmentPicker() {
  const { state, change } = useViewState();
  const environment = useEnvironment();
  // A source that is still starting has no environment to show: ask again until there is one.
  const { data } = useQuery({ ...environmentsQuery(), refetchInterval: (query) => (query.state.data?.length ? false : 10_000) });
  const choices = (data ?? []).map(({ name, kind, note }) => ({ value: name, label: visibleText(name), note: `${kind === 'live' ? 'Live' : 'Recording'}. ${visibleText(note)}` }));
  const name = state.env ?? environment?.name ?? '…';
  const unknown = data !== undefined && environment === undefined;
  return (
    <ChoiceMenu
      label="Environment" align="start" choices={choices} value={name}
      onChoose={(env) => change({ env, from: null, to: null, proxy: null, refreshMs: null })}
      trigger={
        <button type="button" className="pill min-w-0 max-w-56" data-testid="environment-picker">
          <span className="text-ink-3">env</span> <span className="truncate font-medium">{clipText(name, 32).text}</span>
          {unknown ? <span className="text-bad">unknown</span> : null}
          {environment?.kind === 'recording' ? <span className="badge bg-info-soft text-info max-sm:hidden">recording</span> : null}
          <ChevronDown size={13} aria-hidden className="shrink-0 text-ink-3" />
        </button>
      }
    />
  );
}
