import type { WaterfallRow } from './waterfall';

/** A bar of the map: shares of the width, pixels of the height. */
export interface MapBar {
  readonly key: string;
  readonly left: number;
  readonly width: number;
  readonly top: number;
  readonly height: number;
  readonly color: string;
  /** An error or evidence. */
  readonly strong: boolean;
}

/**
 * At most one bar for each pixel of the height: rows that share one become a bar over all their time, and what is wrong in
 * any of them stays seen. Linear.
 */
export function mapBars(rows: readonly WaterfallRow[], totalMs: number, height: number): MapBar[] {
  const lines = Math.min(rows.length, height);
  const each = height / Math.max(1, lines);
  return Array.from({ length: lines }, (_, line) => {
    const from = Math.floor((line * rows.length) / lines);
    const to = Math.max(from + 1, Math.floor(((line + 1) * rows.length) / lines));
    return barOf(rows, from, to, { line, each, totalMs });
  });
}

function barOf(rows: readonly WaterfallRow[], from: number, to: number, { line, each, totalMs }: { readonly line: number; readonly each: number; readonly totalMs: number }): MapBar {
  let start = Infinity;
  let end = -Infinity;
  let strong = false;
  for (let i = from; i < to; i += 1) {
    const row = rows[i]!;
    start = Math.min(start, row.offsetMs);
    end = Math.max(end, row.offsetMs + row.durationMs);
    strong ||= row.look === 'error' || row.evidence.length > 0;
  }
  const share = (ms: number) => Math.min(1, Math.max(0, totalMs > 0 ? ms / totalMs : 0));
  return { key: String(line), left: share(start), width: share(end) - share(start), top: line * each, height: Math.max(0.6, each - 0.3), color: strong ? '--bad' : rows[from]!.color, strong };
}
