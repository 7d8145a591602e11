'use client';

import type { TraceAnswer } from '@/lib/domain/requests';
import { traceQuery } from '@/lib/client/queries';
import { useAnswer } from '@/lib/client/use-answer';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import { formatDateTime } from '@/lib/present/format';
import { compareLink, tracesLink } from '@/lib/url/links';
import type { ViewState } from '@/lib/url/view-state';
import { BackLink } from './back-link';
import { TraceFailed } from './trace-failed';
import type { TraceLinks } from './trace-actions';
import { TraceReport } from './trace-report';
import { useUrlPlace } from './use-trace-place';

/** The trace page: asks for one trace and shows the verdict, or says why there is none. */
export function TraceView({ traceId, env, at }: { readonly traceId: string; readonly env: string | null; readonly at: number | null }) {
  const { state } = useViewState();
  const zone = useTimeZone();
  const place = useUrlPlace();
  const question = useAnswer(traceQuery(env, traceId, at));
  const answer = question.data;
  const shown = answer?.data.trace.traceId === traceId || !question.isPlaceholderData ? answer : undefined;
  return (
    <>
      <nav aria-label="Breadcrumb" className="flex flex-wrap items-center gap-x-2 text-xs text-ink-3">
        <BackLink fallback={tracesLink({ env, from: state.from, to: state.to, tz: state.tz })} label="Back" />
        <span>trace <code className="font-mono">{traceId}</code></span>
        {at === null ? null : <span>{formatDateTime(at, zone)} {zone}</span>}
      </nav>
      {shown ? <TraceReport answer={shown.data} origin={{ env, at }} links={linksOf(shown.data, env, at, state)} zone={zone} place={place} />
        : question.error ? <TraceFailed error={question.error} at={at} onRetry={() => void question.refetch()} /> : <TraceLoading />}
    </>
  );
}

function TraceLoading() {
  return (
    <div aria-busy className="mt-2.5" role="status">
      <h1 className="sr-only">Loading the trace</h1>
      <div className="mb-3 h-[230px] animate-pulse rounded-[10px] border border-line bg-surface" />
      <div className="grid gap-3 lg:grid-cols-[minmax(0,1fr)_320px]"><div className="panel h-64 animate-pulse" /><div className="panel h-64 animate-pulse" /></div>
    </div>
  );
}

function linksOf(answer: TraceAnswer, env: string | null, at: number | null, state: ViewState): TraceLinks {
  const failed = answer.verdict.mechanism !== 'healthy';
  return { similar: similarLink(answer, env, state), compare: failed ? compareLink({ env, a: answer.trace.traceId, b: null, at: at ?? startOf(answer), bAt: null }, state) : null, page: null };
}

const AROUND_MS = 300_000;

/** Traces of the same proxy and status within five minutes. */
function similarLink({ trace, verdict }: TraceAnswer, env: string | null, state: ViewState): string | null {
  const first = startOf({ trace });
  if (first === null || verdict.status === null) return null;
  return tracesLink({ env, from: first - AROUND_MS, to: first + AROUND_MS, tz: state.tz, status: verdict.status, proxy: state.proxy });
}

function startOf({ trace }: Pick<TraceAnswer, 'trace'>): number | null {
  return trace.spans.reduce<number | null>((least, span) => (least === null || span.start < least ? span.start : least), null);
}
