import { mkdirSync, rmSync } from 'node:fs';
import { buildBackend } from '../backend/bundle';
import { type Jaeger, startJaeger } from '../jaeger';
import { withFreePorts } from '../ports';
import { startSkipper } from '../skipper';
import { type Started, Supervisor } from '../supervisor';
import { startBrokenHop } from './broken-hop';
import { type App, type Chain, type HopKind, type Place, appServices, serviceNames } from './chain';
import { startChainEnvoy } from './envoy';
import { type Network, routesOf } from './network';
import { skipperRoutesText } from './skipper-routes';

/**
 * Two Skippers, two Envoys with a listener with and one without upstream spans, one more of each to be killed, two
 * applications, a broken server, Jaeger.
 */
export interface ChainStack {
  readonly jaeger: Jaeger;
  readonly network: Network;
  /** Where clients of a chain send to, as `ip:port`. */
  entry(chain: Chain): string;
  /** Ends the doomed proxies as the kernel ends a process that is out of memory. */
  killDoomed(): Promise<void>;
  stop(): Promise<void>;
}

interface Fronts {
  readonly endpoints: Readonly<Record<HopKind, string>>;
  readonly processes: readonly Started[];
}

interface Parts {
  readonly supervisor: Supervisor;
  readonly folder: string;
  readonly otlp: string;
}

const addresses = { apps: '127.71.0.1', broken: '127.71.0.2' } as const;
const pairs = { inner: { ip: '127.71.1.1', ordinal: 0 }, doomed: { ip: '127.71.1.2', ordinal: 1 }, outer: { ip: '127.71.2.1', ordinal: 0 } } as const;

/** Starts everything from the application outwards; on failure of one part all of them are ended again. */
export async function startChains(folder: string, lifetimeMs: number): Promise<ChainStack> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const supervisor = new Supervisor(folder, lifetimeMs);
  const broken = await startBrokenHop(addresses.broken);
  const stop = async () => {
    await supervisor.stopAll();
    await broken.close();
  };
  try {
    const jaeger = await startJaeger(supervisor, folder, 20_000);
    const parts: Parts = { supervisor, folder, otlp: jaeger.otlp };
    const bare = { apps: await startApps(parts), broken: broken.endpoint, inner: null, doomed: null };
    const [inner, doomed] = await Promise.all([startFronts(parts, 'inner', 'inner', bare), startFronts(parts, 'inner', 'doomed', bare)]);
    const network: Network = { ...bare, inner: inner.endpoints, doomed: doomed.endpoints };
    const outer = await startFronts(parts, 'outer', 'outer', network);
    const entry = (chain: Chain) => (chain.outer === null ? inner.endpoints[chain.inner] : outer.endpoints[chain.outer]);
    const killDoomed = async () => void (await Promise.all(doomed.processes.map((process) => process.kill())));
    return { jaeger, network, entry, killDoomed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startApps(parts: Parts): Promise<Network['apps']> {
  const file = await buildBackend(parts.folder);
  const start = (app: App) => withFreePorts(1, addresses.apps, async ([port]) => {
    const pod = `${appServices[app]}-0`;
    const env = { LAB_APP: appServices[app], LAB_NAMESPACE: 'chains', LAB_POD: pod, LAB_ZONE: 'eu-central-1a', LAB_IP: addresses.apps, LAB_PORT: String(port), LAB_VERSION: '1', LAB_OTLP: app === 'traced' ? parts.otlp : '', OTEL_SEMCONV_STABILITY_OPT_IN: 'http', NODE_OPTIONS: '' };
    await parts.supervisor.spawn(pod, process.execPath, [file], { env }).line((line) => line.startsWith('listening '), 60_000);
    return `${addresses.apps}:${port}`;
  });
  const [traced, plain] = await Promise.all([start('traced'), start('plain')]);
  return { traced, plain };
}

/** The Skipper and the Envoy of a place. A doomed pair is like the inner one, with other pods. */
async function startFronts(parts: Parts, place: Place, pair: keyof typeof pairs, network: Network): Promise<Fronts> {
  const routes = (kind: HopKind) => routesOf(place, kind, network);
  const names = serviceNames[place];
  const { ip, ordinal } = pairs[pair];
  const shared = { ip, otlp: parts.otlp };
  // Other runs on this host need other ids; 31 bits are allowed.
  const baseId = 1_000_000_000 + (process.pid % 200_000) * 10 + Object.keys(pairs).indexOf(pair);
  const [skipper, envoys] = await Promise.all([
    startSkipper(parts.supervisor, parts.folder, { ...shared, pod: `${names.skipper}-${ordinal}`, zone: 'eu-central-1a', service: names.skipper, preserveHost: true, routes: skipperRoutesText(routes('skipper')) }),
    startChainEnvoy(parts.supervisor, parts.folder, { ...shared, pod: `${names.envoy}-${ordinal}`, baseId, listeners: [
      { service: names.envoy, upstreamSpans: true, routes: routes('envoy') },
      { service: names['envoy-quiet'], upstreamSpans: false, routes: routes('envoy-quiet') },
    ] }),
  ]);
  const [envoy, quiet] = envoys.endpoints;
  return { endpoints: { skipper: `${ip}:${skipper.port}`, envoy: envoy!, 'envoy-quiet': quiet! }, processes: [skipper.process, envoys.process] };
}
