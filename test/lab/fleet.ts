/** Zones, namespaces and names of the lab: the cast of every scenario. */
export const zones = ['eu-central-1a', 'eu-central-1b', 'eu-central-1c'] as const;
export type Zone = (typeof zones)[number];

/** Where most in-cluster clients are. */
export const hotZone: Zone = 'eu-central-1b';
/** Share of in-cluster clients by zone. */
export type ClientShare = Readonly<Record<Zone, number>>;
export const clientShare: ClientShare = { 'eu-central-1a': 0.06, 'eu-central-1b': 0.88, 'eu-central-1c': 0.06 };
/** As many clients in each zone. */
export const evenShare: ClientShare = { 'eu-central-1a': 1 / 3, 'eu-central-1b': 1 / 3, 'eu-central-1c': 1 / 3 };

export const proxyNames = { skipper: 'ingress', envoy: 'gateway' } as const;
export type ProxyName = (typeof proxyNames)[keyof typeof proxyNames];

export const traceServices = { skipper: 'skipper-ingress', envoy: 'envoy-gateway' } as const;

export type AppName = 'shop' | 'cart' | 'legacy' | 'apiserver';

export interface AppSpec {
  readonly name: AppName;
  readonly namespace: string;
  readonly replicas: number;
  readonly host: string;
  readonly proxy: ProxyName;
  readonly instrumented: boolean;
  readonly image: string;
}

export const apps: Readonly<Record<AppName, AppSpec>> = {
  shop: { name: 'shop', namespace: 'shop', replicas: 3, host: 'shop.example.org', proxy: 'ingress', instrumented: true, image: 'registry.example.org/shop/shop:1.4.0' },
  cart: { name: 'cart', namespace: 'shop', replicas: 3, host: 'cart.example.org', proxy: 'ingress', instrumented: true, image: 'registry.example.org/shop/cart:0.9.3' },
  legacy: { name: 'legacy', namespace: 'legacy', replicas: 2, host: 'legacy.example.org', proxy: 'ingress', instrumented: false, image: 'registry.example.org/legacy/legacy:2.0.17' },
  apiserver: { name: 'apiserver', namespace: 'milo', replicas: 3, host: 'api.milo.example.org', proxy: 'gateway', instrumented: true, image: 'registry.example.org/milo/milo:0.24.1' },
};

export const workloadOf = (app: AppName) => `${apps[app].namespace}/${apps[app].name}`;

/** `httproute/<namespace>/<name>/rule/<i>`: as Envoy Gateway names its clusters. */
export const miloCluster = 'httproute/milo/apiserver/rule/0';
export const legacyCluster = 'httproute/legacy/legacy/rule/0';
