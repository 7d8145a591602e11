'use client';

import { ChevronDown } from 'lucide-react';
import { plural } from '@/lib/present/format';
import { clipText } from '@/lib/present/hostile-text';
import type { WorkloadChoice } from '@/lib/present/rollout-list';
import { ChoiceMenu } from '../ui/choice-menu';

/** Not a name of a workload: those have a slash or letters. */
const ALL = '';

/** Chooses the workload that list, chart and trend are about. */
export function WorkloadFilter({ choices, value, onChoose }: { readonly choices: readonly WorkloadChoice[]; readonly value: string | null; readonly onChoose: (workload: string | null) => void }) {
  const trigger = <button type="button" className="pill"><span className="text-ink-3">workload</span> <span className="max-w-60 truncate font-medium"><bdi>{value === null ? 'all' : clipText(value, 40).text}</bdi></span><ChevronDown size={13} aria-hidden className="text-ink-3" /></button>;
  return (
    <span className="inline-flex items-center gap-2">
      <ChoiceMenu
        trigger={trigger} label="Workload" value={value ?? ALL} onChoose={(chosen) => onChoose(chosen === ALL ? null : chosen)} align="start"
        choices={[{ value: ALL, label: 'All workloads' }, ...choices.map(({ id, label, rollouts, failed }) => ({ value: id, label, note: `${plural(rollouts, 'rollout')}, ${plural(failed, 'failed request')}` }))]}
      />
      {value === null ? null : <button type="button" className="tool" onClick={() => onChoose(null)}>show all</button>}
    </span>
  );
}
