import { type Profiles, attributeTrace, raiseCohorts } from '../../detectors/hop-verdict';
import type { EpochMs } from '../../domain/units';
import type { Verdict } from '../../domain/verdict';
import type { ProxyService } from '../environments/types';
import type { FoundRequest } from './collect';
import type { HopCounts } from './counts';
import { factsAt } from './metric-facts';

export interface JudgedRequest {
  readonly request: FoundRequest;
  readonly verdict: Verdict;
}

export interface JudgeRequestsInput {
  readonly services: readonly ProxyService[];
  readonly profiles: Profiles;
  readonly counts: HopCounts;
  readonly now: EpochMs;
}

/**
 * Verdicts on the requests of one stratum, seen from its proxy: in the light of the emitters' profiles, of the counters of the
 * moment, and of each other (cohorts). A request whose answer is not this proxy's after all is left out.
 */
export function judgeRequests(requests: readonly FoundRequest[], { services, profiles, counts, now }: JudgeRequestsInput): JudgedRequest[] {
  const roles = services.map(({ service }) => ({ service, role: 'proxy' as const }));
  const members = requests.flatMap((request) => {
    const { trace, service, status, proxy, at } = request;
    const options = { now, roles, profiles, match: { service, status }, metrics: factsAt(counts, { proxy, service }, status, at) };
    const attributed = attributeTrace(trace, options);
    // Without such a hop another one is judged instead.
    if (attributed.verdict.status !== status || attributed.verdict.chain[0]?.service !== service) return [];
    // What counters contradict does not become more certain by being there many times.
    const contradicted = attributed.verdict.against.some(({ code }) => code === 'METRIC_CONTRADICTS');
    return [{ request, ...attributed, ...(contradicted ? { signature: '' } : {}) }];
  });
  return raiseCohorts(members).map((verdict, i) => ({ request: members[i]!.request, verdict }));
}
