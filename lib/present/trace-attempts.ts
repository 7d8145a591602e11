import type { Span } from '../domain/traces';
import type { Verdict } from '../domain/verdict';
import { formatDuration } from './format';
import { clipText } from './hostile-text';
import { firstAttribute, isSideCall, statusOf } from './trace-span';

/** One try of a proxy to reach the next hop. */
export interface AttemptView {
  readonly spanId: string;
  /** From 1, in order of start. */
  readonly number: number;
  /** Address or service it was sent to; null when no span says. */
  readonly target: string | null;
  /** `refused`, `connection reset`, `timed out`, `503`, `200`, `no answer`; `arrived, ...` where only the span of the next hop shows that it got there. */
  readonly outcome: string;
  readonly tone: 'good' | 'warn' | 'bad' | 'plain';
  readonly took: string;
  /** `+1.2 ms`: its start after the start of the proxy span. */
  readonly after: string;
  /** The error as the span words it; null when it words none. */
  readonly error: string | null;
  /** Service of a server span below: who got it. Null when there is none in the trace. */
  readonly reached: string | null;
}

/** Spans of the same service between an attempt and its proxy span: filters. More is a loop or another story. */
const MOST_BETWEEN = 64;

/** The proxy hop whose attempts matter: the answering one, else the last proxy of the chain. */
export function decidingProxy({ chain, answeredBy }: Verdict): Verdict['chain'][number] | null {
  const proxies = chain.filter((hop) => hop.role === 'proxy');
  return proxies.find((hop) => hop.spanId === answeredBy.spanId) ?? proxies.at(-1) ?? null;
}

/** Client spans of the deciding proxy towards the next hop, in order of start; side calls left out. */
export function attemptSpans(spans: readonly Span[], verdict: Verdict): Span[] {
  const deciding = decidingProxy(verdict);
  if (!deciding) return [];
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const within = (span: Span): boolean => {
    // Up through spans of the same service only: an attempt may lie below a filter's span.
    let at: Span | undefined = span;
    for (let steps = 0; at && steps < MOST_BETWEEN; steps += 1) {
      if (at.spanId === deciding.spanId) return true;
      at = at.parentId === null ? undefined : byId.get(at.parentId);
      if (at && at.service !== span.service) return false;
    }
    return false;
  };
  return spans.filter((span) => span.kind === 'client' && span.service === deciding.service && !isSideCall(span) && within(span)).sort((a, b) => a.start - b.start);
}

/** Heading of the attempts: `The one attempt of the proxy`; of several proxies on the way it says which, by its instance where they share a name. */
export function attemptsTitle(count: number, verdict: Verdict): string {
  const proxies = verdict.chain.filter((hop) => hop.role === 'proxy');
  const deciding = decidingProxy(verdict);
  const who = deciding === null || proxies.length < 2 ? 'the proxy' : proxyName(deciding, proxies);
  return count === 1 ? `The one attempt of ${who}` : `${count} attempts of ${who}`;
}

function proxyName(hop: Verdict['chain'][number], proxies: Verdict['chain']): string {
  const service = clipText(hop.service, 48).text;
  const alike = proxies.filter((one) => one.service === hop.service);
  if (alike.length < 2) return service;
  const apart = hop.instance !== null && alike.filter((one) => one.instance === hop.instance).length === 1;
  return apart ? `${service} (${clipText(hop.instance!, 48).text})` : `${service} (proxy ${proxies.indexOf(hop) + 1} of ${proxies.length} on the way)`;
}

/** The chain of attempts in words, first to last. */
export function attemptViews(spans: readonly Span[], verdict: Verdict): AttemptView[] {
  const attempts = attemptSpans(spans, verdict);
  if (attempts.length === 0) return [];
  const ids = new Set(attempts.map((span) => span.spanId));
  const reached = new Map<string, Span>();
  for (const span of spans) if (span.parentId !== null && span.kind === 'server' && ids.has(span.parentId)) reached.set(span.parentId, span);
  const proxyStart = spans.find((span) => span.spanId === decidingProxy(verdict)?.spanId)?.start ?? attempts[0]!.start;
  return attempts.map((span, i) => {
    const error = errorText(span);
    const below = reached.get(span.spanId);
    return {
      spanId: span.spanId, number: i + 1, target: targetOf(span) ?? dialled(error), ...outcomeOf(span, error, below), took: formatDuration(span.durationMs), after: `+${formatDuration(Math.max(0, span.start - proxyStart))}`,
      error: error === null ? null : clipText(error, 160).text, reached: below ? clipText(below.service, 60).text : null,
    };
  });
}

/** More attempts than this push the spans out of sight: the middle is folded. */
const MOST_ATTEMPTS = 6;
const AT_AN_END = 2;
/** Not even asked for are more drawn at once: a loop of retries may have thousands. */
const MOST_AT_ALL = 200;

/** Attempts to draw: the first ones and the last ones, which decide; `between` are folded. */
export function shownAttempts(attempts: readonly AttemptView[], all: boolean): { readonly first: readonly AttemptView[]; readonly between: readonly AttemptView[]; readonly last: readonly AttemptView[] } {
  if (attempts.length <= (all ? MOST_AT_ALL : MOST_ATTEMPTS)) return { first: attempts, between: [], last: [] };
  const head = all ? MOST_AT_ALL - AT_AN_END : AT_AN_END;
  return { first: attempts.slice(0, head), between: attempts.slice(head, -AT_AN_END), last: attempts.slice(-AT_AN_END) };
}

/** What clients of the proxy cannot write: the proxy's own names of the endpoint it dialled. */
const TARGETS = ['upstream_address', 'network.peer.address', 'peer.address', 'net.sock.peer.addr', 'net.peer.ip', 'server.address', 'net.peer.name', 'upstream_cluster.name', 'upstream_cluster', 'peer.service'] as const;
const PORTS = ['network.peer.port', 'net.sock.peer.port', 'server.port', 'net.peer.port'] as const;

/** Address that an attempt was sent to, with its port where a span has it. Null: no attribute says. */
export function targetOf({ attributes }: Pick<Span, 'attributes'>): string | null {
  const address = firstAttribute(attributes, TARGETS);
  if (address === null) return null;
  const port = /:\d+$/.test(address) ? null : firstAttribute(attributes, PORTS);
  return clipText(port === null ? address : `${address}:${port}`, 60).text;
}

/** Skipper names the endpoint only in its error: `dial tcp 10.2.0.9:8080: connect: connection refused`. */
function dialled(error: string | null): string | null {
  const found = error === null ? null : /dial (?:tcp|udp)6? (\[[0-9a-f:.]{2,45}\]:\d{1,5}|[\w.-]{1,100}:\d{1,5})/i.exec(error);
  return found ? found[1]! : null;
}

function errorText(span: Span): string | null {
  const own = firstAttribute(span.attributes, ['error.reason', 'message', 'error.message', 'error.object']) ?? (span.statusMessage === '' ? null : span.statusMessage);
  if (own !== null) return own;
  for (const event of span.events) {
    const text = firstAttribute(event.attributes, ['exception.message', 'message', 'error.object', 'error']);
    if (text !== null) return text;
  }
  return null;
}

/** The failure in one word, as the span's own text says it. Order matters: `refused stream` is no refused connection. */
const failures: readonly (readonly [RegExp, string])[] = [
  [/refused[_ ]stream|reset|broken pipe|\bEOF\b|closed|termination/i, 'connection reset'],
  [/timeout|timed out|deadline/i, 'timed out'],
  [/refused/i, 'refused'],
  [/cancel/i, 'cancelled'],
  [/overflow/i, 'overflow'],
  [/no such host|dial|unreachable|connection[_ ]failure/i, 'could not connect'],
  [/protocol|malformed/i, 'broken answer'],
];

/** True when the attempt says that it reached nobody: there is no span below to be missed. */
export function isUnreached(span: Span): boolean {
  return ['refused', 'could not connect'].includes(outcomeOf(span, errorText(span)).outcome);
}

function outcomeOf(span: Span, error: string | null, below?: Span): Pick<AttemptView, 'outcome' | 'tone'> {
  const status = statusOf(span);
  if (status !== null) return { outcome: String(status), tone: status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good' };
  const word = error === null ? undefined : failures.find(([pattern]) => pattern.test(error.slice(0, 500)))?.[1];
  // The attempt says nothing of an error, and somebody got it: what came back is only not written on it.
  if (error === null && span.status !== 'error' && below !== undefined) return { outcome: 'arrived, its status is not written', tone: 'plain' };
  return { outcome: word ?? (span.status === 'error' ? 'failed' : 'no answer'), tone: 'bad' };
}
