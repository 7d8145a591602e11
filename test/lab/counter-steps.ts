/** Counters that hold each 404 of a fleet once: those of Skipper's routes, Envoy's misses and its clusters' answers. */
const counters = ['skipper_serve_route_count{code="404"}', 'envoy_http_no_route', 'envoy_cluster_upstream_rq{envoy_response_code="404",envoy_cluster_name=~"httproute.*"}'] as const;

interface RawRow {
  readonly metric: Readonly<Record<string, string>>;
  readonly values: readonly (readonly [seconds: number, value: string])[];
}

/**
 * 404s in each step that ends at a time of `at`, from the raw samples that Prometheus holds: no rate, no increase, nothing of Weir's.
 * A counter that appears began at 0; one that falls began anew.
 */
export async function notFoundPerStep(prometheus: string, at: readonly number[], stepMs: number): Promise<number[]> {
  const [start, end] = [at[0]! - stepMs, at.at(-1)!];
  const rows = (await Promise.all(counters.map((counter) => rawSamples(prometheus, `${counter}[${Math.ceil((end - start) / 1000) + 600}s]`, end)))).flat();
  const sums = at.map(() => 0);
  for (const { values } of rows) {
    const valueAt = (moment: number) => Number(values.findLast(([seconds]) => Math.round(seconds * 1000) <= moment)?.[1] ?? 0);
    at.forEach((moment, step) => {
      const [before, after] = [valueAt(moment - stepMs), valueAt(moment)];
      sums[step]! += after >= before ? after - before : after;
    });
  }
  return sums;
}

/** Times, in epoch ms, of the scrapes at which an instance's count of misses had grown. */
export async function missScrapes(prometheus: string, instance: string, from: number, to: number): Promise<number[]> {
  const rows = await rawSamples(prometheus, `skipper_route_error_total{pod=${JSON.stringify(instance)}}[${Math.ceil((to - from) / 1000)}s]`, to);
  const samples = rows.flatMap(({ values }) => values).map(([seconds, value]) => [Math.round(seconds * 1000), Number(value)] as const);
  return samples.filter(([, value], index) => value > (samples[index - 1]?.[1] ?? 0)).map(([moment]) => moment);
}

async function rawSamples(prometheus: string, query: string, at: number): Promise<readonly RawRow[]> {
  const response = await fetch(`${prometheus}/api/v1/query?${new URLSearchParams({ query, time: String(at / 1000) })}`);
  if (!response.ok) throw new Error(`Prometheus answered ${response.status} to ${query}`);
  return ((await response.json()) as { readonly data: { readonly result: readonly RawRow[] } }).data.result;
}
