const LOWER_HEX = /^[0-9a-f]+$/;
const HEX = /^[0-9a-fA-F]+$/;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Value of each base64 character by its code, both alphabets (standard and URL-safe). */
const DIGITS = new Map<string, number>([...ALPHABET].map((char, value) => [char, value] as const).concat([['-', 62], ['_', 63]]));

/**
 * A trace or span id as lower-case hex. Tempo sends base64, all others hex: an id of the full hex length is hex, an id
 * that decodes to exactly that many bytes is base64, anything else stays as it is, in lower case.
 * `bytes` is 16 for traces and 8 for spans. `null` when there is no id, or when it is all zeros (OTLP: "no parent").
 */
export function toHexId(value: unknown, bytes: 8 | 16): string | null {
  if (typeof value !== 'string' || value === '') return null;
  const hex = hexOf(value, bytes);
  return /^0+$/.test(hex) ? null : hex;
}

function hexOf(value: string, bytes: number): string {
  if ((value.length === 2 * bytes || value.length === 16) && HEX.test(value)) return value.toLowerCase();
  if (value.length <= 24 && BASE64.test(value)) return fromBase64(value, bytes) ?? shortTraceId(value, bytes) ?? value.toLowerCase();
  return value.toLowerCase();
}

/** Older emitters make trace ids of 8 bytes. Without its `=` such a text could be hex whose leading zeros are missing. */
function shortTraceId(value: string, bytes: number): string | null {
  return bytes === 16 && value.endsWith('=') ? fromBase64(value, 8) : null;
}

/** Hex of a base64 text when it holds exactly `bytes` bytes, else null. */
function fromBase64(value: string, bytes: number): string | null {
  const digits = value.replace(/=+$/, '');
  if (digits.length !== Math.ceil((bytes * 8) / 6)) return null;
  let hex = '';
  let buffer = 0;
  let bits = 0;
  for (const char of digits) {
    buffer = (buffer << 6) | DIGITS.get(char)!;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    hex += ((buffer >> bits) & 0xff).toString(16).padStart(2, '0');
    buffer &= (1 << bits) - 1;
  }
  return hex;
}

/**
 * An id as contracts have it: lower-case hex, a short one with its leading zeros (Jaeger leaves them out), so that a span and the
 * parent that its children name stay one. What is no hex becomes hex that is always the same for it.
 */
export function canonicalId(id: string, bytes: 8 | 16): string {
  const digits = 2 * bytes;
  if (id.length === digits || id.length === 16) {
    if (LOWER_HEX.test(id)) return id;
  } else if (LOWER_HEX.test(id)) {
    // Trace ids of 8 bytes stay short: sources know them so.
    return id.padStart(id.length < 16 ? 16 : digits, '0');
  }
  return bytes === 8 ? derivedId(id, 'span') : derivedId(id, 'trace') + derivedId(id, 'trace id');
}

/** A second id for the other half of a span that two processes share: 16 hex digits, always the same for the same input. */
export function derivedId(id: string, salt: string): string {
  return fnv1a(`${id}/${salt}`) + fnv1a(`${salt}/${id}`);
}

function fnv1a(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
