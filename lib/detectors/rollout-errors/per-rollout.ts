import type { RolloutCount } from '../../domain/rollout-detail';
import { negativeBinomialTail } from '../shared/statistics/tails';
import { type Baseline, localBaseline } from './baseline';
import { estimateDispersion } from './dispersion';
import { type ErrorSteps, type StepSpan, stepsBetween, sumSpan } from './error-steps';
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
}

/**
 * Exact errors of one rollout: all during it, and those shortly after it that fall into no other rollout which could
 * have caused them. `p`: chance of as many errors from the rate outside of rollouts, its uncertainty included: the
 * stretch during the rollout is judged when errors fell there, else the whole window.
 */
export function countRollout(window: RolloutWindow, own: OwnErrors, nearMisses: readonly (number | null)[] | null): CountedRollout {
  const { steps, rivals, outside } = own;
  const n = steps.total.length;
  const during = stepsBetween(steps, window.from, window.to);
  const whole = stepsBetween(steps, window.from, window.afterTo);
  const taken = markSteps(rivals.filter((rival) => rival !== window).map((rival) => stepsBetween(steps, rival.from, rival.to)), n);
  const counted: number[] = [];
  for (let i = whole.from; i < whole.to; i += 1) if (i < during.to || !taken[i]) counted.push(i);

  const failed = sumAt(steps.total, counted);
  const failedDuring = sumSpan(steps.total, during);
  const judged = failedDuring > 0 ? rangeOf(during) : counted;
  return {
    workload: window.workload,
    failed,
    during: failedDuring,
    codes: codesAt(steps, counted),
    requests: steps.requests ? sumAt(steps.requests, counted) : null,
    requestsDuring: steps.requests ? sumSpan(steps.requests, during) : null,
    expectedFailed: counted.reduce((sum, i) => sum + outside.whole.expected[i]!, 0),
    nearMisses: nearMisses ? sumAt(nearMisses, counted) : null,
    p: tailAt(steps, judged, failedDuring > 0 ? outside.during : outside.whole),
    counted,
  };
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
  let [failed, mean, support] = [0, 0, Infinity];
  for (const i of judged) {
    if (steps.total[i] === null) continue;
    failed += steps.total[i]!;
    mean += outside.expected[i]!;
    support = Math.min(support, outside.support[i]!);
  }
  if (failed === 0 || mean === 0) return failed === 0 ? 1 : 0;
  return negativeBinomialTail(Math.round(failed), mean, outside.noise(judged.length) + 1 / support);
}

const rangeOf = (span: StepSpan): number[] => Array.from({ length: span.to - span.from }, (_, i) => span.from + i);

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
