import type { Stretch } from '@/lib/domain/access-log';

/**
 * Text of a stretch as a string of its own, at most `most` characters of the log: a slice would keep the whole block of the log alive. Bytes that are UTF-8
 * become their characters; others stay visible as `\xE9`.
 */
export function ownText({ text, from, to }: Stretch, most: number): string {
  const part = text.slice(from, Math.min(to, from + most));
  // Reading every character into a new string breaks the tie to the block; most text is ASCII.
  if (/^[\x00-\x7f]*$/.test(part)) return copyOf(part);
  return part.replace(/[\x80-\xff]+/g, decodeBytes);
}

const ascii = new TextDecoder('utf-8');
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const bytesOf = (part: string) => Uint8Array.from(part, (char) => char.charCodeAt(0));

function copyOf(part: string): string {
  return ascii.decode(bytesOf(part));
}

function decodeBytes(run: string): string {
  try {
    return strict.decode(bytesOf(run));
  } catch {
    return run.replace(/[\x80-\xff]/g, (char) => `\\x${char.charCodeAt(0).toString(16).toUpperCase()}`);
  }
}
