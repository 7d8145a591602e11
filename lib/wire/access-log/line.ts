import type { AccessLine, Stretch } from '@/lib/domain/access-log';

/** A line to be filled by the parsers, all fields absent. */
export function emptyLine(): AccessLine {
  return { format: 'combined', status: 0, at: Number.NaN, responder: 'unknown', client: nothing(), host: nothing(), method: nothing(), path: nothing(), userAgent: nothing() };
}

const nothing = (): Stretch => ({ text: '', from: -1, to: -1 });

/** Forgets what the line before left. */
export function clearLine(line: AccessLine): void {
  line.at = Number.NaN;
  line.responder = 'unknown';
  line.client.from = -1;
  line.host.from = -1;
  line.method.from = -1;
  line.path.from = -1;
  line.userAgent.from = -1;
}

/** Points a field at its text. An empty stretch counts as present: an empty user agent is a fact. */
export function point(field: Stretch, text: string, from: number, to: number): void {
  field.text = text;
  field.from = from;
  field.to = Math.max(from, to);
}

/** The same for fields where a lone `-` means "none". */
export function pointUnlessDash(field: Stretch, text: string, from: number, to: number): void {
  if (to > from && !(to === from + 1 && text.charCodeAt(from) === 0x2d)) point(field, text, from, to);
}

/**
 * Splits a request line (`GET /path HTTP/1.1`) into method and path. A path may hold blanks when a client wrote nonsense: the last word is the
 * protocol only when it looks like one. A line of one word is all path: bytes of another protocol, for instance.
 */
export function pointRequest(line: AccessLine, text: string, from: number, to: number): void {
  const blank = find(text, 0x20, from, to);
  if (blank < 0) {
    pointUnlessDash(line.path, text, from, to);
    return;
  }
  point(line.method, text, from, blank);
  // ` HTTP/1.1` is nearly always there: look where it must begin before looking for it.
  const last = text.charCodeAt(to - 9) === 0x20 && to - 9 > blank ? to - 9 : findLast(text, 0x20, blank + 1, to);
  point(line.path, text, blank + 1, last >= 0 && text.charCodeAt(last + 1) === 0x48 && text.startsWith('HTTP', last + 1) ? last : to);
}

/**
 * Where a character stands in `from` to `to`, or -1. `indexOf` would run on to the end of the block when the line lacks it: rubbish would take
 * quadratic time.
 */
export function find(text: string, code: number, from: number, to: number): number {
  for (let at = from; at < to; at += 1) if (text.charCodeAt(at) === code) return at;
  return -1;
}

/** The same from the right. */
export function findLast(text: string, code: number, from: number, to: number): number {
  for (let at = to - 1; at >= from; at -= 1) if (text.charCodeAt(at) === code) return at;
  return -1;
}

/** Three digits at `at` as a number, or -1. */
export function statusAt(text: string, at: number): number {
  const a = text.charCodeAt(at) - 48;
  const b = text.charCodeAt(at + 1) - 48;
  const c = text.charCodeAt(at + 2) - 48;
  return a >= 0 && a <= 9 && b >= 0 && b <= 9 && c >= 0 && c <= 9 ? a * 100 + b * 10 + c : -1;
}

/** The first of the addresses of X-Forwarded-For: the client as the first proxy saw it, if it did not lie. */
export function pointClient(line: AccessLine, text: string, from: number, to: number): void {
  let end = from;
  for (; end < to; end += 1) {
    const code = text.charCodeAt(end);
    if (code === 0x2c || code === 0x20) break;
  }
  pointUnlessDash(line.client, text, from, end);
}
