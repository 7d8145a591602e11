import { CLEAR_P, codesText, patternText } from './finding';
import { formatCount, formatP, plural } from './format';
import { clipText } from './hostile-text';
import type { RolloutHop, SeenCount, SeenRollout } from './rollout-extras';
import { capital, roleWords } from './words';

/** A text, with the word for "nobody looked" where it is absent. */
export const NOT_CHECKED = 'not checked';

const stateWords: Readonly<Record<string, string>> = {
  complete: 'complete', ongoing: 'going on', stuck: 'stuck', aborted: 'aborted', superseded: 'superseded by the next', 'rolled-back': 'rolled back',
};

/** State of a rollout in words; one whose state nobody looked at is at least known to go on or not. */
export function stateText(rollout: { readonly state?: string; readonly ongoing: boolean; readonly paused?: boolean } | null): string {
  if (rollout?.state !== undefined) return `${stateWords[rollout.state] ?? clipText(rollout.state, 24).text}${rollout.paused ? ', paused' : ''}`;
  return rollout?.ongoing ? 'going on' : NOT_CHECKED;
}

/** Tone of a state: what did not end as it should stands out. */
export function stateTone(rollout: SeenRollout | null): 'warn' | 'info' | 'neutral' {
  if (rollout?.state === 'stuck' || rollout?.state === 'aborted' || rollout?.state === 'rolled-back') return 'warn';
  return rollout?.ongoing ? 'info' : 'neutral';
}

const sourceWords: Readonly<Record<string, string>> = {
  'replicaset-lifespan': 'lifespan of its ReplicaSets', 'condition-reason': 'condition of the Deployment', 'statefulset-revision': 'revision of the StatefulSet', 'daemonset-status': 'status of the DaemonSet',
  'argo-rollouts': 'Argo Rollouts', 'argo-cd': 'Argo CD', flux: 'Flux', flagger: 'Flagger', grafana: 'Grafana annotations', given: 'given by the caller',
};

/** Where a rollout is known from. */
export function sourcesText(rollout: SeenRollout): string {
  return (rollout.sources ?? [rollout.source]).map((source) => sourceWords[source] ?? clipText(source.replaceAll('-', ' '), 40).text).join(', ');
}

/** How much a rollout's errors tell: the wording never claims more than the count carries. */
export type Link = 'unknown' | 'none' | 'single' | 'weak' | 'strong';

export function linkOf(count: Pick<SeenCount, 'failed' | 'p' | 'known'>): Link {
  if (count.known === false) return 'unknown';
  if (count.failed === 0) return 'none';
  if (count.failed === 1) return 'single';
  return count.p < CLEAR_P ? 'strong' : 'weak';
}

export const linkWords: Readonly<Record<Link, string>> = {
  unknown: 'not known: no scrape of its time was seen',
  none: 'no failed request',
  single: 'consistent with this rollout; one error proves nothing',
  weak: 'consistent with this rollout, and with chance',
  strong: 'more than chance explains',
};

/** The page's headline: what failed, beside what the time outside predicts. */
export function headlineText(workload: string, image: string | null, count: SeenCount): string {
  const what = `rollout of ${clipText(workload, 60).text}${image === null ? '' : ` (${image})`}`;
  const link = linkOf(count);
  if (link === 'unknown') return `Whether requests failed in the ${what} is not known`;
  if (link === 'none') return `No request failed in the ${what}`;
  if (link === 'single') return `One request failed (${Object.keys(count.codes).find((code) => count.codes[code]! > 0) ?? 'code not known'}) during the ${what}: consistent with it, not proof`;
  return `${capital(what)} ${link === 'strong' ? 'failed' : 'coincides with'} ${plural(count.failed, link === 'strong' ? 'request' : 'failed request')}`;
}

/** The line under it. */
export function underHeadline(count: SeenCount): string {
  if (count.known === false) return 'No scrape of its time was seen: its counts say nothing.';
  const codes = codesText(count.codes);
  const shared = count.contested ? ` ${plural(count.contested, 'of these', 'of these')} may belong to another rollout of the same time.` : '';
  const saved = count.nearMisses === null ? 'Requests saved by retries: not known.' : count.nearMisses === 0 ? 'No request was saved by a retry.' : `Retries saved ${plural(count.nearMisses, 'further request')}.`;
  return `${codes === '' ? '' : `${codes}. `}The time outside rollouts predicts ${formatCount(count.expectedFailed)} (${formatP(count.p)}).${shared} ${saved}`;
}

/** The hop that answered most of the errors, with how many of the sampled traces say so. */
export function topHop(hops: readonly RolloutHop[] | undefined): string {
  if (hops === undefined) return NOT_CHECKED;
  const bySpot = new Map<string, number>();
  for (const { role, service, samples } of hops) {
    const label = service === null ? roleWords[role] : `${roleWords[role]}, ${clipText(service, 40).text}`;
    bySpot.set(label, (bySpot.get(label) ?? 0) + samples);
  }
  const [top] = [...bySpot].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const all = hops.reduce((sum, { samples }) => sum + samples, 0);
  return top && all > 0 ? `${top[0]} (${formatCount(top[1])} of ${plural(all, 'trace')})` : 'no trace of them was kept';
}

/** The pattern as a sentence. */
export function patternSentence(pattern: string | null | undefined): string {
  if (pattern === undefined) return 'Not checked.';
  if (pattern === null) return 'No clear pattern: the errors lie near no one kind of event, and no trace tells how they came about.';
  const words = patternText(pattern);
  return words.startsWith(' (') ? `Most of the errors: ${words.slice(2, -1)}.` : `Most of the errors came${words}.`;
}
