import { type EpochMs, HOUR, SECOND } from '../../domain/units';
import { SourceError } from '../../ports/source-error';
import type { TraceSearch } from '../../ports/trace-source';
import { fromNanos } from '../../wire/collect';
import type { HttpCall } from '../http/client';
import { fromStatus } from '../http/errors';
import { inWindow } from '../shared/recheck';
import type { FoundTrace, SearchAnswer } from './schema';

/** Times are whole seconds, and both or neither: the window grows to them, what lies outside is dropped on our side. */
export function searchCall(search: Pick<TraceSearch, 'from' | 'to' | 'limit'>, q: string): HttpCall {
  const start = Math.floor(search.from / SECOND);
  const end = Math.max(start + 1, Math.ceil(search.to / SECOND));
  return { path: 'api/search', query: new URLSearchParams({ q, limit: String(search.limit), start: String(start), end: String(end) }) };
}

/** The hint keeps the look-up from scanning all retention; an hour on both sides loses no span of a long trace. */
export function hintOf(from: EpochMs, to: EpochMs): URLSearchParams {
  return new URLSearchParams({ start: String(Math.floor((from - HOUR) / SECOND)), end: String(Math.ceil((to + HOUR) / SECOND)) });
}

/** Ids of an answer, leading zeros put back, of the traces that may have a matching span in the window. */
export function idsToRead(answer: SearchAnswer, search: Pick<TraceSearch, 'from' | 'to'>): string[] {
  const found = (answer.traces ?? []).filter((each) => /^[0-9a-f]{1,32}$/i.test(each.traceID) && mayBeIn(each, search));
  return [...new Set(found.map(({ traceID }) => traceID.toLowerCase().padStart(32, '0')))];
}

/** False only when all matching spans are shown and each lies outside: Tempo may have searched another window. */
function mayBeIn(found: FoundTrace, search: Pick<TraceSearch, 'from' | 'to'>): boolean {
  const sets = found.spanSets ?? (found.spanSet ? [found.spanSet] : []);
  const spans = sets.flatMap((set) => set.spans ?? []);
  const matched = sets.reduce((sum, set) => sum + Number(set.matched ?? NaN), 0);
  if (spans.length === 0 || !(matched <= spans.length)) return true;
  return spans.some(({ startTimeUnixNano }) => {
    const start = fromNanos(startTimeUnixNano);
    return start === null || inWindow(start, search);
  });
}

/** True when the answer is not of all blocks, or was cut at the limit. */
export function leftSomeOut({ traces, metrics, status }: SearchAnswer, limit: number): boolean {
  const [done, all] = [Number(metrics?.completedJobs ?? NaN), Number(metrics?.totalJobs ?? NaN)];
  return (traces?.length ?? 0) >= limit || done < all || status === 'PARTIAL' || status === 1;
}

/** Statuses whose plain text tells what was wrong. The text itself is never passed on: it quotes the query. */
export const TOLD = [400, 422] as const;

export function toRefusal(status: number, text: string, name: string): SourceError {
  const say = (kind: SourceError['kind'], what: string) => new SourceError(kind, `${name} ${what} (${status})`, { status });
  if (status === 422) return say('too-large', 'has more than it is set to send');
  if (status !== 400) return fromStatus(status, name);
  if (/range.*exceeds|exceeds.*(duration|range)/is.test(text)) return say('too-large', 'does not search such a long window at once: choose a shorter one');
  if (/limit.*exceeds/is.test(text)) return say('too-large', 'does not give so many traces at once');
  if (/traceql|parse error|syntax/i.test(text)) return say('unsupported', 'does not understand the query: is it older than 2.1?');
  return say('refused', 'refused the question');
}
