import type { HopStatus } from '../../domain/hops';
import type { Trace } from '../../domain/traces';
import { type EpochMs, epochMs } from '../../domain/units';
import { statusOf } from './baseline';
import type { HopCounts } from './counts';
import type { DeskSearch, Looked, TraceDesk } from './desk';
import { type Piece, type PlannedCell, type PlannedStratum, cutCell, inOrder } from './plan';

/** So few are all read where a search usually brings fewer: that needs a little more than the counters say, or the answer would look cut off. */
const ALL_OF = 18;
/** The clocks of proxies differ a little. */
const PAD_MS = 5_000;
/** A trace that ended less than this ago may still be growing. */
export const YOUNG_MS = 60_000;
const MOST_REREAD = 20;

/** A request that a search brought and that really answers the question. */
export interface FoundRequest {
  readonly proxy: string;
  readonly service: string;
  readonly status: HopStatus;
  readonly at: EpochMs;
  trace: Trace;
  /** Nothing more is expected to arrive. */
  settled: boolean;
}

export interface CollectInput {
  readonly desk: TraceDesk;
  readonly counts: HopCounts;
  readonly stepMs: number;
  /** How long after a request its scrape may come. */
  readonly lateMs: number;
  readonly clock: () => EpochMs;
}

/** What the traces of one stratum were found to be; a trace that holds several such requests counts once. */
export type FoundRequests = ReadonlyMap<PlannedStratum, readonly FoundRequest[]>;

export interface Collected {
  readonly found: FoundRequests;
  /** Traces that were read a second time. */
  readonly reread: number;
  /** Cells that were not to be searched at all: their proxy and status are not among the worst. */
  readonly unplanned: number;
  /** From here on the backend cannot search yet; null: everywhere. */
  readonly unsearchedFrom: EpochMs | null;
}

/**
 * Searches the cells of a plan and writes into them how that went: first each cell once, the worst first; then the worst pieces
 * of those that have more than one search brings. At last the traces that were young or cut off are read again by their ids.
 */
export async function collectRequests(strata: readonly PlannedStratum[], input: CollectInput): Promise<Collected> {
  const stratumOf = new Map(strata.flatMap((stratum) => stratum.cells.map((cell) => [cell, stratum] as const)));
  const byId = new Map<PlannedStratum, Map<string, FoundRequest>>();
  const keep = (cell: PlannedCell, looked: Looked, window: Piece) => {
    if (looked.kind !== 'found') return;
    const stratum = stratumOf.get(cell)!;
    const known = byId.get(stratum) ?? new Map<string, FoundRequest>();
    byId.set(stratum, known);
    for (const trace of looked.traces) {
      const request = checked(trace, cell, window, input.clock());
      if (request && !known.has(trace.traceId)) known.set(trace.traceId, request);
    }
  };
  const cells = inOrder(strata);
  let unsearchedFrom = Infinity;
  await Promise.all(cells.map(async (cell) => {
    const window = padded(cell, stratumOf.get(cell)!, input.lateMs);
    const looked = await input.desk.search(searchOf(cell, window, input.desk));
    const cutOff = looked.kind === 'found' ? looked.unsearchedFrom : null;
    if (cutOff !== null && cutOff < cell.to) unsearchedFrom = Math.min(unsearchedFrom, cutOff);
    // Too new for the backend to search: that nothing was found there says nothing.
    cell.search = looked.kind === 'found' ? (cutOff !== null && cutOff <= cell.from ? 'skipped' : 'searched') : looked.kind;
    cell.truncated = looked.kind === 'found' && looked.truncated;
    keep(cell, looked, window);
  }));
  const pieces = cells.filter(({ truncated }) => truncated).map((cell) => ({ cell, pieces: cutCell(cell, input.counts, input.stepMs) }));
  const ranked = pieces.flatMap(({ cell, pieces: worst }) => worst.map((piece, i) => ({ cell, piece, i }))).sort((a, b) => a.i - b.i || (b.piece.requests ?? 0) - (a.piece.requests ?? 0))
    // A finer look at what was looked at already: what does not fit is not a stretch that was left out.
    .slice(0, input.desk.left());
  await Promise.all(ranked.map(async ({ cell, piece }) => keep(cell, await input.desk.search(searchOf(cell, piece, input.desk)), piece)));
  const found = new Map([...byId].map(([stratum, requests]) => [stratum, [...requests.values()].sort((a, b) => a.at - b.at || (a.trace.traceId < b.trace.traceId ? -1 : 1))]));
  const planned = new Set(cells);
  const unplanned = [...stratumOf.keys()].filter((cell) => cell.search === 'skipped' && cell.service !== null && !planned.has(cell)).length;
  return { found, unplanned, unsearchedFrom: unsearchedFrom < Infinity ? epochMs(unsearchedFrom) : null, reread: await readAgain([...found.values()].flat(), input) };
}

function searchOf(cell: PlannedCell, { from, to, requests }: Piece, { perSearch }: Pick<TraceDesk, 'perSearch'>): DeskSearch {
  const limit = requests !== null && requests <= ALL_OF && perSearch <= ALL_OF ? requests + 2 : perSearch;
  return { service: cell.service!, status: cell.status, from, to, limit, purpose: `hops: ${cell.status} of ${cell.proxy}` };
}

/** A little more on both sides, where the neighbour counted nothing: the scrape comes after the request. */
function padded(cell: PlannedCell, { cells }: PlannedStratum, lateMs: number): Piece {
  const i = cells.indexOf(cell);
  const isQuiet = (other: PlannedCell | undefined) => !other || other.requests === 0;
  return { from: cell.from - (isQuiet(cells[i - 1]) ? lateMs : 0), to: cell.to + (isQuiet(cells[i + 1]) ? PAD_MS : 0), requests: cell.requests };
}

/** Backends match more than they were asked: only an answer of this proxy with this status in this window counts. */
function checked(trace: Trace, { proxy, service, status }: PlannedCell, window: Piece, now: EpochMs): FoundRequest | null {
  let at = Infinity;
  let end = -Infinity;
  for (const span of trace.spans) {
    end = Math.max(end, span.start + span.durationMs);
    if (span.service === service && span.kind !== 'client' && span.start >= window.from && span.start < window.to && statusOf(span.attributes) === status) at = Math.min(at, span.start);
  }
  if (at === Infinity || service === null) return null;
  return { proxy, service, status, at: epochMs(at), trace, settled: now - end >= YOUNG_MS && !trace.partial };
}

/** A second look by id at what was young or cut off; the fuller of both stands. Bounded, and once a trace. */
async function readAgain(requests: readonly FoundRequest[], { desk, clock }: CollectInput): Promise<number> {
  const open = requests.filter(({ settled }) => !settled);
  const ids = [...new Map(open.map((request) => [request.trace.traceId, request.at])).entries()].slice(0, MOST_REREAD);
  const answers = new Map(await Promise.all(ids.map(async ([id, at]) => [id, await desk.read(id, at)] as const)));
  for (const request of open) {
    const again = answers.get(request.trace.traceId);
    if (!again || again.spans.length < request.trace.spans.length) continue;
    const end = again.spans.reduce((most, span) => Math.max(most, span.start + span.durationMs), -Infinity);
    request.trace = again;
    request.settled = clock() - end >= YOUNG_MS && !again.partial;
  }
  return [...answers.values()].filter((answer) => answer !== null).length;
}
