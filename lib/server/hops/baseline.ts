import { MIN_SAMPLES, countEmitters } from '../../detectors/hop-verdict';
import type { Attributes, Span, Trace } from '../../domain/traces';
import type { EpochMs } from '../../domain/units';
import type { Environment, ProxyService } from '../environments/types';
import type { HopCounts } from './counts';
import type { TraceDesk } from './desk';
import { type SamplingRate, isDue, keepLook, ratesOf, uncounted } from './environment-profiles';

/** So many healthy traces a look brings at most; searches aim at half of it, so that a full answer is seldom. */
const LIMIT = 60;
const MOST_LIMIT = 200;
const AIM = 30;
/** A recording keeps errors first: its healthy traces are few, and reading them costs nothing. */
const RECORDED_LIMIT = 2_000;
const MOST_LOOKS = 4;
/** Windows grow at most so much from look to look. */
const GROWTH = 8;
const UNCOUNTED_MS = 20_000;
const LEAST_MS = 20;
/** Counters over fewer steps than this are off by a good part of a step. */
const LEAST_COUNTED_STEPS = 4;
/** Traces of the last minute may still be growing. */
const SETTLED_MS = 60_000;
const MOST_PROXIES = 8;

export interface BaselineWindow {
  readonly from: number;
  readonly to: number;
  readonly edges: readonly EpochMs[];
}

/**
 * A look at healthy requests of each proxy (reference traces-apis 7.3.2): from it the profiles of the emitters are learned, and
 * how many of the requests are traced at all. Kept for a quarter of an hour; a recording keeps errors first, so it has no rate.
 */
export async function lookAtBaseline(environment: Environment, desk: TraceDesk, counts: HopCounts | null, window: BaselineWindow): Promise<{ readonly rates: readonly SamplingRate[]; readonly traces: readonly Trace[] }> {
  const now = environment.clock();
  const countable = counts !== null && counts.stepMs !== null;
  const key = countable ? windowKey(window) : null;
  const known = key === null ? null : ratesOf(environment, key);
  if (!isDue(environment, now) && (known || key === null)) return { rates: known ?? environment.services.map(({ proxy }) => ({ proxy, ...UNKNOWN_RATE })), traces: [] };
  const looks = await Promise.all(environment.services.slice(0, MOST_PROXIES).map((service) => lookAtProxy(environment, desk, counts, window, service)));
  const traces = [...new Map(looks.flatMap((look) => look.traces).map((trace) => [trace.traceId, trace])).values()];
  const rates = looks.map(({ rate }) => rate);
  const fresh = uncounted(environment, traces, now);
  const counted = countEmitters(fresh, environment.services.map(({ service }) => ({ service, role: 'proxy' as const })));
  // A source that failed has shown nothing: the next question looks again.
  if (looks.some(({ answered }) => answered)) keepLook(environment, { counts: counted, traceIds: fresh.map(({ traceId }) => traceId), rates, window: key, now });
  return { rates, traces };
}

/** Windows within the same quarter of an hour share a look: a live page asks every few seconds. */
function windowKey({ from, to }: BaselineWindow): string {
  const quarter = (at: number) => Math.floor(at / 900_000);
  return `${quarter(from)} ${quarter(to)}`;
}

const UNKNOWN_RATE = { rate: null, traces: 0, requests: null } as const;

interface Look {
  readonly traces: readonly Trace[];
  readonly rate: SamplingRate;
  readonly answered: boolean;
}

async function lookAtProxy(environment: Environment, desk: TraceDesk, counts: HopCounts | null, window: BaselineWindow, { proxy, service }: ProxyService): Promise<Look> {
  const end = quietEnd(counts, proxy, window, environment.clock());
  const latest = Math.max(end, settledEnd(window, environment.clock()));
  const most = latest - window.from;
  const recorded = environment.info.kind === 'recording';
  const perMs = healthyPerMs(counts, proxy, window, end);
  let length = recorded ? most : Math.min(most, perMs === null ? UNCOUNTED_MS : perMs > 0 ? AIM / perMs : most);
  const traces = new Map<string, Trace>();
  let rate: SamplingRate = { proxy, ...UNKNOWN_RATE };
  // Backends cannot be asked for good answers alone: among many bad ones more traces are needed for as many good ones.
  let limit = Math.min(MOST_LIMIT, Math.ceil(LIMIT / healthyShare(counts, proxy, end)));
  let answered = false;
  for (let i = 0; i < MOST_LOOKS && length > 0; i += 1) {
    length = Math.max(LEAST_MS, length);
    // Backwards from the quiet end; where the range begins before that, forwards as well.
    const from = Math.max(window.from, end - length);
    const to = Math.min(latest, Math.max(end, from + length));
    const looked = await desk.search({ service, status: null, from, to, limit: recorded ? RECORDED_LIMIT : limit, purpose: `baseline of ${proxy}`, apart: true });
    if (looked.kind !== 'found') break;
    answered = true;
    for (const trace of looked.traces) traces.set(trace.traceId, trace);
    const found = looked.traces.reduce((sum, trace) => sum + healthySpans(trace, service, from, to), 0);
    // A full answer may be a part of what is there: it tells what the emitters do, not how many of the requests are traced.
    if (looked.truncated) {
      if (recorded || found >= MIN_SAMPLES || limit >= MOST_LIMIT) break;
      limit = MOST_LIMIT;
      continue;
    }
    if (!recorded) rate = toRate(proxy, found, countAround(counts, proxy, window, { from, to }));
    if (found >= MIN_SAMPLES || length >= most) break;
    length = Math.min(most, length * Math.min(GROWTH, Math.max(1.5, AIM / Math.max(found, 0.5))));
  }
  return { traces: [...traces.values()], rate, answered };
}

/**
 * Healthy requests of a look. A window of one scrape or two holds those of the scrape before as well as its own: such a one gets its
 * part of a longer stretch around it.
 */
function countAround(counts: HopCounts | null, proxy: string, window: BaselineWindow, { from, to }: { readonly from: number; readonly to: number }): number | null {
  if (!counts) return null;
  const room = Math.max(0, (LEAST_COUNTED_STEPS * (counts.stepMs ?? 0) - (to - from)) / 2);
  const [first, last] = [Math.max(window.from, from - room), Math.min(window.to, to + room)];
  const healthy = counts.healthy(proxy, first, last);
  return healthy === null ? null : (healthy * (to - from)) / (last - first);
}

function toRate(proxy: string, traces: number, requests: number | null): SamplingRate {
  // More traces than requests: the window holds a jump of the traffic, whose scrapes came after it.
  const fits = requests !== null && traces <= 1.25 * requests + 3;
  return { proxy, rate: fits && requests >= 1 ? Math.min(1, traces / requests) : null, traces, requests: requests === null ? null : Math.round(requests) };
}

/** Traces that ended before this have all their spans. */
function settledEnd({ from, to }: Pick<BaselineWindow, 'from' | 'to'>, now: number): number {
  return Math.max(from + LEAST_MS, Math.min(to, now - SETTLED_MS));
}

/** End of the quietest stretch that has traffic: healthy requests are what is looked for. */
function quietEnd(counts: HopCounts | null, proxy: string, { from, to, edges }: BaselineWindow, now: number): number {
  const settled = settledEnd({ from, to }, now);
  if (!counts) return settled;
  const stretches = edges.slice(1).flatMap((end, i) => {
    const begin = edges[i]!;
    const healthy = end <= settled ? counts.healthy(proxy, begin, end) : null;
    if (!healthy) return [];
    const lost = [404, 502, 503, 504].reduce((sum, status) => sum + (counts.failed(proxy, status, begin, end) ?? 0), 0);
    return [{ end: end as number, healthy, share: lost / (lost + healthy) }];
  });
  if (stretches.length === 0) return settled;
  // Where traffic begins, its first scrapes lag behind: a stretch in its midst tells more.
  if (stretches.length > 2) stretches.shift();
  const usual = [...stretches].sort((a, b) => a.healthy - b.healthy)[Math.floor(stretches.length / 2)]!.healthy;
  const busy = stretches.filter(({ healthy }) => healthy >= usual / 4);
  return busy.reduce((best, each) => (each.share < best.share || (each.share === best.share && each.end > best.end) ? each : best)).end;
}

/** Healthy requests a ms in the last step of the window; null: not counted. */
function healthyPerMs(counts: HopCounts | null, proxy: string, { from }: BaselineWindow, end: number): number | null {
  const step = counts?.stepMs ?? null;
  if (!counts || step === null) return null;
  const begin = Math.max(from, end - step);
  const healthy = counts.healthy(proxy, begin, end);
  return healthy === null || begin >= end ? null : healthy / (end - begin);
}

/** Share of healthy requests in the last step of the window; 1 where it is not known. */
function healthyShare(counts: HopCounts | null, proxy: string, end: number): number {
  const step = counts?.stepMs ?? 0;
  const [healthy, all] = [counts?.healthy(proxy, end - step, end) ?? null, counts?.all(proxy, end - step, end) ?? null];
  return healthy !== null && all !== null && healthy > 0 ? Math.min(1, healthy / all) : 1;
}

/** Healthy answers of a proxy in a trace; a pass through the same proxy again is the same request. */
function healthySpans(trace: Trace, service: string, from: number, to: number): number {
  const own = new Set(trace.spans.filter((span) => span.service === service).map((span) => span.spanId));
  return trace.spans.filter((span) => span.service === service && span.kind !== 'client' && (span.kind === 'server' || span.parentId === null) && !(span.parentId !== null && own.has(span.parentId)) && span.start >= from && span.start < to && isHealthy(span)).length;
}

function isHealthy({ attributes }: Span): boolean {
  const status = statusOf(attributes);
  return status === null || (status !== 404 && status < 500);
}

/** HTTP status of a span of either generation; null: none. */
export function statusOf(attributes: Attributes): number | null {
  for (const key of ['http.response.status_code', 'http.status_code']) {
    const status = Object.hasOwn(attributes, key) ? Number(attributes[key]) : NaN;
    if (status >= 100 && status <= 999) return status;
  }
  return null;
}
