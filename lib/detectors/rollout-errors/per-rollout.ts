import type { RolloutCount } from '../../domain/rollout-detail';
import { negativeBinomialTail } from '../shared/statistics/tails';
import { type Baseline, localBaseline } from './baseline';
import { estimateDispersion } from './dispersion';
import { type ErrorSteps, stepsBetween } from './error-steps';
import type { RolloutParams } from './params';
import { type RolloutWindow, markSteps } from './windows';

/** The errors that may belong to a rollout, and what is known of them outside of rollouts. */
export interface OwnErrors {
  readonly steps: ErrorSteps;
  /** Windows of rollouts whose errors cannot be told from these, the rollout itself included. */
  readonly rivals: readonly RolloutWindow[];
  readonly outside: { readonly during: Outside; readonly whole: Outside };
}

/** Base rate outside of rollouts and its overdispersion over `n` steps. */
export interface Outside extends Baseline {
  noise(n: number): number;
}

/** What one rollout cost, with the steps that were counted. */
export interface CountedRollout extends Omit<RolloutCount, 'from' | 'to'> {
  readonly during: number;
  /** Requests during the rollout alone; null when not known. `requests` covers all counted steps, as `failed` does. */
  readonly requestsDuring: number | null;
  readonly counted: readonly number[];
  /** Chance of at least one error in the counted steps from the rate outside of rollouts. */
  readonly chanceOfOne: number;
}

/**
 * Exact errors of one rollout: all during it (until a later one of the same workload supersedes it: each error belongs to one of
 * them), and those shortly after it that fall into no other rollout which could have caused them. `p`: chance of as many errors from the rate outside of rollouts, its uncertainty included: the
 * stretch during the rollout is judged when errors fell there, else the whole window.
 */
export function countRollout(window: RolloutWindow, own: OwnErrors, nearMisses: readonly (number | null)[] | null): CountedRollout {
  const { steps, rivals, outside } = own;
  const n = steps.total.length;
  const during = stepsBetween(steps, window.from, window.to);
  const whole = stepsBetween(steps, window.from, window.afterTo);
  const taken = markSteps(rivals.filter((rival) => rival !== window).map((rival) => stepsBetween(steps, rival.from, rival.to)), n);
  const later = markSteps(rivals.filter((rival) => supersedes(rival, window, rivals)).map((rival) => stepsBetween(steps, rival.from, rival.to)), n);
  const counted: number[] = [];
  for (let i = whole.from; i < whole.to; i += 1) if (i < during.to ? !later[i] : !taken[i]) counted.push(i);
  const duringSteps = counted.filter((i) => i < during.to);

  const failed = sumAt(steps.total, counted);
  const failedDuring = sumAt(steps.total, duringSteps);
  const judged = failedDuring > 0 ? duringSteps : counted;
  return {
    workload: window.workload,
    failed,
    during: failedDuring,
    codes: codesAt(steps, counted),
    requests: steps.requests ? sumAt(steps.requests, counted) : null,
    requestsDuring: steps.requests ? sumAt(steps.requests, duringSteps) : null,
    expectedFailed: counted.reduce((sum, i) => sum + outside.whole.expected[i]!, 0),
    nearMisses: nearMisses ? sumAt(nearMisses, counted) : null,
    p: tailAt(steps, judged, failedDuring > 0 ? outside.during : outside.whole),
    counted,
    chanceOfOne: chanceOf(1, steps, counted, outside.whole),
  };
}

/** True when `rival` is a later rollout of the same workload; of two that begin together the one named later. */
function supersedes(rival: RolloutWindow, window: RolloutWindow, rivals: readonly RolloutWindow[]): boolean {
  if (rival === window || rival.workload !== window.workload) return false;
  return rival.from > window.from || (rival.from === window.from && rivals.indexOf(rival) > rivals.indexOf(window));
}

/**
 * Base rates from what lies outside. To judge the stretch during rollouts their aftermath is outside too (it mostly is calm,
 * and a short range has little else); to judge the whole window it is not, unless it leaves less than half of the range.
 */
export function baselinesOutside(steps: ErrorSteps, rivals: readonly RolloutWindow[], params: RolloutParams): OwnErrors['outside'] {
  const n = steps.total.length;
  const mask = (end: 'to' | 'afterTo') => markSteps(rivals.map((rival) => stepsBetween(steps, rival.from, rival[end])), n);
  const during = baselineOutside(steps, mask('to'), params);
  const wide = mask('afterTo');
  return { during, whole: wide.reduce((sum, mark) => sum + mark, 0) * 2 > n ? during : baselineOutside(steps, wide, params) };
}

function baselineOutside(steps: ErrorSteps, marks: Uint8Array, params: RolloutParams): Outside {
  const calm = steps.total.map((value, i) => (marks[i] ? null : value));
  const baseline = localBaseline(calm, steps.requests, steps.stepMs, params);
  const known = new Map<number, number>();
  const noise = (length: number) => {
    const size = Math.min(Math.max(1, length), Math.max(...params.scanSteps));
    if (!known.has(size)) known.set(size, estimateDispersion(calm, baseline.expected, size));
    return known.get(size)!;
  };
  return { ...baseline, noise };
}

function tailAt(steps: ErrorSteps, judged: readonly number[], outside: Outside): number {
  const failed = sumAt(steps.total, judged);
  return failed === 0 ? 1 : chanceOf(Math.round(failed), steps, judged, outside);
}

/** P(at least `failed` errors in these steps) from the rate outside of rollouts. */
function chanceOf(failed: number, steps: ErrorSteps, at: readonly number[], outside: Outside): number {
  let [mean, support] = [0, Infinity];
  for (const i of at) {
    if (steps.total[i] === null) continue;
    mean += outside.expected[i]!;
    support = Math.min(support, outside.support[i]!);
  }
  return mean === 0 ? 0 : negativeBinomialTail(failed, mean, outside.noise(at.length) + 1 / support);
}

function sumAt(values: readonly (number | null)[], at: readonly number[]): number {
  return at.reduce((sum, i) => sum + (values[i] ?? 0), 0);
}

function codesAt(steps: ErrorSteps, at: readonly number[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const code of Object.keys(steps.codes).sort()) {
    const sum = sumAt(steps.codes[code]!, at);
    if (sum > 0) found[code] = sum;
  }
  return found;
}
