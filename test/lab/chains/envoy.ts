import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { requirePart } from '../parts';
import { waitForHttp, withFreePorts } from '../ports';
import type { Started, Supervisor } from '../supervisor';
import type { PlacedRoute } from './network';

/** One listener of an Envoy: its name in traces, whether it makes a span for each try, and its routes. */
export interface EnvoyListener {
  readonly service: string;
  readonly upstreamSpans: boolean;
  readonly routes: readonly PlacedRoute[];
}

export interface ChainEnvoyOptions {
  readonly pod: string;
  readonly ip: string;
  readonly otlp: string;
  readonly baseId: number;
  readonly listeners: readonly EnvoyListener[];
}

/** Starts an Envoy whose configuration never changes; gives `ip:port` of each listener and the process when it is ready. */
export function startChainEnvoy(supervisor: Supervisor, folder: string, options: ChainEnvoyOptions): Promise<{ readonly endpoints: readonly string[]; readonly process: Started }> {
  return withFreePorts(options.listeners.length + 1, options.ip, async ([admin, ...ports]) => {
    const file = path.join(folder, `${options.pod}.json`);
    writeFileSync(file, JSON.stringify(bootstrap(options, admin!, ports), null, 1));
    const process = supervisor.spawn(options.pod, requirePart('envoy'), ['-c', file, '--concurrency', '1', '--log-level', 'warn', '--base-id', String(options.baseId)]);
    await waitForHttp(`http://${options.ip}:${admin}/ready`, process);
    return { endpoints: ports.map((port) => `${options.ip}:${port}`), process };
  });
}

const type = (name: string) => `type.googleapis.com/envoy.${name}`;
const socket = (address: string, port: number) => ({ socket_address: { address, port_value: port } });
const endpointOf = (text: string) => {
  const [address, port] = text.split(':');
  return { endpoint: { address: socket(address ?? '', Number(port)) } };
};

function bootstrap(options: ChainEnvoyOptions, admin: number, ports: readonly number[]): object {
  const sets = new Map(options.listeners.flatMap(({ routes }) => routes).map(({ endpoints }) => [clusterName(endpoints), endpoints]));
  const clusters = [['otlp', [new URL(options.otlp).host]] as const, ...sets].map(([name, endpoints]) => staticCluster(name, endpoints));
  return {
    node: { id: options.pod, cluster: 'chains', locality: { region: 'eu-central-1', zone: 'eu-central-1a' } },
    admin: { address: socket(options.ip, admin) },
    static_resources: {
      listeners: options.listeners.map((listener, index) => ({ name: listener.service, address: socket(options.ip, ports[index]!), filter_chains: [{ filters: [connectionManager(listener, options.otlp)] }] })),
      clusters,
    },
  };
}

/** One cluster for each set of endpoints, named as Envoy Gateway names them. */
const clusterName = (endpoints: readonly string[]) => `httproute/chains/${endpoints.join('-').replaceAll(/[^0-9]+/g, '-') || 'empty'}/rule/0`;

function staticCluster(name: string, endpoints: readonly string[]): object {
  return { name, type: 'STATIC', connect_timeout: '2s', load_assignment: { cluster_name: name, endpoints: [{ lb_endpoints: endpoints.map(endpointOf) }] } };
}

function connectionManager(listener: EnvoyListener, otlp: string): object {
  return {
    name: 'envoy.filters.network.http_connection_manager',
    typed_config: {
      '@type': type('extensions.filters.network.http_connection_manager.v3.HttpConnectionManager'),
      stat_prefix: listener.service,
      use_remote_address: true,
      tracing: {
        spawn_upstream_span: listener.upstreamSpans,
        random_sampling: { value: 100 },
        provider: {
          name: 'envoy.tracers.opentelemetry',
          typed_config: { '@type': type('config.trace.v3.OpenTelemetryConfig'), service_name: listener.service, http_service: { http_uri: { uri: `${otlp}/v1/traces`, cluster: 'otlp', timeout: '2s' } } },
        },
      },
      route_config: { name: listener.service, virtual_hosts: listener.routes.map(virtualHost) },
      http_filters: [
        { name: 'envoy.filters.http.fault', typed_config: { '@type': type('extensions.filters.http.fault.v3.HTTPFault') } },
        { name: 'envoy.filters.http.lua', typed_config: { '@type': type('extensions.filters.http.lua.v3.Lua') } },
        { name: 'envoy.filters.http.router', typed_config: { '@type': type('extensions.filters.http.router.v3.Router') } },
      ],
    },
  };
}

function virtualHost(placed: PlacedRoute): object {
  return { name: placed.host.replaceAll('.', '_'), domains: [placed.host], routes: [{ name: placed.id, match: { prefix: '/' }, ...action(placed), typed_per_filter_config: filters(placed) }] };
}

function action({ route, endpoints }: PlacedRoute): object {
  if (route.to === 'own-404') return { direct_response: { status: 404 } };
  const timeout = `${(route.timeoutMs ?? 15_000) / 1000}s`;
  return { route: { cluster: clusterName(endpoints), timeout, ...(route.to === 'dead-then-next' || route.to === 'dead-twice' ? { retry_policy: retryPolicy } : {}) } };
}

const retryPolicy = {
  retry_on: 'connect-failure,refused-stream,reset',
  num_retries: 2,
  retry_host_predicate: [{ name: 'envoy.retry_host_predicates.previous_hosts', typed_config: { '@type': type('extensions.retry.host.previous_hosts.v3.PreviousHostsPredicate') } }],
  host_selection_retry_max_attempts: 5,
};

function filters({ route }: PlacedRoute): object {
  return {
    ...(route.delayMs === undefined ? {} : { 'envoy.filters.http.fault': { '@type': type('extensions.filters.http.fault.v3.HTTPFault'), delay: { fixed_delay: `${route.delayMs / 1000}s`, percentage: { numerator: 100 } } } }),
    ...(route.rewriteTo === undefined ? {} : { 'envoy.filters.http.lua': { '@type': type('extensions.filters.http.lua.v3.LuaPerRoute'), source_code: { inline_string: `function envoy_on_response(handle) handle:headers():replace(":status", "${route.rewriteTo}") end` } } }),
  };
}
