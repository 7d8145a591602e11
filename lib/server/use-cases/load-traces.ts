import 'server-only';
import { wilson } from '../../detectors/shared/statistics/wilson';
import type { Profiles } from '../../detectors/hop-verdict';
import type { Answer } from '../../domain/answer';
import type { Finding, TraceStratum } from '../../domain/findings';
import { type HopFilter, hasHopFilter, keepsRequest } from '../../domain/hop-filter';
import type { RequestSample } from '../../domain/request-sample';
import type { TracesAnswer, TracesRequest } from '../../domain/requests';
import type { LabelledSeries } from '../../domain/series';
import type { SignalName } from '../../domain/signals';
import type { ResolvedRange } from '../../domain/time-range';
import type { StratumTraces, TraceGroup } from '../../domain/trace-groups';
import type { TrustNote } from '../../domain/trust';
import { detectorIds } from '../../detectors';
import { hopMatchText } from '../../present/traces-list';
import { mechanismWords } from '../../present/words';
import { RequestError } from '../errors';
import type { Environment } from '../environments/types';
import { ensureProfiles } from '../hops/ensure-profiles';
import { getRuntime } from '../runtime';
import { timed } from '../telemetry/timed';
import { AnswerParts } from './answer';
import { findingsOf } from './load-overview';
import { resolveRequest } from './range';
import { loadSignals, runDetector } from './run-detector';
import { sampleTraces } from './sample-traces';

const MOST_STRATA = 8;
const PER_STRATUM = 60;
const SAMPLES_PER_GROUP = 20;
/** A trace begins before the scrape that shows its count, and the scrape comes up to one interval later. */
const PAD_MS = 5_000;

/** The traces behind a finding or a point of a chart, grouped by who answered and how: n of about N. */
export function loadTraces(request: TracesRequest): Promise<Answer<TracesAnswer>> {
  return timed('traces', async () => {
    const environment = await getRuntime().environment(request.env);
    const range = await resolveRequest(environment, request);
    const parts = new AnswerParts();
    const [finding, profiles] = await Promise.all([request.finding === null ? null : findFinding(environment, range, request.finding, parts), ensureProfiles(environment, range.to)]);
    if (request.finding !== null && !finding) return parts.finish({ finding: null, strata: [] }, range, null);
    const strata = finding ? finding.strata.slice(0, MOST_STRATA) : [pointStratum(request, range)];
    if (!environment.traces) throw new RequestError(404, 'env', `environment "${environment.info.name}" has no trace source`);
    const looked: Looked[] = [];
    for (const stratum of strata) looked.push(await lookAt(environment, stratum, { profiles, stepMs: range.stepMs, hops: request }, parts));
    parts.addTrust(looked.flatMap((each) => notesOf(each, isRecording(environment))));
    return parts.finish({ finding, strata: looked.map(({ found }) => found) }, range, 'measured');
  });
}

async function findFinding(environment: Environment, range: ResolvedRange, id: string, parts: AnswerParts): Promise<Finding | null> {
  const answers = await Promise.all(detectorIds.map((detector) => runDetector(detector, environment, range)));
  for (const answer of answers) parts.merge({ queries: [], trust: [], failures: answer.failures });
  return answers.flatMap(({ data }) => findingsOf(data)).find((finding) => finding.id === id) ?? null;
}

function pointStratum(request: TracesRequest, range: ResolvedRange): TraceStratum {
  const { status, proxy, instance, zone, host } = request;
  const hops = [request.answeredBy ? `answered by ${hopMatchText(request.answeredBy)}` : null, request.causedBy ? `caused by ${hopMatchText(request.causedBy)}` : null, request.mechanism ? mechanismWords[request.mechanism] : null];
  const label = [status === null ? 'requests' : `answers with ${status}`, proxy, instance, zone, host, ...hops].filter((text) => text !== null).join(', ');
  return { label, from: range.from, to: range.to, status, proxy, instance, zone, host };
}

async function lookAt(environment: Environment, stratum: TraceStratum, { profiles, stepMs, hops }: { readonly profiles: Profiles; readonly stepMs: ResolvedRange['stepMs']; readonly hops: HopFilter }, parts: AnswerParts): Promise<Looked> {
  const services = environment.services.filter(({ proxy }) => stratum.proxy === null || proxy === stratum.proxy);
  // Instance, zone and host are checked here: proxies write them under many names, or not at all.
  const narrow = stratum.instance !== null || stratum.zone !== null || stratum.host !== null || stratum.answeredBy != null || hasHopFilter(hops);
  const window = { from: stratum.from, to: stratum.to, stepMs };
  const padded = { ...window, from: Math.max(0, window.from - PAD_MS) as typeof window.from, to: (window.to + PAD_MS) as typeof window.to };
  const [sample, about] = await Promise.all([
    sampleTraces(environment, environment.traces!, { services, statuses: [stratum.status], range: padded, limit: narrow ? PER_STRATUM * 5 : PER_STRATUM, purpose: stratum.label, profiles }, parts),
    // No counter tells how an answer came about.
    hasHopFilter(hops) ? null : countRequests(environment, stratum, window, parts),
  ]);
  const fitting = (sample?.samples ?? []).filter((each) => fits(each, stratum) && keepsRequest(hops, each)).slice(0, PER_STRATUM * 2);
  const lookedAt = fitting.length;
  // A source that failed before anything was looked at has no limit to speak of.
  const limited = sample !== null && sample.truncated && !(sample.failed && lookedAt === 0);
  const truncated = limited || (sample !== null && isRecording(environment) && exceeds(about, lookedAt));
  return { found: { stratum, lookedAt, about, truncated, groups: toGroups(fitting) }, limited };
}

interface Looked {
  readonly found: StratumTraces;
  /** The search itself stopped at its limit; else `truncated` speaks of what a recording keeps. */
  readonly limited: boolean;
}

function isRecording({ info }: Environment): boolean {
  return info.kind === 'recording';
}

function exceeds(about: number | null, lookedAt: number): about is number {
  return about !== null && Math.round(about) > lookedAt;
}

function fits(sample: RequestSample, { instance, zone, host, status, answeredBy }: TraceStratum): boolean {
  if (status !== null && sample.status !== null && sample.status !== status) return false;
  if (answeredBy != null && sample.answeredBy !== answeredBy) return false;
  // Unknown is not unequal: an emitter without zones must not hide its traces.
  return same(sample.instance, instance) && same(sample.zone, zone) && same(hostKey(sample.host), hostKey(host));
}

function same(seen: string | null, wanted: string | null): boolean {
  return wanted === null || seen === null || seen === '' || seen === wanted;
}

/** Skipper's metrics write dots of a host as underscores, its spans do not. */
function hostKey(host: string | null): string | null {
  return host === null ? null : host.toLowerCase().replace(/:\d+$/, '').replace(/\./g, '_');
}

function toGroups(samples: readonly RequestSample[]): TraceGroup[] {
  const groups = new Map<string, RequestSample[]>();
  for (const sample of samples) {
    const key = JSON.stringify([sample.answeredBy, sample.answeredByService, sample.mechanism]);
    groups.set(key, [...(groups.get(key) ?? []), sample]);
  }
  return [...groups.values()]
    .map((members): TraceGroup => {
      const { answeredBy, answeredByService: service, mechanism } = members[0]!;
      const { low, high } = wilson(members.length, samples.length);
      return { answeredBy, service, mechanism, count: members.length, share: members.length / samples.length, low, high, samples: spread(members) };
    })
    .sort((a, b) => b.count - a.count || (a.mechanism < b.mechanism ? -1 : 1));
}

/** A few of many, over the whole time. */
function spread(samples: readonly RequestSample[]): RequestSample[] {
  if (samples.length <= SAMPLES_PER_GROUP) return [...samples];
  return Array.from({ length: SAMPLES_PER_GROUP }, (_, i) => samples[Math.floor((i * samples.length) / SAMPLES_PER_GROUP)]!);
}

/** Requests of the stratum by the counters, or null where no counter tells. */
async function countRequests(environment: Environment, stratum: TraceStratum, window: ResolvedRange, parts: AnswerParts): Promise<number | null> {
  if (stratum.host !== null) return null;
  const signal = signalOf(stratum.status);
  if (signal === null) return null;
  const scrapeMs = await environment.scrapeMs();
  // One step of the whole window would do; scrapes are kept apart so that a restart inside it does not lose counts.
  const range = { from: (Math.floor(window.from / scrapeMs) * scrapeMs + scrapeMs) as typeof window.from, to: (Math.ceil(window.to / scrapeMs) * scrapeMs) as typeof window.to, stepMs: Math.max(scrapeMs, Math.ceil((window.to - window.from) / 500 / scrapeMs) * scrapeMs) as typeof window.stepMs };
  if (range.from >= range.to) return null;
  const quiet = new AnswerParts();
  const frame = (await loadSignals(environment, [signal], range, quiet)).get(signal)?.frame;
  parts.merge({ ...quiet.finish(null, range, null), trust: [], queries: [] });
  if (!frame) return null;
  return frame.series.filter(({ labels }) => inStratum(labels, stratum)).reduce((sum, { values }) => sum + values.reduce<number>((total, value) => total + (value ?? 0), 0), 0);
}

function signalOf(status: number | null): SignalName | null {
  if (status === null) return 'instance-requests';
  if (status === 404) return 'not-found';
  return status >= 500 && status <= 504 ? 'gateway-errors' : null;
}

function inStratum(labels: LabelledSeries['labels'], { proxy, instance, zone, status, answeredBy }: TraceStratum): boolean {
  // Only the counter of 404s tells who answered: `proxy-no-route` and `proxy-policy` are the proxy's own.
  if (answeredBy != null && labels.responder !== undefined && !labels.responder.startsWith(answeredBy)) return false;
  if (labels.code !== undefined && status !== null && labels.code !== String(status)) return false;
  return (proxy === null || labels.proxy === proxy) && (instance === null || labels.instance === instance) && (zone === null || labels.zone === zone);
}

function notesOf({ found: { stratum, lookedAt, about, truncated }, limited }: Looked, recorded: boolean): TrustNote[] {
  const notes: TrustNote[] = [];
  if (limited) {
    notes.push({ code: 'search-truncated', about: stratum.label, effect: `the search stopped at its limit: ${lookedAt} traces were looked at, there are more`, mend: 'choose a shorter window' });
  } else if (truncated) {
    notes.push({ code: 'search-truncated', about: stratum.label, effect: `the recording keeps ${lookedAt} of about ${Math.round(about ?? 0)} traces of this window`, mend: 'ask the source that was recorded, or record a shorter window' });
  }
  if (lookedAt > 0 && exceeds(about, lookedAt)) {
    // A recording keeps traces of errors first: among answers of any status its shares are not those of the traffic.
    const shares = recorded && stratum.status === null ? 'a recording keeps errors first, so the shares are not those of all requests' : 'shares have the intervals shown';
    notes.push({ code: 'sampled-traces', about: stratum.label, effect: `${lookedAt} of about ${Math.round(about)} requests were looked at; ${shares}`, mend: 'raise the sampling rate of the proxies, or choose a shorter window' });
  }
  return notes;
}
