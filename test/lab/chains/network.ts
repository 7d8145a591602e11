import { type App, type Chain, type HopKind, type Place, apps, chains } from './chain';
import { type ChainCause, type HopRoute, causeHost, causesOf } from './causes';

/** Addresses of everything that a proxy can be told to send to. */
export interface Network {
  readonly apps: Readonly<Record<App, string>>;
  /** Inner proxies; null while they are not started yet. */
  readonly inner: Readonly<Record<HopKind, string>> | null;
  /** Proxies like the inner ones, which are killed in the run. */
  readonly doomed: Readonly<Record<HopKind, string>> | null;
  readonly broken: string;
}

/** Nobody listens there. */
const deadEndpoint = '127.20.9.9:9';
const otherDeadEndpoint = '127.20.9.8:9';
export const deadEndpoints = [deadEndpoint, otherDeadEndpoint];

/** A route of one proxy, with the endpoints that it really has. */
export interface PlacedRoute {
  readonly id: string;
  readonly host: string;
  readonly route: HopRoute;
  readonly endpoints: readonly string[];
}

export interface Case {
  readonly chain: Chain;
  readonly cause: ChainCause;
  readonly app: App;
  readonly host: string;
}

/** Everything that is made to happen. */
export const cases: readonly Case[] = chains.flatMap((chain) => causesOf(chain).flatMap((cause) => apps.map((app) => ({ chain, cause, app, host: causeHost(chain, cause, app) }))));

/** The routes of a proxy at a place; cases that it shall not know have none. */
export function routesOf(place: Place, kind: HopKind, network: Network): readonly PlacedRoute[] {
  return cases.filter(({ chain }) => chain[place] === kind).flatMap(({ chain, cause, app, host }) => {
    const route = cause.routes[place];
    if (route === null) return [];
    const next = place === 'inner' ? network.apps[app] : network.inner?.[chain.inner];
    const doomed = network.doomed?.[chain.inner];
    if (next === undefined || (route.to === 'doomed' && doomed === undefined)) throw new Error('inner proxies must be started first');
    return [{ id: `kube_chains__${host.replaceAll(/[^a-z0-9]/g, '_')}____${app}`, host, route, endpoints: endpointsOf(route, next, network.broken, doomed ?? '') }];
  });
}

function endpointsOf(route: HopRoute, next: string, broken: string, doomed: string): readonly string[] {
  switch (route.to) {
    case 'next': return [next];
    case 'dead': return [deadEndpoint];
    case 'broken': return [broken];
    case 'doomed': return [doomed];
    case 'dead-then-next': return [deadEndpoint, next];
    case 'dead-twice': return deadEndpoints;
    case 'none': case 'own-404': return [];
  }
}
