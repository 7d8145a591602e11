import type { AccessLine } from '@/lib/domain/access-log';
import { find, findLast, point, pointClient, pointRequest, pointUnlessDash, statusAt } from './line';
import { logTimeAt } from './times';

const QUOTE = 0x22;
const BLANK = 0x20;
const DASH = 0x2d;
const COMMA = 0x2c;

/**
 * Lines in the family of Apache's common log format: `client ident user [time] "request" status bytes` and what stands behind.
 *   common, combined   nginx `combined` (nginx.org, ngx_http_log_module), Apache `common` and `combined` (httpd.apache.org, mod_log_config)
 *   with a host        Apache `vhost_combined`: `%v:%p` or `%v` in front of the client
 *   skipper            combined and ` duration-ms requested-host flow-id audit` (zalando/skipper logging/access.go, `accessLogFormat`);
 *                      the client is X-Forwarded-For as it came, and nothing is escaped
 *   ingress-nginx      combined and ` length time [upstream] [alternative] address bytes time status id` (its `log-format-upstream`)
 * Answers null, or why the line is none of these. Linear in the length of the line.
 */
export function readCombined(text: string, from: number, to: number, line: AccessLine): string | null {
  const time = timeFrom(text, from, to);
  if (time < 0) return 'no time in brackets before a quoted request';
  const close = requestEnd(text, time + 30, to);
  if (close < 0) return 'no status behind a quoted request';
  line.format = 'combined';
  line.status = statusAt(text, close + 2);
  line.at = logTimeAt(text, time + 1);
  pointRequest(line, text, time + 30, close);
  pointFront(line, text, from, time - 1);
  readBehind(text, close + 5, to, line);
  return null;
}

/** Where `[10/Oct/2000:13:55:36 -0700] "` begins, or -1. */
function timeFrom(text: string, from: number, to: number): number {
  for (let at = find(text, 0x5b, from, to); at >= 0; at = find(text, 0x5b, at + 1, to)) {
    if (text.charCodeAt(at + 27) === 0x5d && text.charCodeAt(at + 29) === QUOTE && text.charCodeAt(at + 3) === 0x2f && at + 30 < to) return at;
  }
  return -1;
}

/**
 * The quote that ends the request: the first one with ` status` behind it. Apache escapes quotes, Skipper does not. `indexOf` is safe here: a line that
 * lacks the quote costs no more than the way to the quote that opened the request of the next line.
 */
function requestEnd(text: string, from: number, to: number): number {
  for (let at = text.indexOf('"', from); at >= 0 && at + 4 < to; at = text.indexOf('"', at + 1)) {
    const behind = at + 5 === to ? BLANK : text.charCodeAt(at + 5);
    if (text.charCodeAt(at + 1) === BLANK && behind === BLANK && statusAt(text, at + 2) >= 0) return at;
  }
  return -1;
}

/** `client ident user`, or `host client ident user`: ident is `-` in practice, which tells the two apart. */
function pointFront(line: AccessLine, text: string, from: number, to: number): void {
  const first = find(text, BLANK, from, to);
  if (first > from && text.charCodeAt(first + 1) === DASH && text.charCodeAt(first - 1) !== COMMA) return pointUnlessDash(line.client, text, from, first);
  const second = first < 0 ? -1 : find(text, BLANK, first + 1, to);
  const withHost = second >= 0 && second + 2 < to && text.charCodeAt(first - 1) !== COMMA && text.charCodeAt(second + 1) === DASH && text.charCodeAt(second + 2) === BLANK;
  if (!withHost) return pointClient(line, text, from, to);
  pointUnlessDash(line.host, text, from, first);
  pointClient(line, text, first + 1, second);
}

/** What stands behind the status: ` bytes "referrer" "user agent"` and the tails of the proxies. */
function readBehind(text: string, from: number, to: number, line: AccessLine): void {
  const tail = text.charCodeAt(to - 1) === QUOTE ? to - 1 : readTail(text, from, to, line);
  // Only of lost pages somebody wants to know who asked.
  if (line.status !== 404) return;
  const referrer = find(text, QUOTE, from, to);
  const open = referrer < 0 ? -1 : findNextField(text, referrer + 1, to);
  if (open < 0) return;
  // Further quoted fields (`"$http_x_forwarded_for"`) belong to the tail, not to the user agent.
  const next = findNextField(text, open, tail);
  point(line.userAgent, text, open, next < 0 ? Math.max(open, tail) : next - 3);
}

/** Where the text of the next field begins: behind `" "`. Or -1. */
function findNextField(text: string, from: number, to: number): number {
  for (let at = find(text, QUOTE, from, to - 2); at >= 0; at = find(text, QUOTE, at + 1, to - 2)) {
    if (text.charCodeAt(at + 1) === BLANK && text.charCodeAt(at + 2) === QUOTE) return at + 3;
  }
  return -1;
}

/** Reads the unquoted end of the line, found from the right because a user agent may hold quotes. Answers where the last quoted field ends. */
function readTail(text: string, from: number, to: number, line: AccessLine): number {
  const close = findLast(text, QUOTE, from, to);
  if (close < 0) return to;
  const behind = text.charCodeAt(close + 1) === BLANK ? afterNumber(text, close + 2, to) : -1;
  if (behind < 0) return close;
  const end = find(text, BLANK, behind, to);
  if (end < 0) return close;
  if (text.charCodeAt(end + 1) === 0x5b) readIngressTail(text, end + 1, to, line);
  else readSkipperTail(text, behind, end, to, line);
  return close;
}

/** Behind digits and one blank, or -1. */
function afterNumber(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57) at += 1;
  return at > from && at + 1 < to && text.charCodeAt(at) === BLANK ? at + 1 : -1;
}

/** ` 12 shop.example.org flow-id audit`: the host and two words more. */
function readSkipperTail(text: string, from: number, end: number, to: number, line: AccessLine): void {
  if (find(text, BLANK, end + 1, to) < 0) return;
  line.format = 'skipper';
  pointUnlessDash(line.host, text, from, end);
}

/**
 * ` 456 0.032 [ns-svc-80] [] 192.0.2.1:8080, 192.0.2.2:8080 0, 12 0.1, 0.2 502, 404 id`. An upstream whose last status is the one of the line
 * answered; without any upstream the proxy did (nginx.org, ngx_http_upstream_module, `$upstream_status`).
 */
function readIngressTail(text: string, from: number, to: number, line: AccessLine): void {
  const first = find(text, 0x5d, from, to);
  const second = first < 0 ? -1 : find(text, 0x5d, first + 1, to);
  if (second < 0 || text.charCodeAt(first + 2) !== 0x5b) return;
  line.format = 'ingress-nginx';
  if (line.status !== 404) return;
  const words = text.slice(second + 2, to).split(' ');
  if (words.length >= 4) line.responder = words[0] === '-' ? 'proxy' : words.at(-2) === '404' ? 'backend' : 'unknown';
}
