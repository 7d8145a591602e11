import type { HopAgreement, HopCell, HopDetail, HopName, HopPart, HopShare, HopStatus, HopTotal } from '@/lib/domain/hops';
import type { Mechanism } from '@/lib/domain/verdict';
import { epochMs } from '@/lib/domain/units';
import { FROM, TO } from './samples';

/*
 * Made up: an hour in twelve stretches of five minutes. 502 of skipper: mostly refused connections of shop, a few that shop made itself,
 * a few that cannot be told; one stretch without such answers, one that was not searched, one whose search failed.
 */
const STRETCH = 5 * 60_000;
export const hopEdges = Array.from({ length: 13 }, (_, i) => epochMs(FROM + i * STRETCH));
export const SKIPPER: HopName = { role: 'proxy', service: 'skipper-ingress' };
export const SHOP: HopName = { role: 'backend', service: 'shop' };
export const UNKNOWN: HopName = { role: 'unknown', service: null };

/** A part of `of` traces. The interval is rough: half its width is a tenth. */
export function hopPart(answeredBy: HopName, causedBy: HopName, mechanism: Mechanism, count: number, of: number, certain = count): HopPart {
  const share = of === 0 ? 0 : count / of;
  return { answeredBy, causedBy, mechanism, count, certain, share, low: Math.max(0, share - 0.1), high: Math.min(1, share + 0.1) };
}

/** Parts by answering hop alone; the intervals as rough as theirs. */
export function hopShares(parts: readonly HopPart[]): HopShare[] {
  const sums = new Map<string, HopShare>();
  for (const { answeredBy, count, share } of parts.filter((part) => part.count > 0)) {
    const key = JSON.stringify(answeredBy);
    const sum = (sums.get(key)?.share ?? 0) + share;
    sums.set(key, { hop: answeredBy, count: (sums.get(key)?.count ?? 0) + count, share: sum, low: Math.max(0, sum - 0.1), high: Math.min(1, sum + 0.1) });
  }
  return [...sums.values()].sort((a, b) => b.share - a.share);
}

const partsOf = (refused: number, own: number, open: number): HopPart[] => {
  const all = refused + own + open;
  return [hopPart(SKIPPER, SHOP, 'connect_failed', refused, all, Math.floor(refused * 0.9)), hopPart(SHOP, SHOP, 'backend_own_error', own, all), hopPart(UNKNOWN, UNKNOWN, 'undetermined', open, all, 0)].filter(({ count }) => count > 0);
};

export function hopCell(i: number, over: Partial<HopCell> = {}): HopCell {
  const parts = over.parts ?? [];
  return { from: hopEdges[i]!, to: hopEdges[i + 1]!, proxy: 'skipper-ingress', status: 502, requests: 0, search: 'quiet', truncated: false, parts, lookedAt: parts.reduce((sum, { count }) => sum + count, 0), ...over };
}

export function hopTotal(status: HopStatus, over: Partial<HopTotal> = {}): HopTotal {
  const parts = over.parts ?? [];
  return {
    proxy: 'skipper-ingress', service: 'skipper-ingress', status, requests: 0, answered: hopShares(parts), expectedTraces: null, truncated: false, parts, lookedAt: parts.reduce((sum, { count }) => sum + count, 0),
    stratum: { label: `${status} at skipper-ingress`, from: epochMs(FROM), to: epochMs(TO), status, proxy: 'skipper-ingress', instance: null, zone: null, host: null }, ...over,
  };
}

export function hopAgreement(over: Partial<HopAgreement> = {}): HopAgreement {
  return { proxy: 'skipper-ingress', status: 502, what: 'answered by the proxy itself', counted: 0.83, requests: 1_240, judged: 0.82, low: 0.74, high: 0.88, traces: 212, verdict: 'agree', ...over };
}

const counts = [0, 40, 60, 220, 310, 180, 90, 70, 0, 120, 90, 60];

/** A whole answer. */
export function hopSample(over: Partial<HopDetail> = {}): HopDetail {
  const cells = counts.map((requests, i) => {
    if (requests === 0) return hopCell(i);
    if (i === 6) return hopCell(i, { requests, search: 'skipped' });
    if (i === 9) return hopCell(i, { requests, search: 'failed' });
    const traces = Math.round(requests / 5);
    return hopCell(i, { requests, search: 'searched', parts: partsOf(Math.round(traces * 0.8), Math.round(traces * 0.12), Math.max(1, Math.round(traces * 0.06))) });
  });
  return {
    edges: hopEdges,
    cells,
    totals: [
      hopTotal(502, { requests: 1_240, expectedTraces: 248, parts: partsOf(174, 26, 12) }),
      hopTotal(503, { requests: 31, expectedTraces: 6, parts: [hopPart(SKIPPER, SHOP, 'no_endpoint', 5, 5)] }),
      hopTotal(504),
      hopTotal(404, { requests: 26_330, expectedTraces: 5_266, truncated: true, parts: [hopPart(SKIPPER, SKIPPER, 'route_miss', 340, 500), hopPart(SHOP, SHOP, 'backend_own_error', 160, 500, 90)] }),
    ],
    agreement: [hopAgreement(), hopAgreement({ status: 404, counted: 0.4, judged: 0.68, low: 0.64, high: 0.72, traces: 500, verdict: 'disagree' }), hopAgreement({ status: 503, judged: 1, low: 0.57, high: 1, traces: 5, verdict: 'cannot-tell' })],
    spanMetrics: { kind: 'found', flavour: 'spanmetrics connector', sampled: 'before', rows: [{ service: 'skipper-ingress', kind: 'server', status: 502, requests: 1_236 }, { service: 'shop', kind: 'server', status: 502, requests: 140 }] },
    profiles: [
      { service: 'skipper-ingress', family: 'skipper', role: 'proxy', pAttempt: 1, pBelow: 0.98, samples: 412, source: 'learned', learnedAt: epochMs(TO) },
      { service: 'edge', family: 'envoy', role: 'proxy', pAttempt: null, pBelow: null, samples: 0, source: 'default', learnedAt: null },
    ],
    search: { traced: true, searches: 34, skipped: 1, failed: 1, budgetMs: 30_000, young: false, reread: 2, sampling: [{ proxy: 'skipper-ingress', rate: 0.2, traces: 400, requests: 2_000 }] },
    ...over,
  };
}
