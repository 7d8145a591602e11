import type { AttributeValue, Attributes } from '../../domain/traces';

/** Values longer than this are cut before anything looks at them: span text may be hostile. */
const MAX_TEXT = 4096;

/** The HTTP status, the stable name first (N1). */
export const STATUS_KEYS: readonly string[] = ['http.response.status_code', 'http.status_code'];

/** The first present attribute as text, or null. Lists give their first value. */
export function firstText(attributes: Attributes, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = Object.hasOwn(attributes, key) ? attributes[key] : undefined;
    const text = value === undefined ? '' : toText(value);
    if (text !== '') return text;
  }
  return null;
}

/** One attribute as text, `''` when absent. Attributes arrive as text, numbers or booleans, by backend. */
export function textOf(attributes: Attributes, key: string): string {
  return firstText(attributes, [key]) ?? '';
}

export function toText(value: AttributeValue): string {
  if (typeof value === 'string') return value.slice(0, MAX_TEXT);
  if (typeof value === 'object') return value.length > 0 ? toText(value[0]!) : '';
  return String(value);
}

/** A whole number from a number or text, or null. */
export function numberOf(attributes: Attributes, keys: readonly string[]): number | null {
  const text = firstText(attributes, keys);
  if (text === null || !/^\d{1,9}$/.test(text)) return null;
  return Number(text);
}

/** True for the boolean, the text `true` and 1. */
export function isTrue(attributes: Attributes, key: string): boolean {
  const text = textOf(attributes, key).toLowerCase();
  return text === 'true' || text === '1' || text === 'error';
}
