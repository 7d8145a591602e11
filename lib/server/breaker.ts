import { isSourceError } from '../ports/source-error';

/** How long a source that does not answer is left alone. Short: it must be seen soon when it comes back. */
const PAUSE_MS = 3_000;

export interface Breaker {
  /** Runs a question to the source, or fails at once with the last error while the source is left alone. */
  run<T>(ask: () => Promise<T>): Promise<T>;
}

/**
 * Spares the questions that wait in line behind a source that hangs or is gone: each would take its whole time limit, one after
 * the other. One slow question among answered ones does not count, the source is there.
 */
export function makeBreaker(clock: () => number = () => performance.now()): Breaker {
  let down: { readonly until: number; readonly error: unknown } | null = null;
  let answeredAt = -Infinity;
  return {
    async run(ask) {
      const started = clock();
      if (down && started < down.until) throw down.error;
      try {
        const answer = await ask();
        answeredAt = clock();
        down = null;
        return answer;
      } catch (error) {
        const gone = isSourceError(error) && (error.kind === 'timeout' || error.kind === 'unreachable');
        if (!gone && isSourceError(error) && error.kind !== 'aborted') answeredAt = clock();
        if (gone && answeredAt < started) down = { until: clock() + PAUSE_MS, error };
        throw error;
      }
    },
  };
}
