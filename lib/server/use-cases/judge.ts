import 'server-only';
import { MIN_SAMPLES, type Profiles, attribute, learnProfiles, toRequestSample } from '../../detectors/hop-verdict';
import type { RequestSample } from '../../domain/request-sample';
import type { Trace } from '../../domain/traces';
import type { EpochMs } from '../../domain/units';
import type { Verdict } from '../../domain/verdict';
import type { ProxyService } from '../environments/types';

export interface JudgeContext {
  readonly services: readonly ProxyService[];
  readonly now: EpochMs;
  /** Traces of the same sample, which show how their emitters behave. */
  readonly peers: readonly Trace[];
  /** What the emitters of the environment usually show; where it was learned from enough, it counts before the peers. */
  readonly profiles?: Profiles;
}

export interface Judge {
  verdict(trace: Trace): Verdict;
  sample(trace: Trace, proxy: string): RequestSample;
}

/** Verdicts in the light of the configuration (which services are proxies) and of the other traces that were looked at. */
export function makeJudge({ services, now, peers, profiles: known = {} }: JudgeContext): Judge {
  const roles = services.map(({ service }) => ({ service, role: 'proxy' as const }));
  const profiles: Profiles = { ...(peers.length > 1 ? learnProfiles(peers, roles) : {}), ...Object.fromEntries(Object.entries(known).filter(([, { samples }]) => samples >= MIN_SAMPLES)) };
  const verdict = (trace: Trace) => attribute(trace, { now, roles, profiles });
  return { verdict, sample: (trace, proxy) => toRequestSample(trace, verdict(trace), proxy) };
}
