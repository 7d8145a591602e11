import type { SourceFailure } from '../domain/answer';
import type { TraceStratum } from '../domain/findings';
import type { HopMatch } from '../domain/hop-filter';
import type { RequestSample } from '../domain/request-sample';
import type { TracesRequest } from '../domain/requests';
import type { StratumTraces, TraceGroup } from '../domain/trace-groups';
import type { HopRole } from '../domain/verdict';
import { formatCount, formatDateTime, formatDay, formatDuration, formatPercent, formatTime, plural } from './format';
import { type ClippedText, clipText } from './hostile-text';
import { hopLabel } from './rollouts';
import { shortVerdict } from './verdict';
import { bandWords, capital, mechanismWords, roleWords, sourceName } from './words';

export interface GroupView {
  readonly key: string;
  readonly role: HopRole;
  readonly hop: string;
  readonly mechanism: string;
  /** Hops that caused it, most frequent first, as the listed traces of the group say: `backend, shop`. */
  readonly caused: string;
  readonly count: number;
  readonly share: string;
  /** `68 % to 91 %`. */
  readonly interval: string;
  readonly low: number;
  readonly high: number;
  readonly shareValue: number;
}

export interface SampleView {
  readonly traceId: string;
  readonly at: number;
  readonly time: string;
  readonly method: string;
  readonly host: ClippedText | null;
  readonly path: ClippedText | null;
  readonly status: number | null;
  readonly instance: ClippedText | null;
  readonly duration: string;
  readonly verdict: string;
  /** The hop that caused it; `–` when nothing is to blame. */
  readonly caused: string;
  /** Fleet in whose search it was found. */
  readonly proxy: string;
  readonly band: string;
  readonly groupKey: string;
  readonly retried: number;
}

export interface StratumView {
  readonly key: string;
  readonly title: string;
  /** `20 of about 1,650 requests looked at`. */
  readonly lookedAt: string;
  readonly truncated: boolean;
  readonly groups: readonly GroupView[];
  readonly samples: readonly SampleView[];
  /** Traces in the groups; `samples` holds a few of each large group. */
  readonly counted: number;
  /** Under 20 traces shares say little (reference: detectors section 4). */
  readonly few: boolean;
  /** The traces are no fair sample of the traffic: counts are shown, shares are not. */
  readonly biased: boolean;
}

const FEW = 20;

/**
 * Strata of an answer as groups and one list of samples by time. `zone`: IANA time zone. `recorded`: from a recording, which
 * keeps traces of errors and a few others: within one status its sample is fair, over all of them it is not.
 */
export function stratumViews(strata: readonly StratumTraces[], zone: string, recorded = false): StratumView[] {
  return strata.map((one, i) => {
    const time = timeWriter(one.stratum, zone);
    const samples = one.groups.flatMap((group) => group.samples.map((sample) => sampleView(sample, groupKey(group), time)));
    return {
      key: String(i), title: stratumTitle(one.stratum, zone), lookedAt: lookedAtText(one), truncated: one.truncated,
      groups: groupViews(one.groups), samples: samples.sort((a, b) => a.at - b.at || (a.traceId < b.traceId ? -1 : 1)), counted: one.groups.reduce((sum, group) => sum + group.count, 0), few: one.lookedAt < FEW,
      biased: recorded && one.stratum.status === null,
    };
  });
}

/** `20 of about 1,650 requests looked at`; without a counter the number of requests is said to be not known. */
export function lookedAtText({ lookedAt, about }: Pick<StratumTraces, 'lookedAt' | 'about'>): string {
  const traces = plural(lookedAt, 'trace');
  return about === null ? `${traces}; how many requests there were is not known` : `${traces} of about ${plural(Math.round(about), 'request')}`;
}

/** The time of day alone is enough within one day only. */
function timeWriter({ from, to }: Pick<TraceStratum, 'from' | 'to'>, zone: string): (at: number) => string {
  const oneDay = formatDay(from, zone) === formatDay(to, zone);
  return (at) => (oneDay ? formatTime(at, zone, true) : formatDateTime(at, zone));
}

function stratumTitle(stratum: TraceStratum, zone: string): string {
  const label = clipText(stratum.label, 120).text;
  const time = timeWriter(stratum, zone);
  const when = `${time(stratum.from)} to ${time(stratum.to)}`;
  return label === '' ? when : `${label}, ${when}`;
}

const groupKey = (group: TraceGroup) => JSON.stringify([group.answeredBy, group.service, group.mechanism]);

/** Groups that would read alike are told apart by the hosts of their traces, else by what they lack: a hop that no span names has no service. */
function groupViews(groups: readonly TraceGroup[]): GroupView[] {
  const label = (group: TraceGroup) => hopLabel(group.answeredBy, group.service);
  const alike = (group: TraceGroup) => groups.filter((one) => label(one) === label(group)).length > 1;
  return groups.map((group) => groupView(group, group.service === null && alike(group) ? `${label(group)}, ${unnamedText(group)}` : label(group)));
}

function unnamedText({ samples }: TraceGroup): string {
  const [host, ...others] = ranked(samples.flatMap((sample) => (sample.host === null ? [] : [clipText(sample.host, 40).text])));
  return host === undefined ? 'not named by a span' : `not named by a span, for ${host}${others.length > 0 ? ' and others' : ''}`;
}

/** Each text once, most frequent first; of equal ones by name. */
function ranked(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([text]) => text);
}

const MOST_CAUSES = 2;

function causedText(sample: Pick<RequestSample, 'causedBy' | 'causedByService' | 'mechanism'>): string {
  return sample.mechanism === 'healthy' ? '–' : hopLabel(sample.causedBy, sample.causedByService ?? null);
}

function causesText(samples: readonly RequestSample[]): string {
  const causes = ranked(samples.map(causedText));
  if (causes.length === 0) return '–';
  return causes.length <= MOST_CAUSES ? causes.join(' or ') : `${causes.slice(0, MOST_CAUSES).join(' or ')}, and ${causes.length - MOST_CAUSES} more`;
}

function groupView(group: TraceGroup, hop: string): GroupView {
  return {
    key: groupKey(group), role: group.answeredBy, hop, mechanism: mechanismWords[group.mechanism], caused: causesText(group.samples), count: group.count,
    share: formatPercent(group.share), interval: `${formatPercent(group.low)} to ${formatPercent(group.high)}`, low: group.low, high: group.high, shareValue: group.share,
  };
}

function sampleView(sample: RequestSample, key: string, time: (at: number) => string): SampleView {
  return {
    traceId: sample.traceId, at: sample.at, time: time(sample.at), method: sample.method === null ? '' : clipText(sample.method, 10).text,
    host: sample.host === null ? null : clipText(sample.host, 40), path: sample.path === null ? null : clipText(sample.path, 64), status: sample.status,
    instance: sample.instance === null ? null : clipText(sample.instance, 40), duration: formatDuration(sample.durationMs), verdict: shortVerdict(sample), caused: causedText(sample), proxy: sample.proxy,
    band: bandWords[sample.band], groupKey: key, retried: sample.earlierAttempts,
  };
}

/** What was asked for, in words: `status 503, instance envoy-1`. Empty when any trace of the range will do. */
export function filterText({ status, proxy, instance, zone, host, answeredBy, causedBy, mechanism }: TracesRequest): string {
  const parts = [['status', status], ['proxy', proxy], ['instance', instance], ['zone', zone], ['host', host],
    ['answered by', answeredBy ? hopMatchText(answeredBy) : null], ['caused by', causedBy ? hopMatchText(causedBy) : null], ['mechanism', mechanism ? mechanismWords[mechanism] : null]] as const;
  return parts.flatMap(([name, value]) => (value === null ? [] : [`${name} ${clipText(String(value), 60).text}`])).join(', ');
}

/** `skipper-ingress (proxy)`, `backend that no span names`. */
export function hopMatchText({ role, service }: HopMatch): string {
  if (service === undefined) return roleWords[role];
  return service === null ? `${roleWords[role]} that no span names` : `${service} (${roleWords[role]})`;
}

/** Why there are no traces: each reason that can be told, else those that are possible. */
export function emptyReasons(strata: readonly StratumTraces[], failures: readonly SourceFailure[]): string[] {
  const down = failures.map((failure) => `${capital(sourceName(failure.source))} could not answer: ${clipText(failure.message, 200).text}.`);
  // Without the metrics only the number of requests is not known: the search itself went on.
  if (failures.some(({ source }) => source !== 'metrics')) return down;
  const about = strata.reduce((sum, one) => sum + (one.about ?? 0), 0);
  return [
    ...down,
    ...(about > 0 ? [`The counters know ${formatCount(about)} such requests, so they happened, but none of them was kept as a trace.`] : []),
    'Traces may be sampled: with few requests none may have been kept.',
    'The traces may be older than the trace backend keeps them.',
  ];
}
