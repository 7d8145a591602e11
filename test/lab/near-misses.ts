import { traceServices } from './fleet';
import type { Outcome } from './load';
import { routeOf } from './counters';
import { between } from './tally';
import type { TruthRollout } from './truth';

interface JaegerTrace {
  readonly traceID: string;
  readonly spans: readonly { readonly tags: readonly { readonly key: string; readonly value: unknown }[] }[];
}

/** Most traces that Jaeger is asked for; more retries than this in one rollout would not be seen. */
const mostTraces = 3_000;

/**
 * Requests of a rollout that were served after a failed attempt, not by the counters that Weir reads. Envoy tells the client
 * how often it tried. Skipper does not, but it marks the span of the request with the route that it tried again.
 */
export async function savedByRetry(jaeger: string, outcomes: readonly Outcome[], rollout: TruthRollout): Promise<number> {
  if (rollout.proxy === 'gateway') {
    return between(outcomes, rollout.from, rollout.to + 1_000).filter(({ attempts, status, proxy }) => proxy === 'gateway' && (attempts ?? 1) > 1 && status > 0 && status < 500).length;
  }
  const route = routeOf(rollout.workload);
  return route === null ? 0 : retriedTraces(jaeger, route, rollout);
}

async function retriedTraces(jaeger: string, route: string, { from, to }: TruthRollout): Promise<number> {
  const query = new URLSearchParams({ service: traceServices.skipper, start: String(1000 * from), end: String(1000 * (to + 1_000)), limit: String(mostTraces), tags: JSON.stringify({ retry: route }) });
  const response = await fetch(`${jaeger}/api/traces?${query}`);
  if (!response.ok) throw new Error(`Jaeger answered ${response.status}`);
  const { data } = (await response.json()) as { readonly data: readonly JaegerTrace[] };
  if (data.length >= mostTraces) throw new Error(`${data.length} traces with a retry: more than Jaeger was asked for`);
  const failed = ({ spans }: JaegerTrace) => spans.some(({ tags }) => tags.some(({ key, value }) => (key === 'http.status_code' || key === 'http.response.status_code') && Number(value) >= 500));
  return data.filter((trace) => !failed(trace)).length;
}
