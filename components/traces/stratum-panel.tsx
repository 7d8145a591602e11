'use client';

import { useState } from 'react';
import type { StratumView } from '@/lib/present/traces-list';
import { GroupTable } from './group-table';
import { SampleTable } from './sample-table';
import { Tag } from './tag';

/** One stratum: how many of how many, who answered, and the traces themselves. A chosen group narrows the list. */
export function StratumPanel({ view, zone }: { readonly view: StratumView; readonly zone: string }) {
  const [group, setGroup] = useState<string | null>(null);
  const samples = group === null ? view.samples : view.samples.filter((sample) => sample.groupKey === group);
  return (
    <section className="panel mb-3" aria-label={view.title}>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3.5 pb-1 pt-2.5">
        <h2 className="font-semibold"><bdi>{view.title}</bdi></h2>
        <span className="text-xs text-ink-3">{view.lookedAt}</span>
        {view.truncated ? <Tag tone="warn">the search hit its limit: there are more</Tag> : null}
        {view.few && !view.biased && view.samples.length > 0 ? <Tag tone="neutral">few traces: shares say little</Tag> : null}
      </div>
      {view.groups.length === 0 ? <p className="px-3.5 pb-3 text-ink-2">No trace of these was found.</p> : (
        <>
          {view.biased ? <p className="px-3.5 pb-1.5 text-xs text-ink-3">A recording keeps traces of errors and only a few others: these counts say what was kept, not how the traffic was made up. Choose a status for shares.</p> : null}
          <GroupTable groups={view.groups} shares={!view.biased} chosen={group} onChoose={(key) => setGroup(key === group ? null : key)} />
          <SampleTable key={group} samples={samples} zone={zone} />
          {group === null && view.counted > view.samples.length ? <p className="px-3.5 pb-2 text-xs text-ink-3">{view.samples.length} of the {view.counted} traces are listed, spread over the time.</p> : null}
        </>
      )}
    </section>
  );
}
