import type { HopAgreement, HopStatus } from '../../domain/hops';
import type { TrustNote } from '../../domain/trust';
import type { Verdict } from '../../domain/verdict';
import type { HopCounts } from './counts';
import { type WeighedStretch, isUnknown, weigh } from './parts';

/** Fewer traces prove nothing against a counter. */
const LEAST_TRACES = 20;
/** An interval wider than this contradicts hardly anything. */
const WIDEST = 0.5;
/** Counters and traces see the edges of the range a little differently. */
const TOLERANCE = 0.05;

/** For a service without endpoints Skipper answers by a route of its own, and counts that as passed on; others say a flag, and count it as theirs. */
function isRouteWithoutEndpoints({ mechanism, evidence }: Verdict): boolean {
  return mechanism === 'no_endpoint' && evidence.some(({ code }) => code === 'NO_ATTEMPT');
}

export interface Compared {
  readonly proxy: string;
  /** Name of its spans. */
  readonly service: string;
  readonly status: HopStatus;
  readonly from: number;
  readonly to: number;
  readonly stretches: readonly WeighedStretch[];
}

interface Split {
  readonly what: string;
  readonly own: number;
  readonly requests: number;
  /** Null: the counters and the verdict do not speak of the same: neither side of the split. */
  readonly isOwn: (verdict: Verdict) => boolean | null;
}

/** The share of answers that the proxy made itself, by its own counters and by the verdicts. Only where the counters tell. */
export function compareWithCounters(compared: Compared, counts: HopCounts): HopAgreement[] {
  return splitsOf(compared, counts).flatMap((split) => {
    if (!(split.requests >= 1)) return [];
    return [toAgreement(compared, split)];
  });
}

function splitsOf(compared: Compared, counts: HopCounts): Split[] {
  const { proxy, service, status, from, to } = compared;
  const by = (responder: string) => counts.by(responder, proxy, status, from, to);
  const isSelf = ({ answeredBy }: Verdict) => answeredBy.role === 'proxy' && answeredBy.service === service;
  if (status !== 404) {
    const [made, passed] = [by('proxy'), by('passed')];
    if (made === null || passed === null) return [];
    // What a route or filter was told to answer is passed on by the proxy's own machinery, a breaker's answer is not.
    const isOwn = (verdict: Verdict) => (isSelf(verdict) ? (verdict.mechanism === 'local_policy' ? null : !isRouteWithoutEndpoints(verdict)) : false);
    return [{ what: 'made by the proxy because no answer came', own: made, requests: made + passed, isOwn }];
  }
  const missed = by('proxy-no-route') ?? 0;
  const policy = by('proxy-policy');
  const [backend, unknown] = [by('backend'), by('unknown')];
  if (backend === null && unknown === null && by('proxy-no-route') === null) return [];
  const all = missed + (policy ?? 0) + (backend ?? 0) + (unknown ?? 0);
  const isMiss = (verdict: Verdict) => {
    if (!isSelf(verdict)) return false;
    if (verdict.mechanism === 'route_miss') return true;
    // Envoy has no counter of the 404s that a route gives: these requests are not in its sum.
    return verdict.mechanism === 'local_policy' && policy === null && unknown === null ? null : false;
  };
  return [{ what: 'no route matched', own: missed, requests: all, isOwn: isMiss }];
}

function toAgreement({ proxy, status, stretches }: Compared, { what, own, requests, isOwn }: Split): HopAgreement {
  const opinion = (verdict: Verdict) => (isUnknown(verdict) ? null : isOwn(verdict));
  const told = stretches.map((stretch) => ({ ...stretch, verdicts: stretch.verdicts.filter((verdict) => opinion(verdict) !== null) }));
  const traces = told.reduce((sum, { verdicts }) => sum + verdicts.length, 0);
  const judged = weigh(told, (verdict) => opinion(verdict) === true);
  // Verdicts without an opinion may belong to either side.
  const low = weigh(stretches, (verdict) => opinion(verdict) === true).low;
  const high = weigh(stretches, (verdict) => opinion(verdict) !== false).high;
  const interval = { low: Math.min(low, judged.low), high: Math.max(high, judged.high) };
  const counted = Math.min(1, own / requests);
  return { proxy, status, what, counted, requests, judged: judged.share, ...interval, traces, verdict: verdictOf(counted, interval, traces) };
}

function verdictOf(counted: number, { low, high }: { readonly low: number; readonly high: number }, traces: number): HopAgreement['verdict'] {
  if (traces < LEAST_TRACES) return 'cannot-tell';
  if (counted < low - TOLERANCE || counted > high + TOLERANCE) return 'disagree';
  return high - low > WIDEST ? 'cannot-tell' : 'agree';
}

const percent = (share: number) => `${(100 * share).toFixed(share > 0 && share < 0.01 ? 1 : 0)} %`;

/** One note for each split that the two witnesses tell differently. */
export function disagreementNotes(rows: readonly HopAgreement[]): TrustNote[] {
  return rows.filter(({ verdict }) => verdict === 'disagree').map(({ proxy, status, what, counted, requests, judged, low, high, traces }) => ({
    code: 'paths-disagree',
    about: `${proxy}, ${status}, ${what}`,
    effect: `${percent(counted)} of ${Math.round(requests)} by the counters of the proxy, ${percent(judged)} (${percent(low)} to ${percent(high)}) of ${traces} traces by the verdicts: one of them is wrong, or the traces are not drawn evenly`,
    mend: 'look at traces of this status one by one; check that sampling does not prefer some answers, and that spans of the backends arrive',
  }));
}
