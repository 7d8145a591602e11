'use client';

import Link from 'next/link';
import { useMemo, useState } from 'react';
import type { TraceAnswer } from '@/lib/domain/requests';
import { formatDay, formatTimeMs } from '@/lib/present/format';
import { shortTraceId } from '@/lib/present/trace-id';
import { ladderOf } from '@/lib/present/ladder';
import { attemptViews, attemptsTitle } from '@/lib/present/trace-attempts';
import { describeVerdict } from '@/lib/present/verdict';
import { waterfallOf } from '@/lib/present/waterfall';
import { AttemptChain } from '../trace/attempt-chain';
import { Ladder } from '../trace/ladder';
import { Waterfall } from '../trace/waterfall';
import { Tag } from '../traces/tag';

interface SideProps {
  readonly title: string;
  readonly answer: TraceAnswer;
  /** Link to the trace's own page. */
  readonly page: string;
  /** Length of the time axis in ms, the same for both. */
  readonly scale: number;
  readonly zone: string;
}

/** One of the two: its verdict, its way, its spans. */
export function TraceSide({ title, answer, page, scale, zone }: SideProps) {
  const { trace, verdict } = answer;
  const model = useMemo(() => waterfallOf(trace, verdict), [trace, verdict]);
  const [selected, setSelected] = useState<string | null>(null);
  const attempts = useMemo(() => attemptViews(trace.spans, verdict), [trace, verdict]);
  const view = describeVerdict(verdict);
  const good = view.tone === 'good';
  return (
    <section className="panel mb-3" aria-label={title} data-testid="trace-side" data-trace={trace.traceId}>
      <div className="px-3.5 pb-3 pt-2.5">
        <div className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
          <h2 className="font-semibold">{title}</h2><Tag tone={view.tone}>{view.mechanism}</Tag><Tag tone="neutral">{view.confidence}</Tag>
          <span className="text-xs text-ink-3">{formatDay(model.start, zone)} {formatTimeMs(model.start, zone)} {zone}</span>
          <Link className="link ml-auto font-mono text-xs" href={page}><span className="sr-only">Page of the trace </span>{shortTraceId(trace.traceId, 16)}</Link>
        </div>
        <p className="mt-0.5 text-ink-2"><bdi>{view.headline}</bdi></p>
        <Ladder hops={ladderOf(verdict)} good={good} onSelect={setSelected} />
        <AttemptChain title={attemptsTitle(attempts.length, verdict)} attempts={attempts} onSelect={setSelected} />
      </div>
      <div className="border-t border-line"><Waterfall rows={model.rows} totalMs={scale} good={good} selected={selected} label={`Spans, ${title.toLowerCase()}`} mostRows={10} onSelect={setSelected} /></div>
    </section>
  );
}
