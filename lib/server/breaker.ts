import { type SourceError, isSourceError } from '../ports/source-error';

/** How long a source that does not answer is left alone. Short: it must be seen soon when it comes back. */
const PAUSE_MS = 3_000;
/** Equal failures in a row that say: every question will fail so (a login page, another service at this address). */
const HARD_FAILURES = 3;

export interface Breaker {
  /** Runs a question to the source, or fails at once with the last error while the source is left alone. */
  run<T>(ask: () => Promise<T>): Promise<T>;
}

/**
 * Spares the questions that wait in line behind a source that hangs or is gone: each would take its whole time limit, one after
 * the other. One slow question among answered ones does not count, the source is there. A source that fails every question alike is
 * left alone as well; after the pause one question tells whether it is well again.
 */
export function makeBreaker(clock: () => number = () => performance.now()): Breaker {
  let down: { readonly until: number; readonly error: unknown } | null = null;
  let answeredAt = -Infinity;
  let hard = { failure: '', count: 0 };

  function failed(error: SourceError, started: number): void {
    if (isGone(error)) {
      if (answeredAt < started) down = { until: clock() + PAUSE_MS, error };
      return;
    }
    answeredAt = clock();
    const failure = isHard(error) ? `${error.kind} ${error.status} ${error.message}` : '';
    hard = { failure, count: failure === '' ? 0 : failure === hard.failure ? hard.count + 1 : 1 };
    if (hard.count >= HARD_FAILURES) down = { until: clock() + PAUSE_MS, error };
  }

  return {
    async run(ask) {
      const started = clock();
      if (down && started < down.until) throw down.error;
      try {
        const answer = await ask();
        answeredAt = clock();
        down = null;
        hard = { failure: '', count: 0 };
        return answer;
      } catch (error) {
        if (isSourceError(error) && error.kind !== 'aborted') failed(error, started);
        throw error;
      }
    },
  };
}

const isGone = ({ kind }: SourceError) => kind === 'timeout' || kind === 'unreachable';

/** A failure that has nothing to do with what was asked. A 400 or 422 may be about one parameter, a 413 and 429 about the amount. */
function isHard({ kind, status }: SourceError): boolean {
  if (kind === 'unauthorized' || kind === 'malformed') return true;
  if (kind === 'not-found') return status === 404;
  return kind === 'refused' && status !== null && ((status >= 300 && status < 400) || status >= 500);
}
