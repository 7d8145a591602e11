import { firstText } from './attribute-text';
import type { Attempt } from './attempts';
import { peerOf } from './marks';
import type { SpanNode } from './span-node';

/** Names of next hops come from spans: longer ones are cut. */
const MAX_NAME = 200;

/** How an emitter names what a try is sent to; each null where its spans do not say. */
export interface NextHop {
  /** Cluster, service or route by configuration: it outlives pods. */
  readonly name: string | null;
  /** Endpoint that was chosen, with its port. Pods come and go, so it only counts where the name says nothing. */
  readonly address: string | null;
}

const NAME_KEYS = ['upstream_cluster.name', 'upstream_cluster', 'traefik.service.name', 'service.peer.name', 'peer.service'];
const PORT_KEYS = ['network.peer.port', 'net.sock.peer.port', 'peer.port', 'net.peer.port', 'server.port'];

/**
 * What a try was meant to reach. Without a try the hop's own span is asked: an Envoy without upstream spans notes the cluster
 * there, Skipper the route. Nothing that a client can set is read (`http.host` and URLs of Skipper are left out).
 */
export function nextHopOf(attempt: SpanNode | null, hop: SpanNode): NextHop {
  const name = (attempt ? nameOn(attempt) : null) ?? nameOn(hop);
  return { name: name?.slice(0, MAX_NAME) ?? null, address: attempt ? addressOn(attempt) : null };
}

export const nextHopOfAttempt = (attempt: Attempt | null, hop: SpanNode) => nextHopOf(attempt?.node ?? null, hop);

function nameOn(node: SpanNode): string | null {
  const { attributes } = node.span;
  const name = firstText(attributes, NAME_KEYS);
  if (name !== null) return name;
  if (node.family === 'nginx') return joined(firstText(attributes, ['ingress.namespace']), firstText(attributes, ['ingress.service_name']));
  const route = firstText(attributes, ['skipper.route_id']);
  return route === null ? null : (serviceOfRoute(route) ?? route);
}

/**
 * `namespace/service` of a route id that Skipper made from an Ingress: `kube_<namespace>__<name>__<host>__<path>__<service>`.
 * Several routes lead to one service. Ids of RouteGroups (`kube_rg__`) end with numbers, and others are free text: they stand
 * for themselves.
 */
function serviceOfRoute(route: string): string | null {
  const parts = route.startsWith('kube_') && !route.startsWith('kube_rg_') ? route.slice('kube_'.length).split('__') : [];
  const service = parts.at(-1)?.replace(/^_+/, '') ?? '';
  return parts.length >= 4 && parts[0] !== '' ? joined(parts[0]!, service === '' ? null : service) : null;
}

const joined = (namespace: string | null, service: string | null) => (service === null ? null : `${namespace ?? ''}/${service}`);

function addressOn(node: SpanNode): string | null {
  // What an application calls is a host by its own words; the address behind it changes.
  const peer = (node.family === 'app' ? firstText(node.span.attributes, ['server.address', 'net.peer.name']) : null) ?? peerOf(node);
  if (peer === null) return null;
  const port = firstText(node.span.attributes, PORT_KEYS);
  return (port === null || peer.endsWith(`:${port}`) ? peer : `${peer}:${port}`).slice(0, MAX_NAME);
}
