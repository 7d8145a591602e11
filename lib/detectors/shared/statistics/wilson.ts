/** Two-sided 95 % point of the normal distribution. */
const Z95 = 1.959963984540054;

/** Wilson score interval (95 % unless `z` says otherwise) of a share; 0..1 when there are no trials. */
export function wilson(hits: number, trials: number, z: number = Z95): { readonly low: number; readonly high: number } {
  if (!(hits >= 0 && hits <= trials)) throw new RangeError(`hits must lie in 0..trials: ${hits} of ${trials}`);
  if (trials === 0) return { low: 0, high: 1 };
  const share = hits / trials;
  const z2 = z * z;
  const middle = (share + z2 / (2 * trials)) / (1 + z2 / trials);
  const half = (z / (1 + z2 / trials)) * Math.sqrt((share * (1 - share)) / trials + z2 / (4 * trials * trials));
  // At the ends the formula gives exactly 0 or 1; rounding must not leave a speck.
  return { low: hits === 0 ? 0 : Math.max(0, middle - half), high: hits === trials ? 1 : Math.min(1, middle + half) };
}
