import { mkdirSync, rmSync } from 'node:fs';
import { buildBackend } from '../backend/bundle';
import { type Jaeger, startJaeger } from '../jaeger';
import { withFreePorts } from '../ports';
import { startSkipper } from '../skipper';
import { Supervisor } from '../supervisor';
import { startBrokenHop } from './broken-hop';
import { type App, type Chain, type HopKind, type Place, appServices, serviceNames } from './chain';
import { startChainEnvoy } from './envoy';
import { type Network, routesOf } from './network';
import { skipperRoutesText } from './skipper-routes';

/** Two Skippers, two Envoys with a listener with and one without upstream spans, two applications, a broken server, Jaeger. */
export interface ChainStack {
  readonly jaeger: Jaeger;
  readonly network: Network;
  /** Where clients of a chain send to, as `ip:port`. */
  entry(chain: Chain): string;
  stop(): Promise<void>;
}

type Fronts = Readonly<Record<HopKind, string>>;

interface Parts {
  readonly supervisor: Supervisor;
  readonly folder: string;
  readonly otlp: string;
}

const addresses = { apps: '127.71.0.1', broken: '127.71.0.2', inner: '127.71.1.1', outer: '127.71.2.1' } as const;

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
    const bare = { apps: await startApps(parts), broken: broken.endpoint, inner: null };
    const network: Network = { ...bare, inner: await startFronts(parts, 'inner', bare) };
    const outer = await startFronts(parts, 'outer', network);
    const entry = (chain: Chain) => (chain.outer === null ? network.inner![chain.inner] : outer[chain.outer]);
    return { jaeger, network, entry, stop };
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

async function startFronts(parts: Parts, place: Place, network: Network): Promise<Fronts> {
  const routes = (kind: HopKind) => routesOf(place, kind, network);
  const names = serviceNames[place];
  const ip = addresses[place];
  const shared = { ip, otlp: parts.otlp };
  // Other runs on this host need other ids; 31 bits are allowed.
  const baseId = 1_000_000_000 + (process.pid % 200_000) * 10 + (place === 'outer' ? 1 : 0);
  const [skipper, envoys] = await Promise.all([
    startSkipper(parts.supervisor, parts.folder, { ...shared, pod: `${names.skipper}-0`, zone: 'eu-central-1a', service: names.skipper, preserveHost: true, routes: skipperRoutesText(routes('skipper')) }),
    startChainEnvoy(parts.supervisor, parts.folder, { ...shared, pod: `${names.envoy}-0`, baseId, listeners: [
      { service: names.envoy, upstreamSpans: true, routes: routes('envoy') },
      { service: names['envoy-quiet'], upstreamSpans: false, routes: routes('envoy-quiet') },
    ] }),
  ]);
  return { skipper: `${ip}:${skipper.port}`, envoy: envoys[0]!, 'envoy-quiet': envoys[1]! };
}
