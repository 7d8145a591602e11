import type { CheckCounts, Truth, TruthRollout } from './truth';
import { apps, miloCluster } from './fleet';
import { skipperRouteId } from './skipper';

/** One instant answer of Prometheus: a number per value of a label. `at` in epoch ms. */
export async function instantBy(prometheus: string, query: string, label: string, at: number): Promise<Record<string, number>> {
  const response = await fetch(`${prometheus}/api/v1/query?${new URLSearchParams({ query, time: String(at / 1000) })}`);
  if (!response.ok) throw new Error(`Prometheus answered ${response.status} to ${query}`);
  const body = (await response.json()) as { readonly data: { readonly result: readonly { readonly metric: Readonly<Record<string, string>>; readonly value: readonly [number, string] }[] } };
  return Object.fromEntries(body.data.result.map((row) => [row.metric[label] ?? '', Number(row.value[1])]));
}

/** Last value that each process's counter had in the run, also of processes that are gone; `over` covers the run. */
const lastValues = (selector: string, overSeconds: number) => `last_over_time(${selector}[${overSeconds}s])`;

/** What raw counters grew by over the run, by a label; a counter that falls began anew at 0. */
async function grownBy(prometheus: string, selector: string, label: string, at: number, overSeconds: number): Promise<Record<string, number>> {
  const response = await fetch(`${prometheus}/api/v1/query?${new URLSearchParams({ query: `${selector}[${overSeconds}s]`, time: String(at / 1000) })}`);
  if (!response.ok) throw new Error(`Prometheus answered ${response.status} to ${selector}`);
  const body = (await response.json()) as { readonly data: { readonly result: readonly { readonly metric: Readonly<Record<string, string>>; readonly values: readonly (readonly [number, string])[] }[] } };
  const sums: Record<string, number> = {};
  for (const { metric, values } of body.data.result) {
    const samples = values.map(([, text]) => Number(text));
    const grown = samples.reduce((sum, value, i) => sum + (i > 0 && value >= samples[i - 1]! ? value - samples[i - 1]! : value), 0);
    sums[metric[label] ?? ''] = (sums[metric[label] ?? ''] ?? 0) + grown;
  }
  return sums;
}

/** Answers by status of each proxy, from the raw counters alone. */
export async function countersByStatus(prometheus: string, at: number, overSeconds: number): Promise<{ ingress: Record<string, number>; gatewayClusters: Record<string, number>; gatewayNoRoute: number }> {
  // The probes of the lab's own start-up use the health route.
  const ingress = await instantBy(prometheus, `sum by (code) (${lastValues('skipper_serve_route_count{route!="kube__healthz_up"}', overSeconds)})`, 'code', at);
  const gatewayClusters = await grownBy(prometheus, 'envoy_cluster_upstream_rq{envoy_cluster_name=~"httproute.*"}', 'envoy_response_code', at, overSeconds);
  const noRoute = await instantBy(prometheus, `sum(${lastValues('envoy_http_no_route', overSeconds)})`, '', at);
  return { ingress, gatewayClusters, gatewayNoRoute: noRoute[''] ?? 0 };
}

type Grown = (selector: string) => Promise<number>;

/** Growth of a counter over a rollout. Whole scrapes around it are counted. */
const growth = (prometheus: string, rollout: TruthRollout): Grown => async (selector) => {
  const at = (time: number) => instantBy(prometheus, `sum(last_over_time(${selector}[1h]))`, '', time).then((value) => value[''] ?? 0);
  return (await at(rollout.to + 11_000)) - (await at(rollout.from - 1_000));
};

/** The Skipper route of a workload; null where Skipper has none. */
export function routeOf(workload: string): string | null {
  const app = Object.values(apps).find((spec) => `${spec.namespace}/${spec.name}` === workload);
  return app === undefined ? null : skipperRouteId(app.namespace, app.name, app.host);
}

/** Failed attempts that a retry saved during a rollout, by the counters of its proxy. */
export async function nearMissesByCounter(prometheus: string, rollout: TruthRollout): Promise<number> {
  const grown = growth(prometheus, rollout);
  if (rollout.proxy === 'gateway') return grown(`envoy_cluster_upstream_rq_retry_success{envoy_cluster_name="${miloCluster}"}`);
  const route = routeOf(rollout.workload);
  if (route === null) return 0;
  return (await grown(`skipper_backend_error_total{route="${route}"}`)) - (await grown(`skipper_serve_route_count{route="${route}",code=~"5.."}`));
}

/** What the checks did during a rollout; null when there were none. */
export async function checkCounts(prometheus: string, rollout: TruthRollout): Promise<CheckCounts | null> {
  if (!rollout.healthChecks) return null;
  const grown = growth(prometheus, rollout);
  if (rollout.proxy === 'ingress') return { attempts: 0, ejected: await grown('skipper_custom_total{key="passive-health-check.endpoints.dropped"}'), refused: 0 };
  const cluster = (metric: string) => grown(`envoy_cluster_${metric}{envoy_cluster_name="${miloCluster}"}`);
  return { attempts: await cluster('health_check_attempt'), ejected: await cluster('outlier_detection_ejections_enforced_total'), refused: await cluster('outlier_detection_ejections_overflow') };
}

/** Where the load generator's counts and the proxies' raw counters differ, as sentences. Empty: they agree to the request. */
export async function disagreements(prometheus: string, truth: Truth, at: number): Promise<string[]> {
  const counters = await countersByStatus(prometheus, at, Math.ceil((at - truth.startedAt) / 1000));
  const gateway: Record<string, number> = { ...counters.gatewayClusters, 404: (counters.gatewayClusters['404'] ?? 0) + counters.gatewayNoRoute };
  return [['ingress', counters.ingress] as const, ['gateway', gateway] as const].flatMap(([proxy, counted]) => {
    const seen = truth.requests.byProxy[proxy]?.byStatus ?? {};
    return [...new Set([...Object.keys(seen), ...Object.keys(counted)])].sort()
      .filter((status) => (seen[status] ?? 0) !== (counted[status] ?? 0))
      .map((status) => `${proxy} ${status}: clients saw ${seen[status] ?? 0}, counters say ${counted[status] ?? 0}`);
  });
}
