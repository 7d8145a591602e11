import type { EvidenceCode, VerdictEvidence } from '../domain/verdict';
import { envoyFlagWords } from './envoy-flag-words';
import { clipText } from './hostile-text';

/** What an evidence code of a verdict says, in general; the evidence's own text says it about this trace. */
const verdictCodes: Record<EvidenceCode, string> = {
  STATUS_MATCH_BELOW: 'the hop below had the same status',
  STATUS_MISMATCH_BELOW: 'the hop below had another status',
  NO_ATTEMPT: 'the proxy made no attempt to reach a backend',
  ATTEMPT_NO_RESPONSE: 'the attempt has no response',
  CONNECT_ERROR_TEXT: 'the error text says that the connection failed',
  RESET_TEXT: 'the error text says that the connection was closed',
  TIMEOUT_TEXT: 'the error text says that time ran out',
  ROUTE_MISS_MARK: 'the proxy says that no route matched',
  ROUTE_ID_ABSENT: 'the span names no route',
  ROUTE_ID_PRESENT: 'the span names a route',
  ENVOY_FLAG: "Envoy's response flag",
  RESPONSE_DETAILS: 'response code details of the proxy',
  PROXY_STATUS_ERROR: 'Proxy-Status names an error of this hop',
  PROXY_STATUS_RECEIVED: 'Proxy-Status names the status received from the next hop',
  SYNTHETIC_STATUS_FAMILY: 'this proxy writes such a status itself when an attempt fails',
  RETRY_EARLIER: 'earlier attempts failed and were retried',
  SERVER_SPAN_BELOW: 'the request arrived: there is a server span below',
  PROFILE_ATTEMPT: 'how often this proxy has an attempt span',
  PROFILE_BELOW: 'how often the next hop has a server span',
  CLIENT_ABORT: 'the client went away',
  STATUS_REWRITTEN: 'the proxy changed the status',
  ORPHAN_EDGE: 'a parent span is missing; the edge is inferred',
  SKEW: 'clocks disagree; times across hops are not used',
  PARTIAL: 'the backend gave only a part of the trace',
  YOUNG: 'the trace is young; spans may still arrive',
  NO_PROXY_SPAN: 'no span of a proxy',
  METRIC_AGREES: 'a counter agrees',
  METRIC_CONTRADICTS: 'a counter contradicts',
  PROTOCOL_ERROR_TEXT: 'the error text names a protocol error',
  NO_UPSTREAM_CLUSTER: 'no upstream cluster was chosen',
  HEALTHY_STATUS: 'the answer is a good one',
  GRPC_STATUS: 'gRPC status of an error',
  OTHER_REQUESTS: 'other requests in the same trace',
  COHORT: 'other traces of this sample have the same shape and answer',
};

/** One line of "Why" or "Against". */
export interface EvidenceRow {
  readonly code: string;
  readonly text: string;
  readonly spanId: string | null;
  /** `+0.60`; for "against" `−0.15`; `noted` when it moved nothing. */
  readonly weight: string;
}

/** `+0.60`; null for what moved nothing: `−0.00` would look like a measurement. */
export function weightText(weight: number, sign: '+' | '−'): string | null {
  const size = Math.abs(weight).toFixed(2);
  return size === '0.00' ? null : `${sign}${size}`;
}

/** Rows by weight, heaviest first. */
export function evidenceRows(list: readonly VerdictEvidence[], sign: '+' | '−'): EvidenceRow[] {
  return [...list].sort((a, b) => b.weight - a.weight).map((one) => ({
    code: one.code,
    text: one.text === '' ? verdictCodes[one.code] : explained(clipText(one.text, 400).text),
    spanId: one.spanId,
    weight: weightText(one.weight, sign) ?? 'noted',
  }));
}

/** Short codes and raw texts of proxies with what they mean: `Envoy flag UF` → `Envoy flag UF: upstream connection failure`. */
function explained(text: string): string {
  const flag = /^Envoy flag ([A-Z]{2,6})\b/.exec(text)?.[1];
  const meaning = flag === undefined ? undefined : envoyFlagWords.get(flag);
  if (meaning !== undefined) return `${text}: ${meaning}`;
  const raw = /^the try failed: (.+)$/s.exec(text)?.[1];
  if (raw === undefined) return text;
  const says = rawTexts.find(([pattern]) => pattern.test(raw))?.[1];
  return `the try failed, in the proxy's own words: "${raw}"${says === undefined ? '' : ` (${says})`}`;
}

/** Texts of Skipper and Go whose wording tells little to who does not know them. */
const rawTexts: readonly (readonly [RegExp, string])[] = [
  [/^dialing failed true\b.*refused/s, 'Skipper could not connect: nothing listens at that address'],
  [/^dialing failed true\b.*no such host/s, 'Skipper could not connect: the name of the backend is not known'],
  [/^dialing failed true\b.*time(d)?[ _-]?out/s, 'Skipper could not connect in time'],
  [/^dialing failed true\b/, 'Skipper could not connect to the backend'],
  [/^dialing failed false\b/, 'Skipper was connected, and the request failed after that'],
  [/^context deadline exceeded/, 'the time limit of the proxy ran out'],
  [/^(unexpected )?eof\b/, 'the backend closed the connection before it answered'],
];

/** Evidence of the 404 classes in words. Codes of the path model are many; they are read as words. */
const classCodes: Readonly<Record<string, string>> = {
  path: 'shape of the path',
  'automatic-request': 'browsers and robots ask for it by themselves',
  'answered-by-application': 'the application answered',
  'served-before': 'was served before',
  'never-served': 'was never served',
  'client-was-served': 'its clients get good answers',
  'client-never-served': 'its clients never got a good answer',
  'client-sweeps': 'its clients walk through many paths',
  'client-walks-list': 'its client walks through things that were never served',
  'crawler-by-name': 'calls itself a crawler',
  'ordinary-client': 'its client asks for what was served before',
  'only-old-things': 'only old artefacts or crawlers miss this host',
  'interface-probe': 'probes for a known interface',
  'instance-step': 'one instance misses what its siblings serve',
  'host-lost': 'the host is lost everywhere',
  'many-clients-on-path': 'many clients ask for it',
  'steady-on-all-instances': 'steady, alike on all instances',
  'host-is-address': 'asked of a bare address, not of a name',
  'host-never-served': 'this host was never served in the range',
  'method-head': 'asked with HEAD',
  'method-unusual': 'asked with a rare method',
  'user-agent-empty': 'no user agent',
  'user-agent-library': 'user agent of a library',
  'user-agent-tool': 'user agent of a scanner',
};

/** Words for a code of the 404 classes: `client-sweeps` → `its clients walk through many paths`. An unknown code is read as words. */
export function classEvidenceText(code: string): string {
  if (Object.hasOwn(classCodes, code)) return classCodes[code]!;
  return clipText(code.replace(/[-_:.]+/g, ' ').trim().toLowerCase(), 80).text;
}
