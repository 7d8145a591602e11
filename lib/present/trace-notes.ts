import type { Trace } from '../domain/traces';
import type { Verdict } from '../domain/verdict';
import { clipText } from './hostile-text';

export interface TraceNote {
  readonly title: string;
  readonly text: string;
  /** False: passed on from the backend. Jaeger warns of skew on sound traces too (reference: rule 6.4a). */
  readonly ours: boolean;
}

/** Faults of the trace itself that a reader must know before believing it. */
export function traceNotes(trace: Trace, verdict: Verdict): TraceNote[] {
  const codes = new Set([...verdict.evidence, ...verdict.against].map((one) => one.code));
  const ours = [
    ...(trace.partial || codes.has('PARTIAL') ? [{ title: 'Part of the trace', text: 'The backend gave only a part of it; a missing span proves nothing here.' }] : []),
    ...(codes.has('YOUNG') ? [{ title: 'Young trace', text: 'Spans may still arrive. Look again in a minute.' }] : []),
    ...(codes.has('SKEW') ? [{ title: 'Clocks disagree', text: 'Some spans lie outside their parents; times across services are not used.' }] : []),
    ...(codes.has('ORPHAN_EDGE') ? [{ title: 'A parent is missing', text: 'Some spans hang on inferred edges.' }] : []),
    ...(codes.has('NO_PROXY_SPAN') ? [{ title: 'No proxy span', text: 'No hop of the proxy is in this trace.' }] : []),
  ];
  const theirs = [...new Set(trace.warnings)].slice(0, 5).map((text) => ({ title: 'The backend warns', text: clipText(text, 240).text, ours: false }));
  return [...ours.map((note) => ({ ...note, ours: true })), ...theirs];
}
