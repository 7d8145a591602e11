import { TZDate } from '@date-fns/tz';
import { format as formatDate } from 'date-fns';
import type { ChartUnit } from './chart-model';

/** What stands for a value that is not known, with the words a reader gets on hover. */
export const NOT_KNOWN = { text: '–', title: 'not known' } as const;

type Maybe = number | null | undefined;

/** Between a number and its unit: a line must not break there. */
export const NBSP = '\u00A0';

/** A value ready to draw: `title` is set only when it is not known. */
export interface Shown {
  readonly text: string;
  readonly title: string | undefined;
}

/** Writes a value with `write`, or the en dash titled "not known" when there is none. */
export function show(value: Maybe, write: (value: number) => string): Shown {
  return isKnown(value) ? { text: write(value), title: undefined } : NOT_KNOWN;
}

function isKnown(value: Maybe): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** One locale on server and client, so that both draw the same text. */
const grouped = [0, 1, 2, 3].map(
  (digits) => new Intl.NumberFormat('en-US', { minimumFractionDigits: 0, maximumFractionDigits: digits }),
);
const group = (value: number, digits: number) => grouped[digits]!.format(value === 0 ? 0 : value);

/** Whole requests, pods, routes: `41,300`. Estimates below 10 keep one digit. */
export function formatCount(value: Maybe): string {
  if (!isKnown(value)) return NOT_KNOWN.text;
  return group(value, Number.isInteger(value) || Math.abs(value) >= 10 ? 0 : Math.abs(value) < 0.1 ? 2 : 1);
}

/** Three significant digits with k, M, G: for axes and legends, `18.4k`. */
export function formatCompact(value: Maybe): string {
  if (!isKnown(value)) return NOT_KNOWN.text;
  const size = Math.abs(value);
  if (size >= 1e9) return `${significant(value / 1e9)}G`;
  if (size >= 1e6) return `${significant(value / 1e6)}M`;
  if (size >= 1e4) return `${significant(value / 1e3)}k`;
  return size >= 1000 ? group(value, 0) : significant(value);
}

function significant(value: number): string {
  const size = Math.abs(value);
  return group(value, size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 || size === 0 ? 2 : 3);
}

/** Requests a second: `5,480/s`, `0.25/s`. */
export function formatRate(value: Maybe): string {
  return isKnown(value) ? `${significant(value)}/s` : NOT_KNOWN.text;
}

/** A share 0..1: `34 %`, `4.8 %`, `0.02 %`. Only an exact 0 or 1 is written `0 %` or `100 %`. */
export function formatPercent(share: Maybe): string {
  if (!isKnown(share)) return NOT_KNOWN.text;
  const percent = share * 100;
  if (percent > 0 && percent < 0.01) return `<${NBSP}0.01${NBSP}%`;
  if (percent > 99.9 && percent < 100) return `>${NBSP}99.9${NBSP}%`;
  const digits = percent >= 99 && percent < 100 ? 1 : percent >= 10 ? 0 : percent >= 1 ? 1 : 2;
  return `${group(percent, digits)}${NBSP}%`;
}

/** Milliseconds as a person says them: `0.6 ms`, `12 ms`, `1.2 s`, `6 min`, `1 h 4 min`, `2 d 3 h`. */
export function formatDuration(ms: Maybe): string {
  if (!isKnown(ms)) return NOT_KNOWN.text;
  if (ms < 0) return `-${formatDuration(-ms)}`;
  if (ms === 0) return `0${NBSP}ms`;
  if (ms < 0.01) return `${group(ms * 1000, 1)}${NBSP}µs`;
  if (ms < 1000) return `${group(ms, ms < 1 ? 2 : ms < 10 ? 1 : 0)}${NBSP}ms`;
  if (ms < 10_000) return `${group(ms / 1000, 1)}${NBSP}s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return seconds === 60 ? `1${NBSP}min` : `${seconds}${NBSP}s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes}${NBSP}min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return two(hours, 'h', minutes % 60, 'min');
  return two(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

const two = (big: number, bigUnit: string, small: number, smallUnit: string) =>
  [big, bigUnit, ...(small ? [small, smallUnit] : [])].join(NBSP);

/** Seconds as durations: `212 ms`. */
export function formatSeconds(seconds: Maybe): string {
  return formatDuration(isKnown(seconds) ? seconds * 1000 : seconds);
}

/** With its sign: `+212 ms`, `-3 ms`. */
export function formatDelta(ms: Maybe): string {
  if (!isKnown(ms)) return NOT_KNOWN.text;
  return ms > 0 ? `+${formatDuration(ms)}` : formatDuration(ms);
}

/** Probability under chance: `p < 0.001`, `p = 0.03`. */
export function formatP(p: Maybe): string {
  if (!isKnown(p)) return NOT_KNOWN.text;
  if (p < 0.001) return `p${NBSP}<${NBSP}0.001`;
  return `p${NBSP}=${NBSP}${group(p, p < 0.1 ? 3 : 2)}`;
}

/** Bytes in binary steps: `5.6 MiB`. */
export function formatBytes(bytes: Maybe): string {
  if (!isKnown(bytes)) return NOT_KNOWN.text;
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  return `${group(bytes / 1024 ** power, power === 0 ? 0 : 1)}${NBSP}${units[power]}`;
}

/** A value in the unit of its chart, for tooltips, legends and tables. */
export function formatValue(value: Maybe, unit: ChartUnit): string {
  if (unit === 'share') return formatPercent(value);
  if (unit === 'seconds') return formatSeconds(value);
  if (unit === 'requests/s') return formatRate(value);
  return formatCount(value);
}

/** A value on an axis: short. */
export function formatTick(value: number, unit: ChartUnit): string {
  if (unit === 'share') return `${group(value * 100, 1)}${NBSP}%`;
  return unit === 'seconds' ? formatSeconds(value) : formatCompact(value);
}

/** True for an IANA zone (or offset) this runtime knows. */
export function isTimeZone(zone: string): boolean {
  return !Number.isNaN(new TZDate(0, zone).getTime()) && !Number.isNaN(new TZDate(0, zone).getHours());
}

/** Time in a zone by a date-fns pattern. A zone that is not known here is read as UTC. */
function inZone(at: Maybe, zone: string, pattern: string): string {
  if (!isKnown(at) || Math.abs(at) > 8.64e15) return NOT_KNOWN.text;
  return formatDate(new TZDate(at, isTimeZone(zone) ? zone : 'UTC'), pattern);
}

/** `13:41`, or `13:41:07` with seconds. `zone` is an IANA name such as `UTC`. */
export function formatTime(at: Maybe, zone: string, seconds = false): string {
  return inZone(at, zone, seconds ? 'HH:mm:ss' : 'HH:mm');
}

/** `2026-11-29 13:41:07`. */
export function formatDateTime(at: Maybe, zone: string): string {
  return inZone(at, zone, 'yyyy-MM-dd HH:mm:ss');
}

/** `2026-11-29`. */
export function formatDay(at: Maybe, zone: string): string {
  return inZone(at, zone, 'yyyy-MM-dd');
}

/** With milliseconds, for spans: `13:41:07.120`. */
export function formatTimeMs(at: Maybe, zone: string): string {
  return inZone(at, zone, 'HH:mm:ss.SSS');
}

/** `13:05 to 14:05`, with dates where the ends lie on different days. */
export function formatRange(from: number, to: number, zone: string): string {
  const sameDay = inZone(from, zone, 'yyyy-MM-dd') === inZone(to, zone, 'yyyy-MM-dd');
  const pattern = sameDay ? 'HH:mm' : 'MMM d HH:mm';
  return `${inZone(from, zone, pattern)} to ${inZone(to, zone, pattern)}`;
}

/** Label of a time tick: the time of day within two days, else the date. */
export function formatTimeTick(at: number, spanMs: number, zone: string): string {
  if (spanMs <= 10 * 60_000) return inZone(at, zone, 'HH:mm:ss');
  return inZone(at, zone, spanMs <= 36 * 3_600_000 ? 'HH:mm' : spanMs <= 8 * 86_400_000 ? 'MMM d HH:mm' : 'MMM d');
}

/** `1 request`, `17 requests`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
