import type { Burst, RolloutCount, WorkloadAssociation } from '../../domain/rollout-detail';
import { epochMs } from '../../domain/units';
import { associate, coverage } from './association';
import { localBaseline } from './baseline';
import { type ErrorSteps, type StepSpan, codesIn } from './error-steps';
import type { RolloutParams } from './params';
import { type CountedRollout, type OwnErrors, baselinesOutside, countRollout } from './per-rollout';
import { type ScanBurst, findBursts } from './scan';
import { type RolloutSpan, type RolloutWindow, rolloutWindows } from './windows';

/** Errors of one rollout (its own, where subjects can be matched) and its near misses. */
export interface Assignment {
  readonly own: ErrorSteps;
  /** Indices of rollouts that might claim the same errors, itself included. */
  readonly rivals: readonly number[];
  readonly nearMisses: readonly (number | null)[] | null;
}

export interface Analysis {
  readonly windows: readonly RolloutWindow[];
  readonly bursts: readonly (Burst & { readonly span: StepSpan })[];
  readonly perRollout: readonly (RolloutCount & { readonly contested: number; readonly fairFailed: number } & Pick<CountedRollout, 'during' | 'requestsDuring' | 'counted' | 'chanceOfOne'>)[];
  readonly perWorkload: readonly WorkloadAssociation[];
}

/**
 * Bursts, errors of each rollout and the association of both: the core under the contract's shape and the detector.
 * `assign(i)` names the errors that rollout i may own; rollouts with the same answer (the same object) share its base rate.
 */
export function analyse(steps: ErrorSteps, rollouts: readonly RolloutSpan[], assign: (rollout: number) => Assignment, params: RolloutParams): Analysis {
  const baseline = localBaseline(steps.total, steps.requests, steps.stepMs, params);
  const found = findBursts(steps.total, baseline, steps.stepMs, params);
  const windows = rolloutWindows(rollouts, steps.stepMs, params);
  const known = new Map<Assignment, OwnErrors>();
  const assigned = rollouts.map((_, i) => assign(i));
  const counts = rollouts.map((rollout, i) => {
    const errors = known.get(assigned[i]!) ?? toOwnErrors(assigned[i]!, windows, params);
    known.set(assigned[i]!, errors);
    return { ...countRollout(windows[i]!, errors, assigned[i]!.nearMisses), from: epochMs(rollout.from), to: epochMs(rollout.to) };
  });
  const perRollout = counts.map((count, i) => ({ ...count, ...contest(assigned[i]!, counts, i) }));
  return { windows, perRollout, bursts: toBursts(steps, found, windows, params), perWorkload: associate(steps, found, windows, counts, params) };
}

/** Errors of a rollout that its rivals count too, and its fair part: each step's errors divided evenly. */
function contest({ own, rivals }: Assignment, counts: readonly Pick<CountedRollout, 'counted'>[], i: number) {
  const claims = new Map<number, number>(counts[i]!.counted.map((step) => [step, 1]));
  for (const rival of rivals) {
    if (rival === i) continue;
    for (const step of counts[rival]!.counted) if (claims.has(step)) claims.set(step, claims.get(step)! + 1);
  }
  let [contested, fairFailed] = [0, 0];
  for (const [step, claimants] of claims) {
    const failed = own.total[step] ?? 0;
    if (claimants > 1) contested += failed;
    fairFailed += failed / claimants;
  }
  return { contested, fairFailed };
}

function toOwnErrors(assigned: Assignment, windows: readonly RolloutWindow[], params: RolloutParams): OwnErrors {
  const rivals = assigned.rivals.map((rival) => windows[rival]!);
  return { steps: assigned.own, rivals, outside: baselinesOutside(assigned.own, rivals, params) };
}

function toBursts(steps: ErrorSteps, found: readonly ScanBurst[], windows: readonly RolloutWindow[], params: RolloutParams) {
  const covers = new Map<string, ReturnType<typeof coverage>>();
  const chance = (workload: string, step: number) => {
    const known = covers.get(workload) ?? coverage(steps, windows.filter((window) => window.workload === workload), params);
    covers.set(workload, known);
    return known.chanceAt(step);
  };
  return found.map((burst) => {
    const from = steps.start + burst.from * steps.stepMs;
    const to = steps.start + burst.to * steps.stepMs;
    const near = new Map<string, 'during' | 'just-after'>();
    for (const window of windows) {
      if (from < window.to && to > window.from) near.set(window.workload, 'during');
      else if (from < window.afterTo && to > window.from && !near.has(window.workload)) near.set(window.workload, 'just-after');
    }
    const rollouts = [...near].sort(([a], [b]) => (a < b ? -1 : 1)).map(([workload, relation]) => ({ workload, relation, p: chance(workload, burst.from) }));
    return {
      from: epochMs(from), to: epochMs(to), codes: codesIn(steps.codes, burst),
      expected: burst.expected, p: burst.p, rollouts, span: { from: burst.from, to: burst.to },
    };
  });
}
