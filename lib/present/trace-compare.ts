import type { TraceAnswer } from '../domain/requests';
import type { GoodSearch, LikenessKind } from '../domain/trace-compare';
import type { Span } from '../domain/traces';
import type { ChainHop } from '../domain/verdict';
import { formatCount, formatDuration, formatTime, plural } from './format';
import { clipText } from './hostile-text';
import { type AttemptView, attemptViews } from './trace-attempts';
import { requestText } from './trace-request';
import { hopName } from './verdict';
import { capital, mechanismWords, roleWords } from './words';

/** One line of the table: what it is, and how each of the two has it. `–` is not known. */
export interface DiffRow {
  readonly key: string;
  readonly what: string;
  readonly a: string;
  readonly b: string;
  readonly differs: boolean;
}

type Judged = Pick<TraceAnswer, 'trace' | 'verdict'>;

/** A hop that both requests went through, or only one of them. */
export interface HopPair {
  readonly a: ChainHop | null;
  readonly b: ChainHop | null;
}

/** Hops of two chains by role and service, in the order of the way; the rest stands alone. */
export function pairHops(a: readonly ChainHop[], b: readonly ChainHop[]): HopPair[] {
  const left = [...b];
  const pairs = a.map((hop): HopPair => {
    const at = left.findIndex((other) => other.role === hop.role && other.service === hop.service);
    return { a: hop, b: at < 0 ? null : left.splice(at, 1)[0]! };
  });
  return [...pairs, ...left.map((hop): HopPair => ({ a: null, b: hop }))];
}

/** The facts of two requests side by side: verdict, hops, where they ran, how long each stage took, attempts. */
export function diffRows(a: Judged, b: Judged): DiffRow[] {
  const rows = [
    row('request', 'request', requestText(a.trace.spans), requestText(b.trace.spans)),
    row('status', 'status', String(a.verdict.status ?? '–'), String(b.verdict.status ?? '–')),
    row('what', 'what happened', mechanismWords[a.verdict.mechanism], mechanismWords[b.verdict.mechanism]),
    row('answered', 'answered by', hopName(a.verdict.answeredBy), hopName(b.verdict.answeredBy)),
    row('hops', 'hops', hopsText(a), hopsText(b)),
    row('attempts', 'attempts', attemptsText(a), attemptsText(b)),
    { ...row('whole', 'whole request', formatDuration(wholeMs(a)), formatDuration(wholeMs(b))), differs: isFar(wholeMs(a), wholeMs(b)) },
  ];
  const spansA = byId(a.trace.spans);
  const spansB = byId(b.trace.spans);
  return [...rows, ...pairHops(a.verdict.chain, b.verdict.chain).flatMap((pair, i) => hopRows(pair, i, spansA, spansB))];
}

function row(key: string, what: string, a: string, b: string): DiffRow {
  return { key, what, a, b, differs: a !== b };
}

const LEAST_FAR_MS = 5;

/** Times differ between any two requests: they are told apart from twice as long on. */
function isFar(a: number, b: number): boolean {
  return Math.max(a, b) > 2 * Math.min(a, b) && Math.abs(a - b) > LEAST_FAR_MS;
}

function hopRows({ a, b }: HopPair, index: number, spansA: ReadonlyMap<string, Span>, spansB: ReadonlyMap<string, Span>): DiffRow[] {
  const hop = (a ?? b)!;
  const name = `${roleWords[hop.role]} ${clipText(hop.service, 40).text}`;
  const timesA = a ? spansA.get(a.spanId)?.durationMs : undefined;
  const timesB = b ? spansB.get(b.spanId)?.durationMs : undefined;
  const text = (one: ChainHop | null, value: string | null | undefined) => (one === null ? 'not reached' : value ? clipText(value, 60).text : '–');
  const far = timesA !== undefined && timesB !== undefined && isFar(timesA, timesB);
  return [
    row(`${index}:instance`, `${name}: instance`, text(a, a?.instance), text(b, b?.instance)),
    row(`${index}:zone`, `${name}: zone`, text(a, a?.zone), text(b, b?.zone)),
    row(`${index}:status`, `${name}: status`, text(a, a?.status?.toString()), text(b, b?.status?.toString())),
    { ...row(`${index}:took`, `${name}: took`, text(a, formatDuration(timesA)), text(b, formatDuration(timesB))), differs: far || (a === null) !== (b === null) },
  ].filter((one) => one.a !== '–' || one.b !== '–');
}

function hopsText({ verdict }: Judged): string {
  return verdict.chain.length === 0 ? '–' : verdict.chain.map(({ service }) => clipText(service, 40).text).join(' → ');
}

function attemptsText({ trace, verdict }: Judged): string {
  const attempts = attemptViews(trace.spans, verdict);
  return attempts.length === 0 ? 'none seen' : attempts.map(({ target, outcome }) => (target === null ? outcome : `${target}: ${outcome}`)).join(', then ');
}

/** From the first start to the last end; 0 for no span. */
export function wholeMs({ trace: { spans } }: Pick<Judged, 'trace'>): number {
  let from = Infinity;
  let to = -Infinity;
  for (const span of spans) {
    from = Math.min(from, span.start);
    to = Math.max(to, span.start + span.durationMs);
  }
  return Number.isFinite(from) ? Math.max(0, to - from) : 0;
}

const byId = (spans: readonly Span[]) => new Map(spans.map((span) => [span.spanId, span]));

/** What the two are called: `failed` and `good` only where that is so; any two can be put side by side. */
export function sideNames(a: Pick<Judged, 'verdict'>, b: Pick<Judged, 'verdict'> | null): readonly [string, string] {
  const [aGood, bGood] = [a.verdict.mechanism === 'healthy', b === null || b.verdict.mechanism === 'healthy'];
  return !aGood && bGood ? ['failed', 'good'] : ['first', 'second'];
}

/** The difference as one sentence: what the good one reached, and where the failed one stopped. */
export function differenceSentence(a: Judged, b: Judged): string {
  const [nameA, nameB] = sideNames(a, b);
  return `${capital(sideText(b, `the ${nameB} one`))}; ${sideText(a, `the ${nameA} one`)}.`;
}

function sideText(one: Judged, name: string): string {
  return one.verdict.mechanism === 'healthy' ? goodText(one, name) : failedText(one, name);
}

function goodText({ trace, verdict }: Judged, name: string): string {
  const backend = verdict.chain.findLast(({ role }) => role === 'backend');
  const took = (spanId: string) => ` in ${formatDuration(trace.spans.find((span) => span.spanId === spanId)?.durationMs)}`;
  if (backend) return `${name} reached ${placed(backend)} and got ${backend.status ?? 'an answer'}${took(backend.spanId)}`;
  const last = attemptViews(trace.spans, verdict).at(-1);
  if (last) return `${name} asked ${last.target ?? 'the backend'} and got ${last.outcome} in ${last.took}`;
  return `${name} was answered ${verdict.status ?? 'without a status'} by ${hopName(verdict.answeredBy)}`;
}

function placed({ service, instance, zone }: ChainHop): string {
  const place = instance === null ? clipText(service, 60).text : `${clipText(service, 60).text} (${clipText(instance, 60).text})`;
  return zone === null ? place : `${place} in zone ${clipText(zone, 40).text}`;
}

function failedText({ trace, verdict }: Judged, name: string): string {
  const attempts = attemptViews(trace.spans, verdict);
  const last = attempts.at(-1);
  const backend = verdict.chain.findLast(({ role }) => role === 'backend');
  if (verdict.mechanism === 'route_miss') return `${name} matched no route`;
  if (verdict.mechanism === 'client_abort') return `the client of ${name} went away first`;
  if (backend && backend.status !== null && backend.status >= 400) return `${name} reached ${placed(backend)} and got ${backend.status}`;
  if (!last) return `${name} made no attempt that a span shows: ${mechanismWords[verdict.mechanism]}`;
  const earlier = attempts.length > 1 ? ` after ${plural(attempts.length - 1, 'earlier attempt')}` : '';
  return `${name} tried ${last.target ?? 'the backend'}${earlier} and ${cameOf(last)}`;
}

function cameOf({ outcome }: AttemptView): string {
  switch (outcome) {
    case 'refused': return 'was refused';
    case 'connection reset': return 'the connection was reset';
    case 'timed out': case 'could not connect': return outcome;
    case 'cancelled': return 'was cancelled';
    case 'no answer': case 'failed': return 'got no answer';
    default: return `got ${outcome}`;
  }
}

const likenessWords: Record<LikenessKind, string> = {
  'same-path': 'the same method, host and path', 'same-route': 'the same host and route, perhaps another method or path', 'path-shape': 'the same host and shape of the path', 'same-host': 'the same host, but another path and route',
};

/** How the good trace was found, or what was searched in vain. */
export function searchText({ proxy, host, pathShape, route, windows, likeness, why }: GoodSearch, zone: string): string {
  const named = [['proxy', proxy === '' ? null : proxy], ['host', host], ['path', pathShape], ['route', route]] as const;
  const by = named.flatMap(([name, value]) => (value === null ? [] : [`${name} ${clipText(value, 80).text}`])).join(', ');
  const last = windows.at(-1);
  const looked = windows.reduce((sum, { lookedAt }) => sum + lookedAt, 0);
  const healthy = windows.reduce((sum, window) => sum + window.healthy, 0);
  const where = last ? `Looked at ${formatCount(looked)} traces (${formatCount(healthy)} of them healthy) from ${formatTime(last.from, zone, true)} to ${formatTime(last.to, zone, true)}${last.truncated ? '; there were more' : ''}.` : '';
  const what = likeness !== null ? `Found by ${likenessWords[likeness]}.` : why !== null ? `No good trace was found: ${why}.` : 'No good trace of the same route was found.';
  return [what, by === '' ? '' : `Searched by ${by}.`, where].filter((part) => part !== '').join(' ');
}
