import type { RequestSample } from '../../domain/request-sample';
import type { Attributes, Span, Trace } from '../../domain/traces';
import { epochMs } from '../../domain/units';
import type { Verdict } from '../../domain/verdict';
import { firstText } from './attribute-text';
import { instanceOf, zoneOf } from './normalise';

/** Host, path and user agent come from clients: longer text than this is cut. */
const MAX_TEXT = 2048;

/**
 * One request as detectors and lists need it. `proxyName` is the name of the fleet in the configuration. Old and new attribute
 * names are read; what no span says is null. The text is hostile: it is data, never markup and never PromQL.
 */
export function toRequestSample(trace: Trace, verdict: Verdict, proxyName: string): RequestSample {
  const span = spanOf(trace, verdict);
  const attributes = span?.attributes ?? {};
  const url = splitUrl(firstText(attributes, ['url.full', 'http.url']));
  return {
    traceId: trace.traceId,
    at: span?.start ?? epochMs(0),
    proxy: proxyName,
    instance: span ? instanceOf(span) : null,
    zone: span ? zoneOf(span) : null,
    method: clip(firstText(attributes, ['http.request.method', 'http.method'])),
    host: clip(hostOf(attributes, url.host)),
    path: clip(pathOf(attributes, url.path)),
    userAgent: clip(firstText(attributes, ['user_agent.original', 'http.user_agent', 'user_agent', 'http.request.header.user-agent', 'http.request.header.user_agent'])),
    client: clip(clientOf(attributes)),
    status: verdict.status,
    durationMs: span?.durationMs ?? 0,
    answeredBy: verdict.answeredBy.role,
    answeredByService: verdict.answeredBy.service,
    causedBy: verdict.causedBy.role,
    causedByService: verdict.causedBy.service,
    mechanism: verdict.mechanism,
    confidence: verdict.confidence,
    band: verdict.band,
    earlierAttempts: verdict.earlierAttempts,
  };
}

/** The judged span: the first hop of the chain, else the span of the evidence, else the earliest one. */
function spanOf(trace: Trace, verdict: Verdict): Span | null {
  const id = verdict.chain[0]?.spanId ?? verdict.evidence[0]?.spanId;
  const found = trace.spans.find((span) => span.spanId === id);
  return found ?? trace.spans.reduce<Span | null>((first, span) => (first && first.start <= span.start ? first : span), null);
}

function hostOf(attributes: Attributes, urlHost: string | null): string | null {
  const own = firstText(attributes, ['http.host', 'http.request.header.host']) ?? urlHost;
  return own ?? firstText(attributes, ['server.address', 'http.server_name', 'net.host.name']);
}

function pathOf(attributes: Attributes, urlPath: string | null): string | null {
  const path = firstText(attributes, ['http.path', 'url.path', 'http.target']) ?? urlPath;
  return path === null ? null : withoutQuery(path);
}

const CLIENT_KEYS = ['client.address', 'http.client_ip', 'http.remote_ip', 'network.peer.address', 'net.sock.peer.addr', 'peer.address', 'net.peer.ip'];

function clientOf(attributes: Attributes): string | null {
  const client = firstText(attributes, CLIENT_KEYS);
  return client === null ? null : withoutPort(client);
}

/** `1.2.3.4:5` and `[::1]:5` lose their port; a bare IPv6 address keeps its colons. */
function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]+)\](:\d+)?$/.exec(address);
  if (bracketed) return bracketed[1]!;
  return address.split(':').length === 2 ? address.replace(/:\d+$/, '') : address;
}

/** By hand: `URL` would rewrite what a scanner sent (dots, case, escapes), and that is the evidence. */
function splitUrl(url: string | null): { readonly host: string | null; readonly path: string | null } {
  if (url === null) return { host: null, path: null };
  const found = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)([^?#]*)/i.exec(url);
  if (!found) return { host: null, path: url.startsWith('/') ? withoutQuery(url) : null };
  return { host: found[1]! || null, path: found[2]! || '/' };
}

const withoutQuery = (path: string) => path.replace(/[?#][\s\S]*$/, '');
const clip = (text: string | null) => (text === null ? null : text.slice(0, MAX_TEXT));
