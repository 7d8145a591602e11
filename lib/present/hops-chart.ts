import type { HopCell, HopDetail, HopName, HopStatus } from '../domain/hops';
import type { ChartModel, ChartRegion, ChartSeries, StripModel } from './chart-model';
import { OTHER_HOPS_COLOR, UNKNOWN_COLOR, UNLOOKED_COLOR } from './colors';
import { formatDuration } from './format';
import type { HopsPick } from './hops-pick';
import { FEW_TRACES, hopKey, hopLabel } from './hops-words';

/** Further hops share one series: more colours than this are not told apart. */
const MOST_SERIES = 7;
/** Drawn from the bottom up; what is not known lies on top. */
const ROLE_ORDER: readonly HopName['role'][] = ['proxy', 'backend', 'load-balancer', 'unseen', 'client', 'nobody', 'unknown'];

export type HopsBy = 'answered' | 'caused';
type Value = number | null;

/** One stretch as it is drawn: a value per hop, and what no trace was looked at for; null: a gap. */
interface Column {
  readonly hops: ReadonlyMap<string, number>;
  readonly unlooked: number;
}

/**
 * Requests of one status over time by hop. Where the counter is known, the looked-at traces are scaled to it, and requests
 * of a stretch without a looked-at trace stand as a part of their own: the bars add up to the counter. Where no counter
 * knows, the traces are drawn as they are. A stretch that neither tells is a gap.
 * Null: nothing of this status was counted or seen.
 */
export function hopsChart(edges: HopDetail['edges'], { cells, status, colors }: HopsPick, by: HopsBy): ChartModel | null {
  const counted = cells.some(({ requests }) => requests !== null);
  const byStart = new Map(cells.map((cell) => [cell.from as number, cell]));
  const columns = edges.slice(0, -1).map((from) => columnOf(byStart.get(from), counted, by));
  const hops = hopsOf(cells, by);
  const shown = hops.slice(0, MOST_SERIES);
  const rest = hops.slice(MOST_SERIES);
  const series: ChartSeries[] = [...shown].sort((a, b) => ROLE_ORDER.indexOf(a.role) - ROLE_ORDER.indexOf(b.role)).map((hop) => ({
    key: hopKey(hop), label: hopLabel(hop), colorVar: colors.get(hopKey(hop)) ?? UNKNOWN_COLOR, values: columns.map((column) => column && (column.hops.get(hopKey(hop)) ?? 0)),
  }));
  if (rest.length > 0) series.push({ key: 'other', label: `${rest.length} other hops`, colorVar: OTHER_HOPS_COLOR, values: columns.map((column) => column && rest.reduce((sum, hop) => sum + (column.hops.get(hopKey(hop)) ?? 0), 0)) });
  if (columns.some((column) => column !== null && column.unlooked > 0)) series.push({ key: 'unlooked', label: 'no trace looked at', colorVar: UNLOOKED_COLOR, values: columns.map((column) => column && column.unlooked) });
  if (series.length === 0) return null;
  return {
    id: 'hops', title: titleOf(status, by), unit: counted ? 'requests' : 'traces', kind: 'stacked-bar', at: edges.slice(1), series,
    regions: regionsOf(cells), note: noteOf(edges, counted, cells),
  };
}

const titleOf = (status: HopStatus, by: HopsBy) => (by === 'answered' ? `Who answered ${status}` : `Who caused ${status}`);

function columnOf(cell: HopCell | undefined, counted: boolean, by: HopsBy): Column | null {
  if (cell === undefined) return null;
  const traces = new Map<string, number>();
  for (const part of cell.parts) add(traces, hopKey(by === 'answered' ? part.answeredBy : part.causedBy), part.count);
  if (!counted) return cell.lookedAt > 0 || cell.search === 'searched' || cell.search === 'quiet' ? { hops: traces, unlooked: 0 } : null;
  const requests: Value = cell.requests;
  if (requests === null) return null;
  if (cell.lookedAt === 0) return { hops: new Map(), unlooked: requests };
  return { hops: requestsOf(cell, requests, by), unlooked: 0 };
}

/** Requests of a stretch by hop: the shares of its parts, which know how unevenly it was sampled. */
function requestsOf({ parts }: HopCell, requests: number, by: HopsBy): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const part of parts) add(sums, hopKey(by === 'answered' ? part.answeredBy : part.causedBy), part.share * requests);
  return sums;
}

function add(sums: Map<string, number>, key: string, count: number): void {
  sums.set(key, (sums.get(key) ?? 0) + count);
}

/** Hops of all stretches, those with most traces first; `cannot tell` always has its own series. */
function hopsOf(cells: readonly HopCell[], by: HopsBy): HopName[] {
  const counts = new Map<string, { hop: HopName; count: number }>();
  for (const part of cells.flatMap(({ parts }) => parts)) {
    const hop = by === 'answered' ? part.answeredBy : part.causedBy;
    const entry = counts.get(hopKey(hop)) ?? { hop, count: 0 };
    counts.set(hopKey(hop), { hop, count: entry.count + part.count });
  }
  const weight = ({ hop, count }: { hop: HopName; count: number }) => (hop.role === 'unknown' ? Infinity : count);
  return [...counts.values()].sort((a, b) => weight(b) - weight(a) || (hopKey(a.hop) < hopKey(b.hop) ? -1 : 1)).map(({ hop }) => hop);
}

/** Stretches that were not looked at lie on a ground of their own; neighbours of one kind are one. */
function regionsOf(cells: readonly HopCell[]): ChartRegion[] {
  const regions: ChartRegion[] = [];
  for (const { from, to, search, lookedAt } of cells) {
    if ((search !== 'skipped' && search !== 'failed') || lookedAt > 0) continue;
    const region: ChartRegion = { from, to, label: search === 'failed' ? 'the search failed here' : 'not searched', tone: search === 'failed' ? 'bad' : 'warn' };
    const last = regions.at(-1);
    if (last?.to === from && last.label === region.label) regions[regions.length - 1] = { ...last, to };
    else regions.push(region);
  }
  return regions;
}

function noteOf(edges: HopDetail['edges'], counted: boolean, cells: readonly HopCell[]): string {
  const lengths = edges.slice(1).map((edge, i) => edge - edges[i]!);
  // The last stretch ends with the range: it may be shorter.
  const per = new Set(lengths.length > 1 ? lengths.slice(0, -1) : lengths).size === 1 ? formatDuration(lengths[0]) : 'stretch';
  if (!counted) return `looked-at traces per ${per}; requests are not counted here`;
  const gaps = cells.some(({ requests }) => requests === null) ? '; a gap is not counted' : '';
  return `requests per ${per}, adds up to the counter; split by looked-at traces${gaps}`;
}

const LOOKS = {
  enough: [`${FEW_TRACES} traces or more`, '--good'], few: [`fewer than ${FEW_TRACES} traces`, '--info'], none: ['searched, no trace found', '--warn'],
  skipped: ['not searched', '--line-strong'], failed: ['search failed', '--bad'], quiet: ['no such answers', '--sunken'],
} as const;

/** A recording without a trace there is no sign of broken sampling: it keeps some of each search that was made for it. */
const NOT_KEPT = ['the recording keeps no trace of this stretch', '--line-strong'] as const;

function lookOf({ lookedAt, search }: HopCell): keyof typeof LOOKS {
  if (lookedAt >= FEW_TRACES) return 'enough';
  if (lookedAt > 0) return 'few';
  return search === 'searched' ? 'none' : search;
}

/** How much of each stretch was looked at, on the time axis of the chart. Null: there are no stretches. */
export function hopsStrip(edges: HopDetail['edges'], { cells, status, recorded }: HopsPick): StripModel | null {
  if (cells.length === 0) return null;
  return {
    id: 'hops-search', title: 'How sure over time', note: 'traces looked at in each stretch', from: edges[0]!, to: edges.at(-1)!,
    rows: [{
      key: String(status), label: `answers with ${status}`,
      segments: cells.map((cell) => {
        const [label, colorVar] = recorded && lookOf(cell) === 'none' ? NOT_KEPT : LOOKS[lookOf(cell)];
        return { from: cell.from, to: cell.to, label, colorVar };
      }),
    }],
  };
}
