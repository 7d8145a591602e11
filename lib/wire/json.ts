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
