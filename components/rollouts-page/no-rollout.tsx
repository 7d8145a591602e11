'use client';

import Link from 'next/link';
import { toUrlRange } from '@/lib/client/shown-range';
import { useViewState } from '@/lib/client/use-view-state';
import type { DetectorRun } from '@/lib/domain/detector';
import { formatDateTime } from '@/lib/present/format';
import { clipText } from '@/lib/present/hostile-text';
import { type RolloutTarget, rolloutLink } from '@/lib/url/rollouts-url';
import { asSentence } from '../ui/as-sentence';
import { PageHead } from '../ui/page-head';

const AROUND_MS = 30 * 60_000;

/** The address names no rollout, or none that the range holds. */
export function NoRollout({ target, list, zone }: { readonly target: RolloutTarget | null; readonly list: string; readonly zone: string }) {
  const { state } = useViewState();
  const around = target && rolloutLink({ ...state, ...toUrlRange({ from: target.at - AROUND_MS, to: target.at + AROUND_MS }) }, target);
  return (
    <div data-testid="no-rollout">
      <PageHead title={target === null ? 'This address names no rollout' : 'No such rollout in this range'} />
      <section className="panel px-4 py-4 text-ink-2" role="status">
        {target === null ? <p>A link to a rollout has the workload and the time at which it began.</p> : (
          <p className="[overflow-wrap:anywhere]">Looked for a rollout of <bdi className="font-medium text-ink">{clipText(target.workload, 120).text}</bdi> that began at {formatDateTime(target.at, zone)} ({zone}). The range may not reach it, or the metrics of that time may be gone.</p>
        )}
        <p className="mt-3 flex flex-wrap gap-2">
          <Link className="pill" href={list}>Rollouts of this range</Link>
          {around === null ? null : <Link className="pill" href={around}>Look half an hour around it</Link>}
        </p>
      </section>
    </div>
  );
}

/** The question could not be asked here at all. */
export function NotLookedAt({ run, list }: { readonly run: Extract<DetectorRun<unknown>, { kind: 'not-checked' }>; readonly list: string }) {
  return (
    <>
      <PageHead title="Not checked" />
      <section className="panel px-4 py-4 text-ink-2" role="status">
        <p>{asSentence(run.why)}</p>
        <p className="mt-1 text-ink">{asSentence(run.mend)}</p>
        <Link className="pill mt-3" href={list}>Rollouts of this range</Link>
      </section>
    </>
  );
}
