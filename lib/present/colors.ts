import type { NotFoundClass } from '../domain/not-found-detail';
import type { Severity } from '../domain/findings';
import type { HopRole } from '../domain/verdict';
import type { Tone } from './chart-model';

/** CSS variable names of the visual tokens. A value is used as `var(${name})`: see `cssVar`. */
const ZONE_COLORS = ['--zone-1', '--zone-2', '--zone-3', '--zone-4', '--zone-5', '--zone-6'] as const;

/** Colour of what has no known zone (or of a code without a colour of its own). */
export const UNKNOWN_COLOR = '--line-strong';

/** Colour per zone: fixed by the sorted names, so a zone looks the same on every page. `''` is the unknown zone. */
export function zoneColors(zones: readonly string[]): ReadonlyMap<string, string> {
  const named = [...new Set(zones)].filter((zone) => zone !== '').sort();
  const colors = new Map(named.map((zone, i) => [zone, ZONE_COLORS[i % ZONE_COLORS.length]!] as const));
  return new Map<string, string>([...colors, ['', UNKNOWN_COLOR]]);
}

/** Colour of a 404 class. */
export function notFoundColor(name: NotFoundClass): string {
  return `--nf-${name}`;
}

const GATEWAY_CODES = new Set(['500', '502', '503', '504']);

/** Colour of a gateway status code given as text. */
export function gatewayColor(code: string): string {
  return GATEWAY_CODES.has(code) ? `--gw-${code}` : '--ink-3';
}

/** Shades of the roles that have several services at once. */
const HOP_SHADES = ['', '-2', '-3'] as const;

/** Colour of a hop's role, the same on every page. `place`: which of several services of that role, by their sorted names. */
export function hopColor(role: HopRole, place = 0): string {
  return `--hop-${role}${role === 'proxy' || role === 'backend' ? HOP_SHADES[place % HOP_SHADES.length]! : ''}`;
}

/** Colour of requests that no trace was looked at for. */
export const UNLOOKED_COLOR = '--hop-unlooked';
/** Colour of further hops that share one series. */
export const OTHER_HOPS_COLOR = '--hop-other';

/** Tone of a severity. */
export function severityTone(severity: Severity): 'bad' | 'warn' | 'info' {
  return severity === 'critical' ? 'bad' : severity === 'warning' ? 'warn' : 'info';
}

/** Variable name of a tone's line or text colour. */
export function toneColor(tone: Tone): string {
  if (tone === 'rollout') return '--rollout-line';
  return tone === 'neutral' ? '--ink-3' : `--${tone}`;
}

/** Variable name of a tone's soft background. */
export function toneSoftColor(tone: Tone): string {
  if (tone === 'rollout') return '--rollout';
  return tone === 'neutral' ? '--sunken' : `--${tone}-soft`;
}

/** The CSS value of a variable name. */
export function cssVar(name: string): string {
  return `var(${name})`;
}
