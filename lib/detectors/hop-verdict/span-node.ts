import type { Span } from '../../domain/traces';
import type { HopRole } from '../../domain/verdict';
import type { Family } from './families';

/** A span with what the rules ask of it, read once (rules N1-N8 of reference/traces-apis.md section 6.2). */
export interface SpanNode {
  readonly span: Span;
  readonly family: Family;
  readonly role: HopRole;
  /** HTTP status, or null: absent, "0" or not a status. */
  readonly status: number | null;
  readonly error: boolean;
  readonly instance: string | null;
  readonly zone: string | null;
  /** Envoy response flags; empty for `-`. */
  readonly flags: readonly string[];
  /** True when the emitter wrote the flags at all, `-` included. */
  readonly hasFlags: boolean;
  /** Envoy `%RESPONSE_CODE_DETAILS%`, where a custom tag carries it. */
  readonly details: string;
  /** What the emitter said about a failure, lower case, quoted text and URLs taken out: those can come from a client. */
  readonly faultText: string;
  /** A call that is not a forwarding attempt: authorisation, mirror, DNS (N7). */
  readonly side: boolean;
  parent: SpanNode | null;
  readonly children: SpanNode[];
  /** `inferred`: attached by time, since the real parent is missing. */
  edge: 'direct' | 'inferred' | 'none';
}

/** Server-kind spans make hops. Spans without a kind count when they carry a status and enter another service. */
export function isHop(node: SpanNode): boolean {
  if (node.span.kind === 'server') return true;
  return node.span.kind === 'unspecified' && node.status !== null && (node.parent === null || node.parent.span.service !== node.span.service);
}

/** A hop that stands in front of applications. */
export const isProxyRole = (node: SpanNode) => node.role === 'proxy' || node.role === 'load-balancer';

/** Same process: N8 folds such a child into the hop of its parent, and only such times may be compared. */
export function sameInstance(a: SpanNode, b: SpanNode): boolean {
  return a.span.service === b.span.service && a.instance === b.instance;
}

/** True when a missing parent lies on the way from `node` up to `top`: that way was put together by time. */
export function isInferredBelow(node: SpanNode, top: SpanNode): boolean {
  for (let at: SpanNode | null = node; at && at !== top; at = at.parent) if (at.edge === 'inferred') return true;
  return false;
}

export const endOf = (node: SpanNode) => node.span.start + node.span.durationMs;

/** A total order that does not depend on the order of arrival. Times are only compared within one process. */
export function compareNodes(a: SpanNode, b: SpanNode): number {
  return compareText(a.span.service, b.span.service) || compareText(a.instance ?? '', b.instance ?? '') || a.span.start - b.span.start || compareText(a.span.spanId, b.span.spanId);
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
