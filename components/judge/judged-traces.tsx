'use client';

import { type ComponentProps, useMemo, useState } from 'react';
import type { PasteAnswer, TraceAnswer } from '@/lib/domain/requests';
import { firstToShow, judgedRows } from '@/lib/present/trace-judged';
import { shortTraceId } from '@/lib/present/trace-id';
import { compareLink, traceLink } from '@/lib/url/links';
import type { ViewState } from '@/lib/url/view-state';
import { TraceReport } from '../trace/trace-report';
import { useOwnPlace } from '../trace/use-trace-place';
import type { TraceLinks } from '../trace/trace-actions';
import { Tag } from '../traces/tag';
import { ScrollBox } from '../ui/scroll-box';

interface JudgedProps {
  readonly answer: PasteAnswer;
  readonly env: string | null;
  readonly view: ViewState;
  readonly zone: string;
}

/** The verdicts of a pasted text: of several traces a list to pick from, then the report of the picked one. */
export function JudgedTraces({ answer, env, view, zone }: JudgedProps) {
  const [picked, setPicked] = useState(() => firstToShow(answer.traces));
  const shown = answer.traces[picked];
  const known = answer.from === 'id';
  return (
    <>
      {answer.traces.length > 1 ? <PickList traces={answer.traces} picked={picked} zone={zone} onPick={setPicked} /> : null}
      {shown ? <JudgedReport key={picked} answer={shown} origin={known ? { env, at: null } : null} links={known ? linksOf(shown, env, view) : NO_LINKS} zone={zone} /> : null}
    </>
  );
}

/** A pasted trace has no address: what is chosen in it stays on the page. */
function JudgedReport(props: Omit<ComponentProps<typeof TraceReport>, 'place' | 'nested'>) {
  return <TraceReport {...props} place={useOwnPlace()} nested />;
}

const NO_LINKS: TraceLinks = { similar: null, compare: null, page: null };

function linksOf({ trace, verdict }: TraceAnswer, env: string | null, view: ViewState): TraceLinks {
  const start = trace.spans[0]?.start ?? null;
  return {
    similar: null, page: traceLink({ env, traceId: trace.traceId, at: start, view }),
    compare: verdict.mechanism === 'healthy' ? null : compareLink({ env, a: trace.traceId, b: null, at: start, bAt: null }, view),
  };
}

function PickList({ traces, picked, zone, onPick }: { readonly traces: readonly TraceAnswer[]; readonly picked: number; readonly zone: string; readonly onPick: (index: number) => void }) {
  const rows = useMemo(() => judgedRows(traces, zone), [traces, zone]);
  return (
    <section className="panel mb-3 pt-2.5" aria-label="Traces in the text">
      <h2 className="px-3.5 pb-1 font-semibold">Traces in the text</h2>
      <ScrollBox label="Traces in the text" className="max-h-[320px] overflow-y-auto">
        <table className="data-table min-w-[760px]">
          <thead><tr><th scope="col">trace</th><th scope="col">time ({zone})</th><th scope="col">status</th><th scope="col">verdict</th><th scope="col" className="r">spans</th></tr></thead>
          <tbody>
            {rows.map((row, i) => (
              <tr key={i} className={i === picked ? 'bg-accent-soft' : 'hover:bg-hover'}>
                <th scope="row"><button type="button" className="link font-mono text-xs" aria-pressed={i === picked} data-testid="judged-trace" onClick={() => onPick(i)}>{shortTraceId(row.traceId, 16)}</button></th>
                <td className="whitespace-nowrap">{row.when}</td><td>{row.status}</td>
                <td><bdi>{row.headline}</bdi> <Tag tone={row.tone}>{row.mechanism}</Tag> <span className="text-xs text-ink-3">{row.confidence}</span></td>
                <td className="r">{row.spans}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}
