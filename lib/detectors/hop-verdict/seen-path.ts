import { attemptsOf } from './attempts';
import { MAX_DEPTH } from './deep-cause';
import { type SpanNode, isInferredBelow, isProxyRole } from './span-node';

/**
 * The hops below this one that its last try reached, and so on inwards to the first application. A span that hangs there by time only
 * ends it: a hop may be lost between.
 */
export function seenBelow(hop: SpanNode): SpanNode[] {
  const path: SpanNode[] = [];
  let at = hop;
  while (isProxyRole(at) && path.length < MAX_DEPTH) {
    const { attempts, transparent } = attemptsOf(at);
    const next: SpanNode | null = attempts.at(-1)?.below.at(-1) ?? transparent.at(-1) ?? null;
    if (!next || isInferredBelow(next, at)) break;
    path.push(next);
    at = next;
  }
  return path;
}
