import type { Value } from '../../domain/series';

/** Window around a flip as indices: causes come before their effect, scrapes may show them a little later. */
export interface Around { readonly from: number; readonly at: number; readonly to: number }

/** Last known value at or before an index, looking back a few steps. */
export function valueAt(values: readonly Value[], index: number): Value {
  for (let i = Math.min(index, values.length - 1); i >= Math.max(0, index - 6); i -= 1) {
    const value = values[i] ?? null;
    if (value !== null) return value;
  }
  return index < 0 ? (values[0] ?? null) : null;
}

/** Values before and after a flip, at the ends of its window; null where one is not known. */
export function endsOf(values: readonly Value[], around: Around): readonly [before: number, after: number] | null {
  const [before, after] = [valueAt(values, around.from), valueAt(values, around.to)];
  return before === null || after === null ? null : [before, after];
}

/** Known values of the window. */
export function knownInside(values: readonly Value[] | null | undefined, around: Around): number[] {
  return (values ?? []).slice(Math.max(0, around.from), around.to + 1).filter((value) => value !== null);
}

/** First index after the start of the window at which a test of the value changes its answer; null when it never does. */
export function firstChange(values: readonly Value[], around: Around, test: (value: number) => boolean): number | null {
  let known = valueAt(values, around.from);
  for (let i = Math.max(0, around.from) + 1; i <= Math.min(values.length - 1, around.to); i += 1) {
    const value = values[i] ?? null;
    if (value === null) continue;
    if (known !== null && test(known) !== test(value)) return i;
    known = value;
  }
  return null;
}

/** Confidence by how many steps lie between the change and the flip. */
export function closeness(steps: number): number {
  if (steps <= 2) return 0.9;
  return steps <= 6 ? 0.75 : 0.55;
}

/** Mean of the known values in `[from, to)`; null where none is known. */
export function meanOver(values: readonly Value[], from: number, to: number): number | null {
  const known = values.slice(Math.max(0, from), Math.max(0, to)).filter((value) => value !== null);
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) / known.length : null;
}

/** Steps on each side of a flip whose means are compared. */
export const LOOK_STEPS = 10;

/** Part of the steps of a window that must be known. */
const KNOWN_PART = 0.8;

/** True when a column is known at nearly every step of the window. */
export function isKnownThrough(values: readonly Value[], around: Around): boolean {
  const steps = Math.min(around.to, values.length - 1) - Math.max(0, around.from) + 1;
  return steps > 0 && knownInside(values, around).length >= KNOWN_PART * steps;
}

/** True when a column is known all through the window and never moves in it. */
export function isSteady(values: readonly Value[], around: Around): boolean {
  const inside = knownInside(values, around);
  return isKnownThrough(values, around) && inside.every((value) => value === inside[0]);
}
