import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { leastEjectionPercent } from '../../lib/detectors/rollout-errors/remedies/ejection-size';
import { prescribe } from '../../lib/detectors/rollout-errors/remedies/prescribe';
import type { SignalName } from '../../lib/domain/signals';
import { loadSignal } from '../../lib/server/use-cases/load-signal';
import { bareFacts } from '../support/rollout-facts';
import { requirePart } from './parts';
import { freePorts, waitForHttp, withFreePorts } from './ports';
import { type SmallStore, startSmallPrometheus, type StoredSeries } from './small-prometheus';
import { startSmallVictoria } from './small-victoria';
import { Supervisor } from './supervisor';

/** What guards a rollout: the signals on a real Prometheus and a real VictoriaMetrics with a known truth, and the ejection rule on a real Envoy. */

const seconds = 1200;
const cluster = 'httproute/milo/apiserver/rule/0';

const engines = ['prometheus', 'victoria'] as const;
type Engine = (typeof engines)[number];

describe('signals of what guards a rollout', () => {
  const stores: Partial<Record<Engine, SmallStore>> = {};

  beforeAll(async () => {
    const folder = path.resolve('.lab/guards');
    const series = [...envoySeries('gateway-1', 1), ...envoySeries('gateway-2', 2), ...clusterSeries('a'), ...clusterSeries('b')];
    stores.prometheus = await startSmallPrometheus(path.join(folder, 'prometheus'), seconds, series);
    stores.victoria = await startSmallVictoria(path.join(folder, 'victoria'), stores.prometheus, series);
    const config = path.join(folder, 'weir.yaml');
    writeFileSync(config, `environments:\n${engines.map((engine) => environment(engine, stores[engine]!.url)).join('')}`);
    process.env.WEIR_CONFIG = config;
  });
  afterAll(async () => {
    for (const store of Object.values(stores)) await store.stop();
  });

  const load = (engine: Engine, signal: SignalName) => {
    const { from } = stores[engine]!;
    return loadSignal(signal, { env: engine, from: String(from + 300_000), to: String(from + 900_000), maxPoints: null });
  };

  /** Sum of a counted signal (last value of a gauge) between the seconds 300 and 900, by some labels. */
  async function read(engine: Engine, signal: SignalName, kind: 'count' | 'gauge', ...by: readonly string[]): Promise<Record<string, number>> {
    const { data: { frame, reason } } = await load(engine, signal);
    if (frame === null) throw new Error(`${signal}: ${reason}`);
    const found: Record<string, number> = {};
    for (const { labels, values } of frame.series) {
      const key = by.map((label) => labels[label] ?? '').join(' ');
      found[key] = (found[key] ?? 0) + (kind === 'count' ? values.reduce<number>((sum, value) => sum + (value ?? 0), 0) : (values.at(-1) ?? 0));
    }
    return found;
  }

  describe.each(engines)('on %s', (engine) => {
    // Steps fall at second 600, within the range: three to the first process, six to the second.
    it.each([
      ['retries', { tried: 12, succeeded: 9, exhausted: 3, refused: 0 }],
      ['ejections', { enforced: 3, refused: 6 }],
      ['health-checks', { tried: 15, failed: 3 }],
    ] as const)('%s: exact increments by outcome, Envoy\'s own clusters left out', async (signal, truth) => {
      expect(await read(engine, signal, 'count', 'subject', 'outcome')).toEqual(Object.fromEntries(Object.entries(truth).map(([outcome, n]) => [`${cluster} ${outcome}`, n])));
    });

    it('direct responses of clients, not of the admin listener', async () => expect(await read(engine, 'direct-responses', 'count')).toEqual({ '': 6 }));
    it('hosts by state and process', async () => expect(await read(engine, 'host-health', 'gauge', 'instance', 'state')).toEqual({ 'gateway-1 total': 3, 'gateway-1 healthy': 2, 'gateway-1 ejected': 1, 'gateway-2 total': 3, 'gateway-2 healthy': 2, 'gateway-2 ejected': 1 }));
    it('budgets, once though two collectors run', async () => expect(await read(engine, 'disruption-budgets', 'gauge', 'namespace', 'budget', 'bound')).toEqual({ 'milo apiserver expected': 3, 'milo apiserver healthy': 3, 'milo apiserver desired': 2, 'milo apiserver allowed': 1 }));
    it('the strategy, once though two collectors run', async () => expect(await read(engine, 'deployment-strategy', 'gauge', 'namespace', 'workload', 'bound')).toEqual({ 'milo apiserver replicas': 3, 'milo apiserver max-surge': 1, 'milo apiserver max-unavailable': 0 }));
  });

  it.each(['retries', 'ejections', 'health-checks', 'direct-responses', 'host-health', 'disruption-budgets', 'deployment-strategy'] as const)('%s is the same series and carries the same notes on both engines', async (signal) => {
    const [one, other] = [await load('prometheus', signal), await load('victoria', signal)];
    expect(other.data.frame).toEqual(one.data.frame);
    expect(other.trust).toEqual(one.trust);
  });
});

function environment(name: Engine, url: string): string {
  return `  - name: ${name}
    metrics: {type: prometheus, url: "${url}", scrapeIntervalSeconds: 5}
    zones: {from: target-label, label: az}
    proxies: [{name: gateway, dialect: envoy, selector: {job: envoy}}]
    workloads: {from: kube-state-metrics}
`;
}

function envoySeries(pod: string, times: number): StoredSeries[] {
  const target = { job: 'envoy', namespace: 'gateway', pod, az: 'a' };
  const counter = (name: string, step: number, labels: Record<string, string> = { envoy_cluster_name: cluster }): StoredSeries => ({ name: `envoy_${name}`, labels: { ...target, ...labels }, valueAt: (second) => 100 + (second >= 600 ? step * times : 0) });
  const gauge = (name: string, value: number): StoredSeries => ({ name: `envoy_${name}`, labels: { ...target, envoy_cluster_name: cluster }, valueAt: () => value });
  const foreign = { envoy_cluster_name: 'otel_collector' };
  return [
    { name: 'up', labels: target, valueAt: () => 1 },
    counter('http_downstream_rq_completed', 900, { envoy_http_conn_manager_prefix: 'http' }),
    counter('cluster_upstream_rq_retry', 4), counter('cluster_upstream_rq_retry_success', 3), counter('cluster_upstream_rq_retry_limit_exceeded', 1), counter('cluster_upstream_rq_retry_overflow', 0),
    counter('cluster_upstream_rq_retry', 50, foreign), counter('cluster_health_check_attempt', 50, foreign),
    counter('cluster_outlier_detection_ejections_enforced_total', 1), counter('cluster_outlier_detection_ejections_overflow', 2),
    counter('cluster_health_check_attempt', 5), counter('cluster_health_check_failure', 1),
    counter('http_rq_direct_response', 2, { envoy_http_conn_manager_prefix: 'http' }), counter('http_rq_direct_response', 9, { envoy_http_conn_manager_prefix: 'admin' }),
    gauge('cluster_membership_total', 3), gauge('cluster_membership_healthy', 2), gauge('cluster_outlier_detection_ejections_active', 1),
  ];
}

/** One of two kube-state-metrics that run side by side. */
function clusterSeries(collector: string): StoredSeries[] {
  const gauge = (name: string, labels: Record<string, string>, value: number): StoredSeries => ({ name: `kube_${name}`, labels: { job: 'kube-state-metrics', instance: collector, namespace: 'milo', ...labels }, valueAt: () => value });
  const budget = { poddisruptionbudget: 'apiserver' };
  const deployment = { deployment: 'apiserver' };
  return [
    gauge('poddisruptionbudget_status_expected_pods', budget, 3), gauge('poddisruptionbudget_status_current_healthy', budget, 3), gauge('poddisruptionbudget_status_desired_healthy', budget, 2), gauge('poddisruptionbudget_status_pod_disruptions_allowed', budget, 1),
    gauge('deployment_spec_replicas', deployment, 3), gauge('deployment_spec_strategy_rollingupdate_max_surge', deployment, 1), gauge('deployment_spec_strategy_rollingupdate_max_unavailable', deployment, 0),
  ];
}

describe('ejection on a real Envoy with hosts that refuse connections', () => {
  const supervisor = new Supervisor(path.resolve('.lab/ejections'), 5 * 60_000);
  afterAll(() => supervisor.stopAll());

  it.each([
    [2, leastEjectionPercent(2), true], [2, leastEjectionPercent(2) - 1, false],
    [3, leastEjectionPercent(3), true], [3, 33, false],
    [4, leastEjectionPercent(4), true], [4, leastEjectionPercent(4) - 1, false],
  ])('%i hosts, at most %i percent of them: ejects is %s', async (hosts, percent, ejects) => {
    const stats = await failThirtyRequests(supervisor, hosts, percent);
    expect(stats('ejections_enforced_total') > 0).toBe(ejects);
    expect(stats('ejections_overflow')).toBeGreaterThan(0);
  });

  it('the policy that Weir gives for three hosts has the percentage that ejects', () => {
    const policy = prescribe({ ...bareFacts, hosts: { least: 3, most: 3 } }, 'connect_failed').find(({ kind }) => kind === 'envoy-gateway-policy')!;
    expect(parse(policy.yaml)).toMatchObject({ spec: { healthCheck: { passive: { maxEjectionPercent: leastEjectionPercent(3), consecutiveLocalOriginFailures: 2, splitExternalLocalOriginErrors: true } } } });
  });
});

/** Thirty requests to hosts of which none listens; answers with the counters of outlier detection. */
async function failThirtyRequests(supervisor: Supervisor, hosts: number, percent: number): Promise<(name: string) => number> {
  const closed = await freePorts(hosts);
  return withFreePorts(2, '127.0.0.1', async ([admin, port]) => {
    const address = (number: number) => ({ socket_address: { address: '127.0.0.1', port_value: number } });
    const hcm = 'type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager';
    const router = { name: 'router', typed_config: { '@type': 'type.googleapis.com/envoy.extensions.filters.http.router.v3.Router' } };
    const routes = { virtual_hosts: [{ name: 'all', domains: ['*'], routes: [{ match: { prefix: '/' }, route: { cluster: 'app' } }] }] };
    const config = {
      admin: { address: address(admin!) },
      static_resources: {
        listeners: [{ address: address(port!), filter_chains: [{ filters: [{ name: 'http', typed_config: { '@type': hcm, stat_prefix: 'http', route_config: routes, http_filters: [router] } }] }] }],
        clusters: [{
          name: 'app', type: 'STATIC', connect_timeout: '1s', load_assignment: { cluster_name: 'app', endpoints: [{ lb_endpoints: closed.map((each) => ({ endpoint: { address: address(each) } })) }] },
          outlier_detection: { max_ejection_percent: percent, split_external_local_origin_errors: true, consecutive_local_origin_failure: 2, interval: '1s', base_ejection_time: '10s' },
        }],
      },
    };
    const started = supervisor.spawn(`envoy-${hosts}-${percent}`, requirePart('envoy'), ['--config-yaml', JSON.stringify(config), '--concurrency', '1', '--log-level', 'error', '--use-dynamic-base-id']);
    await waitForHttp(`http://127.0.0.1:${admin}/ready`, started);
    for (let i = 0; i < 30; i += 1) await fetch(`http://127.0.0.1:${port}/`).then((response) => response.arrayBuffer());
    const text = await (await fetch(`http://127.0.0.1:${admin}/stats/prometheus`)).text();
    await started.stop();
    return (name) => Number(new RegExp(`^envoy_cluster_outlier_detection_${name}\\{.*\\} (\\d+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  });
}
