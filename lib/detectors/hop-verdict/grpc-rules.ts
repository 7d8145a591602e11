import { firstText } from './attribute-text';
import type { Decision, Reach } from './attempts';
import { type Ruling, bareRef, evidence } from './ruling';
import type { SpanNode } from './span-node';

/** Envoy writes the number as text, SDKs as a number; the newest convention writes its name. */
const KEYS = ['rpc.grpc.status_code', 'grpc.status_code', 'rpc.response.status_code'];

/** The gRPC status of a span where it is an error (`14`, `UNAVAILABLE`), or null: none, or OK. */
export function grpcErrorOf(node: SpanNode): string | null {
  const text = firstText(node.span.attributes, KEYS);
  if (text === null) return null;
  return /^([1-9]|1[0-6])$/.test(text) || (/^[A-Z_]{4,20}$/.test(text) && text !== 'OK') ? text : null;
}

const CANCELLED = new Set(['1', 'CANCELLED']);

/** The span of a hop, its deciding try or the hops below that says that a gRPC call failed, the nearest first, or null. */
export function grpcErrorAt(hop: SpanNode, decision: Decision | null, reach: Reach): SpanNode | null {
  const below = decision ? decision.decisive.below : reach.transparent;
  return [hop, ...(decision ? [decision.decisive.node] : []), ...below].find((node) => grpcErrorOf(node) !== null) ?? null;
}

/**
 * A gRPC call that failed behind HTTP status 200 and without a word of the proxy: it was passed on. No HTTP status compares the
 * hops, so that it is never `certain`; where only the proxy's spans show it, `likely` is too much for a guess behind them.
 */
export function asGrpcError(result: Ruling, at: SpanNode): Ruling {
  if (result.mechanism !== 'healthy') return result;
  const proof = evidence('GRPC_STATUS', at, 0.6, `HTTP status 200 with gRPC status ${grpcErrorOf(at)}: an error for the caller`);
  // A caller that cancelled; deadlines and servers that shut down write this as well.
  if (CANCELLED.has(grpcErrorOf(at) ?? '')) return { ...result, mechanism: 'client_abort', answeredBy: bareRef('nobody'), causedBy: bareRef('client'), base: Math.min(0.55, result.base), explicit: false, evidence: [{ ...proof, text: 'gRPC status CANCELLED: the caller gave up, or what it had set as a deadline' }] };
  const shown = result.hops.some((node) => node.role === 'backend' && grpcErrorOf(node) !== null) || (at.role === 'backend' && result.answeredBy.spanId === at.span.spanId);
  return { ...result, mechanism: 'passthrough', base: Math.min(shown ? 0.84 : 0.65, result.base), explicit: false, evidence: [proof, ...result.evidence.filter(({ code }) => code !== 'HEALTHY_STATUS')] };
}
