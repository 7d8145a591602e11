import type { Mechanism } from '../../lib/domain/verdict';
import type { Outcome } from './load';
import { countBy } from './tally';
import type { TruthRollout } from './truth';

/** What clients saw of the failed requests among these. */
export function failedOf(requests: readonly Outcome[]): Pick<TruthRollout, 'requests' | 'failed' | 'byStatus' | 'pattern' | 'answeredBy'> {
  const failed = requests.filter((outcome) => outcome.status >= 500 || outcome.status === 0);
  const [pattern] = Object.entries(countBy(failed, (outcome) => mechanismOf(outcome) ?? '')).sort(([, a], [, b]) => b - a).map(([name]) => name);
  return {
    requests: requests.length, failed: failed.length, byStatus: countBy(failed, (outcome) => String(outcome.status)),
    pattern: pattern ? (pattern as Mechanism) : null,
    answeredBy: failed.length === 0 ? null : failed.some((outcome) => outcome.servedBy !== null) ? 'backend' : 'proxy',
  };
}

/** What a failed request met: Envoy says it in the body; Skipper answers 502 to a failed dial, 500 and 503 to a connection that broke. */
export function mechanismOf({ proxy, status, servedBy, errorText }: Outcome): Mechanism | null {
  if (status < 500) return null;
  if (servedBy !== null) return 'backend_own_error';
  if (proxy === 'ingress') return status === 502 ? 'connect_failed' : status === 504 ? 'timeout' : 'reset_before_response';
  if (errorText?.includes('connection failure') || errorText?.includes('connection timeout')) return 'connect_failed';
  return errorText?.includes('no healthy upstream') ? 'no_endpoint' : 'reset_before_response';
}
