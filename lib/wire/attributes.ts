import type { Attributes, AttributeValue } from '../domain/traces';
import { isObject, listOf } from './json';

/** Nested values deeper than this are cut: attributes are flat in every convention we read. */
const MAX_DEPTH = 4;

type Scalar = string | number | boolean;

/** An attribute map under construction. Keys come from outside: `__proto__` is a key like any other. */
export class AttributeMap {
  readonly values: Record<string, AttributeValue> = {};

  set(key: unknown, value: AttributeValue | null): void {
    if (typeof key !== 'string' || key === '' || value === null) return;
    const kept = writable(value);
    if (key === '__proto__') Object.defineProperty(this.values, key, { value: kept, enumerable: true, configurable: true, writable: true });
    else this.values[key] = kept;
  }
}

/** JSON reads `1e999` as a number that it cannot write: such a number stays as a text. */
function writable(value: AttributeValue): AttributeValue {
  if (isEndless(value)) return String(value);
  return Array.isArray(value) && value.some(isEndless) ? value.map((item) => (isEndless(item) ? String(item) : item)) : value;
}

const isEndless = (value: unknown) => value === Infinity || value === -Infinity;

/** OTLP `attributes`: a list of `{key, value: AnyValue}`. */
export function fromKeyValues(list: unknown): Attributes {
  const map = new AttributeMap();
  for (const item of listOf(list)) {
    if (isObject(item)) map.set(item.key, fromAnyValue(item.value));
  }
  return map.values;
}

/** OTLP AnyValue (`{"stringValue": …}` and so on); null when it is empty or unknown. */
export function fromAnyValue(value: unknown): AttributeValue | null {
  if (!isObject(value)) return isScalar(value) ? value : null;
  if (typeof value.stringValue === 'string') return value.stringValue;
  if (typeof value.boolValue === 'boolean') return value.boolValue;
  if (value.intValue !== undefined) return exactNumber(value.intValue);
  if (value.doubleValue !== undefined) return exactNumber(value.doubleValue);
  if (typeof value.bytesValue === 'string') return value.bytesValue;
  if (isObject(value.arrayValue)) return listOf(value.arrayValue.values).map((item) => scalarOf(item));
  if (isObject(value.kvlistValue)) return JSON.stringify(plain(value, 0));
  return null;
}

function scalarOf(value: unknown): Scalar {
  const read = fromAnyValueFlat(value);
  return read ?? JSON.stringify(plain(value, 0)) ?? '';
}

function fromAnyValueFlat(value: unknown): Scalar | null {
  if (isObject(value) && (isObject(value.arrayValue) || isObject(value.kvlistValue))) return null;
  const read = fromAnyValue(value);
  return isScalar(read) ? read : null;
}

/** AnyValue as plain JSON, cut below MAX_DEPTH so that hostile nesting cannot exhaust the stack. */
function plain(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) return '…';
  if (!isObject(value)) return isScalar(value) ? value : null;
  if (isObject(value.arrayValue)) return listOf(value.arrayValue.values).map((item) => plain(item, depth + 1));
  if (isObject(value.kvlistValue)) {
    const pairs = listOf(value.kvlistValue.values).filter(isObject);
    return Object.fromEntries(pairs.map((pair) => [String(pair.key), plain(pair.value, depth + 1)]));
  }
  return fromAnyValueFlat(value);
}

/** A JSON or decimal-text number; text outside the exact range of a double stays text. */
export function exactNumber(value: unknown): Scalar | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return null;
  const parsed = Number(value);
  if (value.trim() === '' || !Number.isFinite(parsed)) return value;
  return Number.isInteger(parsed) && !Number.isSafeInteger(parsed) ? value : parsed;
}

export function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
