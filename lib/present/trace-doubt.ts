import type { EvidenceCode, Verdict } from '../domain/verdict';
import { clipText } from './hostile-text';

/** Why a verdict is as sure as it is, in sentences; the first one says it in short. */
export interface Doubt {
  readonly title: string;
  readonly lines: readonly string[];
}

const faults: Partial<Record<EvidenceCode, string>> = {
  PARTIAL: 'The backend gave only a part of the trace: a missing span proves nothing.',
  YOUNG: 'The trace is young: spans may still arrive.',
  SKEW: 'Clocks of the services disagree: times across hops were not used.',
  ORPHAN_EDGE: 'A parent span is missing: who called whom is inferred there.',
  NO_PROXY_SPAN: 'No proxy has a span here: what it did can only be guessed from the spans around it.',
  METRIC_CONTRADICTS: 'A counter of the proxy says something else.',
};

/** What emitters usually show stands in the text of these codes: it is what an absent span was weighed with. */
const PROFILE: ReadonlySet<EvidenceCode> = new Set<EvidenceCode>(['PROFILE_ATTEMPT', 'PROFILE_BELOW']);
/** Codes that only say that something is not there. */
const ABSENCE: ReadonlySet<EvidenceCode> = new Set<EvidenceCode>(['NO_ATTEMPT', 'ROUTE_ID_ABSENT', 'ATTEMPT_NO_RESPONSE', 'PROFILE_ATTEMPT', 'PROFILE_BELOW', 'NO_PROXY_SPAN']);

/** Why the verdict is certain, or why it is not, with the emitter's habits that were used. */
export function doubtOf(verdict: Verdict): Doubt {
  const { band, evidence, against } = verdict;
  const habits = [...evidence, ...against].filter(({ code }) => PROFILE.has(code)).map(({ text }) => `Used of the emitter's habits: ${clipText(text, 200).text}.`);
  if (band === 'certain') return { title: 'Why it is certain', lines: [sureLine(verdict), ...unique(habits)] };
  const seen = new Set([...evidence, ...against].map(({ code }) => code));
  const lines = [
    ...Object.entries(faults).flatMap(([code, text]) => (seen.has(code as EvidenceCode) ? [text] : [])),
    ...(evidence.length === 0 ? ['No span says which hop answered.'] : evidence.every(({ code }) => ABSENCE.has(code)) ? ['It rests on what is not in the trace; spans get lost, so that alone is never certain.'] : []),
    ...(verdict.causedBy.role === 'unknown' ? ['Nothing in the spans says which hop caused it.'] : []),
    ...habits,
    ...against.filter(({ code, text }) => !PROFILE.has(code) && !(code in faults) && text !== '').map(({ text }) => `Against it: ${clipText(text, 200).text}.`),
  ];
  return { title: 'Why it is not certain', lines: unique(lines.length > 0 ? lines : ['No hop said outright that it answered: the verdict is put together from statuses and from who called whom.']) };
}

function sureLine({ evidence }: Verdict): string {
  const heaviest = [...evidence].sort((a, b) => b.weight - a.weight)[0];
  return heaviest ? `An explicit sign decides: ${heaviest.code}${heaviest.text === '' ? '' : `, ${clipText(heaviest.text, 160).text}`}.` : 'The spans agree and nothing speaks against it.';
}

const unique = (lines: readonly string[]) => [...new Set(lines)];
