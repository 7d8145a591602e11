import type { Stretch } from '@/lib/domain/access-log';

/**
 * Text of a stretch as a string of its own, at most `most` characters of the log: a slice would keep the whole block of the log alive. Bytes that are UTF-8
 * become their characters; others stay visible as `\xE9`.
 */
export function ownText({ text, from, to }: Stretch, most: number): string {
  const length = Math.min(to - from, most);
  if (length > scratch.length) scratch = new Uint8Array(length);
  let plain = true;
  for (let i = 0; i < length; i += 1) {
    const code = text.charCodeAt(from + i);
    if (code > 0x7f) plain = false;
    scratch[i] = code;
  }
  if (plain) return lenient.decode(scratch.subarray(0, length));
  // Escapes of JSON may have given characters that are no bytes; they stay as they are.
  return text.slice(from, from + length).replace(/[\x80-\xff]+/g, decodeBytes);
}

let scratch = new Uint8Array(4096);
const lenient = new TextDecoder('utf-8');
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeBytes(run: string): string {
  try {
    return strict.decode(Uint8Array.from(run, (char) => char.charCodeAt(0)));
  } catch {
    return run.replace(/[\x80-\xff]/g, (char) => `\\x${char.charCodeAt(0).toString(16).toUpperCase()}`);
  }
}
