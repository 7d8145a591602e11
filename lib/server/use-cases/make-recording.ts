import 'server-only';
import { packArchive, toFiles, verifyArchive } from '../../adapters/recording';
import type { Answer } from '../../domain/answer';
import { type FindingKind, compareFindings } from '../../domain/findings';
import type { RangeRequest } from '../../domain/requests';
import { signalNames } from '../../domain/signals';
import type { ResolvedRange } from '../../domain/time-range';
import type { Trace } from '../../domain/traces';
import { detectorIds } from '../../detectors';
import type { SignalAnswer } from '../../ports/signal-source';
import { appVersion } from '../app-version';
import type { Environment } from '../environments/types';
import { getRuntime } from '../runtime';
import { timed } from '../telemetry/timed';
import { AnswerParts } from './answer';
import { loadAnnotations } from './load-annotations';
import { findingsOf } from './load-overview';
import { answerHops } from './load-hops';
import { resolveRequest } from './range';
import { loadSignals, runDetector } from './run-detector';
import { sampleTraces } from './sample-traces';

export interface RecordRequest extends RangeRequest {
  readonly title: string | null;
  /** First note of the recording; its notes.md is append-only. */
  readonly note: string | null;
}

export interface RecordedSummary {
  readonly title: string;
  readonly environment: string;
  readonly from: number;
  readonly to: number;
  readonly signals: number;
  readonly traces: number;
  readonly findings: readonly FindingKind[];
}

/** A recording keeps each scrape up to this many; longer ranges are kept at a coarser step. */
const MOST_POINTS = 2_000;
const PER_STRATUM = 30;
/** Healthy and unhealthy requests alike, so that a later reader sees what was normal. */
const BASELINE = 80;

/** Freezes everything that one range needs into the bytes of a `.weir` file. What a failing source left out is in `failures`. */
export function makeRecording(request: RecordRequest): Promise<{ readonly bytes: Uint8Array; readonly answer: Answer<RecordedSummary> }> {
  return timed('record', async () => {
    const environment = await getRuntime().environment(request.env);
    const range = await resolveRequest(environment, { ...request, maxPoints: request.maxPoints ?? MOST_POINTS });
    const parts = new AnswerParts();
    const answers = await loadSignals(environment, signalNames, range, parts);
    const notes = await loadAnnotations(environment, range, parts);
    const runs = await Promise.all(detectorIds.map((id) => runDetector(id, environment, range)));
    for (const run of runs) parts.merge(run);
    const hops = await answerHops(environment, range);
    parts.merge({ queries: [], trust: [], failures: hops.failures });
    const findings = runs.flatMap((run) => [...findingsOf(run.data)]).sort(compareFindings);
    const traces = await collectTraces(environment, range, [...runs.flatMap((run) => run.traces), ...hops.traces], findings.flatMap(({ strata }) => strata), parts);
    const title = request.title ?? `${environment.info.name}, ${new Date(range.from).toISOString().slice(0, 16)} to ${new Date(range.to).toISOString().slice(0, 16)}`;
    const summary: RecordedSummary = {
      title,
      environment: environment.info.name,
      from: range.from,
      to: range.to,
      signals: answers.size,
      traces: traces.length,
      findings: [...new Set(findings.map(({ kind }) => kind))].sort(),
    };
    const answer = parts.finish(summary, range, null);
    const signals = signalNames.flatMap((signal): SignalAnswer[] => [answers.get(signal)].filter((answer) => answer !== undefined));
    const files = toFiles({ signals, traces, findings, queries: answer.queries, notes: request.note ? `${request.note}\n` : '', annotations: notes?.annotations ?? null });
    return { bytes: packArchive(manifestOf(environment, title, range), files), answer };
  });
}

function manifestOf({ info, services }: Environment, title: string, range: ResolvedRange) {
  const proxies = info.proxies.map(({ name, dialect }) => ({ name, dialect, traceService: services.find(({ proxy }) => proxy === name)?.service ?? null }));
  return { title, environment: { name: info.name, note: info.note, proxies }, range: { ...range }, appVersion, madeAt: Date.now() };
}

type Plan = Parameters<typeof sampleTraces>[2];

async function collectTraces(environment: Environment, range: ResolvedRange, seen: readonly Trace[], strata: readonly { readonly from: number; readonly to: number; readonly status: number | null; readonly proxy: string | null; readonly label: string }[], parts: AnswerParts): Promise<Trace[]> {
  const byId = new Map(seen.map((trace) => [trace.traceId, trace]));
  const { traces: source, services } = environment;
  if (source) {
    const quiet = new AnswerParts();
    const plans: Plan[] = [
      { services, statuses: [null], range, limit: BASELINE, purpose: 'baseline' },
      ...strata.map((stratum) => ({
        services: services.filter(({ proxy }) => stratum.proxy === null || stratum.proxy === proxy),
        statuses: [stratum.status],
        range: { ...range, from: (stratum.from - 5_000) as typeof range.from, to: (stratum.to + 5_000) as typeof range.to },
        limit: PER_STRATUM,
        purpose: stratum.label,
      })),
    ];
    for (const plan of plans) for (const trace of (await sampleTraces(environment, source, plan, quiet))?.traces ?? []) byId.set(trace.traceId, trace);
    parts.merge({ queries: [], trust: [], failures: quiet.finish(null, range, null).failures });
  }
  return [...byId.values()].sort((a, b) => (a.traceId < b.traceId ? -1 : 1));
}

/** Compares each file of a recording with the hash of its manifest. Throws SourceError when it is no recording. */
export function checkRecording(bytes: Uint8Array) {
  return verifyArchive(bytes);
}
