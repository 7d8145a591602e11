import type { Value } from '../domain/series';

/** Sum of what is known; null when nothing is. */
export function sumKnown(values: readonly Value[]): number | null {
  const known = values.filter((value): value is number => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** Sum at each step. Null where any part is not known: a total of half the parts would look like a drop. */
export function sumColumns(columns: readonly (readonly Value[])[], length: number): Value[] {
  return Array.from({ length }, (_, i) => {
    let sum = 0;
    for (const column of columns) {
      const value = column[i] ?? null;
      if (value === null) return null;
      sum += value;
    }
    return columns.length === 0 ? null : sum;
  });
}

/** Part over whole at each step; null where either is not known or the whole is 0. */
export function shareColumn(part: readonly Value[], whole: readonly Value[]): Value[] {
  return whole.map((total, i) => {
    const value = part[i] ?? null;
    return value === null || total === null || total <= 0 ? null : value / total;
  });
}

/** Largest known value, or null. */
export function maxKnown(values: readonly Value[]): number | null {
  return values.reduce<number | null>((best, value) => (value !== null && (best === null || value > best) ? value : best), null);
}

/** True when some value is known and not 0. */
export function hasAny(values: readonly Value[]): boolean {
  return values.some((value) => value !== null && value !== 0);
}

/** True when some value is known. */
export function hasKnown(values: readonly Value[]): boolean {
  return values.some((value) => value !== null);
}
