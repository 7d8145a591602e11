import type { SignalName } from '@/lib/domain/signals';
import { type Labels, type Value } from '@/lib/domain/series';
import { stepTimes } from '@/lib/domain/time-range';
import type { Span, Trace } from '@/lib/domain/traces';
import { epochMs, millis } from '@/lib/domain/units';
import { SourceError } from '@/lib/ports/source-error';
import type { SignalSource } from '@/lib/ports/signal-source';
import type { TraceSearch, TraceSource } from '@/lib/ports/trace-source';
import type { Environment } from '@/lib/server/environments/types';
import { sampleSpan } from './samples-traces';

export const HOPS_T0 = 1_795_990_000_000;
export const HOP_STEP = 5_000;

const idOf = (i: number) => (i + 1).toString(16).padStart(32, '0');
const spanId = (i: number, n: number) => `${n.toString(16)}${(i + 1).toString(16).padStart(15, '0')}`;
const event = (at: number, name: string, attributes: Span['attributes']) => ({ at: epochMs(at), name, attributes });

export interface StoredRequest {
  readonly i: number;
  /** ms after HOPS_T0. */
  readonly at: number;
  readonly status?: number;
  readonly service?: string;
  /** `miss`: no route; `backend`: passed on with its server span; `refused`: no connection; `ok`: 200 of the backend. */
  readonly kind: 'miss' | 'backend' | 'refused' | 'ok';
  readonly app?: string;
}

/** One request through a Skipper as its spans show it. */
export function storedTrace({ i, at, status = 404, service = 'edge', kind, app = 'shop' }: StoredRequest): Trace {
  const start = HOPS_T0 + at;
  const code = kind === 'ok' ? 200 : status;
  const server = sampleSpan(spanId(i, 1), null, {
    service, start: epochMs(start), durationMs: 8, status: kind === 'ok' ? 'unset' : 'error',
    attributes: { component: 'skipper', 'http.status_code': code, ...(kind === 'miss' ? {} : { 'skipper.route_id': 'shop' }) },
    events: kind === 'miss' ? [event(start, 'error', { 'event.message': 'route lookup failed', message: 'route lookup failed' })] : [],
  });
  if (kind === 'miss') return { traceId: idOf(i), partial: false, warnings: [], spans: [server] };
  const refused = kind === 'refused';
  const call = sampleSpan(spanId(i, 2), server.spanId, {
    service, kind: 'client', name: 'proxy', start: epochMs(start + 1), durationMs: 6, status: refused ? 'error' : 'unset',
    attributes: { component: 'skipper', ...(refused ? {} : { 'http.status_code': code }) },
    events: refused ? [event(start + 2, 'error', { message: 'dial tcp 10.0.0.1:80: connect: connection refused' })] : [],
  });
  if (refused) return { traceId: idOf(i), partial: false, warnings: [], spans: [server, call] };
  const backend = sampleSpan(spanId(i, 3), call.spanId, { service: app, name: 'GET', start: epochMs(start + 2), durationMs: 4, attributes: { 'http.status_code': code } });
  return { traceId: idOf(i), partial: false, warnings: [], spans: [server, call, backend] };
}

export interface Store extends TraceSource {
  readonly searches: TraceSearch[];
  readonly reads: { readonly traceId: string; readonly around: number | null }[];
}

/** A backend that gives the newest traces first and stops at the limit. `change` is what a test makes of a search or a read. */
export function traceStore(traces: readonly Trace[], change: Partial<Pick<TraceSource, 'search' | 'get'>> = {}): Store {
  const searches: TraceSearch[] = [];
  const reads: { traceId: string; around: number | null }[] = [];
  const sorted = [...traces].sort((a, b) => b.spans[0]!.start - a.spans[0]!.start);
  const answers = (trace: Trace, { service, from, to, status }: TraceSearch) => trace.spans.some((span) => span.service === service && span.kind === 'server' && span.start >= from && span.start < to && (status === null || span.attributes['http.status_code'] === status));
  return {
    type: 'fake', searches, reads,
    async search(search, signal) {
      searches.push(search);
      if (change.search) return change.search(search, signal);
      const found = sorted.filter((trace) => answers(trace, search));
      return { traces: found.slice(0, search.limit), truncated: found.length >= search.limit, queries: [`${search.service} ${search.status ?? 'any'} ${search.from}`] };
    },
    async get(traceId, around, signal) {
      reads.push({ traceId, around });
      return change.get ? change.get(traceId, around, signal) : (traces.find((trace) => trace.traceId === traceId) ?? null);
    },
    probe: async () => ({ type: 'fake', version: null, detail: '', services: [] }),
    link: () => null,
  };
}

/** Requests that a counter counted: at so many ms after HOPS_T0. */
export interface Counted {
  readonly signal: SignalName;
  readonly labels: Labels;
  readonly at: readonly number[];
}

/** Exact counters on the asked grid: each request in the step that ends at or after it. A signal that is not named is not observable. */
export function countedSignals(rows: readonly Counted[], down: readonly SignalName[] = []): SignalSource {
  return {
    async load(signal, range) {
      if (down.includes(signal)) throw new SourceError('unreachable', 'prometheus cannot be reached');
      const own = rows.filter((row) => row.signal === signal);
      const base = { signal, reason: 'as told', mend: null, queries: [], trust: [] };
      if (own.length === 0) return { ...base, frame: null, state: 'not-observable' };
      const at = stepTimes(range);
      const series = own.map(({ labels, at: times }) => {
        const values: Value[] = at.map(() => 0);
        for (const time of times) {
          const index = Math.ceil((HOPS_T0 + time - range.from) / range.stepMs);
          if (index >= 0 && index < values.length) values[index] = values[index]! + 1;
        }
        return { labels, values };
      });
      return { ...base, frame: { at, stepMs: range.stepMs, series }, state: 'available' };
    },
  };
}

/** A live environment of Skipper fleets: `edge` alone unless named. The clock stands an hour after HOPS_T0 unless set. */
export function hopsEnvironment(traces: TraceSource | null, signals: SignalSource, rest: Partial<Environment> & { readonly fleets?: Readonly<Record<string, string>> } = {}): Environment {
  const { fleets = { ingress: 'edge' }, ...more } = rest;
  return {
    info: { name: 'lab', kind: 'live', note: '', proxies: Object.keys(fleets).map((name) => ({ name, dialect: 'skipper' })), recorded: null, tracesUi: null },
    signals, traces, services: Object.entries(fleets).map(([proxy, service]) => ({ proxy, service })),
    now: async () => epochMs(HOPS_T0 + 3_600_000), clock: () => epochMs(HOPS_T0 + 3_600_000), scrapeMs: async () => HOP_STEP, wholeRange: null,
    sources: async () => [], capabilities: async () => [], params: {}, ...more,
  };
}

/** The ten minutes after HOPS_T0. */
export const hopRange = { from: epochMs(HOPS_T0), to: epochMs(HOPS_T0 + 600_000), stepMs: millis(HOP_STEP) };

/** Counters that saw exactly these requests, and the healthy ones beside them. */
export function countersOf(requests: readonly StoredRequest[], proxy = 'ingress', service = 'edge'): Counted[] {
  const own = requests.filter((request) => (request.service ?? 'edge') === service);
  const times = (fits: (request: StoredRequest) => boolean) => own.filter(fits).map(({ at }) => at);
  const code = (request: StoredRequest) => (request.kind === 'ok' ? 200 : (request.status ?? 404));
  const row = (signal: SignalName, labels: Labels, at: number[]): Counted => ({ signal, labels: { proxy, instance: 'p1', zone: '', ...labels }, at });
  return [
    row('instance-requests', {}, times(() => true)),
    row('not-found', { responder: 'proxy-no-route' }, times((request) => code(request) === 404 && request.kind === 'miss')),
    row('not-found', { responder: 'proxy-policy' }, []),
    row('not-found', { responder: 'backend' }, times((request) => code(request) === 404 && request.kind !== 'miss')),
    ...[502, 503, 504].map((status) => row('gateway-errors', { code: String(status), subject: 'shop' }, times((request) => code(request) === status))),
    ...[502, 503, 504].flatMap((status) => [
      row('gateway-responders', { code: String(status), responder: 'proxy' }, times((request) => code(request) === status && request.kind === 'refused')),
      row('gateway-responders', { code: String(status), responder: 'passed' }, times((request) => code(request) === status && request.kind === 'backend')),
    ]),
  ];
}
