import { isTrue, numberOf, textOf } from './attribute-text';
import { hasFirstByte, hasRetryMark } from './marks';
import { type SpanNode, compareNodes, endOf, isHop, sameInstance } from './span-node';

/** One try of a proxy to get an answer from the next hop. */
export interface Attempt {
  readonly node: SpanNode;
  /** Server spans that this try reached, nearest first level only. */
  readonly below: readonly SpanNode[];
  /** Status that came back from the next hop; null when none did, or when the emitter wrote one itself. */
  readonly received: number | null;
  /** `ambiguous`: the emitter writes the same status for its own failures (rule N5). */
  readonly response: 'received' | 'none' | 'ambiguous';
  /** The proxy gave this try up for another one. */
  readonly superseded: boolean;
}

export interface Reach {
  /** In the order of the tries. */
  readonly attempts: readonly Attempt[];
  /** Server spans of other services directly below, where the emitter makes no attempt spans. */
  readonly transparent: readonly SpanNode[];
  /** A server-kind child of the same process (Skipper `loopback`). */
  readonly loopback: boolean;
}

/** Everything that one hop sent on: its own client spans, folded hops included, side calls left out (N7, N8). */
export function attemptsOf(hop: SpanNode): Reach {
  const attempts: Attempt[] = [];
  const transparent: SpanNode[] = [];
  let loopback = false;
  const queue = [...hop.children];
  for (let i = 0; i < queue.length; i += 1) {
    const node = queue[i]!;
    if (node.side) continue;
    // A sidecar may share service name and pod with its application: the family tells them apart.
    if (isHop(node) && !isFolded(node, hop)) transparent.push(node);
    else if (node.span.kind === 'client') {
      if (node.span.service === hop.span.service && node.family === hop.family) attempts.push(toAttempt(node, hop));
    } else {
      loopback ||= isHop(node);
      for (const child of node.children) queue.push(child);
    }
  }
  attempts.sort(compareAttempts);
  return { attempts, transparent: transparent.sort(compareNodes), loopback };
}

/** N8, also where one of both does not name its instance: a pass through the network has a client span between. */
function isFolded(node: SpanNode, hop: SpanNode): boolean {
  if (node.family !== hop.family || node.span.service !== hop.span.service) return false;
  return sameInstance(node, hop) || (node.edge === 'direct' && (node.instance === null || hop.instance === null));
}

/** Try number where the emitter counts, else the retry mark, else the start (one process, one clock). */
function compareAttempts(a: Attempt, b: Attempt): number {
  return tryNumber(a.node) - tryNumber(b.node) || Number(hasRetryMark(b.node)) - Number(hasRetryMark(a.node)) || compareNodes(a.node, b.node);
}

function tryNumber(node: SpanNode): number {
  return numberOf(node.span.attributes, ['retry.count', 'http.request.resend_count', 'http.resend_count', 'try_count']) ?? 0;
}

function toAttempt(node: SpanNode, hop: SpanNode): Attempt {
  const below = serversBelow(node);
  const response = responseOf(node, below, hop);
  const superseded = hasRetryMark(node) || (isTrue(node.span.attributes, 'canceled') && node.status !== null);
  return { node, below, response, received: response === 'received' ? (node.status ?? (node.family === 'kong' ? hop.status : null)) : null, superseded };
}

function serversBelow(attempt: SpanNode): SpanNode[] {
  const found: SpanNode[] = [];
  const queue = [...attempt.children];
  for (let i = 0; i < queue.length; i += 1) {
    const node = queue[i]!;
    if (node.side) continue;
    if (isHop(node)) found.push(node);
    else for (const child of node.children) queue.push(child);
  }
  return found.sort(compareNodes);
}

const NO_RESPONSE_FLAGS = new Set(['UF', 'UC', 'UH', 'UT', 'URX', 'UPE', 'LR', 'UR', 'NC', 'UO']);
const GATEWAY_STATUS = new Set([499, 500, 502, 503, 504]);

/** Rules N4 and N5: did an answer come back on this try? */
function responseOf(node: SpanNode, below: readonly SpanNode[], hop: SpanNode): Attempt['response'] {
  if (node.family === 'kong') return node.status === null && !node.error ? 'received' : 'none';
  if (node.status === null) return 'none';
  const { attributes } = node.span;
  if (node.family === 'envoy') return 'received';
  const reached = below.some((server) => server.status === node.status);
  // Skipper marks the answers that it makes itself: its own span tells where the mark on the try is gone.
  const selfMade = node.error || (hop.error && hop.status === node.status && !reached);
  if (node.family === 'skipper') return selfMade && GATEWAY_STATUS.has(node.status) && !hasFirstByte(node) ? 'none' : 'received';
  if (reached) return 'received';
  if (node.family === 'traefik') return GATEWAY_STATUS.has(node.status) && !hasResponseHeader(node) ? 'ambiguous' : 'received';
  const errorType = textOf(attributes, 'error.type');
  if (errorType !== '' && !/^\d+$/.test(errorType) && GATEWAY_STATUS.has(node.status)) return 'none';
  return node.flags.some((flag) => NO_RESPONSE_FLAGS.has(flag)) ? 'none' : 'received';
}

/** A captured response header proves that the next hop answered. */
function hasResponseHeader(node: SpanNode): boolean {
  return Object.keys(node.span.attributes).some((key) => key.startsWith('http.response.header.'));
}

export interface Decision {
  readonly decisive: Attempt;
  /** Tries before the deciding one. */
  readonly earlier: number;
}

/**
 * The try that made the answer: the last one, unless an earlier or parallel try has the hop's status and the last one has not
 * (hedging, or a later fetch of an error page).
 */
export function decide(attempts: readonly Attempt[], status: number | null): Decision | null {
  const last = attempts.at(-1);
  if (!last) return null;
  const answered = (attempt: Attempt) => (attempt.response === 'none' ? null : (attempt.received ?? attempt.node.status));
  const matching = attempts.filter((attempt) => status !== null && answered(attempt) === status);
  let decisive = last;
  if (answered(last) !== status && matching.length > 0 && isBeside(last, matching)) decisive = earliestEnd(matching);
  return { decisive, earlier: attempts.indexOf(decisive) };
}

/** The last try ran in parallel (hedging), or succeeded although the hop failed (error page). */
function isBeside(last: Attempt, matching: readonly Attempt[]): boolean {
  const succeeded = last.node.status !== null && last.node.status < 400;
  return succeeded || matching.some((attempt) => endOf(attempt.node) > last.node.span.start && !attempt.superseded);
}

function earliestEnd(attempts: readonly Attempt[]): Attempt {
  return attempts.reduce((best, attempt) => (endOf(attempt.node) < endOf(best.node) ? attempt : best));
}
