/**
 * The smallest max_ejection_percent with which Envoy ejects one of `hosts`: (active + 1) / hosts <= percent, so 33 % of three
 * ejects nothing and 34 % does (reference envoy-deploys-dialects 1.3, 2.6).
 */
export function leastEjectionPercent(hosts: number): number {
  if (!(hosts >= 1)) throw new RangeError(`hosts: expected 1 or more, not ${hosts}`);
  return Math.ceil(100 / hosts);
}
