import type { HopRef } from '../../domain/verdict';
import { type Attempt, attemptsOf } from './attempts';
import { profileOf } from './profile';
import { behind, hopRef } from './ruling';
import type { RuleContext } from './rules';
import type { SpanNode } from './span-node';

/** Deeper chains of proxies than this are a loop or an attack: they stay undetermined. */
export const MAX_DEPTH = 40;

/** The hop whose condition made a try fail. */
export interface Cause {
  readonly ref: HopRef;
  /** False: a guess from what the hops on the way usually show. It never makes `certain`. */
  readonly proven: boolean;
  readonly inferred: boolean;
}

/**
 * The hop that a failed try was waiting for: where a proxy below gave up too, what that one was waiting for. A span that hangs
 * there by time only may lie behind a hop that could not write its spans (a proxy killed in a rollout): then the cause is
 * whatever is at the address of the try.
 */
export function deepCause(attempt: Attempt | null, hop: SpanNode, transparent: readonly SpanNode[], context: RuleContext): Cause {
  const below = attempt?.below.at(-1) ?? transparent.at(-1) ?? null;
  const inferred = below !== null && isInferredBelow(below, hop);
  if (inferred && !isOwnTryLost(attempt, hop, context)) return { ref: behind(attempt, hop, null), proven: true, inferred };
  if (!below || below.role === 'backend' || context.depth > MAX_DEPTH) return { ref: behind(attempt, hop, below), proven: true, inferred };
  const inner = context.rule(below);
  const found = inner.mechanism === 'client_abort' || inner.mechanism === 'healthy'
    ? whereTheTimeWent(below, { ...context, depth: context.depth + 1 })
    : { ref: inner.causedBy, proven: inner.explicit, inferred: inner.inferred };
  return { ...found, inferred: inferred || found.inferred };
}

/** Without a try in the trace, of an emitter that always shows them, the missing parent is that try: no hop needs to be missing. */
function isOwnTryLost(attempt: Attempt | null, hop: SpanNode, context: RuleContext): boolean {
  return attempt === null && (profileOf(hop, context.profiles).pAttempt ?? 0) >= 0.9;
}

function isInferredBelow(node: SpanNode, ancestor: SpanNode): boolean {
  for (let at: SpanNode | null = node; at !== null && at !== ancestor; at = at.parent) if (at.edge === 'inferred') return true;
  return false;
}

/**
 * A hop whose caller did not wait for it kept the request itself, or handed it on. Lengths of spans may be compared across
 * clocks, times not: the try that covers half of the hop or more is where the time went.
 */
function whereTheTimeWent(hop: SpanNode, context: RuleContext): Cause {
  const reach = attemptsOf(hop);
  const attempt = longest(reach.attempts, ({ node }) => node);
  const server = attempt ? null : longest(reach.transparent, (node) => node);
  const child = attempt?.node ?? server;
  if (!child) return silentHop(hop, context);
  // Skipper's try lasts until its response filters are done: where an answer came back, only the next hop's own span counts.
  const answered = attempt?.response === 'received' && !covers(attempt.below.at(-1), hop);
  if (answered || !covers(child, hop)) return { ref: hopRef(hop), proven: false, inferred: false };
  return deepCause(attempt, hop, server ? [server] : [], context);
}

const covers = (inner: SpanNode | undefined, hop: SpanNode) => inner !== undefined && inner.span.durationMs >= hop.span.durationMs / 2;

/** No try is seen: Envoy's injected delay is its own; else what this emitter usually shows is a hint. */
function silentHop(hop: SpanNode, context: RuleContext): Cause {
  const delayed = hop.flags.includes('DI');
  const own = delayed || (profileOf(hop, context.profiles).pAttempt ?? 0) >= 0.9;
  return { ref: own ? hopRef(hop) : behind(null, hop, null), proven: delayed, inferred: false };
}

function longest<T>(list: readonly T[], nodeOf: (item: T) => SpanNode): T | null {
  let best: T | null = null;
  for (const item of list) if (best === null || nodeOf(item).span.durationMs > nodeOf(best).span.durationMs) best = item;
  return best;
}
