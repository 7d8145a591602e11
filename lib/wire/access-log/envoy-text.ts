import type { AccessLine, Responder } from '@/lib/domain/access-log';
import { find, findLast, point, pointClient, pointRequest, pointUnlessDash, statusAt } from './line';
import { isoTimeAt } from './times';

const QUOTE = 0x22;
const BLANK = 0x20;

/**
 * Envoy's default text (envoyproxy/envoy, docs/root/configuration/observability/access_log/usage.rst):
 *   [time] "method path protocol" code flags received sent duration service-time "x-forwarded-for" "user-agent" "request-id" "authority" "upstream"
 * and the longer one of Istio, with code details, termination details and a quoted failure reason behind the flags, and more words at the end.
 * Envoy escapes nothing: the fields behind the user agent are found from the right. Answers null, or why the line is not one.
 */
export function readEnvoyText(text: string, from: number, to: number, line: AccessLine): string | null {
  const open = find(text, 0x5d, from, to);
  if (open < 0 || text.charCodeAt(open + 1) !== BLANK || text.charCodeAt(open + 2) !== QUOTE) return 'no quoted request behind the time';
  const close = requestEnd(text, open + 3, to);
  if (close < 0) return 'no status behind the quoted request';
  line.format = 'envoy';
  line.status = Math.max(0, statusAt(text, close + 2));
  line.at = isoTimeAt(text, from + 1);
  pointRequest(line, text, open + 3, close);
  const behind = find(text, BLANK, close + 2, to) + 1;
  const [flags, details] = wordsBehind(text, behind, to);
  const fields = fieldsFromRight(text, close, to);
  line.responder = envoyResponder(flags, details, fields === null ? null : text.slice(fields.upstream + 1, fields.end));
  if (fields === null) return null;
  pointUnlessDash(line.host, text, fields.authority + 1, fields.upstream - 2);
  pointLeft(line, text, behind, fields.id - 2, details !== null);
  return null;
}

/** The quote that ends the request; Envoy writes status 0 when the client went before an answer. */
function requestEnd(text: string, from: number, to: number): number {
  for (let at = find(text, QUOTE, from, to - 3); at >= 0; at = find(text, QUOTE, at + 1, to - 3)) {
    if (text.charCodeAt(at + 1) !== BLANK) continue;
    if (text.charCodeAt(at + 2) === 0x30 && text.charCodeAt(at + 3) === BLANK) return at;
    if (text.charCodeAt(at + 5) === BLANK && statusAt(text, at + 2) >= 0) return at;
  }
  return -1;
}

/** Response flags, and the code details where the word behind the flags is no number. */
function wordsBehind(text: string, from: number, to: number): readonly [flags: string, details: string | null] {
  const first = find(text, BLANK, from, to);
  if (first < 0) return [text.slice(from, to), null];
  const second = find(text, BLANK, first + 1, to);
  const word = text.slice(first + 1, second < 0 ? to : second);
  return [text.slice(from, first), /^\d/.test(word) ? null : word];
}

/** Opening quotes of the last quoted fields `"request-id" "authority" "upstream"` and the end of the last. Null: not there. */
function fieldsFromRight(text: string, from: number, to: number) {
  const end = findLast(text, QUOTE, from, to);
  const upstream = findLast(text, QUOTE, from, end);
  const authority = findLast(text, QUOTE, from, upstream - 2);
  const id = findLast(text, QUOTE, from, authority - 2);
  return id > from ? { id, authority, upstream, end } : null;
}

/** X-Forwarded-For and user agent stand left of the request id; Istio has one quoted field before them. */
function pointLeft(line: AccessLine, text: string, from: number, agentEnd: number, istio: boolean): void {
  let open = find(text, QUOTE, from, agentEnd);
  if (istio && open >= 0) open = find(text, QUOTE, find(text, QUOTE, open + 1, agentEnd) + 1, agentEnd);
  const close = open < 0 ? -1 : find(text, QUOTE, open + 1, agentEnd);
  if (close < 0 || close + 3 > agentEnd) return;
  pointClient(line, text, open + 1, close);
  if (line.status === 404) point(line.userAgent, text, close + 3, agentEnd);
}

/**
 * Who answered, by Envoy's own words: `via_upstream` is the upstream and nothing else is (docs: response_code_details.rst); flag NR is no route.
 * Without details an upstream host means that it answered, none that Envoy did (a direct response has neither flag nor host).
 */
export function envoyResponder(flags: string | null, details: string | null, upstream: string | null): Responder {
  if (details !== null && details !== '' && details !== '-') return details === 'via_upstream' ? 'backend' : 'proxy';
  if (flags !== null && flags.split(',').includes('NR')) return 'proxy';
  if (upstream === null) return 'unknown';
  if (upstream === '-' || upstream === '') return 'proxy';
  return flags === null || flags === '-' || flags === '' ? 'backend' : 'unknown';
}
