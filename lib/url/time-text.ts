/**
 * Times as people write them in a URL or a field: Grafana's `now-6h`, `now/d`, `now-1d/d`, epoch milliseconds, or ISO 8601.
 * Text is never trusted: what is not understood is `null` and the caller takes its default.
 */
export type TimeText =
  | { readonly kind: 'relative'; readonly offset: readonly { readonly sign: 1 | -1; readonly amount: number; readonly unit: TimeUnit }[]; readonly floor: TimeUnit | null }
  | { readonly kind: 'absolute'; readonly at: number };

export const timeUnits = ['s', 'm', 'h', 'd', 'w', 'M', 'y'] as const;
export type TimeUnit = (typeof timeUnits)[number];

const UNIT_MS: Record<Exclude<TimeUnit, 'M' | 'y'>, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** 1971 to 2200: outside of it somebody pasted seconds, microseconds or nonsense. */
const EARLIEST = 31_536_000_000;
const LATEST = 7_258_118_400_000;

/** Text to time expression; null when it is none. Ten digits are read as epoch seconds, as Grafana and Prometheus links have them. */
export function parseTimeText(text: string): TimeText | null {
  const trimmed = text.trim();
  if (trimmed.length === 0 || trimmed.length > 64) return null;
  return parseRelative(trimmed) ?? parseAbsolute(trimmed);
}

function parseRelative(text: string): TimeText | null {
  const match = /^now((?:[+-]\d{1,6}[smhdwMy])*)(?:\/([smhdwMy]))?$/.exec(text);
  if (!match) return null;
  const offset = [...(match[1] ?? '').matchAll(/([+-])(\d+)([smhdwMy])/g)].map((part) => ({
    sign: part[1] === '-' ? (-1 as const) : (1 as const),
    amount: Number(part[2]),
    unit: part[3] as TimeUnit,
  }));
  return { kind: 'relative', offset, floor: (match[2] as TimeUnit | undefined) ?? null };
}

function parseAbsolute(text: string): TimeText | null {
  const at = /^\d{10}$/.test(text) ? Number(text) * 1000 : /^\d{11,13}$/.test(text) ? Number(text) : parseIso(text);
  return at !== null && at >= EARLIEST && at <= LATEST ? { kind: 'absolute', at } : null;
}

/** ISO 8601 and `2026-11-29 14:05[:30]`. Without an offset it is UTC: a shared text must mean the same to everyone. */
function parseIso(text: string): number | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)\s*(Z|[+-]\d{2}:?\d{2})?)?$/.exec(text);
  if (!match) return null;
  const zone = match[3] === undefined ? 'Z' : match[3].replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  const at = Date.parse(`${match[1]}T${match[2] ?? '00:00'}${zone}`);
  return Number.isFinite(at) ? at : null;
}

/**
 * The point in time of an expression. `end` is true for the right end of a range: `now/d` then means the end of the day.
 * Calendar units and roundings are those of UTC, so that server and browser agree.
 */
export function resolveTimeText(time: TimeText, now: number, end = false): number {
  if (time.kind === 'absolute') return time.at;
  const moved = time.offset.reduce((at, part) => shift(at, part.sign * part.amount, part.unit), now);
  if (time.floor === null) return moved;
  const floored = floorTo(moved, time.floor);
  return end ? shift(floored, 1, time.floor) - 1 : floored;
}

function shift(at: number, amount: number, unit: TimeUnit): number {
  if (unit !== 'M' && unit !== 'y') return at + amount * UNIT_MS[unit];
  const date = new Date(at);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  if (unit === 'M') date.setUTCMonth(date.getUTCMonth() + amount);
  else date.setUTCFullYear(date.getUTCFullYear() + amount);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime();
}

function floorTo(at: number, unit: TimeUnit): number {
  const date = new Date(at);
  if (unit === 'M') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  if (unit === 'y') return Date.UTC(date.getUTCFullYear(), 0, 1);
  // Weeks start on Monday; 1970-01-01 was a Thursday.
  const anchor = unit === 'w' ? 4 * UNIT_MS.d : 0;
  return Math.floor((at - anchor) / UNIT_MS[unit]) * UNIT_MS[unit] + anchor;
}

/** Any moment in the middle of its day, hour and second: relative ends are compared as they lie to each other. */
const SOME_NOW = Date.UTC(2026, 5, 17, 12, 34, 56, 789);

/** True when a range can be seen to end before it starts without knowing what time it is: both ends relative, or both absolute. */
export function isBackwards(fromText: string, toText: string): boolean {
  const [from, to] = [parseTimeText(fromText), parseTimeText(toText)];
  return from !== null && to !== null && from.kind === to.kind && resolveTimeText(from, SOME_NOW) >= resolveTimeText(to, SOME_NOW, true);
}

export type RangeCheck = { readonly ok: true; readonly from: number; readonly to: number } | { readonly ok: false; readonly field: 'from' | 'to'; readonly why: string };

/** `23:40` or `23:40:10` becomes that time (UTC) on the day of `near`; everything else stays as it is. */
export function withDate(text: string, near: number): string {
  const clock = text.trim();
  return /^\d{2}:\d{2}(?::\d{2})?$/.test(clock) ? `${new Date(near).toISOString().slice(0, 10)} ${clock}` : text;
}

/** Checks what somebody typed into the two fields of the range picker; the message says what was expected. */
export function checkRange(fromText: string, toText: string, now: number): RangeCheck {
  const expected = 'expected now-6h, 2026-11-29 14:05 (UTC) or epoch milliseconds';
  const from = parseTimeText(fromText);
  if (!from) return { ok: false, field: 'from', why: `Not a time: ${expected}.` };
  const to = parseTimeText(toText);
  if (!to) return { ok: false, field: 'to', why: `Not a time: ${expected}.` };
  const [a, b] = [resolveTimeText(from, now), resolveTimeText(to, now, true)];
  if (a >= b) return { ok: false, field: 'to', why: 'The end must lie after the start.' };
  return { ok: true, from: a, to: b };
}
