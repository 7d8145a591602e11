import type { HopStatus } from '../../lib/domain/hops';
import { hopStatuses } from '../../lib/domain/hops';
import { causeHost, type KnownCause, knownCauses, type VerdictTruth } from './causes';
import type { ProxyName } from './fleet';
import { send } from './http-client';
import { type Random, sleep } from './random';
import type { Stack } from './stack';

/** Share of the requests by what will become of them. Both proxies get the same. */
const mix: Readonly<Record<string, number>> = {
  healthy: 0.45, 'healthy-uninstrumented': 0.1, 'route-miss': 0.08, 'catch-all': 0.04, 'backend-404': 0.06, 'backend-404-uninstrumented': 0.03,
  'backend-502': 0.05, 'backend-503-uninstrumented': 0.05, refused: 0.06, timeout: 0.04, 'no-endpoint': 0.04,
};

/** One answer as its client saw it, with what a right verdict says. */
export interface HopOutcome {
  readonly at: number;
  readonly proxy: ProxyName;
  readonly status: number;
  readonly cause: string;
  readonly sampled: boolean;
  readonly truth: VerdictTruth;
}

export interface HopPhase {
  readonly from: number;
  readonly to: number;
  readonly outcomes: readonly HopOutcome[];
}

/**
 * Sends requests of every cause to both proxies for a while. `sampled`: share of them that may leave a trace; the others carry a
 * parent that was not sampled, which is how a head sampler before the proxy looks from behind it.
 */
export async function sendHops(stack: Stack, random: Random, { seconds, perSecond, sampled }: { readonly seconds: number; readonly perSecond: number; readonly sampled: number }): Promise<HopPhase> {
  const from = Date.now();
  const pending: Promise<HopOutcome>[] = [];
  for (let last = from; last - from < seconds * 1000;) {
    await sleep(25);
    const now = Date.now();
    for (const proxy of ['ingress', 'gateway'] as const) {
      for (let n = random.poisson((perSecond * (now - last)) / 1000); n > 0; n -= 1) pending.push(ask(stack, random, proxy, random.next() < sampled));
    }
    last = now;
  }
  const outcomes = await Promise.all(pending);
  return { from, to: Date.now(), outcomes };
}

async function ask(stack: Stack, random: Random, proxy: ProxyName, sampled: boolean): Promise<HopOutcome> {
  const cause = pickCause(random);
  const { ip, port } = random.pick(stack.readyProxies(proxy));
  const traceparent = sampled ? undefined : `00-${hex(random, 32)}-${hex(random, 16)}-00`;
  const at = Date.now();
  const { status } = await send({ ...cause, ip, port, host: causeHost(cause.name), userAgent: 'weir-lab/1.0', traceparent });
  return { at, proxy, status, cause: cause.name, sampled, truth: proxy === 'gateway' ? (cause.envoyVerdict ?? cause.verdict) : cause.verdict };
}

function pickCause(random: Random): KnownCause {
  let rest = random.next();
  for (const cause of knownCauses) {
    rest -= mix[cause.name] ?? 0;
    if (rest < 0) return cause;
  }
  return knownCauses[0]!;
}

const hex = (random: Random, length: number) => Array.from({ length }, () => (1 + Math.floor(random.next() * 15)).toString(16)).join('');

/** Answers with one status of one proxy: how many, and how they came about. */
export interface HopTruth {
  readonly proxy: ProxyName;
  readonly status: HopStatus;
  readonly requests: number;
  /** Shares of `requests` by `answered by > caused by: mechanism`. */
  readonly shares: ReadonlyMap<string, number>;
}

export const truthKey = ([answeredBy, causedBy, mechanism]: VerdictTruth) => `${answeredBy} > ${causedBy}: ${mechanism}`;

/** What really happened, by proxy and status; statuses that nobody got are left out. */
export function hopTruths({ outcomes }: HopPhase): HopTruth[] {
  return (['ingress', 'gateway'] as const).flatMap((proxy) => hopStatuses.flatMap((status) => {
    const own = outcomes.filter((outcome) => outcome.proxy === proxy && outcome.status === status);
    const counts = new Map<string, number>();
    for (const { truth } of own) counts.set(truthKey(truth), (counts.get(truthKey(truth)) ?? 0) + 1);
    return own.length === 0 ? [] : [{ proxy, status, requests: own.length, shares: new Map([...counts].map(([key, count]) => [key, count / own.length])) }];
  }));
}
