import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildBackend } from './backend/bundle';
import { Cluster, type Pod } from './cluster';
import { type EnvoyCluster, type EnvoyRoute, startEnvoy, writeEnvoyClusters, writeEnvoyEndpoints, writeEnvoyRoutes, writeEnvoyState } from './envoy';
import { type AppName, apps, legacyCluster, miloCluster, zones } from './fleet';
import { type Jaeger, startJaeger } from './jaeger';
import { serveClusterMetrics } from './kube-state-metrics';
import { startPrometheus, startVictoria, writeScrapeConfig, writeTargets } from './prometheus';
import { seededRandom, seedOf } from './random';
import { type Replica, startReplica, zoneOf } from './replicas';
import { hostPredicate, type ProxyInstance, replaceFile, routesText, type SkipperRoute, skipperRouteId, skipperRoutesFile, startSkipper } from './skipper';
import { Supervisor } from './supervisor';
import { weirConfig } from './weir-config';

export interface StackOptions {
  /** Private folder of the run. It is emptied first. */
  readonly folder: string;
  readonly seed?: string;
  readonly victoria?: boolean;
  /** Everything ends after this time, come what may. */
  readonly lifetimeMs?: number;
  readonly maxTraces?: number;
  /** Second number of all pod addresses. Two test workers get two networks, so that their stacks never meet. */
  readonly network?: number;
  /** Routes beside those of the applications, for the fixtures of known causes. */
  readonly extra?: (stack: Stack) => ExtraRoutes;
  /** Envoy routes to the API server by zone, from so many of its replicas on. */
  readonly zoneAwareFrom?: number;
}

export interface ExtraRoutes {
  readonly skipper: readonly SkipperRoute[];
  readonly envoy: readonly EnvoyRoute[];
  readonly clusters: readonly EnvoyCluster[];
}

export interface Addresses {
  readonly prometheus: string;
  readonly victoria: string | null;
  readonly jaeger: string;
  readonly otlp: string;
  readonly kubeStateMetrics: string;
  readonly weirConfig: string;
  readonly proxies: readonly { readonly proxy: string; readonly pod: string; readonly zone: string; readonly url: string; readonly metrics: string }[];
}

/** The running lab: real proxies, stores and applications, and the cluster they pretend to run in. */
export class Stack {
  /** Replicas that are endpoints. A rollout takes one out before or after its process ends. */
  readonly replicas = new Map<AppName, Replica[]>();
  readonly proxies: ProxyInstance[] = [];
  /** Pods of proxies in the cluster, by pod name. */
  readonly proxyPods = new Map<string, Pod>();
  envoyRetries = false;
  envoyHealthChecks = false;
  prometheusUrl = '';
  victoriaUrl: string | null = null;
  closeMetrics: () => Promise<void> = async () => undefined;
  clusterMetricsAddress = '';

  constructor(
    readonly folder: string,
    readonly supervisor: Supervisor,
    readonly cluster: Cluster,
    readonly jaeger: Jaeger,
    readonly options: StackOptions,
    readonly startedAt: number,
    readonly serverFile: string,
  ) {}

  /** Endpoints that the proxies are told, as `ip:port`. */
  endpoints(app: AppName): string[] {
    return (this.replicas.get(app) ?? []).map((replica) => replica.endpoint);
  }

  skipperRoutes(): SkipperRoute[] {
    const route = (app: AppName, predicate: string): SkipperRoute => ({
      id: skipperRouteId(apps[app].namespace, apps[app].name, apps[app].host),
      predicates: `${hostPredicate(apps[app].host)} && PathSubtree("${predicate}")`,
      endpoints: this.endpoints(app),
    });
    const shopCatchAll: SkipperRoute = { id: 'kube___catchall__shop_example_org____', predicates: hostPredicate(apps.shop.host), filters: 'status(404)', endpoints: 'shunt' };
    return [route('shop', '/api'), shopCatchAll, route('cart', '/'), route('legacy', '/'), ...(this.options.extra?.(this).skipper ?? [])];
  }

  envoyRoutes(): EnvoyRoute[] {
    return [
      { host: apps.apiserver.host, cluster: miloCluster, retries: this.envoyRetries },
      { host: apps.legacy.host, cluster: legacyCluster, retries: true },
      ...(this.options.extra?.(this).envoy ?? []),
    ];
  }

  apiserverCluster(): EnvoyCluster {
    const from = this.options.zoneAwareFrom;
    const replicas = this.replicas.get('apiserver') ?? [];
    const cluster = { name: miloCluster, endpoints: this.endpoints('apiserver'), healthChecks: this.envoyHealthChecks };
    return from === undefined ? cluster : { ...cluster, zoneAware: { from, zones: Object.fromEntries(replicas.map((replica) => [replica.endpoint, replica.pod.zone])) } };
  }

  /** Tells every proxy that has application routes which replicas are ready. Skipper polls its file each second. */
  publishEndpoints(app: AppName): void {
    for (const instance of this.proxies) {
      if (instance.proxy === 'ingress' && !this.routeless.has(instance.pod)) replaceFile(skipperRoutesFile(this.folder, instance.pod), routesText(this.skipperRoutes()));
    }
    if (app === 'apiserver') writeEnvoyEndpoints(this.folder, this.apiserverCluster());
    if (app === 'legacy') writeEnvoyEndpoints(this.folder, { name: legacyCluster, endpoints: this.endpoints('legacy') });
  }

  /** Instances that were started without application routes. */
  readonly routeless = new Set<string>();

  setEnvoyRetries(on: boolean): void {
    this.envoyRetries = on;
    writeEnvoyRoutes(this.folder, this.envoyRoutes());
  }

  envoyClusters(): EnvoyCluster[] {
    return [this.apiserverCluster(), { name: legacyCluster, endpoints: this.endpoints('legacy') }, ...(this.options.extra?.(this).clusters ?? [])];
  }

  setEnvoyHealthChecks(on: boolean): void {
    this.envoyHealthChecks = on;
    writeEnvoyClusters(this.folder, this.envoyClusters());
  }

  readyProxies(proxy: ProxyInstance['proxy']): ProxyInstance[] {
    return this.proxies.filter((instance) => instance.proxy === proxy && this.proxyPods.get(instance.pod)?.ready);
  }

  addProxy(instance: ProxyInstance, pod: Pod): void {
    this.proxies.push(instance);
    this.proxyPods.set(instance.pod, pod);
    pod.ready = true;
    this.writeTargets();
  }

  /** Takes an instance off the targets and the cluster; its process must have ended or will end now. */
  async removeProxy(instance: ProxyInstance): Promise<void> {
    const pod = this.proxyPods.get(instance.pod);
    if (pod !== undefined) this.cluster.removePod(pod);
    this.proxies.splice(this.proxies.indexOf(instance), 1);
    this.writeTargets();
    await instance.process.stop();
  }

  writeTargets(): void {
    writeTargets(this.folder, this.proxies);
  }

  addresses(): Addresses {
    return {
      prometheus: this.prometheusUrl,
      victoria: this.victoriaUrl,
      jaeger: this.jaeger.url,
      otlp: this.jaeger.otlp,
      kubeStateMetrics: `http://${this.clusterMetricsAddress}/metrics`,
      weirConfig: path.join(this.folder, 'weir.yaml'),
      proxies: this.proxies.map((instance) => ({
        proxy: instance.proxy,
        pod: instance.pod,
        zone: instance.zone,
        url: `http://${instance.ip}:${instance.port}`,
        metrics: `http://${instance.ip}:${instance.metricsPort}${instance.proxy === 'ingress' ? '/metrics' : '/stats/prometheus'}`,
      })),
    };
  }

  async stop(): Promise<void> {
    await this.supervisor.stopAll();
    await this.closeMetrics();
  }
}

/** Vitest numbers its workers from 1; outside of tests there is none. */
const workerNetwork = () => 20 + (Number(process.env.VITEST_POOL_ID ?? 0) % 200);

/** Starts everything and returns when all parts answer. On failure of one part all of them are ended again. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const startedAt = Date.now();
  rmSync(options.folder, { recursive: true, force: true });
  mkdirSync(options.folder, { recursive: true });
  const supervisor = new Supervisor(options.folder, options.lifetimeMs ?? 45 * 60_000);
  try {
    const cluster = new Cluster(seededRandom(seedOf(options.seed ?? 'weir')), options.network ?? workerNetwork());
    const jaeger = await startJaeger(supervisor, options.folder, options.maxTraces ?? 150_000);
    const stack = new Stack(options.folder, supervisor, cluster, jaeger, options, startedAt, await buildBackend(options.folder));
    await startApps(stack);
    await Promise.all([startSkipperFleet(stack), startEnvoyFleet(stack)]);
    addServices(cluster);
    const metrics = await serveClusterMetrics(cluster);
    stack.closeMetrics = metrics.close;
    stack.clusterMetricsAddress = metrics.address;
    writeScrapeConfig(options.folder, metrics.address);
    stack.writeTargets();
    stack.prometheusUrl = await startPrometheus(supervisor, options.folder);
    if (options.victoria) stack.victoriaUrl = await startVictoria(supervisor, options.folder);
    writeFileSync(path.join(options.folder, 'weir.yaml'), weirConfig(stack.prometheusUrl, jaeger.url));
    writeFileSync(path.join(options.folder, 'addresses.json'), `${JSON.stringify(stack.addresses(), null, 2)}\n`);
    writeFileSync(path.join(options.folder, 'processes.json'), JSON.stringify(supervisor.processes.map(({ name, pid }) => ({ name, pid }))));
    return stack;
  } catch (error) {
    await supervisor.stopAll();
    throw error;
  }
}

async function startApps(stack: Stack): Promise<void> {
  for (const app of Object.values(apps)) {
    const deployment = stack.cluster.addDeployment(app.namespace, app.name, app.image, app.replicas);
    const set = stack.cluster.setsOf(deployment)[0]!;
    const started = await Promise.all(Array.from({ length: app.replicas }, (_, index) => startReplica(stack, app.name, set, zoneOf(index))));
    stack.replicas.set(app.name, started);
  }
}

async function startSkipperFleet(stack: Stack): Promise<void> {
  const deployment = stack.cluster.addDeployment('kube-system', 'skipper-ingress', 'registry.example.org/skipper:v0.26.0', 6);
  const set = stack.cluster.setsOf(deployment)[0]!;
  const routes = routesText(stack.skipperRoutes());
  await Promise.all([...zones, ...zones].map(async (zone) => {
    const pod = stack.cluster.addPod(set, zone);
    stack.addProxy(await startSkipper(stack.supervisor, stack.folder, { pod: pod.name, zone, ip: pod.ip, otlp: stack.jaeger.otlp, routes }), pod);
  }));
}

async function startEnvoyFleet(stack: Stack): Promise<void> {
  writeEnvoyState(stack.folder, {
    routes: stack.envoyRoutes(),
    clusters: stack.envoyClusters(),
  });
  const deployment = stack.cluster.addDeployment('envoy-gateway-system', 'envoy-milo-gateway', 'registry.example.org/envoy:v1.40.0', 3, 'envoy');
  const set = stack.cluster.setsOf(deployment)[0]!;
  // Other runs on this host need other ids; 31 bits are allowed.
  const baseId = 1_000 + (process.pid % 200_000) * 10;
  await Promise.all(zones.map(async (zone, index) => {
    const pod = stack.cluster.addPod(set, zone);
    stack.addProxy(await startEnvoy(stack.supervisor, stack.folder, { pod: pod.name, zone, ip: pod.ip, otlp: stack.jaeger.otlp, baseId: baseId + index, ...(stack.options.zoneAwareFrom === undefined ? {} : { fleetZones: zones }) }), pod);
  }));
}

function addServices(cluster: Cluster): void {
  cluster.services.push(
    { namespace: 'kube-system', name: 'skipper-internal', workloads: ['skipper-ingress', 'skipper-ingress-canary'], hints: false, routing: 'auto' as const },
    { namespace: 'envoy-gateway-system', name: 'envoy-milo-gateway', workloads: ['envoy-milo-gateway'], hints: false, routing: 'none' as const },
    ...Object.values(apps).map((app) => ({ namespace: app.namespace, name: app.name, workloads: [app.name], hints: false, routing: 'none' as const })),
  );
  cluster.autoscalers.push(
    { namespace: 'kube-system', name: 'skipper-ingress', deployment: 'skipper-ingress', min: 6, max: 12 },
    { namespace: 'shop', name: 'shop', deployment: 'shop', min: 3, max: 6 },
  );
}
