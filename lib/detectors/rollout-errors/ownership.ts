import type { LabelledSeries } from '../../domain/series';
import type { Rollout } from '../../domain/rollout-detail';
import type { Assignment } from './analyse';
import { type Observed, knownSum, toSteps } from './from-frames';
import { matchSubject } from './match-subject';

/** Whose errors are whose, and how that was told. */
export interface Ownership {
  assign(rollout: number): Assignment;
  /** `subject`: routes or clusters name the workload. `window`: they name no workload, all errors count. `mixed`: per proxy. */
  readonly matchedBy: 'subject' | 'window' | 'mixed';
  /** True when the series' errors count for the workload. */
  owns(workload: string, series: LabelledSeries): boolean;
}

const subjectKey = (series: LabelledSeries) => series.labels.subject ?? '';
const proxyKey = (series: LabelledSeries) => series.labels.proxy ?? '';

/**
 * Errors of a workload: those whose subject names it. A proxy none of whose subjects names any workload cannot tell; all of
 * its errors then count for each rollout that runs at the time.
 */
export function ownership(observed: Observed, rollouts: readonly Rollout[], workloads: readonly string[]): Ownership {
  const all = [...observed.errors, ...(observed.nearMisses ?? [])];
  const matches = new Map<string, readonly string[]>();
  for (const series of all) if (!matches.has(subjectKey(series))) matches.set(subjectKey(series), matchSubject(subjectKey(series), workloads));
  const telling = new Set(all.filter((series) => matches.get(subjectKey(series))!.length > 0).map(proxyKey));
  // A proxy whose series are all zero blurs nothing.
  const blind = observed.errors.some((series) => !telling.has(proxyKey(series)) && series.values.some((value) => (value ?? 0) > 0));
  const owns = (workload: string, series: LabelledSeries) => !telling.has(proxyKey(series)) || matches.get(subjectKey(series))!.includes(workload);
  const known = new Map<string, Assignment>();
  const assign = (i: number) => {
    const { workload } = rollouts[i]!;
    const found = known.get(workload) ?? assignment(workload);
    known.set(workload, found);
    return found;
  };
  const assignment = (workload: string): Assignment => ({
    own: toSteps(observed.errors.filter((series) => owns(workload, series)), observed.seen, observed.steps),
    rivals: rollouts.flatMap((rollout, i) => (blind || rollout.workload === workload ? [i] : [])),
    nearMisses: observed.nearMisses ? knownSum(observed.nearMisses.filter((series) => owns(workload, series)), observed.seen) : null,
  });
  return { assign, owns, matchedBy: telling.size === 0 ? 'window' : blind ? 'mixed' : 'subject' };
}
