import type { ResolvedRange } from '../../domain/time-range';
import { epochMs, millis } from '../../domain/units';
import type { MetricsProbe, MetricsSource, RangeResult } from '../../ports/metrics-source';
import { SourceError, isSourceError } from '../../ports/source-error';
import { type HttpClient, type HttpSettings, makeHttpClient, toBase } from '../http/client';
import { fromStatus } from '../http/errors';
import { mapSeries, mostCommon, toDurationMs } from './map';
import { buildinfoSchema, errorSchema, rangeSchema, targetsSchema } from './schema';

/** Statuses whose body says why (bad_data 400, execution 422). 405: POST is not taken (Google's managed Prometheus). */
const READABLE = [400, 405, 422];
/** VictoriaMetrics names its host in each answer; its statistics came later (seen: 1.79 has none, and no version either). */
const VICTORIA_HEADER = 'x-server-hostname';
const LOOKBACK_MS = 5 * 60_000;
/** What every other question waits for must not take the whole time limit of a source that hangs. */
const SMALL_TIMEOUT_MS = 8_000;

/** Prometheus and everything that speaks its HTTP API: Thanos, Mimir, Cortex, VictoriaMetrics. */
export function makePrometheusSource(settings: HttpSettings, options: { readonly ui?: string; readonly now: () => number }): MetricsSource {
  const http = makeHttpClient(settings);
  const ui = options.ui === undefined ? http.base : toBase(options.ui);
  let post = true;
  let engine: MetricsProbe['engine'] = 'unknown';

  async function ask(query: string, range: ResolvedRange, signal?: AbortSignal): Promise<RangeResult> {
    const params = new URLSearchParams({
      query,
      start: String(range.from / 1000),
      end: String(range.to / 1000),
      step: String(range.stepMs / 1000),
    });
    let answer = await http.json({ path: 'api/v1/query_range', ...(post ? { form: params } : { query: params }), signal, accept: READABLE });
    if (answer.status === 405 && post) {
      post = false;
      answer = await http.json({ path: 'api/v1/query_range', query: params, signal, accept: READABLE });
    }
    if (answer.status >= 300) throw refusal(answer.status, answer.body, http.name);
    const parsed = rangeSchema.safeParse(answer.body);
    const series = parsed.success ? mapSeries(parsed.data) : null;
    if (!parsed.success || !series) throw new SourceError('malformed', `${http.name} answered in an unknown shape`, { cause: parsed.error });
    if (parsed.data.stats?.seriesFetched !== undefined || answer.headers[VICTORIA_HEADER] !== undefined) engine = 'victoria-metrics';
    const warnings = [...(parsed.data.warnings ?? []), ...(parsed.data.infos ?? [])];
    const partial = parsed.data.isPartial === true || warnings.some((text) => /partial|truncated/i.test(text));
    return { series, warnings, partial, range, engine };
  }

  return {
    type: 'prometheus',
    async range(query, range, signal) {
      const aligned = align(range);
      try {
        return await ask(query, aligned, signal);
      } catch (error) {
        if (!isSourceError(error) || error.kind !== 'too-many-samples') throw error;
        return ask(query, align({ ...aligned, stepMs: millis(aligned.stepMs * 2) }), signal);
      }
    },
    async probe(signal) {
      const version = await probeVersion(http, signal);
      const now = epochMs(options.now());
      // One tiny question: proves that queries are answered, and VictoriaMetrics shows itself by `stats`.
      await ask('vector(1)', align({ from: epochMs(now - 60_000), to: now, stepMs: millis(60_000) }), signal);
      if (engine === 'unknown' && version !== null) engine = 'prometheus';
      return { engine, version: engine === 'victoria-metrics' ? null : version };
    },
    async scrapeIntervalMs(signal) {
      return (await fromTargets(http, signal)) ?? fromUp(ask, options.now(), signal);
    },
    link(query, range) {
      const url = new URL('graph', ui);
      const seconds = Math.max(1, Math.round((range.to - range.from) / 1000));
      url.search = new URLSearchParams({
        'g0.expr': query,
        'g0.tab': '0',
        'g0.range_input': `${seconds}s`,
        'g0.end_input': new Date(range.to).toISOString().slice(0, 19).replace('T', ' '),
        'g0.step_input': String(range.stepMs / 1000),
      }).toString();
      return url.toString();
    },
  };
}

/** Both ends to multiples of the step: VictoriaMetrics and query caches do so anyway, and keys stay stable. */
function align({ from, to, stepMs }: ResolvedRange): ResolvedRange {
  return { from: epochMs(Math.floor(from / stepMs) * stepMs), to: epochMs(Math.floor(to / stepMs) * stepMs), stepMs };
}

function refusal(status: number, body: unknown, name: string): SourceError {
  const parsed = errorSchema.safeParse(body);
  if (!parsed.success) return fromStatus(status, name);
  // Prometheus and VictoriaMetrics name the same trouble in different words; the text itself is not passed on.
  if (/too many (samples|points)|maximum resolution|too many points/i.test(parsed.data.error)) {
    return new SourceError('too-many-samples', `${name} says that the question needs too many samples or points`, { status });
  }
  return new SourceError('refused', `${name} refused the query (${status} ${parsed.data.errorType.slice(0, 40)})`, { status });
}

async function probeVersion(http: HttpClient, signal?: AbortSignal): Promise<string | null> {
  try {
    const { body } = await http.json({ path: 'api/v1/status/buildinfo', signal, timeoutMs: SMALL_TIMEOUT_MS });
    const parsed = buildinfoSchema.safeParse(body);
    return parsed.success ? (parsed.data.data.version ?? null) : null;
  } catch (error) {
    if (isSourceError(error) && (error.kind === 'not-found' || error.kind === 'refused' || error.kind === 'malformed')) return null;
    throw error;
  }
}

async function fromTargets(http: HttpClient, signal?: AbortSignal): Promise<number | null> {
  try {
    const { body } = await http.json({ path: 'api/v1/targets', query: new URLSearchParams({ state: 'active' }), signal, timeoutMs: SMALL_TIMEOUT_MS });
    const parsed = targetsSchema.safeParse(body);
    if (!parsed.success) return null;
    const intervals = parsed.data.data.activeTargets.flatMap((target) => {
      const ms = target.scrapeInterval ? toDurationMs(target.scrapeInterval) : null;
      return ms ? [ms] : [];
    });
    return mostCommon(intervals);
  } catch (error) {
    if (isSourceError(error) && error.kind !== 'unreachable' && error.kind !== 'timeout' && error.kind !== 'aborted') return null;
    throw error;
  }
}

const UP_SAMPLES = 'quantile(0.5, count_over_time(up[5m]) and up offset 5m and up) or max(count_over_time(up[5m]))';

type Ask = (query: string, range: ResolvedRange, signal?: AbortSignal) => Promise<RangeResult>;

/**
 * Where targets are closed, or do not tell: samples of `up` in five minutes tell the interval. Asked is the last minute and not
 * now alone: VictoriaMetrics answers nothing of a moment that is younger than its latency offset of 30 s. Targets that are younger
 * than those five minutes, or gone since, have fewer samples, not longer intervals: they count only where there are no others.
 */
async function fromUp(ask: Ask, now: number, signal?: AbortSignal): Promise<number | null> {
  const at = epochMs(Math.floor(now / 1000) * 1000);
  const { series } = await ask(UP_SAMPLES, { from: epochMs(at - 60_000), to: at, stepMs: millis(30_000) }, signal);
  const count = series[0]?.points.at(-1)?.[1];
  if (!count || count < 2) return null;
  return Math.round(LOOKBACK_MS / count / 1000) * 1000 || 1000;
}
