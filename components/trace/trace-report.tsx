'use client';

import { useCallback, useMemo, useState } from 'react';
import { decidingSpan } from '@/lib/domain/deciding-span';
import type { TraceAnswer } from '@/lib/domain/requests';
import { evidenceRows } from '@/lib/present/evidence';
import { ladderOf } from '@/lib/present/ladder';
import { attemptViews, attemptsTitle } from '@/lib/present/trace-attempts';
import { doubtOf } from '@/lib/present/trace-doubt';
import { proofElsewhere } from '@/lib/present/trace-proof';
import { traceNotes } from '@/lib/present/trace-notes';
import { shownRows } from '@/lib/present/trace-rows';
import { describeVerdict } from '@/lib/present/verdict';
import { waterfallOf } from '@/lib/present/waterfall';
import type { TraceFilter } from '@/lib/url/links';
import { AttemptChain } from './attempt-chain';
import { EvidencePanel } from './evidence-panel';
import { SpanDetail } from './span-detail';
import { TraceActions, type TraceLinks } from './trace-actions';
import type { TraceOrigin } from './trace-origin';
import type { TracePlaceHandle } from './use-trace-place';
import { useTraceRows } from './use-trace-rows';
import { VerdictCard } from './verdict-card';
import { WaterfallPanel } from './waterfall-panel';

interface ReportProps {
  readonly answer: TraceAnswer;
  /** Where the trace can be read again; null for a pasted one. */
  readonly origin: TraceOrigin | null;
  readonly links: TraceLinks;
  readonly zone: string;
  /** Chosen span and filter, and how they change: of the URL where the trace has an address. */
  readonly place: TracePlaceHandle;
  /** The page has a headline of its own. */
  readonly nested?: boolean;
}

const NONE: ReadonlySet<string> = new Set();

/** A trace with its verdict: who answered, why we think so, and the spans that show it. */
export function TraceReport({ answer, origin, links, zone, place: { place, change }, nested = false }: ReportProps) {
  const { trace, verdict } = answer;
  const model = useMemo(() => waterfallOf(trace, verdict), [trace, verdict]);
  const spans = useMemo(() => new Map(trace.spans.map((span) => [span.spanId, span])), [trace]);
  const words = useMemo(() => ({ view: describeVerdict(verdict), hops: ladderOf(verdict), notes: traceNotes(trace, verdict), doubt: doubtOf(verdict), attempts: attemptViews(trace.spans, verdict), why: evidenceRows(verdict.evidence, '+'), against: evidenceRows(verdict.against, '−') }), [trace, verdict]);
  const choose = useCallback((span: string) => change({ span }), [change]);
  const deciding = useMemo(() => decidingSpan(verdict) ?? model.rows[0]?.spanId ?? null, [verdict, model]);
  const chosen = place.span !== null && spans.has(place.span) ? place.span : null;
  const selected = chosen ?? deciding;
  const proof = useMemo(() => proofElsewhere(verdict, trace.spans, deciding), [verdict, trace, deciding]);
  /** A link that names a span shows it: a filter that hides it waits until it is chosen again. */
  const [opened] = useState({ named: chosen !== null });
  const [waiting, setWaiting] = useState(() => chosen !== null && !shownRows(model.rows, { only: place.show, found: null, folded: NONE }).rows.some(({ spanId }) => spanId === chosen));
  const setOnly = useCallback((show: TraceFilter) => { setWaiting(false); change({ show }); }, [change]);
  const rows = useTraceRows(trace, model, waiting ? 'all' : place.show, setOnly);
  /** Counts the requests to show a span, so that the same one is brought back into sight. */
  const [asked, setAsked] = useState(0);
  const { uncover } = rows;
  /** From outside of the list: the span may be folded away or filtered out. */
  const show = useCallback((spanId: string) => { uncover(spanId); choose(spanId); setAsked((times) => times + 1); }, [uncover, choose]);
  const good = words.view.tone === 'good';
  const span = selected === null ? undefined : spans.get(selected);
  return (
    <>
      <VerdictCard verdict={verdict} view={words.view} hops={words.hops} notes={words.notes} onSelect={show} nested={nested} actions={<TraceActions answer={answer} origin={origin} links={links} />}>
        <AttemptChain title={attemptsTitle(words.attempts.length, verdict)} attempts={words.attempts} onSelect={show} />
      </VerdictCard>
      <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="flex min-w-0 flex-col gap-3">
          <WaterfallPanel trace={trace} model={model} rows={rows} good={good} lean={answer.lean === true} selected={selected} asked={asked} proof={proof} intoView={opened.named} onSelect={choose} onShow={show} />
          {span ? <SpanDetail key={span.spanId} span={span} zone={zone} origin={answer.lean ? origin : null} traceId={trace.traceId} /> : null}
        </div>
        <EvidencePanel why={words.why} against={words.against} doubt={words.doubt} selected={selected} onSelect={show} />
      </div>
    </>
  );
}
