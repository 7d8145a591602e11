import type { HopExample } from '../../domain/hops';
import type { Verdict } from '../../domain/verdict';
import type { JudgedRequest } from './verdicts';

const MOST = 3;
/** Verdicts this much less sure than the surest are examples only where others lack. */
const AS_SURE = 0.02;

/**
 * Picks up to three traces of one part, the surest first. Among those that are about as sure the first, the middle and the last
 * are taken: three of the same second would show one moment of the range.
 */
export function makeExamples(judged: readonly JudgedRequest[]): (verdicts: readonly Verdict[]) => readonly HopExample[] {
  const times = new Map(judged.map(({ request, verdict }) => [verdict, request.at]));
  return (verdicts) => {
    const all = verdicts.flatMap((verdict) => { const at = times.get(verdict); return at === undefined ? [] : [{ verdict, at }]; });
    const surest = all.reduce((most, { verdict }) => Math.max(most, verdict.confidence), 0);
    const sure = all.filter(({ verdict }) => verdict.confidence >= surest - AS_SURE).sort((a, b) => a.at - b.at);
    const rest = all.filter(({ verdict }) => verdict.confidence < surest - AS_SURE).sort((a, b) => b.verdict.confidence - a.verdict.confidence || a.at - b.at);
    const chosen = sure.length <= MOST ? [...sure, ...rest].slice(0, MOST) : [sure[0]!, sure[Math.floor(sure.length / 2)]!, sure.at(-1)!];
    return chosen.sort((a, b) => b.verdict.confidence - a.verdict.confidence || a.at - b.at).map(({ verdict: { traceId, band }, at }) => ({ traceId, at, band }));
  };
}
