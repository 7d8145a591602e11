/**
 * Adjusted p-values (q) after Benjamini and Hochberg 1995, in the order given: calling all with q <= x a discovery
 * keeps the expected share of false ones at x.
 */
export function benjaminiHochberg(ps: readonly number[]): number[] {
  const order = ps.map((_, i) => i).sort((a, b) => ps[b]! - ps[a]!);
  const q = new Array<number>(ps.length).fill(1);
  let least = 1;
  order.forEach((index, place) => {
    const rank = ps.length - place;
    least = Math.min(least, (ps[index]! * ps.length) / rank);
    q[index] = least;
  });
  return q;
}
