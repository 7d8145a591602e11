import { type HopStatus, type SearchState, hopStatuses } from '../../domain/hops';
import type { EpochMs } from '../../domain/units';
import type { Environment, ProxyService } from '../environments/types';
import type { HopCounts } from './counts';
import { cutPieces } from './stretches';

/** Proxies and statuses that are searched at most, those with most failed requests first (reference traces-apis 7.3.2). */
const MOST_STRATA = 8;
/** A stretch with more traces than one search brings is looked at in its worst pieces as well. */
const MOST_PIECES = 4;
const LEAST_PIECE_MS = 10_000;
const PIECES_SEARCHED = 3;

export interface Piece {
  readonly from: number;
  readonly to: number;
  readonly requests: number | null;
}

/** One stretch of one status of one proxy, as it is looked at. */
export interface PlannedCell extends Piece {
  readonly proxy: string;
  /** Name of its spans; null: it sends none. */
  readonly service: string | null;
  readonly status: HopStatus;
  search: SearchState;
  truncated: boolean;
  /** The cell itself, or what it was cut into; they are weighed apart. */
  pieces: readonly Piece[];
}

export interface PlannedStratum {
  readonly proxy: string;
  readonly service: string | null;
  readonly status: HopStatus;
  readonly requests: number | null;
  /** Oldest first. */
  readonly cells: readonly PlannedCell[];
}

/** Strata that will be searched: those with failed requests, or that nobody counts. */
export function countStrata({ services }: Pick<Environment, 'services'>, { from, to }: { readonly from: number; readonly to: number }, counts: HopCounts): number {
  const asked = services.flatMap(({ proxy }) => hopStatuses.filter((status) => whole(counts.failed(proxy, status, from, to)) !== 0));
  return Math.min(MOST_STRATA, asked.length);
}

/** Every status of every proxy over all stretches. Cells begin as `quiet` where the counters say so, else as `skipped`. */
export function planStrata({ info, services }: Pick<Environment, 'info' | 'services'>, edges: readonly EpochMs[], counts: HopCounts): PlannedStratum[] {
  const names = [...new Set([...info.proxies.map(({ name }) => name), ...services.map(({ proxy }) => proxy)])];
  return names.flatMap((proxy) => hopStatuses.map((status) => planStratum({ proxy, service: services.find((each) => each.proxy === proxy)?.service ?? null }, status, edges, counts)));
}

function planStratum({ proxy, service }: { readonly proxy: string; readonly service: ProxyService['service'] | null }, status: HopStatus, edges: readonly EpochMs[], counts: HopCounts): PlannedStratum {
  const cells = edges.slice(1).map((to, i): PlannedCell => {
    const from = edges[i]!;
    const requests = whole(counts.failed(proxy, status, from, to));
    return { proxy, service, status, from, to, requests, search: requests === 0 ? 'quiet' : 'skipped', truncated: false, pieces: [{ from, to, requests }] };
  });
  const known = cells.filter(({ requests }) => requests !== null);
  return { proxy, service, status, cells, requests: known.length === 0 ? null : known.reduce((sum, { requests }) => sum + requests!, 0) };
}

/** Counters count whole requests; a stretch that ends within a step may not. */
const whole = (count: number | null) => (count === null ? null : Math.round(count));

/** Cells to search, the worst of each stratum first and strata in turn, so that a budget that ends leaves out the quietest. */
export function inOrder(strata: readonly PlannedStratum[]): PlannedCell[] {
  const chosen = strata.filter((stratum) => stratum.service !== null && stratum.cells.some(({ search }) => search !== 'quiet')).sort((a, b) => weight(b.requests) - weight(a.requests)).slice(0, MOST_STRATA);
  const lines = chosen.map(({ cells }) => cells.filter(({ search }) => search !== 'quiet').sort((a, b) => weight(b.requests) - weight(a.requests) || b.from - a.from));
  const longest = Math.max(0, ...lines.map((line) => line.length));
  return Array.from({ length: longest }, (_, i) => lines.flatMap((line) => (line[i] ? [line[i]] : []))).flat();
}

/** Where nobody counted there may be anything: such come after those with failed requests, before those with hardly any. */
const weight = (requests: number | null) => requests ?? 1;

/** Cuts a cell into pieces and names those worth a search of their own, the worst first. */
export function cutCell(cell: PlannedCell, counts: HopCounts, stepMs: number): Piece[] {
  const pieces = cutPieces(cell, stepMs, MOST_PIECES, LEAST_PIECE_MS);
  if (pieces.length < 2) return [];
  cell.pieces = pieces.map(({ from, to }) => ({ from, to, requests: cell.requests === null ? null : whole(counts.failed(cell.proxy, cell.status, from, to)) }));
  return cell.pieces.filter(({ requests }) => requests !== 0).sort((a, b) => weight(b.requests) - weight(a.requests)).slice(0, PIECES_SEARCHED);
}
