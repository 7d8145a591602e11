/** The frame of its answers is Jaeger's (`shared/jaeger-v1.ts`); what is its own are limits. */

/** A larger limit is refused (`-search.traceMaxLimit`, since v0.9.4). */
export const MOST_TRACES = 1000;
/** Searches end so long before now, so that late spans are not missed (`-search.latencyOffset`). */
export const LATENCY_OFFSET_MS = 30_000;
/** A span can be found before the id of its trace can be looked up. */
export const ID_DELAY_MS = 1_500;
