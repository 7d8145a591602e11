import type { Stretch } from '@/lib/domain/access-log';

const STAR = 0x2a;
const SLASH = 0x2f;
const PERCENT = 0x25;
const DASH = 0x2d;

/**
 * Two hashes of 32 bits over stretches of text, taken without cutting them out: one picks the place in a table, the other is what is kept there.
 * Fields, not a result object: this runs for every line of a log.
 */
export class Fingerprint {
  a = 0;
  b = 0;

  start(): this {
    this.a = 0x1b873593;
    this.b = 0x2545f491;
    return this;
  }

  /** Takes in one number. */
  add(value: number): this {
    this.a = Math.imul(this.a ^ value, 0x01000193);
    this.b = Math.imul((this.b << 5 | this.b >>> 27) ^ value, 0x9e3779b1 | 0);
    return this;
  }

  /** Takes in a text, at most `most` characters; a text that is absent differs from an empty one. */
  text({ text, from, to }: Stretch, most: number): this {
    if (from < 0) return this.add(-1);
    const end = to - from > most ? from + most : to;
    let { a, b } = this;
    for (let at = from; at < end; at += 1) {
      const code = text.charCodeAt(at);
      a = Math.imul(a ^ code, 0x01000193);
      b = Math.imul((b << 5 | b >>> 27) ^ code, 0x9e3779b1 | 0);
    }
    this.a = a;
    this.b = b;
    return this.add(0x1f);
  }

  /** Takes in a host: without its port, upper and lower case alike. */
  host({ text, from, to }: Stretch): this {
    if (from < 0) return this.add(-1);
    const end = hostEnd(text, from, to);
    for (let at = from; at < end; at += 1) {
      const code = text.charCodeAt(at);
      this.add(code >= 65 && code <= 90 ? code | 32 : code);
    }
    return this.add(0x1f);
  }

  /**
   * Takes in a path without its query, with numbers, long hexadecimal ids and UUIDs as `*` and printable percent-encoding decoded: the same
   * grouping as `templateOf` of the path model, one character at a time and without a new string.
   */
  template({ text, from, to }: Stretch): this {
    let { a, b } = this;
    for (let at = pathStart(text, from, to); ; at += 1) {
      // A segment has a hash of its own, which is taken in unless it is an id.
      let own = 0x811c9dc5 | 0;
      let length = 0;
      let decimal = true;
      let hex = true;
      let code = 0;
      for (; at < to; at += 1) {
        code = text.charCodeAt(at);
        if (code === SLASH || code === 0x3f || code === 0x23) break;
        if (code === PERCENT && at + 2 < to) {
          const decoded = hexDigit(text.charCodeAt(at + 1)) * 16 + hexDigit(text.charCodeAt(at + 2));
          if (decoded >= 0x20 && decoded < 0x7f) {
            code = decoded;
            at += 2;
          }
        }
        if (code < 48 || code > 57) {
          decimal = false;
          if (hex) hex = ((code | 32) >= 97 && (code | 32) <= 102) || (code === DASH && length >= 8);
        }
        own = Math.imul((own << 5 | own >>> 27) ^ code, 0x01000193);
        length += 1;
      }
      if (length > 0 && (decimal || (hex && length >= 16))) {
        own = STAR;
        length = 1;
      }
      a = Math.imul(a ^ own ^ length, 0x01000193);
      b = Math.imul((b << 5 | b >>> 27) ^ own, 0x9e3779b1 | 0);
      if (at >= to || code !== SLASH) break;
    }
    this.a = a;
    this.b = b;
    return this;
  }

  /** Both hashes as one number that fits a Map: 53 bits. */
  key(): number {
    return keyOf(this.a, this.b);
  }
}

/** Both hashes as one number that fits a Map: 53 bits. */
export function keyOf(a: number, b: number): number {
  return (a >>> 0) * 0x200000 + (b >>> 11);
}

/** Proxies get `GET http://host/path` too: the path begins behind the host. */
function pathStart(text: string, from: number, to: number): number {
  if (from < 0 || text.charCodeAt(from) === SLASH || !text.startsWith('http', from)) return Math.max(0, from);
  const mark = text.startsWith('://', from + 4) ? from + 7 : text.startsWith('://', from + 5) ? from + 8 : -1;
  if (mark < 0) return from;
  for (let at = mark; at < to; at += 1) if (text.charCodeAt(at) === SLASH) return at;
  return to;
}

/** Where a port begins, if there is one. IPv6 literals stand in brackets. */
function hostEnd(text: string, from: number, to: number): number {
  for (let at = to - 1; at > from; at -= 1) {
    const code = text.charCodeAt(at);
    if (code === 0x3a) return at;
    if (code < 48 || code > 57) return to;
  }
  return to;
}

/** Value of a hexadecimal digit; out of every range that is looked at for anything else. */
function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const low = code | 32;
  return low >= 97 && low <= 102 ? low - 87 : 1000;
}
