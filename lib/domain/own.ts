/**
 * A record's own value by a name from outside; undefined where there is none. A plain look-up of `constructor` or `__proto__`
 * finds what every object inherits, and `__proto__` does not survive every serialisation.
 */
export function own<T>(record: Readonly<Record<string, T>> | null | undefined, name: string): T | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}
