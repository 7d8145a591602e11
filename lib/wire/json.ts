/** Small readers of parsed JSON. They never throw: what has the wrong type is missing. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** True for a JSON object; lists and null are none. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list, or the empty list when it is none: Jaeger v3 leaves empty lists out. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Text, or `''`. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A finite number from a number or a decimal text (64-bit numbers travel as text), or null. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value === '' || value.length > 40) return null;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : null;
}

/** What a value is, for messages to people: its JSON type and no content. */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return value === undefined ? 'nothing' : `a ${typeof value}`;
}

/** True for a text that begins as JSON and ends inside of it: in a text, or with a bracket that is not closed. Linear. */
export function isCutOff(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (quoted) {
      if (code === BACKSLASH) i += 1;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) quoted = true;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth += 1;
    // Behind the end of the document nothing is inside of it any more.
    else if ((code === CLOSE_BRACE || code === CLOSE_BRACKET) && (depth -= 1) <= 0) return false;
  }
  return quoted || depth > 0;
}

const [QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d];
