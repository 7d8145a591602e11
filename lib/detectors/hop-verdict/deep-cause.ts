import type { HopRef } from '../../domain/verdict';
import { type Attempt, attemptsOf } from './attempts';
import { type Ruling, bareRef, behind, hopRef } from './ruling';
import type { RuleContext } from './rules';
import { type SpanNode, isInferredBelow } from './span-node';

/** Deeper chains of proxies than this are a loop or an attack: they stay undetermined. */
export const MAX_DEPTH = 40;

/**
 * The hop that a failed try was waiting for: where a proxy below gave up too, what that one was waiting for. A span that hangs
 * there by time only may lie behind a hop that could not write its spans (a proxy killed in a rollout): then the cause is
 * whatever is at the address of the try. `unknown` where the spans do not show it: a guess would be worth less with more spans.
 */
export function deepCause(attempt: Attempt | null, hop: SpanNode, transparent: readonly SpanNode[], context: RuleContext): HopRef {
  const below = attempt?.below.at(-1) ?? transparent.at(-1) ?? null;
  if (below && isInferredBelow(below, hop)) return behind(attempt, hop, null);
  if (!below || below.role === 'backend' || context.depth > MAX_DEPTH) return behind(attempt, hop, below);
  const inner = context.rule(below);
  if (inner.mechanism === 'client_abort' || inner.mechanism === 'healthy') return whereTheTimeWent(below, { ...context, depth: context.depth + 1 });
  return innerCause(inner);
}

/** The cause that a hop further in gives, where it is proven, or where it is the address that its try was sent to. */
export function innerCause({ causedBy, explicit, inferred }: Ruling): HopRef {
  const isAddress = causedBy.spanId === null && causedBy.instance !== null;
  return isAddress || (explicit && !inferred) ? causedBy : bareRef('unknown');
}

/**
 * A hop whose caller did not wait for it kept the request itself, or handed it on. Lengths of spans may be compared across
 * clocks, times not: the try that covers half of the hop or more is where the time went.
 */
function whereTheTimeWent(hop: SpanNode, context: RuleContext): HopRef {
  const reach = attemptsOf(hop);
  const attempt = longest(reach.attempts, ({ node }) => node);
  const server = attempt ? null : longest(reach.transparent, (node) => node);
  const child = attempt?.node ?? server;
  // No try is seen: Envoy's injected delay is its own; else it was slow itself, or a span is lost or never written.
  if (!child) return hop.flags.includes('DI') ? hopRef(hop) : bareRef('unknown');
  // Skipper's try lasts until its response filters are done: where an answer came back, only the next hop's own span counts.
  const answered = attempt?.response === 'received';
  if (covers(answered ? attempt.below.at(-1) : child, hop)) return deepCause(attempt, hop, server ? [server] : [], context);
  // A try that was there when the caller left has no later one that is lost.
  return answered || child.faultText.includes('context canceled') ? hopRef(hop) : bareRef('unknown');
}

const covers = (inner: SpanNode | undefined, hop: SpanNode) => inner !== undefined && inner.span.durationMs >= hop.span.durationMs / 2;

function longest<T>(list: readonly T[], nodeOf: (item: T) => SpanNode): T | null {
  let best: T | null = null;
  for (const item of list) if (best === null || nodeOf(item).span.durationMs > nodeOf(best).span.durationMs) best = item;
  return best;
}
