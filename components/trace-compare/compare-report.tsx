'use client';

import Link from 'next/link';
import { useMemo } from 'react';
import type { TraceCompareAnswer } from '@/lib/domain/trace-compare';
import type { TraceAnswer } from '@/lib/domain/requests';
import { differenceSentence, diffRows, searchText, sideNames, wholeMs } from '@/lib/present/trace-compare';
import { attributeDiffs } from '@/lib/present/trace-attribute-diff';
import { type CompareTarget, compareLink, traceLink } from '@/lib/url/links';
import type { ViewState } from '@/lib/url/view-state';
import { DiffTables } from './diff-tables';
import { OtherTrace } from './other-trace';
import { TraceSide } from './trace-side';

const titles: Readonly<Record<string, string>> = { failed: 'Failed', good: 'Good', first: 'First trace', second: 'Second trace' };

interface ReportProps {
  readonly answer: TraceCompareAnswer;
  readonly target: CompareTarget;
  readonly zone: string;
  readonly view: ViewState;
}

/** What the good one did and the failed one did not: a sentence, both ways, a table, both waterfalls at one time scale. */
export function CompareReport({ answer: { a, b, search }, target, zone, view }: ReportProps) {
  const at = useMemo(() => [startOf(a), b ? startOf(b) : null] as const, [a, b]);
  const pageOf = (one: TraceAnswer, time: number | null) => traceLink({ env: target.env, traceId: one.trace.traceId, at: time, view });
  const [nameA, nameB] = sideNames(a, b);
  const scale = Math.max(wholeMs(a), b ? wholeMs(b) : 0, 0.001);
  const sides = { scale, zone };
  return (
    <>
      <section className="mb-3 mt-2.5" aria-label="Difference" data-testid="difference" data-found={b !== null}>
        <h1 className="max-w-[90ch] text-xl font-semibold tracking-[-0.015em]"><bdi>{b ? differenceSentence(a, b) : 'No good trace of the same route was found'}</bdi></h1>
        {search === null ? null : <p className="mt-1 max-w-[100ch] text-ink-2"><bdi>{searchText(search, zone)}</bdi></p>}
        {b && search ? <p className="mt-1 text-xs"><Link className="link" href={compareLink({ ...target, b: b.trace.traceId, bAt: at[1] }, view)}>Link to exactly these two</Link></p> : null}
        <OtherTrace target={{ ...target, at: target.at ?? at[0] }} swapped={b ? { ...target, a: b.trace.traceId, b: a.trace.traceId, at: at[1], bAt: at[0] } : null} view={view} />
      </section>
      <TraceSide title={titles[nameA]!} answer={a} page={pageOf(a, at[0])} {...sides} />
      {b ? <TraceSide title={titles[nameB]!} answer={b} page={pageOf(b, at[1])} {...sides} /> : <WhatNow />}
      {b ? <Tables a={a} b={b} /> : null}
    </>
  );
}

function Tables({ a, b }: { readonly a: TraceAnswer; readonly b: TraceAnswer }) {
  const rows = useMemo(() => diffRows(a, b), [a, b]);
  const attributes = useMemo(() => attributeDiffs(a, b), [a, b]);
  return <DiffTables rows={rows} attributes={attributes} names={sideNames(a, b)} />;
}

function WhatNow() {
  return (
    <ul className="mb-3 list-disc pl-5 text-ink-2">
      <li>Good requests may not be sampled, or a recording may not keep them: it keeps errors first.</li>
      <li>The route may have failed for longer than the two hours on both sides that were searched.</li>
      <li>Any other trace can be put beside it by its id, above.</li>
    </ul>
  );
}

function startOf({ trace }: TraceAnswer): number | null {
  return trace.spans.reduce<number | null>((least, span) => (least === null || span.start < least ? span.start : least), null);
}
