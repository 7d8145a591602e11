import type { ClusterEvent, Suspect } from '../../domain/rollout-detail';
import type { LabelledSeries } from '../../domain/series';
import { coverage } from './association';
import { type ErrorSteps, stepsBetween } from './error-steps';
import type { RolloutParams } from './params';
import { type RolloutWindow, markSteps } from './windows';

/** What can be suspected of errors, whatever the errors are. */
export interface SuspectPool {
  readonly steps: ErrorSteps;
  readonly errors: readonly LabelledSeries[];
  readonly rollouts: readonly RolloutWindow[];
  readonly events: readonly ClusterEvent[];
  readonly params: RolloutParams;
}

/** The errors to be explained: where they lie, which series they are, and what must not accuse itself. */
export interface Accused {
  /** Steps that were counted; only those with an error of `own` matter. */
  readonly counted: readonly number[];
  readonly own: readonly LabelledSeries[];
}

const MOST_SUSPECTS = 10;
/** A step with this many times its neighbourhood's requests is a peak, if it is rare as well. */
const PEAK_TIMES = 1.5;
const PEAK_P = 0.05;

const eventWords: Readonly<Record<ClusterEvent['kind'], string>> = {
  'oom-kill': 'OOM kill', restart: 'container restart', eviction: 'eviction', drain: 'node drain', scaling: 'scaling',
};

/** Answers for one set of errors after another; what a suspect covers is worked out once. */
export function suspectFinder(pool: SuspectPool): (accused: Accused) => Suspect[] {
  const { steps, params } = pool;
  const candidates = [...rolloutCandidates(pool), ...eventCandidates(pool)].map((candidate) => ({ ...candidate, cover: coverage(steps, candidate.windows, params) }));
  const marks = candidates.map(({ windows }) => markSteps(windows.map((window) => stepsBetween(steps, window.from, window.to)), steps.total.length));
  return ({ counted, own }) => {
    const hit = counted.filter((step) => own.some(({ values }) => (values[step] ?? 0) > 0));
    if (hit.length === 0) return [];
    const near = candidates.flatMap(({ kind, label, workload, cover }, i): Suspect[] => {
      const first = hit.find((step) => cover.inside[step] === 1);
      if (first === undefined) return [];
      const relation = hit.some((step) => marks[i]![step] === 1) ? 'during' : 'just-after';
      return [{ kind, label, workload, relation, p: cover.chanceAt(first) }];
    });
    return [...near, ...loadPeak(steps, hit, params), ...otherTimeouts(pool, hit, own)]
      .sort((a, b) => a.p - b.p || (a.label < b.label ? -1 : 1)).slice(0, MOST_SUSPECTS);
  };
}

interface Candidate extends Pick<Suspect, 'kind' | 'label' | 'workload'> {
  readonly windows: readonly RolloutWindow[];
}

function rolloutCandidates({ rollouts }: SuspectPool): Candidate[] {
  return [...new Set(rollouts.map(({ workload }) => workload))].sort().map((workload) => ({
    kind: 'rollout', label: `rollout of ${workload}`, workload, windows: rollouts.filter((window) => window.workload === workload),
  }));
}

/** Events of one kind and workload are one candidate. A scrape shows an event up to two steps late, and its effect lasts a while. */
function eventCandidates({ events, steps, params }: SuspectPool): Candidate[] {
  const groups = new Map<string, ClusterEvent[]>();
  for (const event of events) {
    const key = JSON.stringify([event.kind, event.workload]);
    groups.set(key, [...(groups.get(key) ?? []), event]);
  }
  return [...groups.values()].map((members) => {
    const { kind, workload } = members[0]!;
    const pods = [...new Set(members.flatMap(({ pod }) => (pod === null ? [] : [pod])))].sort();
    return {
      kind, workload, label: `${eventWords[kind]} of ${pods.length === 1 ? `${workload} (${pods[0]})` : workload}`,
      windows: members.map(({ at }) => ({ workload, from: at - 2 * steps.stepMs, to: at + steps.stepMs, afterTo: at + params.eventAfterMs })),
    };
  });
}

/** More requests than around it; p: share of steps with as many. */
function loadPeak({ requests, stepMs }: ErrorSteps, hit: readonly number[], params: RolloutParams): Suspect[] {
  if (!requests) return [];
  const reach = Math.max(2, Math.round(params.baselineReachMs / stepMs));
  let best: { readonly times: number; readonly asked: number } | null = null;
  for (const step of hit) {
    const asked = requests[step];
    if (asked == null) continue;
    const around = requests.slice(Math.max(0, step - reach), step + reach + 1).filter((value) => value !== null);
    const usual = around.reduce((a, b) => a + b, 0) / around.length;
    if (usual > 0 && asked / usual > (best?.times ?? 0)) best = { times: asked / usual, asked };
  }
  if (!best || best.times < PEAK_TIMES) return [];
  const known = requests.filter((value) => value !== null);
  const p = known.filter((value) => value >= best.asked).length / known.length;
  return p > PEAK_P ? [] : [{ kind: 'load-peak', label: `load peak: ${best.times.toFixed(1)} times the requests around it`, workload: null, relation: 'during', p }];
}

/** Timeouts of routes that the errors do not belong to: what they share (a node, a database, the proxy) may be the cause of both. */
function otherTimeouts({ errors, steps }: SuspectPool, hit: readonly number[], own: readonly LabelledSeries[]): Suspect[] {
  const mine = new Set(own.map(({ labels }) => labels.subject ?? ''));
  const bySubject = new Map<string, LabelledSeries[]>();
  for (const series of errors) {
    const subject = series.labels.subject ?? '';
    if (series.labels.code !== '504' || mine.has(subject)) continue;
    bySubject.set(subject, [...(bySubject.get(subject) ?? []), series]);
  }
  const known = steps.total.filter((value) => value !== null).length;
  return [...bySubject].flatMap(([subject, series]): Suspect[] => {
    const failedAt = (step: number) => series.some(({ values }) => (values[step] ?? 0) > 0);
    if (!hit.some(failedAt)) return [];
    const p = steps.total.filter((_, step) => failedAt(step)).length / Math.max(1, known);
    return [{ kind: 'upstream-timeouts', label: `timeouts of ${subject || 'another route'}`, workload: null, relation: 'during', p: Math.min(1, p) }];
  });
}
