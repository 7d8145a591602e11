import type { TraceAnswer } from '../domain/requests';

/**
 * A trace with its verdict as JSON, in Weir's normalised form (ids in hex, times in epoch milliseconds, attributes as they
 * came). `weir attribute` and the paste box read it again and come to the same verdict.
 */
export function traceJson({ trace, verdict }: Pick<TraceAnswer, 'trace' | 'verdict'>): string {
  return JSON.stringify({ trace, verdict }, null, 2);
}
