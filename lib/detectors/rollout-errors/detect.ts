import type { Burst, RolloutCount, WorkloadAssociation } from '../../domain/rollout-detail';
import type { Value } from '../../domain/series';
import type { TrustNote } from '../../domain/trust';
import { analyse } from './analyse';
import { type ErrorSteps, stepsBetween, sumColumns } from './error-steps';
import { type RolloutParams, defaultParams } from './params';
import { trustOfSteps, unseenRollouts } from './trust';

/** The input of `weir detect rollout-errors` (contracts.md section 2): counts per step, exact, null where unknown. */
export interface RolloutErrorsInput {
  /** Epoch ms at which step 0 begins; step i covers [start + i * step, start + (i + 1) * step). */
  readonly start: number;
  readonly stepSeconds: number;
  readonly requests?: readonly Value[] | null;
  readonly errors: Readonly<Record<string, readonly Value[]>>;
  readonly rollouts: readonly { readonly workload: string; readonly from: number; readonly to: number }[];
  readonly params?: Partial<RolloutParams>;
}

export interface RolloutErrorsOutput {
  readonly bursts: readonly Burst[];
  readonly perRollout: readonly Omit<RolloutCount, 'nearMisses'>[];
  readonly perWorkload: readonly WorkloadAssociation[];
  readonly trust: readonly TrustNote[];
}

/**
 * Which errors are bursts, what each given rollout cost, and whether bursts go with a workload's rollouts more often
 * than chance. Given marks are believed as they are: they are not widened unless `params.widenSteps` says so.
 * Throws a RangeError for a step or column that makes no sense.
 */
export function detectRolloutErrors(input: RolloutErrorsInput): RolloutErrorsOutput {
  const params: RolloutParams = { ...defaultParams, widenSteps: 0, ...input.params };
  const steps = toSteps(input);
  const everything = { own: steps, rivals: input.rollouts.map((_, i) => i), nearMisses: null };
  const { bursts, perRollout, perWorkload } = analyse(steps, input.rollouts, () => everything, params);
  const unseen = input.rollouts.filter((rollout) => !hasKnownStep(steps, rollout)).length;
  return {
    bursts: bursts.map(({ from, to, codes, expected, p, rollouts }) => ({ from, to, codes, expected, p, rollouts })),
    perRollout: perRollout.map(({ workload, from, to, failed, codes, requests, expectedFailed, p, contested, fairFailed }) => ({ workload, from, to, failed, codes, requests, expectedFailed, p, contested, fairFailed })),
    perWorkload,
    trust: [...trustOfSteps(steps, input.rollouts.length > 0), ...unseenRollouts(unseen, input.rollouts.length)],
  };
}

function hasKnownStep(steps: ErrorSteps, { from, to }: { readonly from: number; readonly to: number }): boolean {
  const span = stepsBetween(steps, from, to);
  return steps.total.slice(span.from, span.to).some((value) => value !== null);
}

function toSteps(input: RolloutErrorsInput): ErrorSteps {
  if (!Number.isFinite(input.start)) throw new RangeError('start: expected epoch milliseconds');
  if (!(input.stepSeconds > 0)) throw new RangeError('stepSeconds: expected a positive number');
  const columns = Object.entries(input.errors);
  const length = Math.max(0, input.requests?.length ?? 0, ...columns.map(([, values]) => values.length));
  for (const [code, values] of columns) {
    const wrong = values.findIndex((value) => value !== null && !(value >= 0));
    if (wrong >= 0) throw new RangeError(`errors.${code}[${wrong}]: expected a count of 0 or more, or null`);
  }
  for (const [i, rollout] of input.rollouts.entries()) {
    if (!(rollout.from <= rollout.to)) throw new RangeError(`rollouts[${i}]: expected from <= to`);
  }
  const total = sumColumns(columns.map(([, values]) => values), length);
  // Without any error column the requests say which steps were seen: they had no error.
  const seen = columns.length > 0 ? total : total.map((_, i) => (input.requests?.[i] == null ? null : 0));
  return { start: input.start, stepMs: input.stepSeconds * 1000, codes: Object.fromEntries(columns), total: seen, requests: input.requests ?? null };
}
