import type { EnvironmentInfo } from '@/lib/domain/capability';
import { parseTimeText, resolveTimeText } from '@/lib/url/time-text';
import type { ViewState } from '@/lib/url/view-state';

export interface Span {
  readonly from: number;
  readonly to: number;
}

const HOUR = 3_600_000;
/** Nobody reads a chart below ten seconds. */
const SHORTEST = 10_000;

/** The range that a view means now: what is in the URL, else the default of its environment (a recording's whole range, the last hour). */
export function shownRange(state: ViewState, environment: EnvironmentInfo | undefined, now: number): Span {
  const from = state.from === null ? null : parseTimeText(state.from);
  const to = state.to === null ? null : parseTimeText(state.to);
  if (!from || !to) return environment?.recorded ?? { from: now - HOUR, to: now };
  return { from: resolveTimeText(from, now), to: resolveTimeText(to, now, true) };
}

/** Half a range back (-1) or forth (1); the future is not entered. */
export function shiftRange({ from, to }: Span, direction: -1 | 1, now: number): Span {
  const by = direction === 1 ? Math.min((to - from) / 2, Math.max(0, now - to)) : -(to - from) / 2;
  return { from: Math.round(from + by), to: Math.round(to + by) };
}

/** Twice the range around its middle; it ends at `now` at the latest. */
export function zoomOut({ from, to }: Span, now: number): Span {
  const length = to - from;
  const end = Math.min(to + length / 2, Math.max(now, to));
  return { from: Math.round(end - 2 * length), to: Math.round(end) };
}

/** A dragged range, ordered and not shorter than can be read. */
export function draggedRange(a: number, b: number): Span {
  const [from, to] = a <= b ? [a, b] : [b, a];
  if (to - from >= SHORTEST) return { from: Math.round(from), to: Math.round(to) };
  const middle = (from + to) / 2;
  return { from: Math.round(middle - SHORTEST / 2), to: Math.round(middle + SHORTEST / 2) };
}

/** Both ends as they stand in a URL. */
export function toUrlRange({ from, to }: Span): { readonly from: string; readonly to: string } {
  return { from: String(Math.round(from)), to: String(Math.round(to)) };
}

/** Presets of the range picker: Grafana's, so that hands find them. */
export const rangePresets = [
  ['now-5m', 'Last 5 minutes'], ['now-15m', 'Last 15 minutes'], ['now-30m', 'Last 30 minutes'], ['now-1h', 'Last 1 hour'],
  ['now-3h', 'Last 3 hours'], ['now-6h', 'Last 6 hours'], ['now-12h', 'Last 12 hours'], ['now-24h', 'Last 24 hours'],
  ['now-2d', 'Last 2 days'], ['now-7d', 'Last 7 days'],
] as const;

/** What the picker's button says; null when only the two times say it. */
export function rangeLabel(state: ViewState, environment: EnvironmentInfo | undefined): string | null {
  if (state.from === null) return environment?.kind === 'recording' ? 'Whole recording' : 'Last 1 hour';
  const preset = state.to === 'now' ? rangePresets.find(([from]) => from === state.from) : undefined;
  if (preset) return preset[1];
  return /^now/.test(state.from) || /^now/.test(state.to ?? '') ? `${state.from} to ${state.to}` : null;
}
