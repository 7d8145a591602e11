/** A proxy that can stand in a chain. `quiet`: an Envoy without upstream spans. */
export type HopKind = 'skipper' | 'envoy' | 'envoy-quiet';

/** Where a proxy stands: `outer` is nearest to the client, `inner` to the application. A single proxy is an inner one. */
export type Place = 'outer' | 'inner';

export interface Chain {
  readonly name: string;
  /** Null: a single proxy. */
  readonly outer: HopKind | null;
  readonly inner: HopKind;
}

const chain = (outer: HopKind | null, inner: HopKind): Chain => ({ name: outer === null ? inner : `${outer}--${inner}`, outer, inner });

/** Each proxy alone, and Envoy before Skipper, Skipper before Envoy, Envoy before Envoy, with upstream spans on, off and mixed. */
export const chains: readonly Chain[] = [
  chain(null, 'skipper'), chain(null, 'envoy'), chain(null, 'envoy-quiet'),
  chain('envoy', 'skipper'), chain('envoy-quiet', 'skipper'),
  chain('skipper', 'envoy'), chain('skipper', 'envoy-quiet'),
  chain('envoy', 'envoy'), chain('envoy-quiet', 'envoy-quiet'), chain('envoy', 'envoy-quiet'), chain('envoy-quiet', 'envoy'),
];

/** Service names that the proxies write on their spans, by place. */
export const serviceNames: Readonly<Record<Place, Readonly<Record<HopKind, string>>>> = {
  outer: { skipper: 'skipper-edge', envoy: 'envoy-edge', 'envoy-quiet': 'envoy-edge-quiet' },
  inner: { skipper: 'skipper-ingress', envoy: 'envoy-internal', 'envoy-quiet': 'envoy-internal-quiet' },
};

/** `traced`: the application writes spans; `plain`: it does not. */
export const apps = ['traced', 'plain'] as const;
export type App = (typeof apps)[number];

export const appServices = { traced: 'shop', plain: 'legacy' } as const;

export const places = (of: Chain): readonly Place[] => (of.outer === null ? ['inner'] : ['outer', 'inner']);
