import type { Verdict, VerdictEvidence } from '../domain/verdict';
import { clipText, visibleText } from '../present/hostile-text';
import { describeVerdict } from '../present/verdict';

/** A trace in one paragraph: who answered, who caused it, how sure that is, and the evidence for and against. Names from spans are made visible. */
export function verdictParagraph(verdict: Verdict): string {
  const { headline, sentence, confidence } = describeVerdict(verdict);
  const parts = [
    `Trace ${clipText(verdict.traceId, 64).text}: ${headline}`,
    sentence,
    `How sure: ${confidence}.`,
    listed('Evidence', verdict.evidence),
    listed('Against it', verdict.against),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** The same piece twice (two rules saw the same span) is told once. */
function listed(title: string, evidence: readonly VerdictEvidence[]): string {
  const texts = [...new Set(evidence.map(({ text }) => visibleText(text)))];
  return texts.length === 0 ? '' : `${title}: ${texts.join('; ')}.`;
}
