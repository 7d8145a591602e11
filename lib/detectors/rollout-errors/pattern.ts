import type { RequestSample } from '../../domain/request-sample';
import type { Rollout } from '../../domain/rollout-detail';
import type { Mechanism } from '../../domain/verdict';

/** Where in the life of pods the errors fall, when no trace tells the mechanism. */
export type RolloutPattern = Mechanism | 'pod-end' | 'pod-start';

/** Verdicts that explain nothing about a rollout. */
const SILENT: readonly Mechanism[] = ['healthy', 'undetermined'];
/** Share of the errors that must lie near one kind of event. */
const CLEAR_SHARE = 0.6;

/** Most frequent mechanism of the samples, ties by name; null without one that says something. */
export function topMechanism(samples: readonly RequestSample[]): { readonly mechanism: Mechanism; readonly count: number } | null {
  const counts = new Map<Mechanism, number>();
  for (const { mechanism } of samples) if (!SILENT.includes(mechanism)) counts.set(mechanism, (counts.get(mechanism) ?? 0) + 1);
  const [top] = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return top ? { mechanism: top[0], count: top[1] } : null;
}

/** What the codes alone say, where no trace does: 504 is a timeout by its meaning; 502 and 503 have many causes. */
export function codePattern(codes: Readonly<Record<string, number>>): 'timeout' | null {
  const total = Object.values(codes).reduce((a, b) => a + b, 0);
  return total > 0 && (codes['504'] ?? 0) >= CLEAR_SHARE * total ? 'timeout' : null;
}

/** `errors` are (time of the step's end, count). Near: within two steps. Ends win over starts when both explain as much. */
export function timingPattern(rollout: Rollout, errors: readonly (readonly [at: number, count: number])[], stepMs: number): 'pod-end' | 'pod-start' | null {
  const ends = rollout.pods.filter((pod) => rollout.oldReplicaSets.includes(pod.replicaset)).map((pod) => pod.gone);
  const starts = rollout.pods.filter((pod) => pod.replicaset === rollout.newReplicaSet).map((pod) => pod.ready ?? pod.created);
  const total = errors.reduce((sum, [, count]) => sum + count, 0);
  const near = (times: readonly (number | null)[]) =>
    errors.reduce((sum, [at, count]) => sum + (times.some((time) => time !== null && Math.abs(time - at) <= 2 * stepMs) ? count : 0), 0);
  const [atEnd, atStart] = [near(ends), near(starts)];
  if (total === 0 || Math.max(atEnd, atStart) < CLEAR_SHARE * total) return null;
  return atEnd >= atStart ? 'pod-end' : 'pod-start';
}

const DRAIN = 'Let old pods finish: a preStop pause longer than endpoints take to reach the proxies, readiness false first, and a termination grace period above the longest request.';
const RETRY = 'Retry what never reached a pod. Envoy retries nothing unless told: connect-failure, refused-stream, reset. Skipper retries once, only failed dials, only requests without body, and not with a single endpoint.';
const READY = 'Let readiness pass only when the pod really serves, and keep a minimum of ready seconds.';
const ENDPOINTS = 'Keep endpoints while rolling: maxUnavailable 0 and at least two replicas. A disruption budget guards evictions, never rollouts.';
const TIMEOUT = 'See whether new pods answer slowly at first (warm-up, slow start). A timeout of the whole request is not retried by Envoy.';

const ADVICE: Partial<Record<RolloutPattern, readonly string[]>> = {
  connect_failed: [DRAIN, RETRY],
  reset_before_response: [DRAIN, RETRY],
  reset_mid_response: [DRAIN],
  no_endpoint: [ENDPOINTS, READY],
  timeout: [TIMEOUT, READY],
  'pod-end': [DRAIN, RETRY],
  'pod-start': [READY],
  backend_own_error: ['The new pods answered with errors of their own: look at their log and the change that was rolled out.'],
  passthrough: ['The proxy passed on an answer from behind it: look at the hop that the traces name.'],
};

/** What helps against the pattern that was observed; without one the first look. */
export function adviceFor(pattern: RolloutPattern | null): readonly string[] {
  const known = pattern === null ? undefined : ADVICE[pattern];
  return known ?? ['Look at the traces of these errors: which hop answered decides what helps.', DRAIN];
}

/** The pattern in words. */
export function patternText(pattern: RolloutPattern): string {
  const words: Partial<Record<RolloutPattern, string>> = {
    'pod-end': 'Most errors fall on the moments when old pods went away.',
    'pod-start': 'Most errors fall on the moments when new pods came up.',
  };
  return words[pattern] ?? `Traces of these errors mostly show: ${pattern.replaceAll('_', ' ')}.`;
}
