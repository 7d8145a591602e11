import type { Value } from '@/lib/domain/series';

/**
 * Rounds parts so that they equal the total at every step (largest remainder). What a step rounds away is carried to the next: a class of 3 % is not
 * lost in steps of five requests. Steps with an unknown total are null in all parts; a total with a fraction is not rounded.
 */
export function roundTogether(total: readonly Value[], parts: readonly (readonly number[])[]): Value[][] {
  const carry = parts.map(() => 0);
  const rounded: Value[][] = parts.map(() => []);
  total.forEach((sum, at) => {
    const exact = parts.map((part) => part[at] ?? 0);
    const whole = sum === null ? null : Number.isInteger(sum) ? shareOut(sum, exact.map((value, which) => value + carry[which]!)) : exact;
    exact.forEach((value, which) => {
      rounded[which]!.push(whole === null ? null : whole[which]!);
      if (whole !== null) carry[which]! += value - whole[which]!;
    });
  });
  return rounded;
}

/** Whole numbers, none below 0, that add up to `sum` and lie near `wanted`. */
function shareOut(sum: number, wanted: readonly number[]): number[] {
  const whole = wanted.map((value) => Math.max(0, Math.floor(value + 1e-9)));
  let rest = sum - whole.reduce((total, value) => total + value, 0);
  while (rest !== 0) {
    const gap = wanted.map((value, which) => (rest > 0 ? value - whole[which]! : whole[which]! > 0 ? whole[which]! - value : -Infinity));
    const which = gap.indexOf(Math.max(...gap));
    const take = rest > 0 ? 1 : -1;
    whole[which]! += take;
    rest -= take;
  }
  return whole;
}
