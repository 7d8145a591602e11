import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { traceServices } from './fleet';
import { requirePart } from './parts';
import { waitForHttp, withFreePorts } from './ports';
import type { Started, Supervisor } from './supervisor';

export interface ProxyInstance {
  readonly proxy: 'ingress' | 'gateway';
  readonly pod: string;
  readonly namespace: string;
  readonly zone: string;
  readonly ip: string;
  readonly port: number;
  readonly metricsPort: number;
  readonly process: Started;
}

/** An application route of Skipper, named as its Kubernetes client names them. */
export interface SkipperRoute {
  readonly id: string;
  readonly predicates: string;
  readonly filters?: string;
  /** `host:port` of each endpoint; empty: the "no endpoints" answer that the Kubernetes client programs. */
  readonly endpoints: readonly string[] | 'shunt';
}

export const hostPredicate = (host: string) => `Host("^(${host.replaceAll('.', '[.]')}[.]?(:[0-9]+)?)$")`;

/** The name the Kubernetes client gives to the route of an Ingress path. */
export const skipperRouteId = (namespace: string, name: string, host: string) => `kube_${namespace}__${name}__${host.replaceAll(/[^A-Za-z0-9]/g, '_')}____${name}`;

/** The route that answers probes; also an instance without application routes has it. */
const healthRoute = 'kube__healthz_up: Path("/kube-system/healthz") -> status(200) -> <shunt>;\n';

/** The text of a routes file. */
export function routesText(routes: readonly SkipperRoute[]): string {
  return healthRoute + routes.map(routeText).join('');
}

function routeText(route: SkipperRoute): string {
  const filters = route.filters === undefined ? '' : ` -> ${route.filters}`;
  if (route.endpoints === 'shunt') return `${route.id}: ${route.predicates}${filters} -> <shunt>;\n`;
  const urls = route.endpoints.map((endpoint) => `"http://${endpoint}"`);
  if (urls.length === 0) return `${route.id}: ${route.predicates} -> status(502) -> inlineContent("no endpoints") -> <shunt>;\n`;
  const backend = urls.length === 1 ? urls[0] : `<roundRobin, ${urls.join(', ')}>`;
  return `${route.id}: ${route.predicates}${filters} -> ${backend};\n`;
}

/** Replaces a file at once, so that no reader sees half of it. */
export function replaceFile(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

export interface SkipperOptions {
  readonly pod: string;
  readonly zone: string;
  readonly ip: string;
  readonly otlp: string;
  readonly routes: string;
  /** With Skipper's passive health check: endpoints that failed in the last period get fewer requests. */
  readonly passiveHealthCheck?: boolean;
  /** Name in traces, where it is not that of the lab's fleet. */
  readonly service?: string;
  /** Sends the client's Host on, as before another proxy. */
  readonly preserveHost?: boolean;
}

/** Starts one Skipper with its own routes file; ready when its metrics listener answers and its first table is loaded. */
export function startSkipper(supervisor: Supervisor, folder: string, options: SkipperOptions): Promise<ProxyInstance> {
  return withFreePorts(2, options.ip, async ([port, metricsPort]) => {
    const routesFile = skipperRoutesFile(folder, options.pod);
    replaceFile(routesFile, options.routes);
    const process = supervisor.spawn(options.pod, requirePart('skipper'), [
      '-address', `${options.ip}:${port}`,
      '-support-listener', `${options.ip}:${metricsPort}`,
      '-routes-file', routesFile,
      '-source-poll-timeout', '1000',
      '-wait-first-route-load',
      '-open-telemetry', '{}',
      '-opentracing-initial-span', 'ingress',
      '-metrics-flavour', 'prometheus',
      '-serve-route-counter', '-serve-host-counter', '-serve-route-metrics',
      '-access-log-disabled',
      '-idle-conns-num', '32',
      ...(options.passiveHealthCheck ? ['-passive-health-check', 'period=1s,min-requests=2,max-drop-probability=0.95'] : []),
      ...(options.preserveHost ? ['-proxy-preserve-host'] : []),
    ], { env: environment(options) });
    await waitForHttp(`http://${options.ip}:${metricsPort}/metrics`, process);
    await waitForHttp(`http://${options.ip}:${port}/kube-system/healthz`, process);
    return { proxy: 'ingress', pod: options.pod, namespace: 'kube-system', zone: options.zone, ip: options.ip, port: port!, metricsPort: metricsPort!, process };
  });
}

export const skipperRoutesFile = (folder: string, pod: string) => path.join(folder, `${pod}.eskip`);

function environment(options: SkipperOptions): Record<string, string> {
  return {
    GOMAXPROCS: '1',
    HOSTNAME: options.pod,
    OTEL_EXPORTER_OTLP_ENDPOINT: options.otlp,
    OTEL_BSP_SCHEDULE_DELAY: '500',
    OTEL_RESOURCE_ATTRIBUTES: `service.name=${options.service ?? traceServices.skipper},k8s.pod.name=${options.pod},k8s.namespace.name=kube-system,cloud.availability_zone=${options.zone}`,
  };
}
