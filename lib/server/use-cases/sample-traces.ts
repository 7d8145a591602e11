import 'server-only';
import pLimit from 'p-limit';
import type { SampleSet } from '../../domain/detector';
import type { Profiles } from '../../detectors/hop-verdict';
import type { RequestSample } from '../../domain/request-sample';
import type { SeriesFrame } from '../../domain/series';
import type { ResolvedRange } from '../../domain/time-range';
import type { Trace } from '../../domain/traces';
import { epochMs } from '../../domain/units';
import { SourceError, isSourceError } from '../../ports/source-error';
import type { TraceSource } from '../../ports/trace-source';
import type { Environment, ProxyService } from '../environments/types';
import { breakerOf } from '../trace-breakers';
import { unsearchedNote } from '../hops/notes';
import type { AnswerParts } from './answer';
import { type Judge, makeJudge } from './judge';

/** What a bounded look at the traces found. */
export interface TraceSample extends SampleSet {
  readonly traces: readonly Trace[];
  /** True when a search failed; what the others found still stands. */
  readonly failed: boolean;
}

export interface SamplePlan {
  readonly services: readonly ProxyService[];
  /** Null: answers with any status. */
  readonly statuses: readonly (number | null)[];
  readonly range: Pick<ResolvedRange, 'from' | 'to' | 'stepMs'>;
  readonly limit: number;
  readonly purpose: string;
  readonly attributes?: Readonly<Record<string, string>>;
  /** What the emitters usually show, where the caller knows; else it is learned from the sample alone. */
  readonly profiles?: Profiles;
  /** False for a search that the counters say is empty. */
  readonly worthwhile?: (job: TraceJob) => boolean;
  /** Requests that a search could find by the counters; null: not known. The limit is shared out by it. */
  readonly expected?: (job: TraceJob) => number | null;
}

/** Counters of answers by status, where they are known. */
export interface CountFrames {
  readonly errors: SeriesFrame | null;
  readonly notFound: SeriesFrame | null;
}

export interface TraceJob extends ProxyService {
  readonly status: number | null;
  readonly from: number;
  readonly to: number;
}

const CONCURRENCY = 4;
const BUDGET_MS = 30_000;
const MOST_SLICES = 24;
/** Below this length a window is not cut: each search costs the backend the same. */
const LEAST_SLICE_MS = 20_000;
/** Each search may bring so many, however quiet the counters say it is. */
const LEAST_PER_JOB = 12;

/**
 * Looks at traces spread over a whole range: one search per service, status and slice, so that a busy hour cannot use up the
 * limit of all others. What the budget did not reach is said by `truncated`. Failures are noted in `parts`; null when the
 * backend answered nothing at all.
 */
export async function sampleTraces(environment: Environment, source: TraceSource, plan: SamplePlan, parts: AnswerParts): Promise<TraceSample | null> {
  const jobs = toJobs(plan).filter(plan.worthwhile ?? (() => true));
  const limit = pLimit(CONCURRENCY);
  const budget = AbortSignal.timeout(BUDGET_MS);
  const shares = shareOut(plan, jobs);
  let unsearchedFrom = Infinity;
  const ask = (job: TraceJob, most: number) =>
    limit(async (): Promise<Looked> => {
      if (budget.aborted) return 'skipped';
      try {
        const search = { service: job.service, from: epochMs(job.from), to: epochMs(job.to), status: job.status, attributes: plan.attributes ?? {}, limit: most };
        const found = await breakerOf(source).run(() => source.search(search, budget));
        const range = { from: epochMs(job.from), to: epochMs(job.to), stepMs: plan.range.stepMs };
        parts.addQueries(found.queries.map((query) => ({ source: source.type, purpose: plan.purpose, query, range, link: null })));
        if (found.unsearchedFrom != null && found.unsearchedFrom < plan.range.to) unsearchedFrom = Math.min(unsearchedFrom, found.unsearchedFrom);
        return { job, traces: found.traces, truncated: found.truncated };
      } catch (error) {
        if (budget.aborted && isSourceError(error) && error.kind === 'aborted') return 'skipped';
        parts.addFailure('traces', error, plan.purpose);
        return 'failed';
      }
    });
  const results = await Promise.all(jobs.map((job, i) => ask(job, shares[i]!)));
  // What quiet slices left of the limit goes to the busy ones: errors come in bursts.
  const left = plan.limit - results.reduce((sum, result) => sum + (typeof result === 'string' ? 0 : result.traces.length), 0);
  const busy = results.flatMap((result, i) => (typeof result !== 'string' && result.truncated ? [i] : []));
  const more = busy.length > 0 ? Math.floor(left / busy.length) : 0;
  if (more > 0) {
    await Promise.all(
      busy.map(async (i) => {
        const again = await ask(jobs[i]!, shares[i]! + more);
        if (typeof again !== 'string') results[i] = again;
      }),
    );
  }
  if (unsearchedFrom < Infinity) parts.addTrust([unsearchedNote(plan.purpose, epochMs(unsearchedFrom))]);
  const answered = results.filter((result) => typeof result !== 'string');
  if (answered.length === 0 && results.length > 0) {
    if (!results.includes('failed')) parts.addFailure('traces', new SourceError('timeout', `the trace source did not answer within ${BUDGET_MS / 1000} s`), plan.purpose);
    return null;
  }
  const byId = new Map<string, { trace: Trace; proxy: string }>();
  for (const { job, traces } of answered) for (const trace of traces) if (!byId.has(trace.traceId)) byId.set(trace.traceId, { trace, proxy: job.proxy });
  const chosen = [...byId.values()];
  const truncated = answered.length < results.length || answered.some((result) => result.truncated);
  return { traces: chosen.map(({ trace }) => trace), samples: toSamples(chosen, makeJudge({ services: environment.services, now: environment.clock(), peers: chosen.map(({ trace }) => trace), profiles: plan.profiles })), samplingRate: null, truncated, failed: results.includes('failed') };
}

type Looked = { readonly job: TraceJob; readonly traces: readonly Trace[]; readonly truncated: boolean } | 'skipped' | 'failed';

function toJobs({ services, statuses, range }: SamplePlan): TraceJob[] {
  const length = range.to - range.from;
  const slices = Math.max(1, Math.min(MOST_SLICES, Math.floor(length / LEAST_SLICE_MS)));
  return Array.from({ length: slices }, (_, i) => ({ from: range.from + (i * length) / slices, to: range.from + ((i + 1) * length) / slices })).flatMap((slice) =>
    services.flatMap((service) => statuses.map((status) => ({ ...service, status, from: Math.floor(slice.from), to: Math.floor(slice.to) }))),
  );
}

/**
 * The most traces of each search: by its share of the counted requests, so that each sampled trace stands for about as many
 * requests as any other; evenly where the counters do not tell.
 */
function shareOut({ limit, expected }: SamplePlan, jobs: readonly TraceJob[]): number[] {
  const even = Math.max(1, Math.ceil(limit / Math.max(1, jobs.length)));
  const counts = jobs.map((job) => expected?.(job) ?? null);
  const total = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  if (total <= 0 || counts.includes(null)) return jobs.map(() => even);
  return counts.map((count) => Math.max(Math.min(LEAST_PER_JOB, even), Math.ceil((limit * count!) / total)));
}

function toSamples(chosen: readonly { trace: Trace; proxy: string }[], judge: Judge): RequestSample[] {
  return chosen
    .map(({ trace, proxy }) => judge.sample(trace, proxy))
    .sort((a, b) => a.at - b.at || (a.traceId < b.traceId ? -1 : 1));
}

/** Traces for a detector, or null when there is no trace source. The counters say where a search is worth its cost. */
export async function sampleForDetector(environment: Environment, needs: { statuses: readonly number[]; limit: number }, range: ResolvedRange, how: { purpose: string; counts: CountFrames }, parts: AnswerParts): Promise<TraceSample | null> {
  if (!environment.traces || environment.services.length === 0) return null;
  const plan = { services: environment.services, statuses: needs.statuses, range, limit: needs.limit, purpose: how.purpose };
  return sampleTraces(environment, environment.traces, { ...plan, worthwhile: (job) => mayHold(job, how.counts), expected: (job) => countIn(job, how.counts) }, parts);
}

/** A trace begins before the scrape that counts it, and the proxy's clock is not ours. */
const COUNT_SLACK_MS = 60_000;

/** Counted answers of a search's proxy, status and slice; null where no counter knows them. */
function countIn({ proxy, status, from, to }: TraceJob, { errors, notFound }: CountFrames): number | null {
  const frame = status === 404 ? notFound : errors;
  if (!frame || status === null || (status !== 404 && (status < 500 || status > 504))) return null;
  const own = frame.series.filter(({ labels }) => labels.proxy === proxy && (labels.code === undefined || labels.code === String(status)));
  return own.reduce((sum, { values }) => sum + values.reduce<number>((part, value, i) => part + (frame.at[i]! > from && frame.at[i]! <= to ? (value ?? 0) : 0), 0), 0);
}

function mayHold({ proxy, status, from, to }: TraceJob, { errors, notFound }: CountFrames): boolean {
  const frame = status === 404 ? notFound : errors;
  // An unknown counter proves nothing. 500 counts only where the proxy made it: those of applications are not asked for here.
  if (!frame || status === null || (status !== 404 && (status < 500 || status > 504))) return true;
  return frame.series.some(({ labels, values }) => {
    if (labels.proxy !== proxy || (labels.code !== undefined && labels.code !== String(status))) return false;
    return values.some((value, i) => value !== null && value > 0 && frame.at[i]! > from - COUNT_SLACK_MS && frame.at[i]! <= to + COUNT_SLACK_MS + frame.stepMs);
  });
}
