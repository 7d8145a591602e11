import type { RolloutSource } from '../../../domain/rollout-detail';
import type { LabelledSeries, SeriesFrame } from '../../../domain/series';
import type { EpochMs } from '../../../domain/units';
import { byWorkload } from '../find-rollouts';

type Meaning = 'running' | 'paused' | 'stuck' | 'done' | 'aborted';

/** What a controller said of one workload from `from` to `to`. */
export interface PhaseWindow {
  readonly source: RolloutSource;
  readonly workload: string;
  readonly from: EpochMs;
  readonly to: EpochMs;
  /** How it ended; `running`, `paused`, `stuck`: it has not. */
  readonly last: Meaning;
  /** The controller's own word, or null. */
  readonly strategy: string | null;
}

interface PhaseSource {
  readonly source: RolloutSource;
  /** Label that holds the controller's word. */
  readonly label: string;
  readonly words: Readonly<Record<string, Meaning>>;
}

/** Reasons of the condition Progressing (reference deploys 4.1); `Failed` and `Paused` are told by any version of the collector. */
export const deploymentReasons: PhaseSource = {
  source: 'condition-reason', label: 'reason',
  words: {
    ReplicaSetUpdated: 'running', NewReplicaSetCreated: 'running', FoundNewReplicaSet: 'running', DeploymentResumed: 'running',
    DeploymentPaused: 'paused', Paused: 'paused', NewReplicaSetAvailable: 'done',
    ProgressDeadlineExceeded: 'stuck', ReplicaSetCreateError: 'stuck', Failed: 'stuck',
  },
};

export const argoRollouts: PhaseSource = {
  source: 'argo-rollouts', label: 'phase',
  words: { Progressing: 'running', Paused: 'paused', Healthy: 'done', Completed: 'done', Degraded: 'aborted', Abort: 'aborted', Error: 'aborted', Timeout: 'stuck' },
};

export const flaggerCanaries: PhaseSource = { source: 'flagger', label: 'phase', words: { 0: 'running', 1: 'done', 2: 'aborted' } };

/** Of words at the same step the one that says most: collectors that run twice may disagree for a scrape. */
const WEIGHT: readonly Meaning[] = ['done', 'aborted', 'running', 'paused', 'stuck'];

/**
 * Times during which a controller was at work on a workload: from its first word for "running" to its word for "done". Creation is
 * no rollout: what is born within the range begins with it.
 */
export function phaseWindows(frame: SeriesFrame, source: PhaseSource): PhaseWindow[] {
  const first = frame.at.findIndex((_, i) => frame.series.some(({ values }) => values[i] != null));
  return [...byWorkload(frame)].flatMap(([workload, series]) => windowsOf(workload, series, frame.at, source, first));
}

function windowsOf(workload: string, series: readonly LabelledSeries[], at: readonly EpochMs[], { source, label, words }: PhaseSource, first: number): PhaseWindow[] {
  const found: PhaseWindow[] = [];
  const strategy = series.map(({ labels }) => labels.strategy ?? '').find((text) => text !== '') ?? null;
  let from = -1;
  let last: Meaning | null = null;
  let created = false;
  const close = (to: number, end: Meaning) => {
    if (from >= 0 && !created) found.push({ source, workload, from: at[from]!, to: at[to]!, last: end, strategy });
    from = -1;
  };
  for (let i = 0; i < at.length; i += 1) {
    const now = meaningAt(series, i, label, words);
    if (now === null) continue;
    if (from < 0 && now === 'running') {
      from = i;
      created = last === null && i > first;
    } else if (from >= 0 && (now === 'done' || now === 'aborted')) close(i, now);
    last = now;
  }
  if (last) close(at.length - 1, last);
  return found;
}

function meaningAt(series: readonly LabelledSeries[], i: number, label: string, words: PhaseSource['words']): Meaning | null {
  let found: Meaning | null = null;
  for (const { labels, values } of series) {
    const word = labels[label] ?? '';
    const meaning = (values[i] ?? 0) > 0 && Object.hasOwn(words, word) ? words[word]! : null;
    if (meaning && (found === null || WEIGHT.indexOf(meaning) > WEIGHT.indexOf(found))) found = meaning;
  }
  return found;
}
