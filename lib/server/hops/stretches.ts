import type { ResolvedRange } from '../../domain/time-range';
import { type EpochMs, epochMs } from '../../domain/units';

/** More stretches than this make the searches many and each of them thin; fewer do not show when something began. */
const MOST_STRETCHES = 24;
const LEAST_STRETCHES = 8;

/** So many stretches that each of these strata can be searched in all of them. */
export function stretchesFor(strata: number, mostSearches: number): number {
  return Math.max(LEAST_STRETCHES, Math.min(MOST_STRETCHES, Math.floor(mostSearches / Math.max(1, strata))));
}

/** Edges of at most `most` (24) stretches, each of whole steps, oldest first; the last one may be shorter. */
export function cutStretches({ from, to, stepMs }: ResolvedRange, most = MOST_STRETCHES): EpochMs[] {
  const steps = Math.max(1, Math.round((to - from) / stepMs));
  const each = Math.ceil(steps / Math.min(steps, most));
  const edges: EpochMs[] = [];
  for (let step = 0; step < steps; step += each) edges.push(epochMs(from + step * stepMs));
  return [...edges, epochMs(Math.max(to, from + stepMs))];
}

/** Cuts one stretch into up to `most` pieces of whole steps and of at least `leastMs`. */
export function cutPieces({ from, to }: { readonly from: number; readonly to: number }, stepMs: number, most: number, leastMs: number): { readonly from: number; readonly to: number }[] {
  const each = Math.ceil(Math.max((to - from) / most, leastMs, stepMs) / stepMs) * stepMs;
  const pieces: { from: number; to: number }[] = [];
  for (let at = from; at < to; at += each) pieces.push({ from: at, to: Math.min(to, at + each) });
  return pieces;
}

/**
 * The piece that a trace of this time belongs to: the one that holds it; where that one counted nothing, the neighbour within
 * reach that did. A request is counted by the scrape after it, and the clocks of proxies differ a little.
 */
export function placeOf(pieces: readonly { readonly from: number; readonly to: number; readonly requests: number | null }[], at: number, reach: { readonly lateMs: number; readonly earlyMs: number }): number {
  const index = pieces.findIndex(({ from, to }) => at >= from && at < to);
  const near = index >= 0 ? index : at < (pieces[0]?.from ?? 0) ? 0 : pieces.length - 1;
  const piece = pieces[near];
  if (!piece || piece.requests !== 0) return near;
  const next = pieces[near + 1];
  if (next && next.requests !== 0 && next.from - at <= reach.lateMs) return near + 1;
  const last = pieces[near - 1];
  return last && last.requests !== 0 && at - last.to <= reach.earlyMs ? near - 1 : near;
}
