import pLimit, { type LimitFunction } from 'p-limit';
import type { Trace } from '../../domain/traces';
import { type EpochMs, epochMs, millis } from '../../domain/units';
import { SourceError, isSourceError } from '../../ports/source-error';
import type { TraceSource } from '../../ports/trace-source';
import type { AnswerParts } from '../use-cases/answer';
import { breakerOf } from '../trace-breakers';

/** How much one question may ask of a trace source (reference traces-apis 7.3). */
export interface DeskLimits {
  readonly concurrency: number;
  readonly searchMs: number;
  readonly budgetMs: number;
  readonly mostSearches: number;
  /** Traces that one search of failed requests may bring. */
  readonly perSearch: number;
  /** Spans of all traces that one question holds: those of a store may be huge. */
  readonly mostSpans: number;
}

export const deskLimits: DeskLimits = { concurrency: 4, searchMs: 8_000, budgetMs: 30_000, mostSearches: 96, perSearch: 10, mostSpans: 400_000 };

/** A recording is searched in memory: nobody is spared by leaving stretches out. */
export const recordedLimits: DeskLimits = { ...deskLimits, mostSearches: 2_000, perSearch: 60, mostSpans: Infinity };

export interface DeskSearch {
  readonly service: string;
  readonly status: number | null;
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  readonly purpose: string;
  /** Not one of the searches that are limited in number. */
  readonly apart?: boolean;
}

export type Looked = { readonly kind: 'found'; readonly traces: readonly Trace[]; readonly truncated: boolean; /** See `TraceSearchResult`. */ readonly unsearchedFrom: EpochMs | null } | { readonly kind: 'skipped' | 'failed' };

/** Sends searches and reads of one question, bounded in number and time, and keeps the books. */
export interface TraceDesk {
  search(search: DeskSearch): Promise<Looked>;
  /** Null: gone, failed, or out of budget. */
  read(traceId: string, around: EpochMs): Promise<Trace | null>;
  readonly perSearch: number;
  /** Searches that may still be sent. */
  readonly left: () => number;
  readonly sent: () => { readonly searches: number; readonly skipped: number; readonly failed: number };
}

/** Questions that one source has at once, of all who ask: each desk alone keeps to less. */
const MOST_AT_ONCE = 8;

const lines = new WeakMap<TraceSource, LimitFunction>();

function lineOf(source: TraceSource): LimitFunction {
  const known = lines.get(source) ?? pLimit(MOST_AT_ONCE);
  lines.set(source, known);
  return known;
}

/** Failures are noted in `parts`; what the budget did not reach is skipped, and counted. */
export function makeDesk(source: TraceSource, parts: AnswerParts, limits: DeskLimits): TraceDesk {
  const line = pLimit(limits.concurrency);
  const budget = AbortSignal.timeout(limits.budgetMs);
  const books = { searches: 0, skipped: 0, failed: 0 };
  let limited = 0;
  let spans = 0;

  /** In line with all who ask this source, no longer than the budget; what nobody waits for any more is not sent. */
  function inLine<T>(question: (signal: AbortSignal) => Promise<T>, sent: () => void = () => undefined): Promise<T> {
    const turn = lineOf(source)(() => {
      budget.throwIfAborted();
      sent();
      return ask(question);
    });
    return settled(turn, budget);
  }

  /** One question with its own time limit inside the budget. */
  async function ask<T>(question: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const own = AbortSignal.timeout(limits.searchMs);
    const signal = AbortSignal.any([budget, own]);
    try {
      return await breakerOf(source).run(() => settled(question(signal), signal));
    } catch (error) {
      if (own.aborted && !budget.aborted && isSourceError(error) && error.kind === 'aborted') {
        throw new SourceError('timeout', `the trace source did not answer a search within ${limits.searchMs / 1000} s`, { cause: error });
      }
      throw error;
    }
  }

  async function search({ purpose, apart = false, ...about }: DeskSearch): Promise<Looked> {
    if (budget.aborted || spans >= limits.mostSpans || (!apart && limited >= limits.mostSearches)) {
      books.skipped += 1;
      return { kind: 'skipped' };
    }
    if (!apart) limited += 1;
    const [from, to] = [epochMs(Math.max(0, Math.floor(about.from))), epochMs(Math.ceil(about.to))];
    try {
      const found = await inLine((signal) => source.search({ ...about, from, to, attributes: {} }, signal), () => void (books.searches += 1));
      spans += found.traces.reduce((sum, trace) => sum + trace.spans.length, 0);
      parts.addQueries(found.queries.map((query) => ({ source: source.type, purpose, query, range: { from, to, stepMs: millis(to - from) }, link: null })));
      return { kind: 'found', traces: found.traces, truncated: found.truncated, unsearchedFrom: found.unsearchedFrom ?? null };
    } catch (error) {
      if (budget.aborted && isSourceError(error) && error.kind === 'aborted') {
        books.skipped += 1;
        return { kind: 'skipped' };
      }
      parts.addFailure('traces', error, purpose);
      books.failed += 1;
      return { kind: 'failed' };
    }
  }

  return {
    search: (about) => line(() => search(about)),
    read: (traceId, around) =>
      line(async () => {
        if (budget.aborted) return null;
        try {
          return await inLine((signal) => source.get(traceId, around, signal));
        } catch (error) {
          // A second look that fails leaves the first one as it is.
          if (!isSourceError(error)) throw error;
          return null;
        }
      }),
    perSearch: limits.perSearch,
    left: () => Math.max(0, limits.mostSearches - limited),
    sent: () => ({ ...books }),
  };
}

/** A source that does not heed the signal must not hold the question up. */
function settled<T>(question: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new SourceError('aborted', 'the question to the trace source was given up'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    question.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
