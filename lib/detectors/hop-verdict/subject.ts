import { grpcErrorOf } from './grpc-rules';
import { type SpanNode, isHop, isProxyRole } from './span-node';

/** Narrows which of several requests in a trace is judged. */
export interface SubjectMatch {
  readonly spanId?: string;
  readonly service?: string;
  readonly status?: number;
  readonly instance?: string;
}

/**
 * The outermost proxy span that matches (rule 6.4 steps 2 and 8). A trace may hold several requests through proxies side by
 * side: the worst status wins, then the lowest id, so that the order of arrival never matters.
 */
export function chooseSubject(tops: readonly SpanNode[], match: SubjectMatch): SpanNode | null {
  let best: SpanNode | null = null;
  for (const candidate of outermostProxies(tops, match)) {
    if (!best || rank(candidate, best) < 0) best = candidate;
  }
  return best;
}

/** How many requests through proxies a trace holds side by side that `chooseSubject` chooses from. */
export const countSubjects = (tops: readonly SpanNode[], match: SubjectMatch) => outermostProxies(tops, match).length;

/** Proxy hops that have no matching proxy hop above them. Linear: a branch ends at its first hit. */
function outermostProxies(tops: readonly SpanNode[], match: SubjectMatch): SpanNode[] {
  const found: SpanNode[] = [];
  const queue = [...tops];
  for (let i = 0; i < queue.length; i += 1) {
    const node = queue[i]!;
    if (isProxyHop(node) && matchesSubject(node, match)) found.push(node);
    else for (const child of node.children) queue.push(child);
  }
  return found;
}

const isProxyHop = (node: SpanNode) => isProxyRole(node) && isHop(node) && !node.side;

function matchesSubject(node: SpanNode, match: SubjectMatch): boolean {
  if (match.spanId !== undefined && node.span.spanId !== match.spanId) return false;
  if (match.service !== undefined && node.span.service !== match.service) return false;
  if (match.instance !== undefined && node.instance !== match.instance) return false;
  return match.status === undefined || node.status === match.status;
}

function rank(a: SpanNode, b: SpanNode): number {
  return severity(b) - severity(a) || (a.span.spanId < b.span.spanId ? -1 : 1);
}

function severity(node: SpanNode): number {
  if (node.status === null) return node.error ? 3 : 0;
  if (node.status >= 500) return 4;
  if (node.status < 400 && grpcErrorOf(node) !== null) return 3;
  return node.status === 499 ? 2 : node.status >= 400 ? 3 : 1;
}

/** The top of the tree that a node belongs to. */
export function topOf(node: SpanNode): SpanNode {
  let top = node;
  while (top.parent) top = top.parent;
  return top;
}
