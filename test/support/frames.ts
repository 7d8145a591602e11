import type { Labels, SeriesFrame, Value } from '@/lib/domain/series';
import { epochMs, millis } from '@/lib/domain/units';

export const FRAME_STEP = 15_000;

/** One character a step: a digit is a value, a dot nothing. */
export const toLine = (text: string): Value[] => [...text].map((c) => (c === '.' ? null : Number(c)));

/** A frame of lines drawn as text, from time 0. */
export function drawFrame(series: readonly (readonly [Labels, string])[]): SeriesFrame {
  const length = Math.max(0, ...series.map(([, text]) => text.length));
  return {
    at: Array.from({ length }, (_, i) => epochMs(i * FRAME_STEP)), stepMs: millis(FRAME_STEP),
    series: series.map(([labels, text]) => ({ labels, values: toLine(text.padEnd(length, '.')) })),
  };
}
