import { type HopStatus, type SpanMetricsCut, type SpanMetricsRow, hopStatuses } from '../../domain/hops';
import type { ResolvedRange } from '../../domain/time-range';
import { FOUND_MEND, STATUS_MEND } from '../../dialects/span-metrics/labels';
import type { SignalAnswer } from '../../ports/signal-source';
import { isSourceError } from '../../ports/source-error';
import type { Environment } from '../environments/types';
import type { AnswerParts } from '../use-cases/answer';

/** Services come from spans: more rows than this are not shown, the largest are. */
const MOST_ROWS = 200;
/** A pipeline in front of the sampler counts about what the proxy counts. */
const ALIKE = 0.8;
const SAMPLED = 0.5;

const FLAVOURS: ReadonlyMap<string, string> = new Map([
  ['traces_span_metrics_calls_total', 'OpenTelemetry collector, spanmetrics connector'],
  ['span_metrics_calls_total', 'OpenTelemetry collector, spanmetrics connector'],
  ['calls_total', 'OpenTelemetry collector, spanmetrics connector without a namespace'],
  ['traces_spanmetrics_calls_total', 'Tempo metrics generator'],
]);

/** The cut by hop in span metrics, or why there is none. A failing source is noted in `parts` and stands for itself. */
export async function loadSpanMetrics({ signals }: Environment, range: ResolvedRange, parts: AnswerParts): Promise<SpanMetricsCut> {
  try {
    const answer = await signals.load('span-requests', range);
    take(answer, parts);
    if (answer.frame === null) return { kind: 'not-found', why: answer.reason, mend: answer.mend ?? FOUND_MEND };
    const rows = toRows(answer);
    if (rows.length > 0) return { kind: 'found', flavour: flavourOf(answer), rows, sampled: 'unknown' };
    const status = await signals.load('span-status', range);
    take(status, parts);
    if (status.frame?.series.some(({ values }) => values.some((value) => value !== null && value > 0))) return { kind: 'found', flavour: flavourOf(status), rows: [], sampled: 'unknown' };
    return { kind: 'no-status', why: 'there are span metrics, but none of their labels is an HTTP status; status_code is the status of the span, and a 404 has none', mend: STATUS_MEND };
  } catch (error) {
    if (!isSourceError(error)) throw error;
    parts.addFailure('metrics', error, 'span-requests');
    return { kind: 'failed', why: error.message, mend: 'bring the metrics source back, then ask again' };
  }
}

function take({ queries, trust }: SignalAnswer, parts: AnswerParts): void {
  parts.addQueries(queries);
  parts.addTrust(trust);
}

function flavourOf({ frame }: SignalAnswer): string {
  return FLAVOURS.get(frame?.series[0]?.labels.metric ?? '') ?? 'span metrics';
}

function toRows({ frame }: SignalAnswer): SpanMetricsRow[] {
  const sums = new Map<string, SpanMetricsRow>();
  for (const { labels, values } of frame?.series ?? []) {
    const status = hopStatuses.find((known) => String(known) === labels.code);
    const kind = labels.kind === 'SPAN_KIND_SERVER' ? 'server' : labels.kind === 'SPAN_KIND_CLIENT' ? 'client' : null;
    if (!status || !kind) continue;
    const service = labels.service ?? '';
    // The first step holds what was counted before the range.
    const requests = values.slice(1).reduce<number>((sum, value) => sum + (value ?? 0), 0);
    const key = JSON.stringify([service, kind, status]);
    sums.set(key, { service, kind, status, requests: (sums.get(key)?.requests ?? 0) + requests });
  }
  return [...sums.values()]
    .filter(({ requests }) => requests > 0)
    .sort((a, b) => b.requests - a.requests || a.status - b.status || (a.service < b.service ? -1 : Number(a.service > b.service)) || (a.kind < b.kind ? -1 : 1))
    .slice(0, MOST_ROWS);
}

/** What the counters of a proxy say beside its span metrics. */
export interface CountedProxy {
  readonly service: string;
  readonly requests: (status: HopStatus) => number | null;
  /** Share of its requests that are traced; null: not known. */
  readonly rate: number | null;
}

/** Span metrics that count about what a sampled proxy counts were made before its sampler. */
export function withSampling(cut: SpanMetricsCut, proxies: readonly CountedProxy[]): SpanMetricsCut {
  if (cut.kind !== 'found') return cut;
  const before = proxies.some(({ service, requests, rate }) => {
    if (rate === null || rate > SAMPLED) return false;
    const own = cut.rows.filter((row) => row.service === service && row.kind === 'server');
    const spans = own.reduce((sum, row) => sum + row.requests, 0);
    const counted = own.reduce((sum, row) => sum + (requests(row.status) ?? Infinity), 0);
    return spans >= 20 && spans >= ALIKE * counted && spans * ALIKE <= counted;
  });
  return before ? { ...cut, sampled: 'before' } : cut;
}
