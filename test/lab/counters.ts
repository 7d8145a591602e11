import type { Truth, TruthRollout } from './truth';
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

/** Answers by status of each proxy, from the raw counters alone. */
export async function countersByStatus(prometheus: string, at: number, overSeconds: number): Promise<{ ingress: Record<string, number>; gatewayClusters: Record<string, number>; gatewayNoRoute: number }> {
  // The probes of the lab's own start-up use the health route.
  const ingress = await instantBy(prometheus, `sum by (code) (${lastValues('skipper_serve_route_count{route!="kube__healthz_up"}', overSeconds)})`, 'code', at);
  const gatewayClusters = await instantBy(prometheus, `sum by (envoy_response_code) (${lastValues('envoy_cluster_upstream_rq{envoy_cluster_name=~"httproute.*"}', overSeconds)})`, 'envoy_response_code', at);
  const noRoute = await instantBy(prometheus, `sum(${lastValues('envoy_http_no_route', overSeconds)})`, '', at);
  return { ingress, gatewayClusters, gatewayNoRoute: noRoute[''] ?? 0 };
}

/** Failed attempts that a retry saved during a rollout, by the counters of its proxy. Whole scrapes around it are counted. */
export async function nearMisses(prometheus: string, rollout: TruthRollout): Promise<number> {
  const grown = async (metric: string) => {
    const at = (time: number) => instantBy(prometheus, `sum(last_over_time(${metric}[1h]))`, '', time).then((value) => value[''] ?? 0);
    return (await at(rollout.to + 11_000)) - (await at(rollout.from - 1_000));
  };
  if (rollout.proxy === 'gateway') return grown(`envoy_cluster_upstream_rq_retry_success{envoy_cluster_name="${miloCluster}"}`);
  const app = Object.values(apps).find((spec) => `${spec.namespace}/${spec.name}` === rollout.workload);
  if (app === undefined) return 0;
  const route = skipperRouteId(app.namespace, app.name, app.host);
  const attempts = await grown(`skipper_backend_error_total{route="${route}"}`);
  const served = await grown(`skipper_serve_route_count{route="${route}",code=~"5.."}`);
  return attempts - served;
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
