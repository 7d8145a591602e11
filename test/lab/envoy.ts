import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { traceServices } from './fleet';
import { requirePart } from './parts';
import { waitForHttp, withFreePorts } from './ports';
import { type ProxyInstance, replaceFile } from './skipper';
import type { Supervisor } from './supervisor';

export interface EnvoyCluster {
  readonly name: string;
  /** `host:port` of each endpoint. */
  readonly endpoints: readonly string[];
  /** Zone-aware routing: the zone of each endpoint by its `host:port`, and the fewest endpoints at which Envoy does it. */
  readonly zoneAware?: { readonly zones: Readonly<Record<string, string>>; readonly from: number };
  /** Active and passive health checks as Envoy Gateway writes them for its defaults, with a most of 33 % ejected. */
  readonly healthChecks?: boolean;
}

export interface EnvoyRoute {
  readonly host: string;
  readonly cluster: string;
  readonly prefix?: string;
  /** Try again on another endpoint: the default triggers of an Envoy Gateway policy, and `reset`. */
  readonly retries?: boolean;
  readonly timeoutSeconds?: number;
}

/** What an Envoy fleet is told: routes and clusters, as files that every instance watches. */
export interface EnvoyState {
  readonly routes: readonly EnvoyRoute[];
  readonly clusters: readonly EnvoyCluster[];
}

const xdsFolder = (folder: string) => path.join(folder, 'xds');

/** Writes routes and endpoints; running instances take them over at once (they watch for moved files). */
export function writeEnvoyState(folder: string, state: EnvoyState): void {
  mkdirSync(xdsFolder(folder), { recursive: true });
  writeEnvoyClusters(folder, state.clusters);
  for (const cluster of state.clusters) replaceFile(endpointsFile(folder, cluster.name), discovery([endpointsResource(cluster)]));
  replaceFile(path.join(xdsFolder(folder), 'rds.json'), discovery([routeResource(state.routes)]));
}

/** Writes the endpoints of one cluster alone, as a rollout does. */
export function writeEnvoyEndpoints(folder: string, cluster: EnvoyCluster): void {
  replaceFile(endpointsFile(folder, cluster.name), discovery([endpointsResource(cluster)]));
}

/** Writes the routes alone. */
export function writeEnvoyRoutes(folder: string, routes: readonly EnvoyRoute[]): void {
  replaceFile(path.join(xdsFolder(folder), 'rds.json'), discovery([routeResource(routes)]));
}

/** Writes the clusters alone; Envoy replaces a cluster that changed. */
export function writeEnvoyClusters(folder: string, clusters: readonly EnvoyCluster[]): void {
  replaceFile(path.join(xdsFolder(folder), 'cds.json'), discovery(clusters.map((cluster) => clusterResource(folder, cluster))));
}

export interface EnvoyOptions {
  readonly pod: string;
  readonly zone: string;
  readonly ip: string;
  readonly otlp: string;
  /** Tells the shared memory of several Envoys on one host apart. */
  readonly baseId: number;
  /** Zones of the whole fleet, one entry an instance: with them Envoy can route by zone. */
  readonly fleetZones?: readonly string[];
}

/** Starts one Envoy on the shared state; ready when its admin says so. */
export function startEnvoy(supervisor: Supervisor, folder: string, options: EnvoyOptions): Promise<ProxyInstance> {
  return withFreePorts(2, options.ip, async ([port, admin]) => {
    const file = path.join(folder, `${options.pod}.json`);
    writeFileSync(file, JSON.stringify(bootstrap(folder, options, port!, admin!), null, 1));
    const process = supervisor.spawn(options.pod, requirePart('envoy'), ['-c', file, '--concurrency', '1', '--log-level', 'warn', '--base-id', String(options.baseId)]);
    await waitForHttp(`http://${options.ip}:${admin}/ready`, process);
    return { proxy: 'gateway', pod: options.pod, namespace: 'envoy-gateway-system', zone: options.zone, ip: options.ip, port: port!, metricsPort: admin!, process };
  });
}

const endpointsFile = (folder: string, cluster: string) => path.join(xdsFolder(folder), `eds-${cluster.replaceAll('/', '_')}.json`);
const discovery = (resources: readonly unknown[]) => JSON.stringify({ version_info: String(Date.now()), resources }, null, 1);
const watched = (file: string) => ({ path_config_source: { path: file }, resource_api_version: 'V3' });
const socket = (address: string, port: number) => ({ socket_address: { address, port_value: port } });
const endpointOf = (text: string) => {
  const [address, port] = text.split(':');
  return { endpoint: { address: socket(address ?? '', Number(port)) } };
};

function clusterResource(folder: string, cluster: EnvoyCluster): object {
  return {
    '@type': 'type.googleapis.com/envoy.config.cluster.v3.Cluster',
    name: cluster.name,
    type: 'EDS',
    connect_timeout: '2s',
    lb_policy: 'ROUND_ROBIN',
    ignore_health_on_host_removal: true,
    ...(cluster.healthChecks ? healthChecks : {}),
    ...(cluster.zoneAware === undefined ? {} : { common_lb_config: { zone_aware_lb_config: { min_cluster_size: cluster.zoneAware.from } } }),
    eds_cluster_config: { eds_config: watched(endpointsFile(folder, cluster.name)) },
  };
}

/** What Envoy Gateway makes of `retry: {}` (reference envoy-deploys-dialects 2.5), and `reset`, which saves requests in flight. */
const retryPolicy = {
  retry_on: 'connect-failure,refused-stream,unavailable,cancelled,retriable-status-codes,reset',
  retriable_status_codes: [503],
  num_retries: 2,
  retry_host_predicate: [{ name: 'envoy.retry_host_predicates.previous_hosts', typed_config: { '@type': 'type.googleapis.com/envoy.extensions.retry.host.previous_hosts.v3.PreviousHostsPredicate' } }],
  host_selection_retry_max_attempts: 5,
};

/** Of three hosts 33 % is less than one: nothing is ever ejected. */
const healthChecks = {
  common_lb_config: { healthy_panic_threshold: { value: 50 } },
  health_checks: [{ timeout: '1s', interval: '3s', unhealthy_threshold: 3, healthy_threshold: 1, http_health_check: { path: '/healthz', expected_statuses: [{ start: 200, end: 201 }] } }],
  outlier_detection: { interval: '3s', base_ejection_time: '30s', max_ejection_percent: 33, consecutive_5xx: 5, consecutive_local_origin_failure: 5, split_external_local_origin_errors: false },
};

function endpointsResource(cluster: EnvoyCluster): object {
  return {
    '@type': 'type.googleapis.com/envoy.config.endpoint.v3.ClusterLoadAssignment',
    cluster_name: cluster.name,
    endpoints: cluster.zoneAware === undefined ? [{ lb_endpoints: cluster.endpoints.map(endpointOf) }] : byZone(cluster.endpoints, cluster.zoneAware.zones),
  };
}

const localityOf = (zone: string) => ({ region: 'eu-central-1', zone });

function byZone(endpoints: readonly string[], zoneOf: Readonly<Record<string, string>>): object[] {
  const zones = [...new Set(endpoints.map((endpoint) => zoneOf[endpoint] ?? ''))].sort();
  return zones.map((zone) => ({ locality: localityOf(zone), lb_endpoints: endpoints.filter((endpoint) => zoneOf[endpoint] === zone).map(endpointOf) }));
}

function routeResource(routes: readonly EnvoyRoute[]): object {
  const hosts = [...new Set(routes.map((route) => route.host))];
  return {
    '@type': 'type.googleapis.com/envoy.config.route.v3.RouteConfiguration',
    name: 'http-10080',
    virtual_hosts: hosts.map((host) => ({
      name: `envoy-gateway-system/gateway/http/${host.replaceAll('.', '_')}`,
      domains: [host],
      include_attempt_count_in_response: true,
      routes: routes.filter((route) => route.host === host).map(routeEntry),
    })),
  };
}

function routeEntry(route: EnvoyRoute): object {
  const retry = route.retries ? { retry_policy: retryPolicy } : {};
  return {
    name: `${route.cluster}/match/0/${route.host.replaceAll('.', '_')}`,
    match: { prefix: route.prefix ?? '/' },
    route: { cluster: route.cluster, timeout: `${route.timeoutSeconds ?? 15}s`, ...retry },
  };
}

function bootstrap(folder: string, options: EnvoyOptions, port: number, admin: number): object {
  return {
    node: { id: options.pod, cluster: 'envoy-gateway', locality: localityOf(options.zone) },
    admin: { address: socket(options.ip, admin) },
    ...(options.fleetZones === undefined ? {} : { cluster_manager: { local_cluster_name: 'fleet' } }),
    dynamic_resources: { cds_config: watched(path.join(xdsFolder(folder), 'cds.json')) },
    static_resources: {
      listeners: [{ name: 'http', address: socket(options.ip, port), filter_chains: [{ filters: [connectionManager(folder, options)] }] }],
      clusters: [otlpCluster(options.otlp), ...(options.fleetZones === undefined ? [] : [fleetCluster(options.fleetZones)])],
    },
  };
}

function connectionManager(folder: string, options: EnvoyOptions): object {
  return {
    name: 'envoy.filters.network.http_connection_manager',
    typed_config: {
      '@type': 'type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager',
      stat_prefix: 'http-10080',
      use_remote_address: true,
      tracing: {
        spawn_upstream_span: true,
        random_sampling: { value: 100 },
        provider: {
          name: 'envoy.tracers.opentelemetry',
          typed_config: {
            '@type': 'type.googleapis.com/envoy.config.trace.v3.OpenTelemetryConfig',
            service_name: traceServices.envoy,
            http_service: { http_uri: { uri: `${options.otlp}/v1/traces`, cluster: 'otlp', timeout: '2s' } },
          },
        },
      },
      rds: { route_config_name: 'http-10080', config_source: watched(path.join(xdsFolder(folder), 'rds.json')) },
      http_filters: [{ name: 'envoy.filters.http.router', typed_config: { '@type': 'type.googleapis.com/envoy.extensions.filters.http.router.v3.Router' } }],
    },
  };
}

/** The fleet itself: Envoy compares its zones with those of the endpoints. Nothing is ever sent there. */
function fleetCluster(zones: readonly string[]): object {
  return {
    name: 'fleet',
    type: 'STATIC',
    connect_timeout: '2s',
    load_assignment: { cluster_name: 'fleet', endpoints: zones.map((zone, index) => ({ locality: localityOf(zone), lb_endpoints: [{ endpoint: { address: socket(`127.0.99.${index + 1}`, 9) } }] })) },
  };
}

function otlpCluster(otlp: string): object {
  const url = new URL(otlp);
  return {
    name: 'otlp',
    type: 'STATIC',
    connect_timeout: '2s',
    load_assignment: { cluster_name: 'otlp', endpoints: [{ lb_endpoints: [{ endpoint: { address: socket(url.hostname, Number(url.port)) } }] }] },
  };
}
