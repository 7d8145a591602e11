'use client';

import Link from 'next/link';
import { useMemo } from 'react';
import { ApiError } from '@/lib/client/fetch-answer';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import { recognisedText } from '@/lib/present/trace-judged';
import { capital } from '@/lib/present/words';
import { shortTraceId } from '@/lib/present/trace-id';
import { pageLink, traceLink } from '@/lib/url/links';
import { referencesInLines } from '@/lib/url/trace-references';
import type { ViewState } from '@/lib/url/view-state';
import { BackLink } from '../trace/back-link';
import { PageHead } from '../ui/page-head';
import { JudgeBox } from './judge-box';
import { JudgedTraces } from './judged-traces';
import { useJudge } from './use-judge';

/** Paste or drop a trace, or what names one; the verdict comes at once. */
export function JudgeView() {
  const { state } = useViewState();
  const zone = useTimeZone();
  const { judge, start, stop } = useJudge(state.env);
  const asked = judge.variables?.text;
  const named = useMemo(() => (typeof asked === 'string' ? referencesInLines(asked) : []), [asked]);
  return (
    <>
      <nav aria-label="Breadcrumb" className="mb-1 text-xs text-ink-3"><BackLink fallback={pageLink('/traces', state)} label="Back" /></nav>
      <PageHead title="Judge a trace">Paste the JSON of a trace, or a trace id, a traceparent or a link: which hop answered, which caused it, and why. JSON needs no trace source, and nothing is kept.</PageHead>
      <JudgeBox busy={judge.isPending} onJudge={start} />
      <div aria-live="polite">
        {judge.isPending ? <p className="mb-3 text-ink-3">Judging <button type="button" className="tool" onClick={stop}>stop</button></p> : null}
        {judge.error ? <NotJudged error={judge.error} /> : null}
        {judge.data && !judge.isPending ? <p className="mb-1 text-xs text-ink-3" data-testid="recognised">{recognisedText(judge.data.data)}</p> : null}
        {judge.data?.data.from === 'id' && !judge.isPending ? <OtherIds ids={named.filter((id) => id !== judge.data?.data.traces[0]?.trace.traceId)} view={state} /> : null}
      </div>
      {judge.data && !judge.isPending ? <JudgedTraces key={judge.submittedAt} answer={judge.data.data} env={state.env} view={state} zone={zone} /> : null}
    </>
  );
}

/** Several lines of a log name several traces: one was read, the others are a click away. */
function OtherIds({ ids, view }: { readonly ids: readonly string[]; readonly view: ViewState }) {
  if (ids.length === 0) return null;
  return (
    <p className="mb-2 text-xs text-ink-2" data-testid="other-ids">
      The text names {ids.length + 1} traces; only the first was read. The others:{' '}
      {ids.map((traceId) => <Link key={traceId} className="link mr-2 inline-block font-mono" href={traceLink({ env: view.env, traceId, at: null, view })} prefetch={false} title={traceId}>{shortTraceId(traceId, 16)}</Link>)}
    </p>
  );
}

function NotJudged({ error }: { readonly error: Error }) {
  const api = error instanceof ApiError ? error : null;
  return (
    <section className="panel mb-3 p-4" role="alert" data-testid="not-judged">
      <h2 className="font-semibold"><bdi>{api?.status === 404 ? capital(api.detail) : api?.status === 413 ? 'That is too large' : api?.source ? 'The trace source could not answer' : 'No verdict on this'}</bdi></h2>
      {api?.status === 404
        ? <p className="mt-1 max-w-[90ch] text-ink-2">Choose another environment at the top, or paste the JSON of the trace.</p>
        : <p className="mt-1 max-w-[90ch] text-ink-2"><bdi>{api && api.detail !== '' ? api.detail.replace(/^(body|traceId): /, '') : error.message}</bdi></p>}
    </section>
  );
}
