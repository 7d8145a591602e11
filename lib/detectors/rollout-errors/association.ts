import type { WorkloadAssociation } from '../../domain/rollout-detail';
import { benjaminiHochberg } from '../shared/statistics/benjamini-hochberg';
import { poissonBinomialMass } from '../shared/statistics/tails';
import type { Value } from '../../domain/series';
import { type ErrorSteps, stepsBetween } from './error-steps';
import type { RolloutParams } from './params';
import type { CountedRollout } from './per-rollout';
import { isWeekend, placementP } from './placement';
import { type RolloutWindow, markSteps } from './windows';

const HOUR_MS = 3_600_000;

/** How likely a burst at each time is inside the windows of one workload by chance, and which bursts are. */
interface Coverage {
  readonly inside: Uint8Array;
  chanceAt(step: number): number;
}

/**
 * Association of bursts with the rollouts of each workload: given when bursts happen (their stratum of the week), each
 * lies inside the rollouts' windows with the share of that stratum which the windows cover. One-sided mid-p of the sum,
 * exact; q after Benjamini-Hochberg over workloads. Source: reference/detectors.md 3(d).
 */
export function associate(steps: ErrorSteps, bursts: readonly { readonly from: number }[], windows: readonly RolloutWindow[], counts: readonly Counted[], params: RolloutParams): WorkloadAssociation[] {
  const workloads = [...new Set(windows.map((window) => window.workload))].sort();
  const rows = workloads.map((workload) => {
    const own = windows.filter((window) => window.workload === workload);
    const cover = coverage(steps, own, params);
    const chances = bursts.map((burst) => cover.chanceAt(burst.from));
    const inside = bursts.filter((burst) => cover.inside[burst.from] === 1).length;
    return { workload, rollouts: own.length, bursts: bursts.length, inside, expectedInside: chances.reduce((a, b) => a + b, 0), p: midP(inside, chances), placementP: placementP(steps, bursts, own) };
  });
  const qs = benjaminiHochberg(rows.map((row) => row.p));
  const hits = workloads.map((workload) => rolloutsHit(counts.filter((count) => count.workload === workload)));
  const hitQs = benjaminiHochberg(hits.map((hit) => hit.p));
  return rows.map((row, i) => ({ ...row, q: qs[i]!, hit: { ...hits[i]!, q: hitQs[i]! } }));
}

type Counted = Pick<CountedRollout, 'workload' | 'failed' | 'chanceOfOne'>;

/**
 * Single errors prove nothing each; rollout after rollout they add up. Counted are rollouts with an error, not errors: several at
 * once are one piece of evidence. Exact: each rollout has its own chance of at least one.
 */
function rolloutsHit(counts: readonly Counted[]): { readonly rollouts: number; readonly expected: number; readonly p: number } {
  const chances = counts.map((count) => count.chanceOfOne);
  const rollouts = counts.filter((count) => count.failed > 0).length;
  return { rollouts, expected: chances.reduce((a, b) => a + b, 0), p: midP(rollouts, chances) };
}

/** P(more) + half of P(as many): the plain tail of a discrete count is too shy. 1 for none. */
function midP(inside: number, chances: readonly number[]): number {
  if (inside === 0) return 1;
  const mass = poissonBinomialMass(chances);
  const more = mass.slice(inside + 1).reduce((a, b) => a + b, 0);
  return Math.min(1, more + mass[inside]! / 2);
}

/** Share of each stratum that the windows cover. Short ranges have one stratum. */
export function coverage(steps: ErrorSteps, windows: readonly RolloutWindow[], params: RolloutParams): Coverage {
  const n = steps.total.length;
  const inside = markSteps(windows.map((window) => stepsBetween(steps, window.from, window.afterTo)), n);
  const stratum = stratumOf(steps, params);
  const all = new Map<number, number>();
  const covered = new Map<number, number>();
  for (let i = 0; i < n; i += 1) {
    if ((steps.total[i] as Value) === null) continue;
    const key = stratum(i);
    all.set(key, (all.get(key) ?? 0) + 1);
    if (inside[i]) covered.set(key, (covered.get(key) ?? 0) + 1);
  }
  return { inside, chanceAt: (step) => (covered.get(stratum(step)) ?? 0) / Math.max(1, all.get(stratum(step)) ?? 0) };
}

function stratumOf(steps: ErrorSteps, params: RolloutParams): (step: number) => number {
  const length = steps.total.length * steps.stepMs;
  if (length < params.stratifyFromMs) return () => 0;
  // An hour of the week needs a few weeks to have more than one sample; before that days are alike, at most weekends differ.
  const byWeek = length >= params.hourOfWeekFromMs;
  const byWeekend = length >= params.weekendFromMs;
  return (step) => {
    const at = steps.start + step * steps.stepMs;
    const hour = Math.floor(at / HOUR_MS);
    if (byWeek) return hour % (7 * 24);
    return (hour % 24) + (byWeekend && isWeekend(at) ? 24 : 0);
  };
}
