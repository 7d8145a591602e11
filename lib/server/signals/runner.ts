import pLimit from 'p-limit';
import type { ResolvedRange } from '../../domain/time-range';
import type { MetricsSource, RangeResult } from '../../ports/metrics-source';
import { type Breaker, makeBreaker } from '../breaker';
import { KeptAnswers } from './kept-answers';

export interface QueryRunner {
  range(query: string, range: ResolvedRange): Promise<RangeResult>;
}

/** How long the last samples may still change: late scrapes, latency offsets of the stores (reference traces-apis 0.7). */
const SETTLED_MS = 60_000;

/**
 * Range questions to one source: bounded in number, one flight for equal questions, and answers about the settled past kept.
 * A question belongs to nobody: one caller going away must not take the answer from the others, so there is no abort here.
 */
export function makeQueryRunner(source: MetricsSource, now: () => number, onTimed: (seconds: number, ok: boolean) => void, breaker: Breaker = makeBreaker()): QueryRunner {
  const limit = pLimit(6);
  const flights = new Map<string, Promise<RangeResult>>();
  const kept = new KeptAnswers();

  async function ask(key: string, query: string, range: ResolvedRange): Promise<RangeResult> {
    const started = performance.now();
    try {
      const result = await breaker.run(() => source.range(query, range));
      if (range.to < now() - SETTLED_MS && !result.partial) kept.set(key, result);
      onTimed((performance.now() - started) / 1000, true);
      return result;
    } catch (error) {
      onTimed((performance.now() - started) / 1000, false);
      throw error;
    }
  }

  return {
    range(query, range) {
      const key = `${range.from} ${range.to} ${range.stepMs} ${query}`;
      const known = kept.get(key);
      if (known) return Promise.resolve(known);
      const flying = flights.get(key);
      if (flying) return flying;
      const flight = limit(() => ask(key, query, range)).finally(() => flights.delete(key));
      flights.set(key, flight);
      return flight;
    },
  };
}
