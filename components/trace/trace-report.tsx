'use client';

import { useMemo, useState } from 'react';
import type { TraceAnswer } from '@/lib/domain/requests';
import { evidenceRows } from '@/lib/present/evidence';
import { ladderOf } from '@/lib/present/ladder';
import { describeVerdict } from '@/lib/present/verdict';
import { traceNotes, waterfallOf } from '@/lib/present/waterfall';
import { EvidencePanel } from './evidence-panel';
import { SpanDetail } from './span-detail';
import { TraceActions } from './trace-actions';
import { VerdictCard } from './verdict-card';
import { Waterfall } from './waterfall';

/** A trace with its verdict: who answered, why we think so, and the spans that show it. */
export function TraceReport({ answer, backend, similar, zone }: { readonly answer: TraceAnswer; readonly backend: string; readonly similar: string | null; readonly zone: string }) {
  const { trace, verdict } = answer;
  const waterfall = useMemo(() => waterfallOf(trace, verdict), [trace, verdict]);
  const spans = useMemo(() => new Map(trace.spans.map((span) => [span.spanId, span])), [trace]);
  const [chosen, setChosen] = useState<string | null>(null);
  const selected = chosen !== null && spans.has(chosen) ? chosen : (verdict.answeredBy.spanId ?? waterfall.rows[0]?.spanId ?? null);
  const view = describeVerdict(verdict);
  const span = selected === null ? undefined : spans.get(selected);
  return (
    <>
      <VerdictCard
        verdict={verdict} view={view} hops={ladderOf(verdict)} notes={traceNotes(trace, verdict)} onSelect={setChosen}
        actions={<TraceActions answer={answer} backend={backend} similar={similar} />}
      />
      <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="flex min-w-0 flex-col gap-3">
          <section className="panel" aria-label="Waterfall">
            <h2 className="border-b border-line px-3.5 pb-2 pt-[11px] font-semibold">Spans <span className="font-normal text-ink-3">{waterfall.summary}</span></h2>
            {waterfall.rows.length === 0 ? <p className="px-3.5 py-3 text-ink-2">The backend has this trace, but without any span.</p> : <Waterfall model={waterfall} good={view.tone === 'good'} selected={selected} onSelect={setChosen} />}
          </section>
          {span ? <SpanDetail key={span.spanId} span={span} zone={zone} /> : null}
        </div>
        <EvidencePanel why={evidenceRows(verdict.evidence, '+')} against={evidenceRows(verdict.against, '−')} onSelect={setChosen} />
      </div>
    </>
  );
}
