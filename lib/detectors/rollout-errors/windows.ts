import type { RolloutParams } from './params';

/** A rollout as given or as found, with how far its marks may be off. */
export interface RolloutSpan {
  readonly workload: string;
  readonly from: number;
  readonly to: number;
}

/** When the errors of one rollout may fall: `during` it, widened by the resolution of the marks, and until shortly `after`. */
export interface RolloutWindow {
  readonly workload: string;
  readonly from: number;
  readonly to: number;
  readonly afterTo: number;
}

/**
 * Windows of rollouts. The time after one ends where the next rollout of the same workload begins, and two rollouts of
 * one workload that lie close together split the time between them: each error belongs to one of them.
 */
export function rolloutWindows(rollouts: readonly RolloutSpan[], stepMs: number, params: RolloutParams): RolloutWindow[] {
  const slack = Math.min(params.widenSteps * stepMs, params.widenSteps > 0 ? Math.max(stepMs, params.widenMaxMs) : 0);
  return rollouts.map((rollout) => {
    const others = rollouts.filter((other) => other !== rollout && other.workload === rollout.workload);
    const previousTo = Math.max(...others.filter((other) => other.from < rollout.from).map((other) => other.to), -Infinity);
    const nextFrom = Math.min(...others.filter((other) => other.from > rollout.from).map((other) => other.from), Infinity);
    const middleBefore = Math.min(rollout.from, (previousTo + rollout.from) / 2);
    const middleAfter = Math.max(rollout.to, (nextFrom + rollout.to) / 2);
    const from = Math.max(rollout.from - slack, middleBefore);
    const to = Math.min(rollout.to + slack, middleAfter);
    // The next one's widened start takes precedence over this one's aftermath.
    const nextStart = Math.max(nextFrom - slack, middleAfter);
    return { workload: rollout.workload, from, to, afterTo: Math.max(to, Math.min(rollout.to + params.afterMs, nextStart)) };
  });
}

/** Marks of steps that lie in at least one span of [from, to). */
export function markSteps(spans: readonly { readonly from: number; readonly to: number }[], length: number): Uint8Array {
  const marks = new Uint8Array(length);
  for (const span of spans) marks.fill(1, Math.max(0, span.from), Math.min(length, span.to));
  return marks;
}
