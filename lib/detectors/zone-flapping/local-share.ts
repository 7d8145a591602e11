import type { Evidence } from '../../domain/findings';
import { type Around, LOOK_STEPS, meanOver } from './around';
import type { ClusterView } from './cluster-view';

/** A proxy zone's part that stayed inside moved by this much: the way changed; by less than a quarter of it: it did not. */
const MOVED = 0.2;
const SAME = 0.05;
/** A proxy zone with less than this part of all requests on one side says nothing. */
const LEAST_PART = 0.02;

/**
 * Did the proxies change how much they send to endpoints of their own zone? By zone of the proxy, so that more traffic in one
 * zone alone is no change of the way. Evidence when it moved in some zone, `same` when it moved in none, null in
 * between and where it is not counted.
 */
export function localShareMove(around: Around, view: ClusterView): Evidence | 'same' | null {
  const before = sharesByZone(view, around.at - LOOK_STEPS, around.at);
  const after = sharesByZone(view, around.at + 1, around.at + 1 + LOOK_STEPS);
  const moves = [...before].flatMap(([zone, share]) => { const then = after.get(zone); return then === undefined ? [] : [{ zone, from: share, to: then }]; });
  const size = (move: { readonly from: number; readonly to: number }) => Math.abs(move.to - move.from);
  const [most] = moves.sort((a, b) => size(b) - size(a));
  if (!most) return null;
  if (size(most) < SAME) return 'same';
  if (size(most) < MOVED) return null;
  const percent = (value: number) => `${Math.round(value * 100)} %`;
  return { code: 'local-share', text: `Of the requests of the proxies in zone ${most.zone}, ${percent(most.from)} stayed in it, then ${percent(most.to)}.` };
}

/** Proxy zone to the part of its requests that its own zone's endpoints answered, in `[from, to)`. */
function sharesByZone(view: ClusterView, from: number, to: number): Map<string, number> {
  const rows = [...(view.matrix ?? [])].map(([source, targets]) => {
    const rates = [...targets].map(([target, values]) => [target, meanOver(values, from, to) ?? 0] as const);
    return { source, all: rates.reduce((sum, [, rate]) => sum + rate, 0), local: rates.find(([target]) => target === source)?.[1] ?? 0 };
  });
  const total = rows.reduce((sum, { all }) => sum + all, 0);
  return new Map(rows.filter(({ source, all }) => source !== '' && all > 0 && all >= LEAST_PART * total).map(({ source, all, local }) => [source, local / all]));
}
