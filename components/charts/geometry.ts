import { TZDate } from '@date-fns/tz';

/**
 * The same margins for every chart and strip, so that one moment lies on one vertical line of the page.
 *   | LEFT: value axis |  plot  | RIGHT |
 */
export const LEFT = 52;
export const RIGHT = 14;
export const TOP = 8;
export const BOTTOM = 24;

export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** Width of the plot within a panel of this width. */
export function plotWidth(width: number): number {
  return Math.max(1, width - LEFT - RIGHT);
}

/** Pixel of a moment, counted from the left edge of the panel. */
export function xOf(at: number, span: TimeSpan, width: number): number {
  return LEFT + ((at - span.from) / Math.max(1, span.to - span.from)) * plotWidth(width);
}

/** Moment at a pixel, kept within the span. */
export function timeAt(x: number, span: TimeSpan, width: number): number {
  const share = Math.min(1, Math.max(0, (x - LEFT) / plotWidth(width)));
  return span.from + share * (span.to - span.from);
}

/** Index of the time nearest to a moment, by bisection; -1 when there is none. */
export function nearestIndex(at: readonly number[], moment: number): number {
  if (at.length === 0) return -1;
  let [low, high] = [0, at.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at[middle]! < moment) low = middle + 1;
    else high = middle;
  }
  return low > 0 && moment - at[low - 1]! <= at[low]! - moment ? low - 1 : low;
}

/** Index of the first time at or after a moment, by bisection; the last one when there is none, -1 without times. */
export function firstIndexFrom(at: readonly number[], moment: number): number {
  let [low, high] = [0, at.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at[middle]! < moment) low = middle + 1;
    else high = middle;
  }
  return high < 0 ? -1 : low;
}

/** Index of what is drawn at a moment: a bar reaches back from its time, so it is the one that ends there or after; a line the nearest. */
export function indexUnder(model: { readonly kind: string; readonly at: readonly number[] }, moment: number): number {
  return model.kind === 'stacked-bar' ? firstIndexFrom(model.at, moment) : nearestIndex(model.at, moment);
}

const TICK_STEPS_S = [1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800, 2592000];

/** Round times of the zone's clock, at most about `count` of them. */
export function timeTicks(span: TimeSpan, zone: string, count: number): number[] {
  const least = (span.to - span.from) / Math.max(1, count) / 1000;
  const step = (TICK_STEPS_S.find((seconds) => seconds >= least) ?? TICK_STEPS_S.at(-1)!) * 1000;
  // Offset of the zone's clock: midnight there is not midnight UTC.
  const offset = -new TZDate(span.from, zone).getTimezoneOffset() * 60_000;
  const ticks: number[] = [];
  for (let at = Math.ceil((span.from + offset) / step) * step - offset; at <= span.to; at += step) ticks.push(at);
  return ticks;
}

/** Room that a label needs on each side of its tick, in pixels: a character of the axis is about 6 wide. */
const halfLabel = (label: string) => label.length * 3.1;

/** The ticks whose labels lie wholly within the panel. */
export function ticksWithin(ticks: readonly number[], span: TimeSpan, width: number, label: (at: number) => string): number[] {
  return ticks.filter((at) => {
    const x = xOf(at, span, width);
    return x - halfLabel(label(at)) >= 0 && x + halfLabel(label(at)) <= width;
  });
}

export interface ValueAxis {
  readonly top: number;
  readonly ticks: readonly number[];
}

/** Top of the value axis and its ticks: 0, middle and top. `whole`: things that are counted get whole ticks. */
export function valueTicks(max: number, fixed?: number, whole = false): ValueAxis {
  if (fixed !== undefined) return { top: fixed, ticks: [0, fixed / 2, fixed] };
  if (whole) return wholeTicks(max);
  if (!(max > 0)) return { top: 1, ticks: [0, 1] };
  const magnitude = 10 ** Math.floor(Math.log10(max));
  const top = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10].map((factor) => factor * magnitude).find((candidate) => candidate >= max * 1.02) ?? 12 * magnitude;
  const clean = Number(top.toPrecision(6));
  return { top: clean, ticks: [0, clean / 2, clean] };
}

/** At most three whole steps of 1, 2 or 5 times a power of ten, with a little room above the highest value. */
function wholeTicks(max: number): ValueAxis {
  const most = max > 0 ? max * 1.02 : 1;
  const magnitude = 10 ** Math.max(0, Math.floor(Math.log10(most)) - 1);
  const step = [1, 2, 5, 10, 20, 50].map((factor) => factor * magnitude).find((candidate) => candidate * 3 >= most) ?? 100 * magnitude;
  const count = Math.ceil(most / step);
  return { top: count * step, ticks: Array.from({ length: count + 1 }, (_, i) => i * step) };
}
