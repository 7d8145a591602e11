import { STATUS_KEYS, firstText, isTrue, textOf } from './attribute-text';
import type { SpanNode } from './span-node';

/** A `retry` tag or event: on Skipper's ingress span, or on the first try when it traces by tag. */
export function hasRetryMark(node: SpanNode): boolean {
  return Object.hasOwn(node.span.attributes, 'retry') || retryEvents(node) > 0;
}

export function retryEvents(node: SpanNode): number {
  return node.span.events.filter((event) => event.name === 'retry' || Object.hasOwn(event.attributes, 'retry') || event.attributes.event === 'retry').length;
}

/** Skipper's and Envoy's marks for "bytes of an answer arrived". */
export function hasFirstByte(node: SpanNode): boolean {
  if (Object.hasOwn(node.span.attributes, 'first_upstream_rx_byte_received')) return true;
  return node.span.events.some((event) => event.name.startsWith('first_upstream_rx_byte') || textOf(event.attributes, 'http_roundtrip').startsWith('got_first_byte') || Object.hasOwn(event.attributes, 'got_first_byte'));
}

/** The route that matched, or null. Kong writes an empty text for "none". */
export function routeMark(node: SpanNode): string | null {
  return firstText(node.span.attributes, ['skipper.route_id', 'traefik.router.name', 'http.route', 'upstream_cluster']);
}

/** The body broke off after the status had been sent (Skipper `streamBody`, Envoy "after response started"). */
export function brokeMidBody(node: SpanNode): boolean {
  if (node.family === 'skipper') return node.faultText.includes('streambody error') || (node.error && (Object.hasOwn(node.span.attributes, 'streamBody.byte') || node.faultText.includes('streambody')));
  if (node.details.startsWith('upstream_reset_after_response_started')) return true;
  return node.family === 'envoy' && node.status !== null && !node.side && node.flags.some((flag) => MID_BODY.has(flag));
}

const MID_BODY = new Set(['UPE', 'UC', 'UR', 'LR']);

/** True when the span says anything about a status, "0" included. */
export const isStatusNoted = (node: SpanNode) => firstText(node.span.attributes, STATUS_KEYS) !== null;

/** Envoy writes `canceled` on tries that it gave up. */
export const isCanceled = (node: SpanNode) => isTrue(node.span.attributes, 'canceled');

/** Address of the chosen endpoint, for hops that have no span. */
export function peerOf(node: SpanNode): string | null {
  return firstText(node.span.attributes, ['upstream_address', 'network.peer.address', 'peer.address', 'net.sock.peer.addr', 'net.peer.ip', 'server.address', 'net.peer.name']);
}
