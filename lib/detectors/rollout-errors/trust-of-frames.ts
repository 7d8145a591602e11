import type { DetectorInput } from '../../domain/detector';
import type { LabelledSeries } from '../../domain/series';
import type { TrustNote } from '../../domain/trust';
import { type Observed, aligned, interiorGaps } from './from-frames';
import { scrapeGap, trustOfSteps } from './trust';

/** Limits of the signals behind rollout-errors in this range. A clean range has none. */
export function trustOfFrames(input: DetectorInput<unknown>, observed: Observed, hasRollouts: boolean): TrustNote[] {
  const { signals } = input;
  const notes = trustOfSteps(observed.steps, hasRollouts);
  const requests = signals['instance-requests'] ? aligned(signals['instance-requests'], observed.at) : [];
  const instances = requests.map((series) => ({ series, missed: interiorGaps(series).size })).filter(({ missed }) => missed > 0);
  if (!notes.some((note) => note.code === 'scrape-gap')) {
    notes.push(...instances.map(({ series, missed }) => scrapeGap(series.labels.instance ?? null, missed)));
  }
  const born = bornTogether(observed.errors, requests);
  if (born > 0) notes.push({
    code: 'first-sample', about: 'gateway-errors',
    effect: `${born} errors stand in the first sample of instances that were new: they may be older than that scrape.`,
    mend: 'Scrape more often, or read the log of the instance.',
  });
  const last = observed.at.at(-1);
  if (last !== undefined && input.now - last < observed.steps.stepMs) notes.push({
    code: 'incomplete-last-step', about: 'gateway-errors',
    effect: 'The last step is still filling: its errors are a lower bound.', mend: 'Ask again one scrape later.',
  });
  if (!signals['replicaset-pods']) notes.push({
    code: 'collector-missing', about: 'replicaset-pods',
    effect: 'Rollouts cannot be seen: bursts are found, but none is tied to a rollout.',
    mend: 'Scrape kube-state-metrics (kube_replicaset_status_replicas, kube_replicaset_owner).',
  });
  if (input.traces?.truncated) notes.push({
    code: 'search-truncated', about: 'traces',
    effect: `Only ${input.traces.samples.length} traces were looked at: hops and patterns are shares of those.`, mend: 'Ask for a shorter range.',
  });
  return notes;
}

/** Errors of series whose first value comes with the first value of an instance that was born within the range. */
function bornTogether(errors: readonly LabelledSeries[], requests: readonly LabelledSeries[]): number {
  const key = ({ labels }: LabelledSeries) => JSON.stringify([labels.proxy, labels.instance]);
  const birth = new Map<string, number>();
  for (const series of requests) {
    const first = series.values.findIndex((value) => value != null);
    if (first >= 0) birth.set(key(series), Math.min(first, birth.get(key(series)) ?? first));
  }
  return errors.reduce((sum, series) => {
    const first = series.values.findIndex((value) => value != null);
    return first > 0 && birth.get(key(series)) === first ? sum + (series.values[first] ?? 0) : sum;
  }, 0);
}
