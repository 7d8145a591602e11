import type { Evidence, FlipCause } from '../../domain/findings';
import type { Around } from './around';
import { causeByHints } from './cause-hints';
import { byClients } from './cause-clients';
import { byEndpoints, byPods } from './cause-others';
import { byProxyThreshold } from './cause-proxy';
import type { ClusterView } from './cluster-view';
import type { ZoneParams } from './params';
import type { Tried } from './tried';

export type { ClusterView } from './cluster-view';

/**
 * Cause of one flip at index `at`, by what changed around it. Hints come first: they are the direct record of the routing.
 * Then what was measured at the flip, the surest first (also before hints that changed long before or after); the clients only when all else was looked at and did not change.
 * `previous` is the index of the flip before, whose own cause is left out of the window.
 * What was looked at and not seen is told in `ruledOut`, other explanations that were seen too in `against`.
 */
export function causeOfFlip(at: number, view: ClusterView, params: ZoneParams, previous: number | null = null): FlipCause {
  const steps = (params.causeWindowSeconds * 1000) / view.stepMs;
  const around: Around = { from: Math.max(at - Math.max(3, Math.ceil(steps)), settledAfter(previous, at)), at, to: at + Math.max(2, Math.ceil(steps / 3)) };
  const byHints = causeByHints(around, view);
  const tried: Tried[] = [byEndpoints(around, view), byProxyThreshold(around, view), byPods(around, view)];
  const others = tried.flatMap((one) => ('seen' in one ? [one.seen] : [])).sort((a, b) => b.confidence - a.confidence);
  const ruledOut = tried.flatMap((one) => ('notSeen' in one && one.notSeen ? [one.notSeen] : []));
  const [best, ...rest] = others;
  if (byHints && byHints.confidence >= (best?.confidence ?? 0)) return finish(byHints, others.filter(({ code }) => code === 'rollout' || code === 'scaling'), ruledOut);
  if (byHints && best) return finish(best, [byHints, ...rest], ruledOut);
  const hints = hintsWord(view);
  if (best) return finish(best, rest, [...ruledOut, hints]);
  const clients = byClients(around, view);
  if ('seen' in clients) return finish(clients.seen, [], [...ruledOut, hints]);
  return finish({ code: 'unknown', confidence: 0, evidence: [hints] }, [], ruledOut);
}

/** Steps by which scrapes may show the cause of a flip late. */
const LAG_STEPS = 3;

/** What caused the flip before is over by then: it must not explain this one too. */
function settledAfter(previous: number | null, at: number): number {
  return previous === null ? -Infinity : previous + Math.min(LAG_STEPS, Math.floor((at - previous) / 2));
}

function hintsWord(view: ClusterView): Evidence {
  return view.hintedShare.size > 0
    ? { code: 'hints-unchanged', text: 'No observed service lost or regained its hints around this flip.' }
    : { code: 'hints-not-observed', text: 'Hints are not observed here, so their loss can be neither shown nor ruled out.' };
}

function finish(cause: FlipCause, rivals: readonly FlipCause[], ruledOut: readonly Evidence[]): FlipCause {
  const also = rivals.flatMap(({ code, evidence }) => evidence.slice(0, 1).map((one) => ({ code: `also-${code}`, text: `Seen at the same time: ${one.text}` })));
  return { ...cause, against: [...(cause.against ?? []), ...also], ruledOut };
}
