import type { Verdict } from './verdict';

/**
 * The span that a reader should see first: of the hop that answered, else of the one that caused it, else the one that the
 * heaviest evidence points at (a backend without spans, a client that went away); of equal ones the last, which is nearest to
 * the answer. Null: no span decides.
 */
export function decidingSpan({ answeredBy, causedBy, evidence }: Pick<Verdict, 'answeredBy' | 'causedBy' | 'evidence'>): string | null {
  return answeredBy.spanId ?? causedBy.spanId ?? heaviest(evidence)?.spanId ?? null;
}

function heaviest(evidence: Verdict['evidence']): Verdict['evidence'][number] | null {
  return evidence.reduce<Verdict['evidence'][number] | null>((most, one) => (one.spanId !== null && (most === null || one.weight >= most.weight) ? one : most), null);
}
