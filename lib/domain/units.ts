/** Numbers that carry their unit in the type, so that seconds never meet milliseconds by accident. */
declare const unit: unique symbol;
type Unit<Name extends string> = number & { readonly [unit]: Name };

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = Unit<'epoch-ms'>;
/** A length of time in milliseconds. */
export type Millis = Unit<'ms'>;

/** Brands a plain number as a point in time. Throws a RangeError when it is not finite. */
export function epochMs(value: number): EpochMs {
  if (!Number.isFinite(value)) throw new RangeError(`not a time in epoch milliseconds: ${value}`);
  return value as EpochMs;
}

/** Brands a plain number as a length of time. Throws a RangeError when it is not finite. */
export function millis(value: number): Millis {
  if (!Number.isFinite(value)) throw new RangeError(`not a length of time in milliseconds: ${value}`);
  return value as Millis;
}

export const SECOND = 1_000 as Millis;
export const MINUTE = 60_000 as Millis;
export const HOUR = 3_600_000 as Millis;
export const DAY = 86_400_000 as Millis;
