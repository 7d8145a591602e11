import type { Span } from '../domain/traces';
import type { Verdict } from '../domain/verdict';
import { evidenceRows } from './evidence';
import { clipText } from './hostile-text';

/** The heaviest evidence where it is not on the span that is shown first. */
export interface ProofElsewhere {
  readonly spanId: string;
  /** `CONNECT_ERROR_TEXT +0.60`. */
  readonly mark: string;
  /** Name of the span and its service: `proxy · skipper`. */
  readonly where: string;
}

/** The heaviest evidence with a span, when that is another one than `shown`; null: the shown span has it, or no evidence has a span. */
export function proofElsewhere({ evidence }: Pick<Verdict, 'evidence'>, spans: readonly Span[], shown: string | null): ProofElsewhere | null {
  const most = evidence.reduce((weight, one) => (one.spanId === null ? weight : Math.max(weight, one.weight)), 0);
  const heaviest = evidence.filter((one) => one.spanId !== null && one.weight === most && most > 0);
  if (heaviest.length === 0 || heaviest.some(({ spanId }) => spanId === shown)) return null;
  const span = spans.find(({ spanId }) => spanId === heaviest[0]!.spanId);
  if (!span) return null;
  const [{ code, weight }] = evidenceRows([heaviest[0]!], '+') as [ReturnType<typeof evidenceRows>[number]];
  return { spanId: span.spanId, mark: `${code} ${weight}`, where: [span.name === '' ? '(no name)' : span.name, span.service].map((text) => clipText(text, 48).text).join(' · ') };
}
