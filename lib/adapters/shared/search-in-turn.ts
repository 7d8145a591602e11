import type { Trace } from '../../domain/traces';
import type { TraceSearch, TraceSearchResult } from '../../ports/trace-source';
import { dedupe, matches } from './recheck';

/** One way to put a search to a backend: filters are AND and equality only, so each spelling of the status is a request. */
export interface Attempt {
  /** Names the spelling, so that the one that found something can be tried first next time. */
  readonly spelling: string;
  /** The request, for "show query". */
  readonly shown: string;
  send(): Promise<Answered>;
}

export interface Answered {
  readonly traces: readonly Trace[];
  /** The backend stopped at a limit, or left something out. */
  readonly more: boolean;
}

/** Which spelling of the status each service writes, once seen. */
export interface Spellings {
  /** Attempts in the order of their promise. All of them: a proxy may have been upgraded since. */
  order(service: string, attempts: readonly Attempt[]): readonly Attempt[];
  keep(service: string, spelling: string): void;
}

export function makeSpellings(): Spellings {
  const known = new Map<string, string>();
  return {
    order(service, attempts) {
      const spelling = known.get(service);
      return [...attempts.filter((each) => each.spelling === spelling), ...attempts.filter((each) => each.spelling !== spelling)];
    },
    keep: (service, spelling) => void known.set(service, spelling),
  };
}

/** Sends the attempts one after the other until one brings a trace that stands the check on our side. */
export async function searchInTurn(search: TraceSearch, attempts: readonly Attempt[], spellings: Spellings): Promise<TraceSearchResult> {
  const queries: string[] = [];
  let more = false;
  let found: Trace[] = [];
  for (const attempt of spellings.order(search.service, attempts)) {
    queries.push(attempt.shown);
    const answered = await attempt.send();
    more ||= answered.more;
    found = dedupe(answered.traces).filter((trace) => matches(trace, search));
    if (found.length === 0) continue;
    if (attempts.length > 1) spellings.keep(search.service, attempt.spelling);
    break;
  }
  return { traces: found.slice(0, search.limit), truncated: more || found.length > search.limit, queries };
}
