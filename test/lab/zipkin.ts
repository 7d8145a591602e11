import { existsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { requirePart } from './parts';
import { waitForHttp, withFreePorts } from './ports';
import type { Supervisor } from './supervisor';

export const zipkinVersion = '3.5.1';

/** The server's jar, where Maven keeps it: `mvn dependency:get -Dartifact=io.zipkin:zipkin-server:3.5.1:jar:exec`. */
export const zipkinJar = path.join(os.homedir(), `.m2/repository/io/zipkin/zipkin-server/${zipkinVersion}/zipkin-server-${zipkinVersion}-exec.jar`);

/** Starts a Zipkin with an in-memory store on loopback; the address of its HTTP port. */
export function startZipkin(supervisor: Supervisor): Promise<string> {
  if (!existsSync(zipkinJar)) throw new Error(`zipkin ${zipkinVersion} is not there: expected the jar that "mvn dependency:get" leaves`);
  return withFreePorts(1, '127.0.0.1', async ([port]) => {
    const place = [`--armeria.ports[0].port=${port}`, '--armeria.ports[0].ip=127.0.0.1', '--armeria.ports[0].protocols=http'];
    const process = supervisor.spawn('zipkin', 'java', ['-Xmx256m', '-jar', zipkinJar, ...place]);
    const url = `http://127.0.0.1:${port}`;
    await waitForHttp(`${url}/health`, process);
    return url;
  });
}

export interface ZipkinEnvoy {
  /** Service name of its spans. */
  readonly service: string;
  readonly zipkin: string;
  /** True: a span is shared by caller and callee, as Brave does it and Envoy by default. */
  readonly shared: boolean;
  readonly traceId128: boolean;
  readonly baseId: number;
  readonly routes: readonly { readonly host: string; readonly endpoints: readonly string[]; readonly retries?: boolean; readonly timeoutSeconds?: number }[];
}

/** Starts an Envoy that traces to a Zipkin, a span for each try; the port of its listener. */
export function startZipkinEnvoy(supervisor: Supervisor, folder: string, envoy: ZipkinEnvoy): Promise<number> {
  return withFreePorts(2, '127.0.0.1', async ([port, admin]) => {
    const name = `${envoy.service}-${envoy.baseId}`;
    const file = path.join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(bootstrap(envoy, port!, admin!), null, 1));
    const process = supervisor.spawn(name, requirePart('envoy'), ['-c', file, '--concurrency', '1', '--log-level', 'warn', '--base-id', String(envoy.baseId)]);
    await waitForHttp(`http://127.0.0.1:${admin}/ready`, process);
    return port!;
  });
}

const socket = (port: number, address = '127.0.0.1') => ({ socket_address: { address, port_value: port } });

function clusterOf(name: string, endpoints: readonly string[]): object {
  const places = endpoints.map((text) => ({ endpoint: { address: socket(Number(text.split(':')[1]), text.split(':')[0]) } }));
  return { name, type: 'STATIC', connect_timeout: '2s', lb_policy: 'ROUND_ROBIN', load_assignment: { cluster_name: name, endpoints: [{ lb_endpoints: places }] } };
}

function bootstrap(envoy: ZipkinEnvoy, port: number, admin: number): object {
  const zipkin = new URL(envoy.zipkin);
  return {
    node: { id: `${envoy.service}-0`, cluster: envoy.service, locality: { region: 'eu-central-1', zone: 'eu-central-1a' } },
    admin: { address: socket(admin) },
    static_resources: {
      listeners: [{ name: 'http', address: socket(port), filter_chains: [{ filters: [connectionManager(envoy)] }] }],
      clusters: [clusterOf('zipkin', [zipkin.host]), ...envoy.routes.map(({ host, endpoints }) => clusterOf(host, endpoints))],
    },
  };
}

function connectionManager(envoy: ZipkinEnvoy): object {
  return {
    name: 'envoy.filters.network.http_connection_manager',
    typed_config: {
      '@type': 'type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager',
      stat_prefix: 'http',
      tracing: {
        spawn_upstream_span: true,
        random_sampling: { value: 100 },
        provider: {
          name: 'envoy.tracers.zipkin',
          typed_config: {
            '@type': 'type.googleapis.com/envoy.config.trace.v3.ZipkinConfig',
            collector_cluster: 'zipkin', collector_endpoint: '/api/v2/spans', collector_endpoint_version: 'HTTP_JSON',
            trace_id_128bit: envoy.traceId128, shared_span_context: envoy.shared,
          },
        },
      },
      route_config: { name: 'routes', virtual_hosts: envoy.routes.map(virtualHost) },
      http_filters: [{ name: 'envoy.filters.http.router', typed_config: { '@type': 'type.googleapis.com/envoy.extensions.filters.http.router.v3.Router' } }],
    },
  };
}

function virtualHost({ host, retries, timeoutSeconds }: ZipkinEnvoy['routes'][number]): object {
  const retry = retries ? { retry_policy: { retry_on: 'connect-failure,refused-stream,reset', num_retries: 2 } } : {};
  return { name: host, domains: [host], routes: [{ match: { prefix: '/' }, route: { cluster: host, timeout: `${timeoutSeconds ?? 15}s`, ...retry } }] };
}
