import type { Finding, FindingKind, FlipCause } from '../domain/findings';
import { MINUTE } from '../domain/units';
import { type Mechanism, mechanisms } from '../domain/verdict';
import { severityTone } from './colors';
import { formatCount, formatDelta, formatDuration, formatP, formatPercent, formatRange, formatTime, plural } from './format';
import { clipText } from './hostile-text';
import { mechanismWords } from './words';

export type FindingIcon = 'flap' | 'miss' | 'rollout' | 'scan' | 'burst' | 'zone';

/** Part of a sentence: plain text, or text to stress. Draw both as text nodes. */
export type SentencePart = string | { readonly strong: string };

export interface FindingFigure {
  readonly label: string;
  readonly value: string;
}

/** A finding in words for people. */
export interface FindingView {
  readonly kindLabel: string;
  readonly icon: FindingIcon;
  readonly tone: 'bad' | 'warn' | 'info';
  /** `13:41:10 to 13:47:30`, or `since 13:41, to the end of this range` (in a live view: `going on`). */
  readonly when: string;
  readonly sentence: readonly SentencePart[];
  readonly figures: readonly FindingFigure[];
  /** What the figures leave out, or null. */
  readonly note: string | null;
}

const kinds: Record<FindingKind, { readonly label: string; readonly icon: FindingIcon }> = {
  'zone-flapping': { label: 'Zone flapping', icon: 'flap' },
  'zone-concentrated': { label: 'Zone concentrated', icon: 'zone' },
  'zone-drained': { label: 'Zone without traffic', icon: 'zone' },
  'routeless-instance': { label: 'Route miss, one instance', icon: 'miss' },
  'route-lost': { label: 'Route lost', icon: 'miss' },
  'zone-route-gap': { label: 'Route miss, one zone', icon: 'miss' },
  'fleet-route-loss': { label: 'Route miss, whole fleet', icon: 'miss' },
  'scanner-wave': { label: 'Scanner wave', icon: 'scan' },
  'rollout-errors': { label: 'Errors in a rollout', icon: 'rollout' },
  'error-burst': { label: 'Error burst', icon: 'burst' },
};

/** What a kind of finding is called. */
export function findingKindLabel(kind: FindingKind): string {
  return kinds[kind].label;
}

/** Label, icon, time, sentence and figures of a finding. `zone`: IANA time zone of the times. `live`: the range ends now. */
export function describeFinding(finding: Finding, zone = 'UTC', live = false): FindingView {
  const { sentence, figures } = wordsOf(finding);
  const { label, icon } = kinds[finding.kind];
  return {
    kindLabel: label,
    icon,
    tone: severityTone(finding.severity),
    when: whenOf(finding, zone, live),
    sentence: sentence.filter((part) => part !== ''),
    figures: finding.basis === 'inferred' ? [...figures, { label: 'sure', value: formatPercent(finding.confidence) }] : figures,
    note: finding.kind === 'scanner-wave' ? 'Not counted: probes that an application answered itself.' : null,
  };
}

/** The sentence as one text, for titles, the command line and screen readers. */
export function sentenceText(sentence: readonly SentencePart[]): string {
  return sentence.map((part) => (typeof part === 'string' ? part : part.strong)).join('');
}

/** Short ones with seconds: the ends of a scrape or two would be the same minute. */
const SECONDS_BELOW = 10 * MINUTE;

function whenOf({ from, to, ongoing }: Finding, zone: string, live: boolean): string {
  const seconds = to - from < SECONDS_BELOW;
  const start = formatTime(from, zone, seconds);
  if (ongoing) return `since ${start}, ${live ? 'going on' : 'to the end of this range'}`;
  return seconds ? `${start} to ${formatTime(to, zone, true)}` : formatRange(from, to, zone);
}

interface Words {
  readonly sentence: readonly SentencePart[];
  readonly figures: readonly FindingFigure[];
}

/** Names come from outside: hidden characters written out, long ones cut. */
const name = (text: string): SentencePart => ({ strong: clipText(text, 80).text });
const strong = (text: string): SentencePart => ({ strong: text });

function wordsOf(finding: Finding): Words {
  switch (finding.kind) {
    case 'zone-flapping': return flapping(finding);
    case 'zone-concentrated': return concentrated(finding);
    case 'zone-drained':
      return { sentence: ['Zone ', name(finding.data.zone), ' gets no traffic: its proxies are gone or drained.'], figures: [] };
    case 'routeless-instance': return routeless(finding);
    case 'route-lost': return routeLost(finding);
    case 'zone-route-gap': return zoneRouteGap(finding);
    case 'fleet-route-loss': return fleetRouteLoss(finding);
    case 'scanner-wave': return scannerWave(finding);
    case 'rollout-errors': return rolloutErrors(finding);
    case 'error-burst': return errorBurst(finding);
  }
}

type Of<K extends FindingKind> = Extract<Finding, { readonly kind: K }>;

function flapping({ data, from, to }: Of<'zone-flapping'>): Words {
  const lost = data.flips.filter((flip) => flip.to === 'concentrated');
  const harm = data.p99ConcentratedSeconds === null || data.p99SpreadSeconds === null
    ? null : (data.p99ConcentratedSeconds - data.p99SpreadSeconds) * 1000;
  return {
    sentence: [
      strong(plural(data.flips.length, 'flip')), ` in ${formatDuration(to - from)}: traffic to zone `, name(data.hotZone),
      ` went from ${formatPercent(data.spreadShare)} to `, strong(formatPercent(data.peakShare)), `; ${causesOf(lost.map((flip) => flip.cause))}.`,
    ],
    figures: [
      data.harm === 'no-measurable-harm' ? { label: 'while concentrated', value: 'no measurable harm' } : { label: 'p99 change while concentrated', value: formatDelta(harm) },
      { label: 'of the time concentrated', value: formatPercent(data.concentratedShareOfTime) },
      { label: 'times there and back', value: formatCount(data.returns) },
    ],
  };
}

function concentrated({ data }: Of<'zone-concentrated'>): Words {
  return {
    sentence: [
      'Traffic moved to zone ', name(data.hotZone), ` and stayed: from ${formatPercent(data.spreadShare)} to `,
      strong(formatPercent(data.peakShare)), `; ${causeWords[data.cause.code]}.`,
    ],
    figures: [],
  };
}

const causeWords: Record<FlipCause['code'], string> = {
  'hints-lost': 'hints were lost',
  'hints-regained': 'hints came back',
  'overload-rule': 'the overload rule withdrew the hints',
  'zone-lost-endpoints': 'a zone lost its last ready endpoint',
  'node-without-zone': 'a node has no zone or CPU figure',
  'proxy-threshold': "the proxy's own endpoint threshold was crossed",
  rollout: 'a rollout was in progress',
  scaling: 'the number of replicas changed',
  'client-mix': 'the mix of clients moved',
  unknown: 'the cause is not known',
};

/** What a cause of a flip is called. */
export function flipCauseText(code: FlipCause['code']): string {
  return causeWords[code];
}

/** `hints were lost each time`, or each cause with how often, most frequent first. */
function causesOf(causes: readonly FlipCause[]): string {
  const counts = new Map<FlipCause['code'], number>();
  for (const { code } of causes) counts.set(code, (counts.get(code) ?? 0) + 1);
  const [first, ...rest] = [...counts].sort((a, b) => b[1] - a[1]);
  if (!first) return causeWords.unknown;
  if (rest.length === 0) return first[0] === 'unknown' || first[1] === 1 ? causeWords[first[0]] : `${causeWords[first[0]]} each time`;
  return [first, ...rest].map(([code, count]) => `${causeWords[code]} (${count} of ${causes.length})`).join(', ');
}

function routeless({ data }: Of<'routeless-instance'>): Words {
  const everything = data.missShare >= 0.995;
  const table = data.routes !== null && data.fleetRoutes !== null
    ? `it holds ${plural(data.routes, 'route')}, its siblings hold ${formatCount(data.fleetRoutes)}`
    : `its siblings miss ${formatPercent(data.fleetMissShare)}`;
  return {
    // The table alone: nothing asked for what it lacks yet.
    sentence: data.requests === 0 ? [name(data.instance), ` has another route table than its fleet: ${table}.`] : [
      name(data.instance), everything ? ' answered 404 for every host: ' : ` found no route for ${formatPercent(data.missShare)} of its requests: `, `${table}.`,
    ],
    figures: [
      { label: "of the fleet's traffic while it lasted", value: formatPercent(data.trafficShare) },
      { label: 'requests', value: formatCount(data.requests) },
      { label: 'zone', value: data.zone === '' ? 'not known' : clipText(data.zone, 40).text },
    ],
  };
}

function routeLost({ data }: Of<'route-lost'>): Words {
  return {
    sentence: data.prefix === undefined
      ? ['Host ', name(data.host), ' has no route any more on any proxy: ', strong(plural(data.requests, 'request')), ' got 404.']
      : ['Paths below ', name(data.prefix), ' of host ', name(data.host), ' have no route any more on any proxy: ', strong(plural(data.requests, 'request')), ' got 404.'],
    figures: [{ label: 'successful answers missing', value: formatCount(data.lostSuccesses) }],
  };
}

function zoneRouteGap({ data }: Of<'zone-route-gap'>): Words {
  return {
    sentence: [
      'Proxies in zone ', name(data.zone), ' find no route for ', strong(formatPercent(data.missShare)),
      ` of their requests, the other zones for ${formatPercent(data.otherMissShare)}: their route tables differ.`,
    ],
    figures: [],
  };
}

function fleetRouteLoss({ data }: Of<'fleet-route-loss'>): Words {
  const who = data.fleetInstances === 1 ? 'The only proxy of its fleet' : data.instances === data.fleetInstances ? `All ${formatCount(data.instances)} proxies` : `${formatCount(data.instances)} of ${formatCount(data.fleetInstances)} proxies`;
  return {
    sentence: [`${who} found no route for `, strong(formatPercent(data.missShare)), ` of the requests, ${formatPercent(data.missShareBefore)} before, while successful answers fell by as much.`],
    figures: [
      { label: "of the fleet's traffic while it lasted", value: formatPercent(data.hit.trafficShare) },
      { label: 'requests', value: formatCount(data.hit.requests) },
      { label: 'routes, before and then', value: data.routes === null || data.routesBefore === null ? 'not measured' : `${formatCount(data.routesBefore)}, ${formatCount(data.routes)}` },
    ],
  };
}

function scannerWave({ data }: Of<'scanner-wave'>): Words {
  const path = data.topPaths[0];
  return {
    sentence: [
      'Scanners sent ', strong(plural(data.requests, 'request')), ' for paths that never existed, ', strong(`${formatCount(data.timesNormal)} times`), data.normalFrom === 'share-of-requests' ? ' what is common for so many requests' : ' the usual',
      ...(path === undefined ? ['.'] : [', most often ', name(path), '.']),
    ],
    figures: [{ label: 'clients seen in traces', value: formatCount(data.clients) }],
  };
}

/** Statuses with their counts, most frequent first: `16 × 503, 1 × 502`. */
export function codesText(codes: Readonly<Record<string, number>>): string {
  const known = Object.entries(codes).filter(([, count]) => count > 0);
  return known.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([code, count]) => `${formatCount(count)}\u00A0×\u00A0${clipText(code, 12).text}`).join(', ');
}

const bracketed = (text: string) => (text === '' ? '' : ` (${text})`);

/** Patterns of the detector: moments in the life of pods, or the mechanism that traces showed most. */
const patternWords: Readonly<Record<string, string>> = {
  'pod-end': ' as old pods ended',
  'pod-start': ' as new pods started',
  connect_failed: ' as connections to its pods failed',
  reset_before_response: ' as its pods closed connections before they answered',
  reset_mid_response: ' as its pods broke off their answers',
  no_endpoint: ' while no endpoint was ready',
  timeout: ' as its pods did not answer in time',
  backend_own_error: ' with errors of the pods themselves',
  passthrough: ' with answers that the proxy passed on',
};

/** The pattern as the end of a clause: ` as old pods ended`, or in brackets where only a mechanism is known. */
export function patternText(pattern: string | null): string {
  if (pattern === null) return '';
  const known = patternWords[pattern] ?? (isMechanism(pattern) ? bracketed(mechanismWords[pattern]) : null);
  return known ?? bracketed(clipText(pattern, 60).text);
}

function isMechanism(text: string): text is Mechanism {
  return (mechanisms as readonly string[]).includes(text);
}

/** A p below this, with more than one error, is called more than chance: only then is the rollout the subject of the sentence. */
export const CLEAR_P = 0.01;

function rolloutErrors({ data }: Of<'rollout-errors'>): Words {
  return {
    // One error proves nothing: the sentence must not lay it on the rollout.
    sentence: data.failed === 1 ? [
      strong('1'), ` request failed${bracketed(codesText(data.codes))}${patternText(data.pattern)} during or just after the rollout of `, name(data.workload), `: consistent with it, not proof. Chance: ${formatP(data.p)}.`,
    ] : [
      'Rollout of ', name(data.workload), data.p < CLEAR_P ? ' failed ' : ' coincides with ', strong(formatCount(data.failed)),
      `${data.p < CLEAR_P ? '' : ' failed'} requests${bracketed(codesText(data.codes))}${patternText(data.pattern)}. Chance: ${formatP(data.p)}.`,
    ],
    figures: [
      { label: 'expected without it', value: formatCount(data.expected) },
      { label: 'saved by retries', value: formatCount(data.nearMisses) },
      ...(data.alsoRolling.length > 0 ? [{ label: 'also rolling', value: data.alsoRolling.map((workload) => clipText(workload, 40).text).join(', ') }] : []),
    ],
  };
}

function errorBurst({ data, evidence }: Of<'error-burst'>): Words {
  const rollouts = evidence.some(({ code }) => code === 'rollouts-unknown') ? 'rollouts are not known here' : 'no rollout explains it';
  return {
    sentence: [
      strong(plural(data.failed, 'request')), ` failed${bracketed(codesText(data.codes))} where ${formatCount(data.expected)} were expected; ${rollouts}. Chance: ${formatP(data.p)}.`,
    ],
    figures: [{ label: 'expected', value: formatCount(data.expected) }],
  };
}
